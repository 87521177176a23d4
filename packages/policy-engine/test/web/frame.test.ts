import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { createWeb } from '../../dist/platform/web/index.js';
import { sampleRoutes, sampleWeb } from '../support/sample-web.ts';

type Log = { message: string; details: Readonly<Record<string, unknown>> };

const web = sampleWeb();
const json = { accept: 'application/json' };
const get = (path: string, headers: Record<string, string> = {}, engine = web) =>
  engine.fetch(new Request(`http://localhost/policies${path}`, { headers }));

suite('errors', () => {
  test('are problem documents for programs', async () => {
    const response = await get('/notes/none.json?token=secret', { 'x-request-id': 'abc-1' });
    assert.equal(response.headers.get('content-type'), 'application/problem+json');
    assert.deepEqual(await response.json(), {
      type: 'https://policy-engine.example/errors/not_found',
      title: 'Not found',
      status: 404,
      detail: 'This page does not exist, or you don’t have access to it.',
      instance: '/policies/notes/none.json',
      code: 'not_found',
      request_id: 'abc-1',
    });
  });
  test('are pages for people', async () => {
    const response = await get('/notes/none');
    assert.equal(response.status, 404);
    assert.match(await response.text(), /<h1>Not found<\/h1>/);
  });
  test('of the protocol say in plain words what a person can do, and the technical reason in small', async () => {
    await using made = await getTestEngine();
    const form = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const accept = '/policies/user_terms/cookie/accept';
    for (const [status, path, init, advice, reason] of [
      [
        403,
        accept,
        { headers: { ...form, 'sec-fetch-site': 'cross-site' } },
        /Open the page on this site and try again there/,
        /Origin header/,
      ],
      [405, '/policies/privacy', { headers: form }, /Open the page again from the site/, /This address accepts GET/],
      [
        413,
        accept,
        { headers: form, body: `return_to=${'x'.repeat(300_000)}` },
        /shorten the text, and send it again/,
        /256 KiB or less/,
      ],
      [400, accept, { headers: form, body: '_method=LINK' }, /reload the page, and try again/, /_method/],
      [
        415,
        accept,
        { headers: { ...form, 'content-type': 'text/csv' }, body: 'a' },
        /reload the page, and try again/,
        /JSON or form data/,
      ],
    ] as const) {
      const response = await made.as('anna').fetch(path, { method: 'POST', ...init });
      assert.equal(response.status, status);
      const html = await response.text();
      const [, lead = '', small = ''] =
        /<h1>.*?<p>(.*?)<\/p>.*?<p class="pe-muted pe-small">(.*?)<\/p>/s.exec(html) ?? [];
      assert.match(lead, advice);
      assert.match(small, reason);
    }
  });

  test('of an address name no parameters to people, and offer the page without them', async () => {
    const path = '/notes/pending?page=first';
    const response = await get(path, { 'x-user': 'anna', accept: 'text/html' });
    assert.equal(response.status, 422);
    const html = await response.text();
    assert.match(html, /<h1>This address is not valid[^]*href="\/policies\/notes\/pending">Open the page without/);
    assert.doesNotMatch(html, /<code>page/);
    const { errors } = (await (await get(path, { 'x-user': 'anna', ...json })).json()) as {
      errors: { field: string }[];
    };
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['page'],
    );
  });
  test('that are internal are logged with the request ID and disclose no internals', async () => {
    const logs: Log[] = [];
    const engine = sampleWeb({ logger: { error: (message, details) => logs.push({ message, details }) } });
    for (const path of ['/failures/inside', '/failures/promise.json']) {
      const response = await get(path, { 'x-request-id': 'req-7' }, engine);
      const text = await response.text();
      assert.equal(response.status, 500);
      assert.match(text, /req-7/);
      assert.doesNotMatch(text, /hunter2|Error:|at .*\.[jt]s/);
      const { details } = logs.pop() ?? assert.fail('nothing was logged');
      assert.equal(details['requestId'], 'req-7');
      assert.match(String(details['error']), /hunter2/);
    }
  });
  test('of the host’s own functions are a plain 500', async () => {
    const logs: Log[] = [];
    const engine = sampleWeb({
      logger: { error: (message, details) => logs.push({ message, details }) },
      currentUser: () => Promise.reject(new Error('session store is down')),
    });
    for (const path of ['/notes/n1', '/notes/n1.json', '/nowhere']) {
      const response = await get(path, {}, engine);
      const text = await response.text();
      assert.equal(response.status, 500, path);
      assert.doesNotMatch(text, /session store/);
      // The error page is still rendered, without a user.
      if (!path.endsWith('.json'))
        assert.match(text, /<link rel="stylesheet"[\s\S]*<h1>Something went wrong on our side/);
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    }
    assert.match(String(logs.at(0)?.details['error']), /session store/);
  });
  test('tell with 429 when to retry, and with 503 that they are temporary', async () => {
    const busy = await get('/failures/busy.json');
    assert.equal(busy.status, 429);
    assert.equal(busy.headers.get('retry-after'), '7');
    assert.equal((await get('/failures/slow.json')).status, 503);
    const page = await (await get('/failures/slow?page=2', { accept: 'text/html' })).text();
    assert.match(page, /href="\/policies\/failures\/slow\?page=2">Try again</);
  });
  test('show a refused form again', async () => {
    const response = await web.fetch(
      new Request('http://localhost/policies/notes', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-user': 'anna' },
        body: 'note[title]=',
      }),
    );
    assert.equal(response.status, 422);
    assert.match(await response.text(), /<h1>Again<\/h1><p>note.title: This field is required.<\/p>/);
  });
});

