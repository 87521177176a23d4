import Hapi from '@hapi/hapi';

const page = '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1></html>';
const server = Hapi.server({ port: process.env.PORT ?? 3000 });

server.route({ method: 'GET', path: '/', handler: () => page });

await server.start();
