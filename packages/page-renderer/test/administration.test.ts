/** The clients that may administer the service (finding L9). No page is rendered, so no browser is started. */
import assert from 'node:assert/strict';
import { mkdtemp, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, test } from 'node:test';
import type { RendererOptions } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { pino } from 'pino';
import { writeToken } from '../dist/server/admin/token-file.js';

const PAGE = '/invalidate/https://example.com/';
const TOKEN = 'a-token-of-16-characters';
let folder: string;
const atEnd: Array<() => Promise<unknown>> = [];
const runtimeFolder = process.env['XDG_RUNTIME_DIR'];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'administration-'));
  process.env['XDG_RUNTIME_DIR'] = folder;
});
afterEach(async () => {
  for (const end of atEnd.splice(0).toReversed()) await end();
  if (runtimeFolder === undefined) delete process.env['XDG_RUNTIME_DIR'];
  else process.env['XDG_RUNTIME_DIR'] = runtimeFolder;
  await rm(folder, { recursive: true });
});

/** A listening service, and its log. */
async function serve(options: RendererOptions = {}) {
  const lines: Array<Record<string, unknown>> = [];
  const logger = pino(
    new Writable({
      write(line, _, done) {
        lines.push(JSON.parse(String(line)) as Record<string, unknown>);
        done();
      },
    }),
  );
  const browser = { executablePath: '/bin/false', kind: 'chromium' } as const;
  const renderer = await createRenderer({ host: '127.0.0.1', port: 0, ...options }, { browser, logger });
  atEnd.push(() => renderer.close());
  const { url, port } = await renderer.listen();
  const ask = async (where: string, headers: Record<string, string> = {}) => {
    const { status } = await send({ host: '127.0.0.1', port, path: where, headers });
    return status;
  };
  return { renderer, url, port, lines, ask };
}

/** `fetch` sets Host and Sec-Fetch-Site itself, and does not support Unix sockets. */
function send(where: {
  host?: string;
  port?: number;
  socketPath?: string;
  path: string;
  headers?: Record<string, string>;
}): Promise<{ status: number; body: string; retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { method: where.path.startsWith('/purge') ? 'POST' : 'GET', agent: false, ...where },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, body, retryAfter: response.headers['retry-after'] }),
        );
      },
    );
    sent.once('error', reject).end();
  });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const WIDE = ['/invalidate/', '/cache', '/metrics', '/purge?tag=a'];

