import express from 'express';
import { policyEngine } from 'policy-engine/express';
import { engine } from './engine.mjs';

const page = '<!doctype html><html lang="en"><title>Shop</title><link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js"></script><h1>Shop</h1></html>';
const app = express();

app.use('/policies', policyEngine(engine));
engine.start();
app.get('/', (request, response) => {
  response.send(page);
});

app.listen(process.env.PORT ?? 3000);