suite('access', () => {
  test('is granted to administrators only if the host says that they are', async () => {
    const engine = createWeb({
      basePath: '/policies',
      routes: [sampleRoutes()],
      currentUser: () => ({ id: 'admin', record: null }),
    });
    assert.equal((await get('/admin.json', {}, engine)).status, 403);
  });
  test('of an administrator needs true from isAdmin, not a truthy value', async () => {
    const engine = sampleWeb({ isAdmin: () => 'yes' as unknown as boolean });
    assert.equal((await get('/admin.json', { 'x-user': 'admin' }, engine)).status, 403);
  });
  test('every page leads back to the site, if the host names it', async () => {
    const site = async (appearance: object, path = '/', headers = {}) => {
      const html = await (await get(path, headers, sampleWeb({ appearance }))).text();
      return /<div class="pe-account pe-site"><a href="([^"]*)">([^<]*)/.exec(html)?.slice(1) ?? null;
    };
    assert.equal(await site({ name: 'Shop' }), null);
    assert.deepEqual(await site({ homeUrl: '/shop' }), ['/shop', 'Back to the site']);
    assert.deepEqual(await site({ homeUrl: '/', name: 'Shop' }), ['/', 'Back to \u2068Shop\u2069']);
    assert.deepEqual(await site({ homeUrl: '/', name: 'Test shop', siteName: 'A & B' }), [
      '/',
      'Back to \u2068A &amp; B\u2069',
    ]);
    assert.deepEqual(await site({ homeUrl: '/', siteName: 'Shop' }, '/', { 'x-user': 'admin' }), [
      '/',
      'Back to \u2068Shop\u2069',
    ]);
    assert.deepEqual(await site({ homeUrl: '/', siteName: 'Shop' }, '/admin', { 'x-user': 'admin' }), [
      '/',
      'Back to \u2068Shop\u2069',
    ]);
  });
  test('every page has a link to sign in or, for a signed-in person, to sign out, if the host names them', async () => {
    const link = async (options: { loginUrl?: string; logoutUrl?: string }, path = '/', headers = {}) => {
      const html = await (await get(path, headers, sampleWeb(options))).text();
      return /<div class="pe-account"><a href="([^"]*)">([^<]*)/.exec(html)?.slice(1) ?? null;
    };
    const urls = { loginUrl: '/sign-in', logoutUrl: '/session/end?now=1&then=/' };
    const signOut = ['/session/end?now=1&amp;then=/', 'Sign out'];
    assert.deepEqual(await link(urls), ['/sign-in', 'Sign in']);
    assert.deepEqual(await link(urls, '/', { 'x-user': 'anna' }), signOut);
    assert.deepEqual(await link(urls, '/admin', { 'x-user': 'admin' }), signOut);
    assert.equal(await link({ loginUrl: '/sign-in' }, '/', { 'x-user': 'anna' }), null);
    assert.equal(await link({ logoutUrl: '/session/end' }), null);
  });
  test('limits the navigation to pages that the person may open', async () => {
    const page = async (user: string) => (await get('/notes/pending', { 'x-user': user })).text();
    const toNotes = '<a href="/policies/notes/pending" aria-current="page">';
    const toAdmin = '<a href="/policies/admin">';
    const user = await page('anna');
    assert.ok(user.includes(toNotes) && !user.includes(toAdmin));
    const admin = await page('admin');
    assert.ok(admin.includes(toNotes) && admin.includes(toAdmin));
    assert.ok(!(await (await get('/')).text()).includes(toNotes));
  });
});

