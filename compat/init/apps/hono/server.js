import { serve } from '@hono/node-server';
import { Hono } from 'hono';

const page = '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1></html>';
const app = new Hono();

app.get('/', (context) => context.html(page));

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) });
