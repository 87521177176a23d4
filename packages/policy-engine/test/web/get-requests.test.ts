/** The properties of every GET of the engine, whatever module declares it: it changes nothing, and is cached correctly. */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type Database, nodeSqliteDatabase } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN, type TestEngine } from 'policy-engine/testing';
import { inTurn } from '../../../../testing/rounds.ts';

const FOREIGN: ReadonlyArray<Readonly<Record<string, string>>> = [
  { origin: 'https://evil.test' },
  { origin: 'null' },
  { referer: 'https://evil.test/page' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
];

const writes: string[] = [];

/** A database that records writes. */
function noting(database: Database): Database {
  return {
    dialect: database.dialect,
    capabilities: database.capabilities,
    inTransaction: database.inTransaction,
    execute: (sql, parameters) => {
      if (/\b(?:insert|update|delete|replace)\b/i.test(sql)) writes.push(sql);
      return database.execute(sql, parameters);
    },
    transaction: (callback, options) => database.transaction((inner) => callback(noting(inner)), options),
    close: () => database.close(),
  };
}

let made: TestEngine;
/** Paths of all GET routes, with existing IDs. */
let paths: string[];

async function get(path: string, headers: Readonly<Record<string, string>> = {}) {
  const response = await made.engine.fetch(new Request(TEST_ORIGIN + path, { headers }));
  const body = Buffer.from(await response.arrayBuffer()).toString('base64');
  return { status: response.status, headers: response.headers, body };
}

async function json(who: string, method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await made.as(who).json(method, `/policies${path}.json`, body);
  assert.ok(answer.status < 300, `${method} ${path}: ${answer.status}`);
  return answer.body as Record<string, unknown>;
}

before(async () => {
  made = await getTestEngine({
    database: noting(nodeSqliteDatabase(':memory:')),
    scripts: [{ name: 'stats', script: '<script></script>', environments: ['test'] }],
    portabilityRules: [{ name: 'account', member: () => ({}) }],
  });
  const text = { description: 'Text', state: 'published' };
  const term = await json('admin', 'POST', '/categories/cookie/terms', text);
  const draft = await json('admin', 'POST', '/categories/cookie/terms', { description: 'Draft' });
  await json('admin', 'PUT', `/categories/cookie/terms/${String(draft['id'])}/translations/fr`, {
    description: 'Texte',
  });
  await json('anna', 'PUT', '/user_terms/cookie/accept');
  const request = await json('anna', 'POST', '/user_portability_requests');
  paths = Object.entries(made.engine.openApiDocument().paths)
    .filter(([, item]) => 'get' in item)
    .flatMap(([path]) => {
      const id = path.includes('portability_requests')
        ? request['id']
        : path.startsWith('/user_terms')
          ? 'cookie'
          : null;
      return (id === null ? [term['id'], draft['id']] : [id]).map((known) =>
        path.replace('{rule}', 'cookie').replace('{id}', String(known)).replace('{locale}', 'fr'),
      );
    });
  paths = [...new Set(paths)].flatMap((path) => [`/policies${path}`, `/policies${path === '/' ? '' : path}.json`]);
});
after(() => made[Symbol.asyncDispose]());

suite('a GET', () => {
  test('from another site changes nothing, at any path, with or without fetch metadata', async () => {
    assert.ok(paths.length > 60, String(paths.length));
    writes.length = 0;
    for (const [index, path] of paths.entries()) {
      for (const who of ['admin', 'anna', null]) {
        for (const from of inTurn(FOREIGN, index)) {
          const { status } = await get(path, { ...from, ...(who !== null && { 'x-test-user': who }) });
          assert.ok(status < 500, `${path}: ${status}`);
          assert.deepEqual(writes, [], `${path} ${who} ${JSON.stringify(from)}`);
        }
      }
    }
  });

  test('from this site changes something at known paths only: a confirmation, a view of a person, a served banner', async () => {
    writes.length = 0;
    for (const path of paths) {
      if (/\/confirm(?:\.json)?$/.test(path)) continue;
      // Views of a person are logged.
      if (/\/people\b/.test(path)) continue;
      // How the banner looks is recorded before it is served, with nothing of the request but its language.
      if (/\/consent\/banner\b/.test(path)) continue;
      for (const who of ['admin', 'anna', null]) {
        await get(path, { 'sec-fetch-site': 'same-origin', ...(who !== null && { 'x-test-user': who }) });
        assert.deepEqual(writes, [], `${path} ${who}`);
      }
    }
  });
});

/** Headers of a request, with two values each. Other headers are not read by the engine, or do not affect a response. */
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  cookie: ['policy_rule_cookie=accepted; policy_rule_cookie_version=1', 'policy_rule_cookie=rejected'],
  authorization: ['Bearer x'],
  accept: ['application/json', 'text/html', '*/*'],
  'accept-encoding': ['br', 'gzip'],
  'accept-language': ['fr', 'tr'],
  'sec-gpc': ['1'],
  dnt: ['1'],
  origin: ['https://evil.test', TEST_ORIGIN],
  referer: ['https://evil.test/', `${TEST_ORIGIN}/policies`],
  'sec-fetch-site': ['cross-site', 'same-origin'],
  'sec-fetch-mode': ['navigate', 'cors'],
  'sec-fetch-dest': ['document', 'image'],
  'sec-purpose': ['prefetch'],
  'user-agent': ['Mozilla/5.0', 'curl/8'],
  'x-forwarded-for': ['203.0.113.9'],
  'x-forwarded-proto': ['https'],
  'x-forwarded-host': ['evil.test'],
};

