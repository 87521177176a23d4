import express from 'express';

const page = '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1></html>';
const app = express();

app.get('/', (request, response) => {
  response.send(page);
});

app.listen(process.env.PORT ?? 3000);
