/** Hosts that speak fetch: the engine's own member, and the server of the guide, run as it stands there. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../../testing/free-port.ts';
import { stretched } from '../../../../testing/load.ts';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { hostSuite } from './suite.ts';

const engine = path.join(import.meta.dirname, '..', '..');

hostSuite({
  name: 'bare fetch',
  start: async (engine) => ({
    request: (path, init) => engine.fetch(new Request(`http://127.0.0.1${path}`, init)),
    close: async () => {},
  }),
});

test('a body that the host has read is told in the log, once, and not where parsedBody holds it', async () => {
  const told: unknown[] = [];
  const engine = createPolicyEngine({
    database: nodeSqliteDatabase(':memory:'),
    rules: [{ name: 'cookie', sessionless: true }],
    currentUser: () => null,
    logger: { error: (message, details) => void told.push([message.slice(0, 20), details]) },
  });
  await engine.migrate();
  const headers = { 'content-type': 'application/json', 'content-length': '16', origin: 'http://127.0.0.1' };
  const read = () => new Request('http://127.0.0.1/policies/consent.json', { method: 'PUT', headers });
  await engine.fetch(read(), { ip: '127.0.0.1', parsedBody: { decisions: {} } });
  assert.deepEqual(told, []);
  for (const request of [read(), read()]) await engine.fetch(request, { ip: '127.0.0.1' });
  assert.deepEqual(told, [['a body arrived empty', { method: 'PUT', path: '/policies/consent.json' }]]);
  await engine.stop();
});

test('the server of the guide that speaks fetch answers pages with the banner, and decisions', async () => {
  const guide = readFileSync(path.join(engine, 'docs', 'hosts.md'), 'utf8');
  const [, program = ''] = /A complete server that speaks fetch[^]*?```js\n([^]*?)```/.exec(guide) ?? [];
  const folder = mkdtempSync(path.join(tmpdir(), 'speaks-fetch-'));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(engine, path.join(folder, 'node_modules', 'policy-engine'));
  symlinkSync(path.join(engine, '../../node_modules/@hono'), path.join(folder, 'node_modules', '@hono'));
  writeFileSync(path.join(folder, 'server.mjs'), program);
  writeFileSync(
    path.join(folder, 'engine.mjs'),
    `import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
export const engine = createPolicyEngine({
  database: nodeSqliteDatabase(':memory:'),
  rules: [{ name: 'cookie', sessionless: true }],
  currentUser: () => null,
});
await engine.migrate();
await engine.terms.deploy([{ rule: 'cookie', markdown: '# Cookies' }]);
`,
  );
  const port = await freePort();
  const env = { ...process.env, PORT: String(port) };
  const server = spawn(process.execPath, ['server.mjs'], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (text: Buffer) => void (output += String(text)));
  try {
    const origin = `http://localhost:${port}`;
    let page: Response | undefined;
    for (const until = performance.now() + stretched(20_000); page === undefined; await sleep(50)) {
      page = await fetch(origin).catch(() => undefined);
      assert.ok(page !== undefined || (server.exitCode === null && performance.now() < until), output);
    }
    assert.match(await page.text(), /<h1>Shop<\/h1>[^]*<policy-consent/);
    assert.match(page.headers.get('cache-control') ?? '', /private/);
    const init = { method: 'PUT', headers: { origin } };
    const decided = await fetch(`${origin}/policies/user_terms/cookie/accept.json`, init);
    assert.equal(decided.status, 200, await decided.clone().text());
    assert.match(await decided.text(), /"accepted"/);
  } finally {
    const ended = once(server, 'close');
    server.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true });
  }
});
