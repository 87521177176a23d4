import express from 'express';
import { consentContextOf, policyEngine, requirePolicies } from 'policy-engine/express';
import { renderMiddleware } from 'render-middleware/express';
import { documentOf, engine, forBots, homePage, signUp, signUpForm } from '../shop/shop.js';

const app = express().set('trust proxy', 1);
app.use(renderMiddleware(forBots));
app.use(requirePolicies(engine));
app.use('/policies', policyEngine(engine));
app.get('/', async (request, response) => {
  const { text, ...added } = await homePage(consentContextOf(engine, request));
  response.send(documentOf(`<p>${text}</p>`, added));
});
app.get('/open.json', (_request, response) => void response.json({}));
app.get('/sign-up', (_request, response) => void response.send(documentOf(signUpForm())));
app.post('/sign-up', express.urlencoded({ extended: false }), async (request, response) => {
  const { status, errors, cookies } = await signUp(request.body);
  for (const cookie of cookies) response.append('set-cookie', cookie);
  if (status === 303) response.redirect(303, '/');
  else response.status(status).send(documentOf(signUpForm(errors)));
});
app.listen(Number(process.env.PORT), '127.0.0.1');
