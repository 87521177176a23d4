import { fastify } from 'fastify';
import { policyEngine } from 'policy-engine/fastify';
import { engine } from './engine.mjs';

const page = '<!doctype html><html lang="en"><title>Shop</title><link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js"></script><h1>Shop</h1></html>';
const app = fastify();

app.register(policyEngine, { prefix: '/policies', engine });
engine.start();
app.get('/', (request, reply) => reply.type('text/html').send(page));

await app.listen({ port: Number(process.env.PORT ?? 3000) });
