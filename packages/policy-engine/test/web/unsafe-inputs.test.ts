/** Unsafe inputs against every route: no internal error, nothing reflected unescaped, no records of others. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getTestEngine, TEST_ORIGIN, type TestEngine } from 'policy-engine/testing';

const MARK = '<script>alert(1)</script>';

const IDS: Array<[name: string, id: string]> = [
  ['dots', '..'],
  ['dots, encoded', '%2e%2e%2f%2e%2e%2fetc%2fpasswd'],
  ['a slash, encoded', 'cookie%2faccept'],
  ['NUL', 'cookie%00'],
  ['half a pair', '%ed%a0%80'],
  ['a percent sign alone', '%'],
  ['10 kB', 'x'.repeat(10_000)],
  ['emoji', encodeURIComponent('🍪'.repeat(50))],
  ['__proto__', '__proto__'],
  ['constructor', 'constructor'],
  ['toString', 'toString'],
  ['a script', encodeURIComponent(MARK)],
  ['SQL', encodeURIComponent("' or 1=1 --")],
  ['line breaks', 'cookie%0d%0aSet-Cookie:%20x=1'],
  ['a suffix', 'cookie.json.html.json'],
];

const BODIES: Array<[name: string, body: string, type?: string]> = [
  ['an array for an object', '[]'],
  ['null', 'null'],
  ['a number', '1e999'],
  ['no JSON', '{'],
  ['nested without end', `${'{"user":'.repeat(5000)}1${'}'.repeat(5000)}`],
  ['arrays where text is expected', '{"description":["x"],"return_to":["/a"],"user":[],"state":{},"note":[1]}'],
  ['prototype names', '{"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"user":{"__proto__":true}}'],
  ['duplicate keys', '{"user":{"policy_rule_cookie":true},"user":{"policy_rule_cookie":"maybe"}}'],
  ['a NUL in a text', JSON.stringify({ description: 'a\u0000b', note: '\u0000', state: 'published' })],
  ['half a pair in a text', '{"description":"\\ud800","note":"\\udfff"}'],
  ['a script in a name', JSON.stringify({ user: { [MARK]: true }, description: MARK, [MARK]: MARK })],
  ['ten thousand fields', JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, i])))],
  ['a form with duplicate fields', 'description=a&description=b&user[policy_rule_cookie]=1&user=2', FORM()],
  ['a form with prototype names', '__proto__[x]=1&user[__proto__][x]=1&user[constructor]=1', FORM()],
  ['a form of many fields', Array.from({ length: 5000 }, (_, i) => `a[${i}]=1`).join('&'), FORM()],
  ['a form that overrides to GET', '_method=GET', FORM()],
  ['a form that overrides to CONNECT', '_method=CONNECT', FORM()],
  ['a form with two overrides', '_method=PUT&_method=DELETE', FORM()],
  ['another content', 'x', 'application/x-php'],
];

function FORM(): string {
  return 'application/x-www-form-urlencoded';
}

let made: TestEngine;
const faults: string[] = [];
let routes: Array<{ method: string; path: string }>;

before(async () => {
  made = await getTestEngine({
    writeLimit: false,
    logger: { error: (message, { error }) => void faults.push(`${message}: ${String(error)}`) },
  });
  for (const rule of ['cookie', 'age', 'privacy_terms']) {
    const body = { description: rule, state: 'published' };
    await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, body);
  }
  const { paths } = made.engine.openApiDocument();
  routes = Object.entries(paths).flatMap(([path, item]) =>
    ['get', 'post', 'put', 'patch', 'delete'].filter((method) => method in item).map((method) => ({ method, path })),
  );
});
after(() => made[Symbol.asyncDispose]());

async function send(who: string | null, method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (who !== null) headers.set('x-test-user', who);
  headers.set('sec-fetch-site', 'same-origin');
  return made.engine.fetch(new Request(TEST_ORIGIN + path, { ...init, method: method.toUpperCase(), headers }));
}

/** No internal error, no split header, and no raw input in a page. */
async function assertTame(response: Response, what: string): Promise<void> {
  const text = await response.text();
  assert.ok(response.status < 500, `${what}: ${response.status} ${text.slice(0, 300)} ${faults.at(-1) ?? ''}`);
  assert.ok(!response.headers.has('x-injected'), what);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.slice(0, cookie.indexOf('=')));
  assert.ok(!cookies.includes('x'), what);
  if ((response.headers.get('content-type') ?? '').startsWith('text/html')) assert.ok(!text.includes(MARK), what);
  const location = response.headers.get('location');
  if (location !== null) assert.equal(new URL(location, TEST_ORIGIN).origin, TEST_ORIGIN, `${what}: ${location}`);
}

for (const [name, id] of IDS) {
  test(`${name} as an ID causes no internal error and is not reflected`, async () => {
    for (const { method, path } of routes.filter((route) => route.path.includes('{'))) {
      for (const accept of ['text/html', 'application/json']) {
        const url = `/policies${path.replace(/\{\w+\}/g, () => id)}`;
        const response = await send('admin', method, url, { headers: { accept } });
        await assertTame(response, `${method} ${path} ${accept}`);
      }
    }
  });
}

