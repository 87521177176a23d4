import { createServer } from 'node:http';

const page = '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1></html>';

createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(page);
}).listen(process.env.PORT ?? 3000);
