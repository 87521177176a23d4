import { createServer } from 'node:http';
import { policyEngine } from 'policy-engine/node';
import { engine } from './engine.mjs';

const page = '<!doctype html><html lang="en"><title>Shop</title><link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js"></script><h1>Shop</h1></html>';

const policies = policyEngine(engine);
const withPolicies = (pages) => (request, response) => policies(request, response, () => pages(request, response));
engine.start();
createServer(withPolicies((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(page);
})).listen(process.env.PORT ?? 3000);
