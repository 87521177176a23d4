/** The cases that every host passes, over real HTTP if it has a server. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { HostEnv, Web } from '../../dist/platform/web/index.js';
import { aborted, sampleWeb } from '../support/sample-web.ts';

/** A running host. */
export interface RunningHost {
  /** Requests a path of the host, mount path included. */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** A way to host an engine. */
export interface HostCase {
  readonly name: string;
  /** The path at which the host mounts the engine; default `/policies`. */
  readonly mount?: string;
  /** Whether a parser of the host refuses large bodies before the engine sees them. */
  readonly hasOwnLimit?: boolean;
  start(engine: Web): Promise<RunningHost>;
}

const json = { 'content-type': 'application/json', accept: 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };

interface Echo {
  readonly body: unknown;
  readonly url: string;
}

function bodyCases(request: RunningHost['request'], mount: string): void {
  const echo = async (init: RequestInit): Promise<Echo> => {
    const response = await request(`${mount}/echo`, { method: 'POST', ...init });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text) as Echo;
  };
  test('accepts JSON', async () => {
    const body = { user: { policy_rule_age: true, tags: ['ä', 1, null] } };
    assert.deepEqual((await echo({ headers: json, body: JSON.stringify(body) })).body, body);
  });
  test('accepts JSON with a parameter in its type', async () => {
    const headers = { ...json, 'content-type': 'application/json; charset=utf-8' };
    assert.deepEqual((await echo({ headers, body: '{"a":1}' })).body, { a: 1 });
  });
  test('accepts nested forms', async () => {
    const { body } = await echo({
      headers: form,
      body: 'user[policy_rule_age]=1&user[name]=%C3%A4+%26&tags[]=a&tags[]=b',
    });
    assert.deepEqual(body, { user: { policy_rule_age: '1', name: 'ä &' }, tags: ['a', 'b'] });
  });
  test('accepts multipart forms', async () => {
    const data = new FormData();
    data.set('user[policy_rule_age]', '1');
    data.set('text', 'two\r\nlines');
    const { body } = await echo({ headers: { accept: 'application/json' }, body: data });
    assert.deepEqual(body, { user: { policy_rule_age: '1' }, text: 'two\r\nlines' });
  });
  test('accepts a request without a body', async () => {
    assert.equal((await echo({ headers: { accept: 'application/json' } })).body, null);
  });
  test('refuses malformed JSON with 400', async () => {
    const response = await request(`${mount}/echo.json`, { method: 'POST', headers: json, body: '{"a":' });
    assert.equal(response.status, 400);
    await response.text();
  });
  test('routes a form by its _method', async () => {
    const headers = { ...form, 'x-user': 'admin' };
    const response = await request(`${mount}/notes/a.b@example.com`, {
      method: 'POST',
      headers,
      body: '_method=delete',
    });
    assert.equal(response.status, 200);
    assert.deepEqual(await response.json(), { id: 'a.b@example.com', title: 'Dots', urgent: false });
  });
}

function limitCases(request: RunningHost['request'], mount: string, hasOwnLimit: boolean): void {
  test('refuses a body over the limit with 413 and serves the next request', async () => {
    const body = JSON.stringify('x'.repeat(600_000));
    const response = await request(`${mount}/echo.json`, { method: 'POST', headers: json, body });
    assert.equal(response.status, 413);
    const text = await response.text();
    if (!hasOwnLimit) assert.equal((JSON.parse(text) as { code: string }).code, 'body_too_large');
    assert.equal((await request(`${mount}/`)).status, 200);
  });
}

