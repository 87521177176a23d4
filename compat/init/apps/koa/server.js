import Koa from 'koa';

const page = '<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1></html>';
const app = new Koa();

app.use((context) => {
  context.body = page;
});

app.listen(process.env.PORT ?? 3000);
