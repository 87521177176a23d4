import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { consentContextOf, policyEngine, requirePolicies } from 'policy-engine/hono';
import { renderMiddleware } from 'render-middleware/hono';
import { documentOf, engine, forBots, homePage, signUp, signUpForm } from '../shop/shop.js';

const app = new Hono();
app.use(renderMiddleware(forBots));
app.use(requirePolicies(engine));
app.use(policyEngine(engine));
app.get('/', async (context) => {
  const { text, ...added } = await homePage(consentContextOf(engine, context));
  return context.html(documentOf(`<p>${text}</p>`, added));
});
app.get('/sign-up', (context) => context.html(documentOf(signUpForm())));
app.post('/sign-up', async (context) => {
  const { status, errors, cookies } = await signUp(await context.req.parseBody());
  for (const cookie of cookies) context.header('set-cookie', cookie, { append: true });
  return status === 303 ? context.redirect('/', 303) : context.html(documentOf(signUpForm(errors)), status);
});
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
