/**
 * The requirements for a renderer for bots, and how the two best-known ones meet them. The last column of the published table
 * is the result of `check` for this one.
 */
import assert from 'node:assert/strict';
import type { Renderer, RendererOptions } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { jpegSize } from '../support/jpeg.ts';
import type { Site } from '../support/site.ts';

/** The dependencies of a check. */
export interface Bench {
  site: Site;
  renderer: Renderer;
  /** With the memory cache. */
  cached: Renderer;
  get: (path: string, init?: RequestInit) => Promise<Response>;
}

/** A line of the table. */
export interface Feature {
  area: string;
  name: string;
  /** Number in the list of differences between Rendertron's documentation and its code. */
  trap?: number;
  /** Rendertron 3.1, according to its source and to running it. */
  rendertron: string;
  /** Prerender 5.21, according to its source and to running it. */
  prerender: string;
  check(bench: Bench): Promise<void>;
}

const render = ({ get, site }: Bench, path: string, query = '') => get(`/render/${site.url}${path}${query}`);
const htmlOf = async (response: Promise<Response>) => (await response).text();

async function withRenderer(options: RendererOptions, use: (renderer: Renderer) => Promise<void>): Promise<void> {
  await using renderer = await createRenderer({
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
    timeout: stretched(2_000),
    ...options,
  });
  await use(renderer);
}

