/** Runs `npm run demo` as in a fresh clone. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { followLinks } from './support/links.ts';
import { freePort } from '../../testing/free-port.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const COMMAND = path.join(ROOT, 'packages/policy-engine/bin/policy-engine.js');

function demo(env: Record<string, string>) {
  // A database of its own: tests must not use what somebody did in the demo by hand.
  const folder = mkdtempSync(path.join(tmpdir(), 'storefront-demo-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const database = path.join(folder, 'demo.db');
  const child = spawn('npm', ['run', '--silent', 'demo'], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: database, ...env },
    stdio: 'pipe',
    detached: true,
  });
  // A failed test leaves it running.
  after(() => void (child.exitCode === null && isAlive(child.pid!) && process.kill(-child.pid!, 'SIGKILL')));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += String(chunk)));
  return { child, database, output: () => output };
}

async function until(check: () => boolean, what: () => string): Promise<void> {
  const end = performance.now() + 240_000;
  while (!check()) {
    if (performance.now() > end) throw new Error(what());
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

const isAlive = (group: number) => {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
};

test('the demo starts both servers, prints addresses and what to try, and leaves no process or file after Ctrl-C', async () => {
  const before = new Set(readdirSync(tmpdir()));
  const ports = [await freePort(), await freePort()] as const;
  const { child, database, output } = demo({ STOREFRONT_PORT: String(ports[0]), RENDERER_PORT: String(ports[1]) });
  await until(() => output().includes('Ctrl-C stops both'), output);
  const commands = output().match(/curl .*/g) ?? [];
  assert.ok(commands.length >= 4);
  const [shop, renderer] = ports.map((port) => `http://127.0.0.1:${port}`);
  const rendered = await fetch(`${renderer}/render/${shop}/products/1`);
  assert.equal(rendered.status, 200);
  assert.match(await rendered.text(), /Dune table lamp/);
  assert.equal((await fetch(`${renderer}/_ah/health`)).status, 200);

  for (const said of ['admin@example.test', 'user@example.test', `${shop}/policies/`, `${shop}/sign-in`]) {
    assert.ok(output().includes(said), said);
  }
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'admin@example.test', password: 'demo' });
  const signedIn = await fetch(`${shop}/session`, { method: 'POST', headers, body });
  assert.equal(signedIn.status, 200);
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  await lookAtTheYear(output(), (path) => fetch(shop + path, { headers: { cookie } }));
  const page = (path: string) => fetch(shop + path, { headers: { cookie, accept: 'text/html' } });
  const { broken, opened } = await followLinks(page, '/policies/');
  assert.deepEqual(broken, [], output());
  assert.ok(opened > 100, `${opened} pages`);

  // As a terminal does: the signal goes to the whole foreground group.
  process.kill(-child.pid!, 'SIGINT');
  await once(child, 'exit');
  await until(
    () => !isAlive(child.pid!),
    () => 'processes are left',
  );
  // The name contains the process ID of its creator; files of other services on this machine are ignored.
  const left = readdirSync(tmpdir()).filter((name) => {
    const pid = /^page-renderer-(\d+)-/.exec(name)?.[1];
    return pid !== undefined && !before.has(name) && !existsSync(`/proc/${pid}`);
  });
  assert.deepEqual(left, []);

  const verified = spawnSync(process.execPath, [COMMAND, 'ledger', 'verify', '--database', database], {
    encoding: 'utf8',
  });
  assert.equal(verified.status, 0, verified.stdout + verified.stderr);
  assert.match(verified.stdout, /\d{4} events/);
  assert.doesNotMatch(verified.stdout, /clock/);
});

/** What the sample contains: requests that are overdue, pending, denied and failed, and one of each kind that was reopened. */
async function lookAtTheYear(said: string, get: (path: string) => Promise<Response>): Promise<void> {
  assert.match(said, /SAMPLE DATA/);
  assert.match(await (await get('/')).text(), /Sample data: people/);
  assert.match(await (await get('/policies/categories')).text(), /Northlight \(sample data\)/);
  const total = async (path: string): Promise<number> =>
    ((await (await get(`/policies/${path}`)).json()) as { total: number }).total;
  for (const [filter, count] of [
    ['overdue', 2],
    ['denied', 3],
    ['completed', 3],
    ['failed', 1],
  ] as const) {
    assert.equal(await total(`portability_requests.json?state=${filter}`), count, filter);
  }
  assert.equal(await total('erasure_requests.json?state=completed'), 8);
  assert.equal(await total('erasure_requests.json?state=held'), 1);
  const findings = (await (await get('/policies/check.json')).json()) as { code: string; severity: string }[];
  // Problems that the sample contains on purpose; there are no others.
  assert.deepEqual(
    findings.filter(({ severity }) => severity === 'error').map(({ code }) => code),
    ['erasure_reopened', 'requests_overdue'],
  );
  assert.equal(findings.filter(({ code }) => code === 'work_failed').length, 1);
}

for (const variable of ['STOREFRONT_PORT', 'RENDERER_PORT']) {
  test(`a taken ${variable} is one readable line and exit code 1`, async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const env = { STOREFRONT_PORT: String(await freePort()), RENDERER_PORT: String(await freePort()) };
    const { child, output } = demo({ ...env, [variable]: String(port) });
    const [code] = (await once(child, 'close')) as [number];
    taken.close();
    assert.equal(code, 1);
    assert.equal(output(), `demo: port ${port} is already in use; choose another with ${variable}\n`);
  });
}
