/**
 * `npm run benchmark:page`: what the consent context and the banner add to a page of the host for a visitor without a decision, in
 * microseconds of processor time of the host, on SQLite. The same page without and with them is requested in turn, and one with the HTML
 * of the banner as a fixed text; printed are the medians of the rounds.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { loadavg } from 'node:os';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { connectDatabase, createPolicyEngine } from 'policy-engine';
import { consentContextOf, policyEngine } from 'policy-engine/express';
import { loaded, median } from './load.ts';

const ROUNDS = 12;
const REQUESTS = 1_000;
const GOAL = 100;

const PAGES = {
  without: '/page',
  'with the context': '/page-with-context',
  'with the banner': '/page-with-banner',
  // The same HTML, which is only sent.
  'with its bytes': '/page-with-bytes',
} as const;

/** The host: its page is the same in all three. */
async function serve(): Promise<void> {
  const engine = createPolicyEngine({
    database: await connectDatabase(':memory:'),
    rules: ['analytics', 'marketing'].map((name) => ({ name, sessionless: true })),
    scripts: [
      {
        name: 'counter',
        rule: 'analytics',
        script: '<script src="https://counter.example/counter.js"></script>',
        environments: ['production'],
      },
      {
        name: 'pixel',
        rule: 'marketing',
        script: '<script src="https://pixel.example/pixel.js"></script>',
        environments: ['production'],
      },
    ],
    currentUser: (request) => (request.headers.get('x-admin') === null ? null : { id: 'admin', record: null }),
    isAdminMethod: () => true,
  });
  await engine.migrate();
  for (const rule of ['analytics', 'marketing']) {
    const answer = await engine.fetch(
      new Request(`http://host.test/policies/categories/${rule}/terms.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-admin': '1' },
        body: JSON.stringify({ description: `# ${rule}\n\nWe measure what is read.`, state: 'published' }),
      }),
    );
    if (!answer.ok) throw new Error(await answer.text());
  }
  const products = Array.from({ length: 50 }, (_, index) => `<li>Product ${index}</li>`).join('');
  const page = (end: string) => `<!doctype html><title>Shop</title><ul>${products}</ul>${end}`;
  let drawn = '';
  const app = express();
  app.use('/policies', policyEngine(engine));
  app.get(PAGES.without, (_request, response) => void response.type('html').send(page('')));
  app.get(PAGES['with the context'], async (request, response) => {
    const may = await consentContextOf(engine, request).hasConsented('analytics');
    response.type('html').send(page(may ? '<script></script>' : ''));
  });
  app.get(PAGES['with the banner'], async (request, response) => {
    const context = consentContextOf(engine, request);
    const may = await context.hasConsented('analytics');
    const banner = await context.renderBanner();
    if (may || !banner.includes('data-state')) throw new Error('there is nothing to decide');
    drawn = banner;
    response.type('html').send(page(banner));
  });
  app.get(PAGES['with its bytes'], (_request, response) => void response.type('html').send(page(drawn)));
  const server = createServer(app);
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
  process.on('message', () => process.send?.(process.cpuUsage()));
}

async function usage(host: ChildProcess): Promise<number> {
  host.send('usage');
  const [{ user, system }] = (await once(host, 'message')) as [NodeJS.CpuUsage];
  return user + system;
}

async function measure(): Promise<void> {
  const host = fork(import.meta.filename, ['serve'], { env: { ...process.env, NODE_ENV: 'production' } });
  try {
    const [{ port }] = (await once(host, 'message')) as [{ port: number }];
    const rounds: Record<string, number>[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const costs: Record<string, number> = {};
      for (const [name, path] of Object.entries(PAGES)) {
        const before = await usage(host);
        await loaded(`http://127.0.0.1:${port}`, { path }, { amount: REQUESTS });
        costs[name] = ((await usage(host)) - before) / REQUESTS;
      }
      // In the first, functions are compiled.
      if (round > 0) rounds.push(costs);
    }
    console.log(`Node ${process.version}, ${ROUNDS} rounds, load ${(loadavg()[0] ?? 0).toFixed(1)}\n`);
    console.log('| page | µs of processor | more than without | goal |\n|---|---|---|---|');
    for (const name of Object.keys(PAGES)) {
      const cost = median(rounds.map((one) => one[name] ?? 0));
      const more = median(rounds.map((one) => (one[name] ?? 0) - (one['without'] ?? 0)));
      console.log(
        `| ${name} | ${cost.toFixed(0)} | ${more.toFixed(0)} | ${name.startsWith('with the') ? `≤ ${GOAL}` : ''} |`,
      );
    }
  } finally {
    host.kill();
  }
}

await (process.argv[2] === 'serve' ? serve() : measure());
