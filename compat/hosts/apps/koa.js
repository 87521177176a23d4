import { bodyParser } from '@koa/bodyparser';
import Koa from 'koa';
import { consentContextOf, policyEngine, requirePolicies } from 'policy-engine/koa';
import { renderMiddleware } from 'render-middleware/koa';
import { documentOf, engine, forBots, homePage, signUp, signUpForm } from '../shop/shop.js';

const app = new Koa({ proxy: true });
app.use(renderMiddleware(forBots));
app.use(bodyParser());
app.use(requirePolicies(engine));
app.use(policyEngine(engine));
app.use(async (context) => {
  if (context.path === '/') {
    const { text, ...added } = await homePage(consentContextOf(engine, context));
    context.body = documentOf(`<p>${text}</p>`, added);
  } else if (context.path === '/sign-up' && context.method === 'POST') {
    const { status, errors, cookies } = await signUp(context.request.body);
    context.set('set-cookie', cookies);
    if (status === 303) context.redirect('/');
    else context.body = documentOf(signUpForm(errors));
    context.status = status;
  } else if (context.path === '/sign-up') context.body = documentOf(signUpForm());
});
app.listen(Number(process.env.PORT), '127.0.0.1');