suite('headers', () => {
  test('pages have a strict policy with a nonce, no-store and nosniff', async () => {
    const policies = new Set<string>();
    for (let round = 0; round < 2; round += 1) {
      const response = await get('/notes/a.b@example.com');
      const { headers } = response;
      const policy = headers.get('content-security-policy') ?? '';
      const nonce = /script-src 'nonce-([\w-]{22})'/.exec(policy)?.[1] ?? assert.fail(policy);
      policies.add(policy);
      assert.equal(
        policy.replace(nonce, '…'),
        "default-src 'none'; style-src 'self'; script-src 'nonce-…'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      const html = await response.text();
      assert.ok(html.includes(`nonce="${nonce}"`));
      assert.doesNotMatch(html, /\sstyle=|\son\w+=|<style/);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('referrer-policy'), 'same-origin');
    }
    assert.equal(policies.size, 2);
  });
  test('disable caching unless the route enables it', async () => {
    assert.equal((await get('/notes/pending', { 'x-user': 'anna' })).headers.get('cache-control'), 'private, no-store');
    const cached = await get('/notes/n1.json');
    assert.equal(cached.headers.get('cache-control'), 'public, max-age=60');
    assert.equal(cached.headers.get('vary'), 'Cookie, Accept');
    assert.equal((await get('/notes/n1')).headers.get('vary'), 'Cookie, Accept, Accept-Language');
  });
  test('contain the request ID of the client if it is a plain word', async () => {
    assert.equal((await get('/', { 'x-request-id': '7b:1.a-_' })).headers.get('x-request-id'), '7b:1.a-_');
    for (const id of ['a b', '<script>', 'x'.repeat(129), '']) {
      assert.match((await get('/', { 'x-request-id': id })).headers.get('x-request-id') ?? '', /^[\da-f-]{36}$/);
    }
  });
  test('what a page shows is escaped', async () => {
    const html = await (await get('/notes/n1')).text();
    assert.doesNotMatch(html, /<script>alert/);
    assert.match(html, /&lt;script&gt;alert/);
  });
});

suite('notices', () => {
  const withCookie = (value: string) => get('/', { cookie: `policy_engine_notice=${value}` });
  test('are shown once', async () => {
    const response = await withCookie('notice.saved');
    assert.match(await response.text(), /role="status".*Saved\./s);
    assert.match(response.headers.getSetCookie()[0] ?? '', /^policy_engine_notice=; Path=\/policies; Max-Age=0/);
  });
  test('show only texts on the list', async () => {
    for (const value of ['notice.nonsense', 'error.title.404', '<b>x</b>', '__proto__', 'notice.']) {
      assert.doesNotMatch(await (await withCookie(encodeURIComponent(value))).text(), /role="status"/, value);
    }
  });
});

suite('assets', () => {
  test('have the hash of their content in their name and are cached permanently', async () => {
    const html = await (await get('/')).text();
    const paths = [...html.matchAll(/"\/policies(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    assert.equal(paths.length, 2);
    for (const path of paths) {
      const response = await get(path);
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
      assert.match(response.headers.get('content-type') ?? '', /^text\/(?:css|javascript); charset=utf-8$/);
      assert.equal(response.headers.getSetCookie().length, 0);
      const etag = response.headers.get('etag') ?? '';
      assert.equal((await get(path, { 'if-none-match': etag })).status, 304);
      assert.doesNotMatch(await response.text(), /url\(|@import|https?:/);
    }
    // A page of another version, during a deployment: it gets the current file, uncached.
    const outdated = await get('/assets/panel.aaaaaa.css');
    assert.equal(outdated.status, 200);
    assert.equal(outdated.headers.get('cache-control'), 'no-cache');
    for (const none of ['panel.aaaaaa.js.css', 'panel.aaaa.css', 'none.aaaaaa.css', 'panel.css']) {
      assert.equal((await get(`/assets/${none}`)).status, 404, none);
    }
    assert.equal((await get('/assets/none')).status, 404);
  });
});

suite('mount path', () => {
  test('is the adapter’s if the adapter knows it', async () => {
    const response = await web.fetch(new Request('http://localhost/t1/legal', { headers: json }), {
      mountPath: '/t1/legal/',
    });
    assert.deepEqual(await response.json(), { hello: '/t1/legal/notes' });
  });
  test('may be the root', async () => {
    const root = sampleWeb({ basePath: '/' });
    const response = await root.fetch(new Request('http://localhost/', { headers: json }));
    assert.deepEqual(await response.json(), { hello: '/notes' });
    assert.match(await (await root.fetch(new Request('http://localhost/notes/n1'))).text(), /href="\/assets\/panel/);
  });
  test('does not include a path that only starts like it', async () => {
    assert.equal((await web.fetch(new Request('http://localhost/policies-old/notes/n1'))).status, 404);
  });
  test('fails at start if it is invalid', () => {
    for (const basePath of ['policies', '/a?b', '/a b', '//a', '/a\\b']) {
      assert.throws(() => sampleWeb({ basePath }), /not a mount path/, basePath);
    }
  });
  test('two routes with one name fail at start', () => {
    assert.throws(() => sampleWeb({ routes: [sampleRoutes(), sampleRoutes()] }), /Two routes are named/);
  });
});