describe('without an adminToken', () => {
  test('a token is generated that only its user can read, and requests through a proxy are not local', async () => {
    const { ask, lines, port, renderer } = await serve();
    const file = path.join(folder, 'page-renderer', `admin-token-${port}`);
    assert.deepEqual(lines.find(({ msg }) => msg === 'the admin token is in this file')?.['path'], file);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const token = (await readFile(file, 'utf8')).trim();
    assert.match(token, /^[\w-]{43}$/);
    for (const where of WIDE) {
      assert.equal(await ask(where), 401, where);
      assert.equal(await ask(where, { 'x-real-ip': '127.0.0.1' }), 401, where);
      assert.equal(await ask(where, bearer('x'.repeat(43))), 401, where);
      assert.equal(await ask(where, bearer(token)), 200, where);
    }
    assert.ok(!JSON.stringify(lines).includes(token), 'the log does not have it');
    await renderer.close();
    await assert.rejects(stat(file), { code: 'ENOENT' });
  });
  test('anybody can remove single pages, up to a limit per minute', async () => {
    const { ask, port } = await serve();
    const statuses = await Promise.all(Array.from({ length: 70 }, () => ask(PAGE)));
    assert.equal(statuses.filter((status) => status === 200).length, 60);
    assert.equal(statuses.filter((status) => status === 429).length, 10);
    const { status, retryAfter, body } = await send({ host: '127.0.0.1', port, path: PAGE });
    assert.equal(status, 429);
    assert.ok(Number(retryAfter) >= 1 && Number(retryAfter) <= 60, retryAfter);
    assert.equal((JSON.parse(body) as { code: string }).code, 'too-many-requests');
  });
  test('clients behind a trusted proxy are distinguished', async () => {
    const { ask } = await serve({ trustedProxies: ['127.0.0.1'] });
    const from = (address: string) => ask(PAGE, { 'x-forwarded-for': address });
    const statuses = await Promise.all(Array.from({ length: 61 }, () => from('198.51.100.1')));
    assert.equal(statuses.filter((status) => status === 429).length, 1);
    assert.deepEqual([await from('198.51.100.1'), await from('198.51.100.2')], [429, 200]);
  });
  test('a token folder that another user may have created is not used', async () => {
    const elsewhere = path.join(folder, 'elsewhere');
    await mkdir(elsewhere, { mode: 0o700 });
    await symlink(elsewhere, path.join(folder, 'page-renderer'));
    const { ask, lines } = await serve();
    assert.ok(lines.some(({ msg, level }) => msg === 'there is no admin token' && level === 50));
    assert.deepEqual([await ask('/cache'), await ask('/livez')], [401, 200]);
    const open = path.join(folder, 'open');
    await mkdir(open);
    await assert.rejects(writeToken(TOKEN, 1, open), {
      code: 'cannot-write-token',
      message: /other users can read it/,
    });
  });
  test('trustLoopback accepts this machine, but not requests that it forwards', async () => {
    const { ask, lines } = await serve({ trustLoopback: true });
    assert.ok(lines.some(({ msg, level }) => level === 40 && String(msg).startsWith('trustLoopback')));
    assert.equal(await ask('/cache'), 200);
    assert.equal(await ask('/cache', { host: 'localhost:3000' }), 200);
    for (const headers of [
      { 'x-forwarded-for': '203.0.113.1' },
      { 'x-real-ip': '203.0.113.1' },
      { forwarded: 'for=203.0.113.1' },
      { via: '1.1 proxy' },
      { 'sec-fetch-site': 'cross-site' },
      { host: 'rebound.example', 'sec-fetch-site': 'same-origin' },
      { host: '127.0.0.1.example' },
    ]) {
      assert.equal(await ask('/cache', headers), 401, JSON.stringify(headers));
    }
  });
  test('a request without a connection has no known client', async () => {
    const { renderer } = await serve({ trustLoopback: true });
    const { status } = await renderer.fetch(new Request('http://127.0.0.1/cache'));
    assert.equal(status, 401);
  });
});

describe('with an adminToken', () => {
  test('every administrative request needs it, and no file is written', async () => {
    const { ask } = await serve({ adminToken: TOKEN });
    for (const where of [PAGE, ...WIDE]) {
      assert.deepEqual([await ask(where), await ask(where, bearer(TOKEN))], [401, 200], where);
    }
    await assert.rejects(stat(path.join(folder, 'page-renderer')), { code: 'ENOENT' });
  });
});

describe('adminSocket', () => {
  test('needs no token, and can be opened only by its user', async () => {
    const adminSocket = path.join(folder, 'admin.sock');
    const { renderer, ask } = await serve({ adminToken: TOKEN, adminSocket });
    assert.equal((await stat(adminSocket)).mode & 0o777, 0o600);
    for (const where of [PAGE, ...WIDE]) {
      assert.equal((await send({ socketPath: adminSocket, path: where })).status, 200, where);
    }
    assert.equal(await ask('/cache'), 401);
    await renderer.close();
    await assert.rejects(stat(adminSocket), { code: 'ENOENT' });
  });
  test('replaces the socket of a service that has ended, and nothing else', async () => {
    const adminSocket = path.join(folder, 'admin.sock');
    await writeFile(adminSocket, 'not a socket');
    await assert.rejects(serve({ adminSocket }), { code: 'cannot-listen', message: /the file is not a socket/ });
    await rm(adminSocket);
    await serve({ adminSocket });
    await assert.rejects(serve({ adminSocket }), { code: 'cannot-listen', message: /another service/ });
    assert.equal((await send({ socketPath: adminSocket, path: '/cache' })).status, 200);
  });
});

test('a service leaves the global Request and Response of its process as they are', async () => {
  const before = [globalThis.Request, globalThis.Response];
  await serve({ adminSocket: path.join(folder, 'admin.sock') });
  assert.deepEqual([globalThis.Request, globalThis.Response], before);
});
