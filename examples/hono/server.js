import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { policyEngine } from 'policy-engine/hono';
import { engine } from './engine.mjs';

const page = '<!doctype html><html lang="en"><title>Shop</title><link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js"></script><h1>Shop</h1></html>';
const app = new Hono();

app.use(policyEngine(engine));
engine.start();
app.get('/', (context) => context.html(page));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