function pathCases(request: RunningHost['request'], mount: string): void {
  test('responds at the mount path, with and without a slash at the end', async () => {
    for (const path of [mount, `${mount}/`]) {
      const response = await request(path, { headers: { accept: 'application/json' } });
      assert.equal(response.status, 200, path);
      assert.deepEqual(await response.json(), { hello: `${mount}/notes` });
    }
  });
  test('keeps query and encoding', async () => {
    const response = await request(`${mount}/echo?a=%C3%A4&b=1%2F2`, { method: 'POST', headers: json, body: '1' });
    const { url } = (await response.json()) as Echo;
    assert.equal(new URL(url).pathname + new URL(url).search, `${mount}/echo?a=%C3%A4&b=1%2F2`);
  });
  test('decodes IDs once', async () => {
    const response = await request(`${mount}/notes/%6E1.json`);
    assert.equal(((await response.json()) as { id: string }).id, 'n1');
    assert.equal((await request(`${mount}/notes/%256E1.json`)).status, 404);
  });
  test('responds to unknown paths itself', async () => {
    const response = await request(`${mount}/nowhere.json`);
    assert.equal(response.status, 404);
    assert.equal(response.headers.get('content-type'), 'application/problem+json');
    assert.equal(((await response.json()) as { code: string }).code, 'not_found');
  });
  test('responds to HEAD without a body', async () => {
    const response = await request(`${mount}/notes/n1.json`, { method: 'HEAD' });
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('etag'), '"n1"');
    assert.equal(await response.text(), '');
  });
  test('responds with 304 and 405', async () => {
    const same = await request(`${mount}/notes/n1.json`, { headers: { 'if-none-match': '"n1"' } });
    assert.equal(same.status, 304);
    const wrong = await request(`${mount}/notes/n1.json`, { method: 'PATCH' });
    assert.equal(wrong.status, 405);
    assert.equal(wrong.headers.get('allow'), 'DELETE, GET, HEAD, OPTIONS');
  });
}

function answerCases(request: RunningHost['request'], mount: string): void {
  test('sends every cookie and a redirect', async () => {
    const headers = { ...form, accept: 'text/html', 'x-user': 'anna' };
    const init: RequestInit = { method: 'POST', headers, body: 'note[title]=A', redirect: 'manual' };
    const response = await request(`${mount}/notes`, init);
    assert.equal(response.status, 303);
    assert.equal(response.headers.get('location'), `${mount}/notes/pending`);
    assert.deepEqual(response.headers.getSetCookie(), [
      'first=1; Path=/; SameSite=Lax',
      'second=a%3B%20b; Path=/; Domain=example.com; HttpOnly; SameSite=Lax',
      '_ga=; Path=/; Domain=example.com; Max-Age=0',
      `policy_engine_notice=notice.saved; Path=${mount}/notes/pending; Max-Age=60; HttpOnly; SameSite=Lax`,
    ]);
  });
  test('streams a response', async () => {
    const before = aborted.count;
    const client = new AbortController();
    const response = await request(`${mount}/stream`, { signal: client.signal });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    const first = await reader.read();
    assert.match(new TextDecoder().decode(first.value), /^tick 1\n/);
    // The client disconnects in the middle; the engine's stream ends and the host continues.
    await reader.cancel();
    client.abort();
    for (let waited = 0; aborted.count === before && waited < 3000; waited += 20) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.equal(aborted.count, before + 1);
    assert.equal((await request(`${mount}/`)).status, 200);
  });
}

/** Runs the cases on a host. */
export function hostSuite(host: HostCase): void {
  suite(host.name, () => {
    const mount = host.mount ?? '/policies';
    let running: RunningHost;
    const request: RunningHost['request'] = (path, init) => running.request(path, init);
    before(async () => {
      running = await host.start(sampleWeb());
    });
    after(() => running.close());
    pathCases(request, mount);
    bodyCases(request, mount);
    limitCases(request, mount, host.hasOwnLimit ?? false);
    answerCases(request, mount);
  });
}

/** The statement on Global Privacy Control, at a host that passes its path to the engine. */
export async function gpcCase(request: RunningHost['request']): Promise<void> {
  const response = await request('/.well-known/gpc.json');
  assert.equal(response.headers.get('content-type'), 'application/json');
  assert.deepEqual(await response.json(), { gpc: true, lastUpdate: '2026-11-21' });
  for (const [path, method] of [
    ['/.well-known/gpc.json', 'POST'],
    ['/.well-known/gpc.json/categories', 'GET'],
    ['/.well-known/gpc.json/consent.json', 'GET'],
  ] as const) {
    const refused = await request(path, { method });
    assert.equal(refused.status, 404, `${method} ${path}`);
    await refused.body?.cancel();
  }
  assert.equal((await request('/policies/consent.json')).status, 200);
}

/** Requests from a server at a port of this machine. */
export function requestPort(port: number): RunningHost['request'] {
  return (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

/** The environment that adapters pass with a request. */
export type { HostEnv };
