import { H3, html, raw, serve } from 'h3';
import { engine } from './engine.mjs';

const page = '<!doctype html><html lang="en"><title>Shop</title><link rel="stylesheet" href="/policies/assets/consent.css"><script type="module" src="/policies/assets/consent.js"></script><h1>Shop</h1></html>';
const app = new H3();

app.use('/policies/**', (event) => engine.fetch(event.req, { ip: event.req.ip }));
engine.start();
app.get('/', () => html(raw(page)));

serve(app, { port: Number(process.env.PORT ?? 3000) });
