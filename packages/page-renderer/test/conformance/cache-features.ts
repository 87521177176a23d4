/** The requirements for a cache of rendered pages. */
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Renderer, RendererOptions } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { eventually } from '../support/processes.ts';
import type { Feature } from './features.ts';

type Ask = (target: string, init?: RequestInit) => Promise<Response>;

const askOf =
  (renderer: Renderer): Ask =>
  async (target, init) =>
    renderer.fetch(new Request(`http://renderer.test${target}`, init));

async function withCache(options: RendererOptions, use: (ask: Ask) => Promise<void>): Promise<void> {
  await using renderer = await createRenderer({
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
    cache: 'memory',
    ...options,
  });
  await use(askOf(renderer));
}

const isHit = (response: Response) => response.headers.has('x-rendertron-cached');

export const CACHE_FEATURES: readonly Feature[] = [
  {
    area: 'Cache',
    trap: 6,
    name: 'one result per URL, however it is written; options that change the result have their own',
    rendertron: 'key is the request line',
    prerender: 'key is the URL alone',
    async check({ site, cached }) {
      const ask = askOf(cached);
      await ask(`/render/${site.url}/echo?a=%7e&b=1`);
      assert.ok(isHit(await ask(`/render/${encodeURIComponent(`${site.url}/echo?b=1&a=~`)}`)));
      assert.ok(!isHit(await ask(`/render/${site.url}/echo?a=~&b=1&mobile`)));
    },
  },
  {
    area: 'Cache',
    trap: 4,
    name: '`refreshCache=true`, and nothing else, replaces a result',
    rendertron: 'any value does',
    prerender: 'no',
    async check({ site, cached }) {
      const ask = askOf(cached);
      await ask(`/render/${site.url}/cssom`);
      assert.ok(isHit(await ask(`/render/${site.url}/cssom?refreshCache=false`)));
      assert.ok(!isHit(await ask(`/render/${site.url}/cssom?refreshCache=true`)));
    },
  },
  {
    area: 'Cache',
    trap: 5,
    name: '`/invalidate/{url}` removes every variant of the page',
    rendertron: 'not with a slash at the end, an encoding or a parameter',
    prerender: 'no',
    async check({ site, cached }) {
      const ask = askOf(cached);
      const url = `${site.url}/deep/`;
      const targets = [`/render/${url}`, `/render/${encodeURIComponent(url)}?mobile`, `/screenshot/${url}`];
      await Promise.all(targets.map((target) => ask(target)));
      const answer = await ask(`/invalidate/${encodeURIComponent(url)}`);
      assert.deepEqual(await answer.json(), { removed: 3 });
      assert.ok(!isHit(await ask(targets[0] ?? '')));
    },
  },
  {
    area: 'Cache',
    trap: 17,
    name: 'screenshots are cached, each set of options by itself, byte for byte',
    rendertron: 'POST bodies share one',
    prerender: 'key is the URL alone',
    async check({ site, cached }) {
      const ask = askOf(cached);
      const post = (body: string) => ask(`/screenshot/${site.url}/`, { method: 'POST', body });
      const first = Buffer.from(await (await post('{"quality":10}')).arrayBuffer());
      const again = await post('{"quality":10}');
      assert.ok(isHit(again) && first.equals(Buffer.from(await again.arrayBuffer())));
      assert.ok(!isHit(await post('{"quality":90}')));
    },
  },
  {
    area: 'Cache',
    trap: 13,
    name: '`cacheDurationMinutes` and `cacheMaxEntries` hold, and -1 lifts them; what was used longest ago goes first',
    rendertron: 'in memory and files',
    prerender: 'a fixed number and time',
    async check({ site }) {
      const [a, b, c] = ['?a', '?b', '?c'].map((query) => `/render/${encodeURIComponent(`${site.url}/${query}`)}`);
      const asked = async (ask: Ask, ...targets: Array<string | undefined>) => {
        const hits: boolean[] = [];
        for (const target of targets) hits.push(isHit(await ask(target ?? '')));
        return hits;
      };
      await withCache({ cacheConfig: { cacheDurationMinutes: -1, cacheMaxEntries: 2 } }, async (ask) => {
        assert.deepEqual(await asked(ask, a, b, a, c, a, b), [false, false, true, false, true, false]);
      });
      await withCache({ cacheConfig: { cacheDurationMinutes: 0.001, cacheMaxEntries: -1 } }, async (ask) => {
        await asked(ask, a);
        await sleep(80);
        assert.deepEqual(await asked(ask, a), [false]);
      });
    },
  },
  {
    area: 'Cache',
    trap: 14,
    name: 'the filesystem cache writes whole, compressed, private files without the request, and removes no other',
    rendertron: 'half files; request headers on disk; removes every file of the folder',
    prerender: 'no filesystem cache',
    async check({ site }) {
      const folder = mkdtempSync(path.join(tmpdir(), 'page-renderer-conformance-'));
      try {
        writeFileSync(path.join(folder, 'notes.txt'), 'mine');
        const options = { cache: 'filesystem', snapshotDir: folder, adminToken: 'of-the-conformance-run' } as const;
        await withCache(options, async (ask) => {
          const headers = { authorization: `Bearer ${options.adminToken}`, 'x-private': 'secret-of-the-request' };
          await ask(`/render/${site.url}/`, { headers });
          // The response does not wait for the disk.
          await eventually(async () => isHit(await ask(`/render/${site.url}/`)), 'the result is kept');
          const files = () => globSync('**/*.result', { cwd: folder }).map((name) => path.join(folder, name));
          const [file = '', ...more] = files();
          assert.deepEqual([more.length, statSync(file).mode & 0o077], [0, 0]);
          assert.ok(!readFileSync(file, 'latin1').includes('secret-of-the-request'));
          assert.deepEqual(await (await ask('/invalidate/', { headers })).json(), { removed: 1 });
          assert.deepEqual([files().length, readFileSync(path.join(folder, 'notes.txt'), 'utf8')], [0, 'mine']);
        });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  },
  {
    area: 'Cache',
    name: 'a cached 404, 410 or redirect is answered as such, with its headers',
    rendertron: 'only 200 is kept',
    prerender: 'replayed as 200',
    async check({ site, cached }) {
      const ask = askOf(cached);
      await ask(`/render/${site.url}/gone`);
      const again = await ask(`/render/${site.url}/gone`);
      assert.deepEqual([again.status, isHit(again)], [410, true]);
    },
  },
  {
    area: 'Cache',
    trap: 7,
    name: 'a page that ran out of time is never kept',
    rendertron: 'it is',
    prerender: 'it is',
    async check({ site }) {
      await withCache({ timeout: stretched(900) }, async (ask) => {
        for (const _ of [1, 2]) assert.ok(!isHit(await ask(`/render/${site.url}/busy`)));
      });
    },
  },
  {
    area: 'Cache',
    name: 'many requests for an uncached page make one render',
    rendertron: 'no',
    prerender: 'no',
    async check({ site, cached }) {
      const ask = askOf(cached);
      await Promise.all(Array.from({ length: 8 }, () => ask(`/render/${site.url}/slow?once`)));
      assert.deepEqual(
        site.requests.filter((path) => path === '/slow?once'),
        ['/slow?once'],
      );
    },
  },
  {
    area: 'Cache',
    name: 'conditional requests and compressed bodies from the cache',
    rendertron: 'no; compressed for each request',
    prerender: 'no',
    async check({ site, cached }) {
      const ask = askOf(cached);
      const etag = (await ask(`/render/${site.url}/long`)).headers.get('etag') ?? '';
      assert.equal((await ask(`/render/${site.url}/long`, { headers: { 'if-none-match': etag } })).status, 304);
      const headers = { 'accept-encoding': 'br' };
      assert.equal((await ask(`/render/${site.url}/long`, { headers })).headers.get('content-encoding'), 'br');
    },
  },
];