for (const [name, body, type = 'application/json'] of BODIES) {
  test(`a body of ${name} causes no internal error and is not reflected`, async () => {
    for (const { method, path } of routes) {
      if (method === 'get') continue;
      const url = `/policies${path.replace('{rule}', 'cookie').replaceAll(/\{\w+\}/g, 'cookie')}`;
      for (const accept of ['text/html', 'application/json']) {
        const response = await send('admin', method, url, { body, headers: { accept, 'content-type': type } });
        await assertTame(response, `${method} ${path} ${accept}`);
      }
      if (type === FORM()) {
        await assertTame(await send('admin', 'post', url, { body, headers: { 'content-type': type } }), `form ${path}`);
      }
    }
    assert.equal(({} as Record<string, unknown>)['x'], undefined, 'the prototype of everything has changed');
  });
}

for (const query of [
  `page=${encodeURIComponent(MARK)}&return_to=${encodeURIComponent(MARK)}`,
  'page=99999999999999999999&actor=%00&action=drop',
  'page=-1&page=2&page[]=3&__proto__[x]=1&constructor=1',
  `return_to=${'x'.repeat(10_000)}`,
  'return_to=%0d%0aX-Injected:1&from=%00&to=..&format=exe&locale=..%2f',
  'actor=%ed%a0%80&subject=%00&user=%00&rule=__proto__&at=never',
]) {
  test(`the query ${query.slice(0, 60)} causes no internal error and is not reflected`, async () => {
    for (const { method, path } of routes.filter((route) => route.method === 'get')) {
      const url = `/policies${path.replaceAll(/\{\w+\}/g, 'cookie')}?${query}`;
      for (const accept of ['text/html', 'application/json']) {
        await assertTame(await send('admin', method, url, { headers: { accept } }), `${path} ${accept}`);
      }
    }
  });
}

test('no form or page redirects to another site', async () => {
  const targets = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
  ];
  for (const target of targets) {
    const body = new URLSearchParams({ _method: 'PUT', return_to: target }).toString();
    const headers = { 'content-type': FORM(), accept: 'text/html' };
    for (const verb of ['accept', 'reject']) {
      await assertTame(await send('anna', 'post', `/policies/user_terms/cookie/${verb}`, { body, headers }), target);
    }
    const pending = `/policies/user_terms/pending?return_to=${encodeURIComponent(target)}`;
    await assertTame(await send('anna', 'get', pending, { headers }), target);
  }
});

test('request headers do not become response headers', async () => {
  const headers = {
    'x-request-id': 'a"b<c>',
    'x-http-method-override': 'DELETE',
    'accept-language': '../../x, *;q=nan',
  };
  const response = await send('admin', 'get', '/policies/categories', { headers });
  assert.equal(response.status, 200);
  assert.notEqual(response.headers.get('x-request-id'), headers['x-request-id']);
});

test('a record of another user has the same response as a missing one', async () => {
  const own = (await (await send('anna', 'put', '/policies/user_terms/cookie/accept.json')).json()) as { name: string };
  assert.equal(own.name, 'cookie');
  const list = (await (await send('anna', 'get', '/policies/user_terms.json')).json()) as Array<{ id: string }>;
  const id = list[0]?.id ?? '';
  assert.match(id, /^[0-9a-f-]{36}$/);
  const none = '01890000-0000-7000-8000-000000000000';
  const answer = async (who: string | null, method: string, path: string) => {
    const response = await send(who, method, `/policies${path}`, { headers: { accept: 'application/json' } });
    const { instance: _instance, request_id: _id, ...rest } = (await response.json()) as Record<string, unknown>;
    return [response.status, rest];
  };
  for (const who of ['bob', null]) {
    for (const [method, path] of [
      ['get', ''],
      ['put', '/accept'],
      ['put', '/reject'],
    ] as const) {
      const foreign = await answer(who, method, `/user_terms/${id}${path}`);
      assert.deepEqual(foreign, await answer(who, method, `/user_terms/${none}${path}`));
      assert.equal(foreign[0], 404);
    }
  }
});

test('people who are not administrators learn nothing about what exists', async () => {
  const listed = await made.as('admin').json('GET', '/policies/categories/cookie/terms.json');
  const { terms = [] } = listed.body as { terms?: Array<{ id: string }> };
  const there = terms[0]?.id ?? '';
  assert.notEqual(there, '');
  for (const [who, status] of [
    ['anna', 403],
    [null, 401],
  ] as const) {
    for (const path of [
      '/categories/cookie',
      '/categories/nothing',
      `/categories/cookie/terms/${there}`,
      '/categories/cookie/terms/none',
      '/audit',
      '/check',
      '/jobs',
      '/requests/templates',
    ]) {
      const response = await send(who, 'get', `/policies${path}`, { headers: { accept: 'application/json' } });
      assert.equal(response.status, status, path);
      await response.arrayBuffer();
    }
  }
});
