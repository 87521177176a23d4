import formbody from '@fastify/formbody';
import { fastify } from 'fastify';
import { consentContextOf, policyEngine, requirePolicies } from 'policy-engine/fastify';
import { renderMiddleware } from 'render-middleware/fastify';
import { documentOf, engine, forBots, homePage, signUp, signUpForm } from '../shop/shop.js';

const app = fastify({ trustProxy: '127.0.0.1' });
await app.register(renderMiddleware(forBots));
app.addHook('preHandler', requirePolicies(engine));
app.register(policyEngine, { prefix: '/policies', engine });
app.register(formbody);
app.get('/', async (request, reply) => {
  const { text, ...added } = await homePage(consentContextOf(engine, request));
  return reply.type('text/html').send(documentOf(`<p>${text}</p>`, added));
});
app.get('/open.json', async () => ({}));
app.get('/sign-up', (_request, reply) => reply.type('text/html').send(documentOf(signUpForm())));
app.post('/sign-up', async (request, reply) => {
  const { status, errors, cookies } = await signUp(request.body);
  if (status === 303) return reply.header('set-cookie', cookies).redirect('/', 303);
  return reply
    .code(status)
    .type('text/html')
    .send(documentOf(signUpForm(errors)));
});
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
