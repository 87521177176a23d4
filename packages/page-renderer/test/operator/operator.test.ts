/** Who may see the pages of operators, and what the forms do. No page is rendered, so no browser is started. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Renderer, RendererOptions } from 'page-renderer';
import { createRenderer, parseConfig } from 'page-renderer';
import { FilesystemStore } from '../../dist/cache/stores/filesystem.js';
import { cacheKey, configurationDigest } from '../../dist/cache/keys/key.js';
import { OperatorSessions } from '../../dist/server/admin/sessions.js';
import { UNLIMITED } from '../cache/support/limits.ts';
import { resultOf } from '../cache/support/results.ts';
import { Operator, TOKEN } from './support/operator.ts';

const PAGES = [
  '',
  '/',
  '/cache',
  '/cache/result?id=1',
  '/cache/body?id=1',
  '/cache/remove?prefix=https://a.test/',
  '/cache/remove?pattern=https://a.test/*',
  '/cache/changes?url=https://a.test/',
  '/warming',
  '/audits',
  '/audits/audit?id=1',
  '/audits/events?id=1',
  '/audits/report?id=1&format=csv',
  '/renders',
];
const HOSTILE = `https://a.test/x?"'><img src=x onerror=alert(1)>`;

let folder: string;
let renderer: Renderer;
let origin: string;
const ids: string[] = [];

before(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'operator-'));
  const options: RendererOptions = {
    host: '127.0.0.1',
    port: 0,
    adminToken: TOKEN,
    logLevel: 'silent',
    cache: 'filesystem',
    snapshotDir: folder,
  };
  const store = new FilesystemStore(folder, UNLIMITED);
  const configuration = configurationDigest(parseConfig(options));
  for (const url of ['https://a.test/', 'https://a.test/blog/1', 'https://a.test/blog/2', HOSTILE, 'https://b.test/']) {
    const key = cacheKey('render', new URL(url), { mobile: url.endsWith('2') }, configuration);
    ids.push(key.id);
    await store.put(
      key.id,
      resultOf(key, {
        headers: [
          ['Content-Type', 'text/html'],
          ['Link', HOSTILE],
        ],
      }),
    );
  }
  const browser = { executablePath: '/bin/false', kind: 'chromium' } as const;
  renderer = await createRenderer(options, { browser });
  origin = (await renderer.listen()).url;
});
after(async () => {
  await renderer?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('pages of operators', () => {
  test('show a form to sign in to clients that may not administer', async () => {
    const stranger = new Operator(origin);
    for (const page of PAGES) {
      for (const headers of [{}, { authorization: 'Bearer wrong' }, { cookie: 'page-renderer-operator=a.1.2.b' }]) {
        const { status, text, headers: sent } = await stranger.ask(`/operator${page}`, { headers });
        assert.deepEqual([status, sent.get('www-authenticate')], [401, 'Bearer realm="page-renderer"'], page);
        assert.match(text, /<h1>Sign in as operator<\/h1>/);
        assert.doesNotMatch(text, /b\.test/);
      }
    }
    const { status } = await stranger.send('/operator/cache/remove', { prefix: 'https://a.test/' });
    assert.equal(status, 401);
  });

  test('are shown to clients with the admin token, without a session', async () => {
    const client = new Operator(origin);
    const headers = { authorization: `Bearer ${TOKEN}` };
    const { status, text } = await client.ask('/operator/cache', { headers });
    assert.equal(status, 200);
    assert.match(text, /5 results in filesystem/);
    assert.equal(client.cookie, '');
  });

  test('have no content that a browser stores or another site shows', async () => {
    const operator = new Operator(origin);
    await operator.signIn();
    const { headers } = await operator.ask('/operator/cache');
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(headers.get('content-security-policy') ?? '', /^default-src 'none'; .*frame-ancestors 'none'/);
    assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
  });
});

describe('a session', () => {
  test('is a cookie that scripts and other sites cannot use, and ends when the operator signs out', async () => {
    const operator = new Operator(origin);
    const answer = await operator.send(
      '/operator/sign-in',
      { token: TOKEN, next: '/operator/cache?q=b' },
      { 'x-forwarded-proto': 'https' },
    );
    assert.equal(answer.headers.get('location'), '/operator/cache?q=b');
    const [cookie = ''] = answer.headers.getSetCookie();
    assert.match(cookie, /; Max-Age=3[56]\d\d; Path=\/operator; HttpOnly; SameSite=Strict; Secure$/);
    assert.ok(!cookie.includes(TOKEN));
    const copied = operator.cookie;
    assert.equal((await operator.ask('/operator/cache')).status, 200);
    assert.equal((await operator.sendFrom('/operator/cache', '/operator/sign-out', {})).status, 303);
    assert.equal((await operator.ask('/operator/cache')).status, 401);
    operator.cookie = copied;
    assert.equal((await operator.ask('/operator/cache')).status, 401);
  });

  test('leads only to our own pages', async () => {
    const operator = new Operator(origin);
    const foreign = ['https://a.test/', '//a.test/', '/operators', '/operator\\@a.test', '/operator\r\nX: y'];
    // A9: these lead to a page of another site under the origin of the service.
    foreign.push('/operator/../render/https://a.test/', '/operator/%2E%2e/render/https://a.test/');
    for (const next of foreign) {
      const { headers } = await operator.send('/operator/sign-in', { token: TOKEN, next });
      assert.equal(headers.get('location'), '/operator', next);
    }
  });

  test('is accepted only unchanged, and only by instances with the same token', async () => {
    const sessions = new OperatorSessions(TOKEN);
    const session = sessions.begin();
    const [cookie = ''] = sessions.cookie(session, false).split(';', 1);
    assert.deepEqual(new OperatorSessions(TOKEN).read(`a=b; ${cookie}`), session);
    assert.equal(new OperatorSessions(`${TOKEN}2`).read(cookie), undefined);
    const later = sessions.cookie({ ...session, until: session.until + 1 }, false).split(';', 1)[0] ?? '';
    const [, , until = ''] = later.split('.');
    assert.equal(sessions.read(cookie.replace(/\.[0-9a-z]+(?=\.[\w-]+$)/, `.${until}`)), undefined);
    const over = sessions.cookie({ ...session, until: session.begun - 1 }, false).split(';', 1)[0];
    assert.equal(sessions.read(over), undefined);
    const long = { ...session, begun: session.begun - 12 * 3_600_000 };
    assert.equal(sessions.read(sessions.cookie(long, false).split(';', 1)[0]), undefined);
    assert.equal(sessions.renew(session), undefined);
    const old = { ...session, until: session.until - 1_800_000 };
    assert.ok((sessions.renew(old)?.until ?? 0) > old.until);
  });

  test('is not given to a client that tries many tokens', async () => {
    const thief = new Operator(origin);
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      const { status, headers } = await thief.send('/operator/sign-in', { token: `token-${attempt}` });
      statuses.push(status);
      if (status === 429) assert.match(headers.get('retry-after') ?? '', /^\d+$/);
    }
    // Earlier tests have signed in from the same address.
    assert.equal(statuses.at(-1), 429);
    assert.ok(statuses.every((status) => status === 401 || status === 429));
    assert.equal((await thief.send('/operator/sign-in', { token: TOKEN })).status, 429);
  });
});

describe('forms of operators', () => {
  const authorization = `Bearer ${TOKEN}`;
  const client = () => new Operator(origin);
  const page = '/operator/cache/remove?prefix=https://a.test/blog/';
  const formOf = async () => {
    const { text } = await client().ask(page, { headers: { authorization } });
    return { text, form: /name="form" value="([^"]+)"/.exec(text)?.[1] ?? '' };
  };

  test('are refused without the secret of their page, and from other sites', async () => {
    const { form } = await formOf();
    const fields = { prefix: 'https://a.test/blog/' };
    const send = (sent: Record<string, string>, headers: Record<string, string> = {}) =>
      client().send('/operator/cache/remove', sent, { authorization, ...headers });
    assert.equal((await send(fields)).status, 400);
    assert.equal((await send({ ...fields, form: 'x'.repeat(form.length) })).status, 400);
    assert.equal((await send({ ...fields, form }, { 'sec-fetch-site': 'cross-site' })).status, 400);
    assert.equal((await send({ ...fields, form: 'x'.repeat(20_000) })).status, 413);
    const json = await client().ask('/operator/cache/remove', {
      method: 'POST',
      body: '{}',
      headers: { authorization },
    });
    assert.equal(json.status, 400);
    const { text } = await client().ask('/operator/cache', { headers: { authorization } });
    assert.match(text, /5 results in filesystem/);
  });

  test('show what a removal would remove, and remove it when it is confirmed', async () => {
    const { text, form } = await formOf();
    assert.match(text, /<h1>Remove 2 results\?<\/h1>/);
    const headers = { authorization };
    const sent = await client().send('/operator/cache/remove', { prefix: 'https://a.test/blog/', form }, headers);
    assert.equal(sent.headers.get('location'), '/operator/cache?removed=2');
    const one = await client().send('/operator/cache/remove', { id: ids[0] ?? '', form }, headers);
    assert.equal(one.headers.get('location'), '/operator/cache?removed=1');
    const { text: left } = await client().ask('/operator/cache?q=b.TEST&removed=1', { headers });
    assert.match(left, /1 result removed from the cache/);
    assert.match(left, /https:\/\/b\.test\//);
    assert.doesNotMatch(left, /https:\/\/a\.test/);
    for (const selection of [{}, { id: 'x' }, { prefix: 'b.test' }, { id: ids[4] ?? '', prefix: 'https://b.test/' }]) {
      const { status } = await client().send('/operator/cache/remove', { ...selection, form }, headers);
      assert.equal(status, 400, JSON.stringify(selection));
    }
  });

  test('show a cached page as text, and hostile addresses as text', async () => {
    const headers = { authorization };
    const id = ids[3] ?? '';
    const { text } = await client().ask(`/operator/cache/result?id=${id}`, { headers });
    assert.doesNotMatch(text, /<img/);
    assert.match(text, /onerror/);
    const body = await client().ask(`/operator/cache/body?id=${id}`, { headers });
    assert.equal(body.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(body.headers.get('x-content-type-options'), 'nosniff');
    assert.match(body.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
    assert.match(body.text, /^<h1>https:\/\/a\.test/);
    assert.equal((await client().ask('/operator/cache/result?id=../../etc', { headers })).status, 404);
    assert.equal((await client().ask('/operator/cache?after=1', { headers })).status, 400);
    assert.equal((await client().ask('/operator/none', { headers })).status, 404);
  });
});