const isPublic = ({ headers }: { headers: Headers }) => /\bpublic\b/.test(headers.get('cache-control') ?? '');
const varies = ({ headers }: { headers: Headers }) => (headers.get('vary') ?? '').toLowerCase().split(/,\s*/);
const shown = ({ status, headers, body }: { status: number; headers: Headers; body: string }) => {
  const kept = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'vary');
  return JSON.stringify([status, kept, body]);
};

suite('a response that caches may share', () => {
  test('names in `Vary` every request header that it depends on', async () => {
    const page = Buffer.from((await get('/policies/user_terms/cookie')).body, 'base64').toString();
    const assets = [...page.matchAll(/(?:href|src)="(\/policies\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    const everywhere = [...paths, ...assets, '/policies/assets/consent.js', '/.well-known/gpc.json'];
    const shared: string[] = [];
    for (const [index, path] of everywhere.entries()) {
      const usual = await get(path);
      if (isPublic(usual)) shared.push(path);
      for (const [name, values] of Object.entries(HEADERS)) {
        for (const value of isPublic(usual) ? values : inTurn(values, index)) {
          const other = await get(path, { [name]: value });
          if (shown(other) === shown(usual)) continue;
          for (const one of [usual, other].filter(isPublic)) {
            assert.ok(varies(one).includes(name), `${path} depends on ${name}: ${value}`);
          }
        }
      }
    }
    for (const path of ['/user_terms/cookie', '/user_terms/cookie.json', '/cookies', '/cookies.json']) {
      assert.ok(shared.includes(`/policies${path}`), path);
    }
    assert.ok(shared.includes('/.well-known/gpc.json') && shared.some((path) => path.includes('/assets/')));
  });

  test('is not one that the Global Privacy Control signal has rejected', async () => {
    const path = '/policies/user_terms/cookie.json';
    const state = ({ body }: { body: string }) =>
      (JSON.parse(Buffer.from(body, 'base64').toString()) as { state: string }).state;
    const [usual, refused] = [await get(path), await get(path, { 'sec-gpc': '1' })];
    assert.deepEqual([state(usual), state(refused)], ['passive', 'rejected']);
    for (const one of [usual, refused]) assert.ok(varies(one).includes('sec-gpc'));
  });
});
