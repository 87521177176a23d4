import Hapi from '@hapi/hapi';
import { policyEngine } from 'policy-engine/node';
import { engine } from './engine.mjs';

const page = '<!doctype html><html lang="en"><title>Shop</title><link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js"></script><h1>Shop</h1></html>';
const server = Hapi.server({ port: process.env.PORT ?? 3000 });

const policies = policyEngine(engine);
server.ext('onRequest', ({ raw: { req, res } }, h) => new Promise((resolve) => {
  res.once('close', () => resolve(h.abandon));
  policies(req, res, () => resolve(h.continue));
}));
engine.start();
server.route({ method: 'GET', path: '/', handler: () => page });

await server.start();