export const FEATURES: readonly Feature[] = [
  {
    area: 'Endpoints',
    trap: 1,
    name: '`/render/{url}` with mobile, time zone and the shady-DOM parameters',
    rendertron: 'the shady-DOM parameters are never read',
    prerender: 'own address form',
    async check(bench) {
      assert.match(await htmlOf(render(bench, '/agent', '?mobile&timezoneId=Asia/Tokyo')), /Mobile.*\|9</);
      for (const query of ['?dom=shady', '?wc-inject-shadydom=true']) {
        assert.match(await htmlOf(render(bench, '/polyfill-flags', query)), /forced/);
      }
      assert.match(await htmlOf(render(bench, '/polyfill-flags')), /free/);
    },
  },
  {
    area: 'Endpoints',
    trap: 2,
    name: '`POST /screenshot/{url}` with the options of the browser library',
    rendertron: 'the body is never used',
    prerender: 'no',
    async check({ get, site }) {
      const response = await get(`/screenshot/${site.url}/tall`, { method: 'POST', body: '{"fullPage":true}' });
      assert.deepEqual(jpegSize(Buffer.from(await response.arrayBuffer())), [1000, 2500]);
    },
  },
  {
    area: 'Endpoints',
    trap: 3,
    name: 'time zone of a screenshot',
    rendertron: 'never applied',
    prerender: 'no',
    async check({ get, site }) {
      const picture = async (query: string) =>
        Buffer.from(await (await get(`/screenshot/${site.url}/clock${query}`)).arrayBuffer());
      assert.notDeepEqual(await picture('?timezoneId=Asia/Tokyo'), await picture('?timezoneId=America/Lima'));
    },
  },
  {
    area: 'Endpoints',
    name: 'Prerender’s addresses and metas in the same service',
    rendertron: 'no',
    prerender: 'yes',
    async check({ get, site }) {
      assert.equal((await get(`/${site.url}/prerender-status`)).status, 410);
      assert.equal((await get(`/render?url=${encodeURIComponent(`${site.url}/`)}`)).status, 200);
    },
  },
  {
    area: 'Endpoints',
    name: 'a target URL unencoded, encoded, or with a merged slash is the same target',
    rendertron: 'merged slashes fail',
    prerender: 'yes',
    async check({ get, site }) {
      for (const target of [
        `${site.url}/echo?a=b`,
        encodeURIComponent(`${site.url}/echo?a=b`),
        `${site.url.replace('//', '/')}/echo%3Fa%3Db`,
      ]) {
        assert.match(await htmlOf(get(`/render/${target}`)), /\[\/echo\?a=b\]/);
      }
    },
  },
  {
    area: 'Endpoints',
    trap: 15,
    name: 'health is a round trip to the browser',
    rendertron: 'a constant',
    prerender: 'no health endpoint',
    async check({ get }) {
      assert.equal((await get('/_ah/health')).status, 200);
      const options = { logLevel: 'silent' } as const;
      await using dead = await createRenderer(options, { browser: { executablePath: '/bin/false', kind: 'chromium' } });
      assert.equal((await dead.fetch(new Request('http://x.test/_ah/health'))).status, 503);
    },
  },
  {
    area: 'Semantics',
    trap: 8,
    name: 'the status is that of the target’s first answer',
    rendertron: 'that of the last one',
    prerender: 'yes',
    async check(bench) {
      assert.equal((await render(bench, '/moved')).status, 301);
      assert.equal((await render(bench, '/gone')).status, 410);
    },
  },
  {
    area: 'Semantics',
    name: 'the first status meta and all header metas count',
    rendertron: 'one header meta',
    prerender: 'yes',
    async check(bench) {
      const { status, headers } = await render(bench, '/metas');
      assert.deepEqual([status, headers.get('x-robots-tag'), headers.get('content-language')], [404, 'noindex', 'tr']);
    },
  },
  {
    area: 'Semantics',
    name: 'a page cannot set cookies, framing or security headers of the service',
    rendertron: 'it can',
    prerender: 'it can',
    async check(bench) {
      const { headers } = await render(bench, '/forbidden-metas');
      assert.deepEqual([headers.get('set-cookie'), headers.get('x-robots-tag')], [null, 'noindex']);
    },
  },
  {
    area: 'Semantics',
    trap: 7,
    name: 'a page that exceeds its time budget is distinguished from a complete one',
    rendertron: 'no: 200, and cached',
    prerender: 'optional status',
    async check(bench) {
      await withRenderer({}, async (renderer) => {
        const response = await renderer.fetch(new Request(`http://x.test/render/${bench.site.url}/busy`));
        assert.deepEqual([response.status, response.headers.get('x-render-verdict')], [200, 'budget']);
      });
    },
  },
  {
    area: 'Semantics',
    name: 'a `fetch` whose body is never read does not use up the time budget',
    rendertron: '10 s',
    prerender: '20 s',
    async check(bench) {
      assert.equal((await render(bench, '/unread')).headers.get('x-render-verdict'), 'complete');
    },
  },
  {
    area: 'Semantics',
    name: 'redirects reach bots with their Location, if the client can pass them on',
    rendertron: 'no',
    prerender: 'yes',
    async check({ get, site }) {
      const marked = await get(`/render/${site.url}/moved`, { headers: { 'x-render-middleware': '1' } });
      assert.deepEqual([marked.status, marked.headers.get('location')], [301, `${site.url}/`]);
    },
  },
  {
    area: 'Output',
    trap: 12,
    name: 'relative links have the same targets as before, with and without a trailing slash',
    rendertron: 'one level too high',
    prerender: 'no base',
    async check(bench) {
      for (const path of ['/deep/page', '/deep/']) {
        assert.match(await htmlOf(render(bench, path)), new RegExp(`<base href="${bench.site.url}${path}"`));
      }
    },
  },
  {
    area: 'Output',
    name: 'CSS that only scripts inserted is kept',
    rendertron: 'lost',
    prerender: 'lost',
    async check(bench) {
      const html = await htmlOf(render(bench, '/cssom'));
      assert.match(html, /inserted-rule/);
      assert.match(html, /adopted-rule/);
    },
  },
  {
    area: 'Output',
    name: 'the state of forms (text, checkboxes, selections) is kept',
    rendertron: 'lost',
    prerender: 'lost',
    async check(bench) {
      const html = await htmlOf(render(bench, '/form'));
      assert.match(html, /value="typed"/);
      assert.match(html, /checked/);
    },
  },
  {
    area: 'Output',
    name: 'native shadow roots, open and closed, are in the text with their slots',
    rendertron: 'lost',
    prerender: 'lost',
    async check(bench) {
      const html = await htmlOf(render(bench, '/shadow'));
      for (const text of ['open root', 'closed root', 'slotted text']) assert.match(html, new RegExp(text));
      assert.doesNotMatch(html, /<template shadowroot/);
    },
  },
  {
    area: 'Output',
    name: 'shadow roots as declarative templates, if asked for',
    rendertron: 'no',
    prerender: 'broken',
    async check(bench) {
      assert.match(await htmlOf(render(bench, '/shadow', '?shadow=declarative')), /<template shadowrootmode="closed"/);
    },
  },
  {
    area: 'Safety',
    name: 'private, link-local and metadata addresses are refused, redirects and sub-requests too',
    rendertron: '`.internal` only',
    prerender: 'no',
    async check({ site }) {
      await withRenderer({ allowPrivateNetworks: [] }, async (closed) => {
        for (const target of [`${site.url}/`, 'http://169.254.169.254/', 'http://10.0.0.1/']) {
          assert.equal((await closed.fetch(new Request(`http://x.test/render/${target}`))).status, 403);
        }
      });
    },
  },
  {
    area: 'Safety',
    trap: 9,
    name: '`renderOnly` applies to redirects of the document',
    rendertron: 'no',
    prerender: 'no',
    async check({ site }) {
      await withRenderer({ renderOnly: [`${site.url}/moved`] }, async (renderer) => {
        assert.equal((await renderer.fetch(new Request(`http://x.test/render/${site.url}/moved`))).status, 403);
      });
    },
  },
  {
    area: 'Safety',
    trap: 10,
    name: 'a target that matches `restrictedUrlPattern` is refused with 403',
    rendertron: '400',
    prerender: 'no',
    async check({ site }) {
      await withRenderer({ restrictedUrlPattern: 'gone$' }, async (renderer) => {
        assert.equal((await renderer.fetch(new Request(`http://x.test/render/${site.url}/gone`))).status, 403);
      });
    },
  },
  {
    area: 'Safety',
    name: 'renders share no cookies and no storage',
    rendertron: 'they do',
    prerender: 'yes',
    async check(bench) {
      await render(bench, '/stores');
      assert.match(await htmlOf(render(bench, '/stores')), /<p id="p">\|0</);
    },
  },
  {
    area: 'Operation',
    trap: 11,
    name: '`closeBrowser` does not abort other renders',
    rendertron: 'it does',
    prerender: 'no such option',
    async check({ site }) {
      await withRenderer({ closeBrowser: true, timeout: stretched(10_000) }, async (renderer) => {
        const results = await Promise.all(['/slow', '/', '/slow', '/'].map((path) => renderer.render(site.url + path)));
        assert.deepEqual(
          results.map(({ status }) => status),
          [200, 200, 200, 200],
        );
      });
    },
  },
  {
    area: 'Operation',
    trap: 16,
    name: 'a page that fails is closed, and ends neither the browser nor the service',
    rendertron: 'leaks pages; an unhandled rejection ends the process',
    prerender: 'yes',
    async check(bench) {
      for (const path of ['/download', '/throws', '/empty-500']) await render(bench, path);
      assert.equal((await bench.get(`/render/${bench.site.url}/?timezoneId=Nowhere`)).status, 400);
      assert.match(await htmlOf(render(bench, '/')), /home/);
    },
  },
  {
    area: 'Operation',
    name: 'too many requests wait, then get 503 with Retry-After',
    rendertron: 'no limit',
    prerender: 'no limit',
    async check({ site }) {
      await withRenderer({ concurrency: 1, maxQueue: 0, timeout: stretched(4_000) }, async (renderer) => {
        const ask = () => renderer.fetch(new Request(`http://x.test/render/${site.url}/slow`));
        const [first, second] = await Promise.all([ask(), ask()]);
        assert.deepEqual([first?.status, second?.status], [200, 503]);
        assert.ok(second?.headers.has('retry-after'));
      });
    },
  },
  {
    area: 'Operation',
    trap: 18,
    name: 'errors are documented, machine-readable and without a stack',
    rendertron: 'empty bodies and texts',
    prerender: 'a header for 504',
    async check({ get }) {
      const response = await get('/render/ftp://example.com/');
      assert.equal(response.headers.get('content-type'), 'application/problem+json');
      assert.equal(((await response.json()) as { code: string }).code, 'unsupported-scheme');
    },
  },
];
