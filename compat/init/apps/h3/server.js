import { H3, html, raw, serve } from 'h3';

const page = '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1></html>';
const app = new H3();

app.get('/', () => html(raw(page)));

serve(app, { port: Number(process.env.PORT ?? 3000) });
