/** The cases of Rendertron's cache suites, most of which are the same for each cache. */
import assert from 'node:assert/strict';
import { gunzipSync } from 'node:zlib';
import { eventually } from '../../support/processes.ts';
import type { StoreName, SuiteBench, SuiteCase } from './suite.ts';
import { ADMIN_TOKEN, ask, caseOf } from './suite.ts';

const isCached = (response: Response) => response.headers.has('x-rendertron-cached');
const admin = { headers: { authorization: `Bearer ${ADMIN_TOKEN}` } };

/** A page of the site that counts its requests, and a cache. */
class Cached {
  readonly #bench: SuiteBench;
  readonly #store: StoreName;

  constructor(bench: SuiteBench, store: StoreName) {
    this.#bench = bench;
    this.#store = store;
  }

  async get(page: string, query = '', init: RequestInit = {}): Promise<Response> {
    const url = encodeURIComponent(`${this.#bench.site.url}/rendertron/${page}`);
    return ask(this.#bench.stores[this.#store], `/render/${url}${query}`, init);
  }

  /** Polls the cache until it contains the page, because it is written to after the response. */
  async kept(page: string, headers: Record<string, string> = {}): Promise<Response> {
    let found: Response | undefined;
    await eventually(async () => {
      const response = await this.get(page, '', { headers: { ...headers, 'cache-control': 'only-if-cached' } });
      if (isCached(response)) found = response;
      return found !== undefined;
    }, `${page} is kept`);
    return found as Response;
  }

  async remove(page?: string): Promise<void> {
    const url = page === undefined ? '' : encodeURIComponent(`${this.#bench.site.url}/rendertron/${page}`);
    assert.equal((await ask(this.#bench.stores[this.#store], `/invalidate/${url}`, admin)).status, 200);
  }
}

type Check = (cache: Cached, store: StoreName) => Promise<void>;

async function removed(cache: Cached, page: string): Promise<void> {
  assert.ok(!isCached(await cache.get(page)));
  await cache.kept(page);
  await cache.remove(page);
  assert.ok(!isCached(await cache.get(page)));
}

const CASES: ReadonlyArray<readonly [name: string, stores: readonly StoreName[], check: Check, differs?: string]> = [
  [
    'caches content and serves same content on cache hit',
    ['memory', 'filesystem', 'datastore'],
    async (cache, store) => {
      const first = await (await cache.get(`counter?${store}`)).text();
      const again = await cache.kept(`counter?${store}`);
      assert.equal(await again.text(), first);
      assert.ok(new Date(again.headers.get('x-rendertron-cached') ?? '') <= new Date());
    },
  ],
  [
    'caches headers',
    ['memory', 'filesystem', 'datastore'],
    async (cache) => {
      await cache.get('header');
      assert.equal((await cache.kept('header')).headers.get('content-language'), 'tr');
    },
    'all headers of the page: here those that say something to crawlers, and what `pageHeaders` adds',
  ],
  [
    'compression preserved',
    ['memory', 'filesystem', 'datastore'],
    async (cache, store) => {
      const headers = { 'accept-encoding': 'gzip, deflate' };
      const page = `long?${store}`;
      for (const response of [await cache.get(page, '', { headers }), await cache.kept(page, headers)]) {
        assert.equal(response.headers.get('content-encoding'), 'gzip');
        assert.match(gunzipSync(Buffer.from(await response.arrayBuffer())).toString('utf8'), /x{1024}/);
      }
    },
  ],
  [
    'original status is preserved',
    ['memory', 'filesystem', 'datastore'],
    async (cache, store) => {
      assert.equal((await cache.get(`status?${store}`)).status, 400);
      assert.equal((await cache.get(`status?${store}`)).status, 401);
    },
  ],
  ['cache entry can be removed', ['memory', 'filesystem'], (cache) => removed(cache, 'header?removed')],
  [
    'refreshCache refreshes cache',
    ['memory', 'filesystem', 'datastore'],
    async (cache, store) => {
      const page = `counter?refresh-${store}`;
      assert.match(await (await cache.get(page)).text(), /<p>1</);
      await cache.kept(page);
      const anew = await cache.get(page, '?refreshCache=true');
      assert.match(await anew.text(), /<p>2</);
      assert.ok(!isCached(anew));
    },
  ],
];

const turns = new Map<StoreName, Promise<void>>();

/** Cases of one cache run one after the other: one may remove what another has just stored. */
function inTurn(store: StoreName, check: Check): SuiteCase['check'] {
  return async (bench) => {
    const before = turns.get(store);
    const turn = (async () => {
      await before?.catch(() => {});
      await check(new Cached(bench, store), store);
    })();
    turns.set(store, turn);
    await turn;
  };
}

const clears = (store: StoreName): SuiteCase => ({
  name: `clear all ${store} cache entries`,
  check: inTurn(store, async (cache) => {
    for (const page of ['doctype?1', 'doctype?2']) {
      await cache.get(page);
      await cache.kept(page);
    }
    await cache.remove();
    for (const page of ['doctype?1', 'doctype?2']) assert.ok(!isCached(await cache.get(page)));
  }),
});

/** The cases of the suite of one cache. */
export function cacheCases(store: StoreName): SuiteCase[] {
  const own = CASES.filter(([, stores]) => stores.includes(store));
  const cases = own.map(([name, , check, differs]) => caseOf(name, inTurn(store, check), differs));
  return [...cases, clears(store)];
}

const WANTS_TOKEN = 'open to everybody: here it takes the admin token, or everybody could have all pages rendered anew';

/** The cases about removals in Rendertron's suite of the service. */
export const invalidationCases: readonly SuiteCase[] = (['memory', 'filesystem'] as const).flatMap((store) => [
  {
    name: `endpont for invalidating ${store} cache works if configured`,
    check: inTurn(store, (cache) => removed(cache, 'header?one')),
  },
  {
    name: `endpoint for invalidating all ${store} cache works if configured`,
    differs: WANTS_TOKEN,
    async check(bench: SuiteBench) {
      assert.equal((await ask(bench.stores[store], '/invalidate')).status, 401);
      await clears(store).check(bench);
    },
  },
]);
