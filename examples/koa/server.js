import Koa from 'koa';
import { policyEngine } from 'policy-engine/koa';
import { engine } from './engine.mjs';

const page = '<!doctype html><html lang="en"><title>Shop</title><link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js"></script><h1>Shop</h1></html>';
const app = new Koa();

app.use(policyEngine(engine));
engine.start();
app.use((context) => {
  context.body = page;
});

app.listen(process.env.PORT ?? 3000);
