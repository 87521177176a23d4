import { fastify } from 'fastify';

const page = '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1></html>';
const app = fastify();

app.get('/', (request, reply) => reply.type('text/html').send(page));

await app.listen({ port: Number(process.env.PORT ?? 3000) });
