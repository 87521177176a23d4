/** The measured host, in a separate process: the engine's routes, and bare routes with the minimum of the same work. */
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { connectDatabase, createPolicyEngine } from 'policy-engine';
import { policyEngine, consentContextOf } from 'policy-engine/express';

const RULES = ['cookie', 'age', 'privacy_terms'] as const;
const database = await connectDatabase(process.argv[2] ?? ':memory:');
const isPostgres = database.dialect === 'postgres';
const parameter = (index: number) => (isPostgres ? `$${index}` : '?');

const engine = createPolicyEngine({
  database,
  rules: RULES.map((name) => ({ name })),
  currentUser: (request) => {
    const id = request.headers.get('x-user');
    return id === null ? null : { id, record: null };
  },
  isAdminMethod: ({ id }) => id === 'admin',
  // Every request of a benchmark comes from the same few users.
  writeLimit: false,
});
await engine.migrate();
await database.execute(
  'create table bare_decisions (id varchar(40) primary key, user_id varchar(40), rule varchar(40), state varchar(20))',
);
await database.execute('create index bare_decisions_user on bare_decisions (user_id)');
for (const rule of RULES) {
  const response = await engine.fetch(
    new Request(`http://host.test/policies/categories/${rule}/terms.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-user': 'admin' },
      body: JSON.stringify({
        description: `# ${rule}\n\n${'A sentence of the policy. '.repeat(100)}`,
        state: 'published',
      }),
    }),
  );
  if (!response.ok) throw new Error(await response.text());
}

const select = `select id, rule, state from bare_decisions where user_id = ${parameter(1)}`;
const insert = `insert into bare_decisions (id, user_id, rule, state) values (${[1, 2, 3, 4].map(parameter).join(', ')})`;
let inserted = 0;

await database.execute('create table bare_products (id integer primary key, name varchar(80), price integer)');
for (let id = 1; id <= 50; id++) {
  await database.execute(
    `insert into bare_products (id, name, price) values (${[1, 2, 3].map(parameter).join(', ')})`,
    [id, `Product ${id} <b>`, id * 100],
  );
}

/** A small page of a shop: identifies the user, reads the products, and writes the HTML. */
async function shopPage(request: express.Request, scripts: string): Promise<string> {
  const user = request.get('x-user') ?? '';
  await database.execute(select, [user]);
  const { rows } = await database.execute('select id, name, price from bare_products order by id');
  const escape = (text: unknown) =>
    String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const products = rows.map(
    ({ id, name, price }) =>
      `<li><a href="/products/${escape(id)}">${escape(name)}</a> <data value="${escape(price)}">${(Number(price) / 100).toFixed(2)} €</data></li>`,
  );
  return `<!doctype html><html lang="en"><head><title>Shop</title>${scripts}</head><body><p>Hello, ${escape(user)}</p><ul>${products.join('')}</ul></body></html>`;
}

const app = express();
app.disable('x-powered-by');
app.use('/policies', policyEngine(engine));
app.get('/bare/pending', async (request, response) => {
  const { rows } = await database.execute(select, [request.get('x-user') ?? '']);
  response.json(
    RULES.map((name) => ({ name, state: rows.find((row) => row['rule'] === name)?.['state'] ?? 'passive' })),
  );
});
app.put('/bare/accept', async (request, response) => {
  inserted += 1;
  const rule = RULES[inserted % RULES.length];
  await database.execute(insert, [`${process.pid}-${inserted}`, request.get('x-user') ?? '', rule, 'accepted']);
  response.json({ name: rule, state: 'accepted', status: 'accepted' });
});
app.get('/page-with-query', async (request, response) => {
  const { rows } = await database.execute(select, [request.get('x-user') ?? '']);
  response.type('html').send(`<!doctype html><h1>A page</h1>${rows.length > 0 ? '<script></script>' : ''}`);
});
app.get('/shop', async (request, response) => {
  response.type('html').send(await shopPage(request, ''));
});
app.get('/shop-with-consent', async (request, response) => {
  const consented = await consentContextOf(engine, request).hasConsented('cookie');
  response.type('html').send(await shopPage(request, consented ? '<script></script>' : ''));
});
app.get('/shop-with-query', async (request, response) => {
  const { rows } = await database.execute(select, [request.get('x-user') ?? '']);
  response.type('html').send(await shopPage(request, rows.length > 0 ? '<script></script>' : ''));
});
app.get('/page-with-consent', async (request, response) => {
  const consented = await consentContextOf(engine, request).hasConsented('cookie');
  response.type('html').send(`<!doctype html><h1>A page</h1>${consented ? '<script></script>' : ''}`);
});

const server = createServer(app);
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once('disconnect', () => process.exit(0));

// For `profile.ts`.
const inspector = new Session();
inspector.connect();
const PROFILES: Readonly<Record<string, () => Promise<object>>> = {
  'start times': async () => {
    await inspector.post('Profiler.enable');
    await inspector.post('Profiler.setSamplingInterval', { interval: 100 });
    return inspector.post('Profiler.start').then(() => ({}));
  },
  'stop times': async () => (await inspector.post('Profiler.stop')).profile,
  'start bytes': () =>
    inspector
      .post('HeapProfiler.startSampling', {
        samplingInterval: 8192,
        includeObjectsCollectedByMajorGC: true,
        includeObjectsCollectedByMinorGC: true,
      })
      .then(() => ({})),
  'stop bytes': async () => (await inspector.post('HeapProfiler.stopSampling')).profile,
};
process.on('message', (message: string) => void PROFILES[message]?.().then((answer) => process.send?.(answer)));
