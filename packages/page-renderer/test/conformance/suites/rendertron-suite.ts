import assert from 'node:assert/strict';
import { jpegSize } from '../../support/jpeg.ts';
import { cacheCases, invalidationCases } from './rendertron-caches.ts';
import type { Suite, SuiteBench, SuiteCase } from './suite.ts';
import { ask, caseOf } from './suite.ts';

const render = ({ site, renderer }: SuiteBench, page: string, query = '') =>
  ask(renderer, `/render/${site.url}/rendertron/${page}${query}`);

/** A page that is rendered with status 200 and contains the text in its HTML. */
const has = (name: string, page: string, text: RegExp, query?: string): SuiteCase => ({
  name,
  async check(bench) {
    const response = await render(bench, page, query);
    assert.equal(response.status, 200);
    assert.match(await response.text(), text);
  },
});

/** A request that is answered with a status. */
function answers(name: string, path: string, status: number, differs?: string): SuiteCase {
  const check = async ({ renderer }: SuiteBench) => assert.equal((await ask(renderer, path)).status, status);
  return caseOf(name, check, differs);
}

/** A page whose relative addresses resolve as in the original page. */
const based = (name: string, page: string, expected: string, differs: string): SuiteCase => ({
  name,
  differs,
  async check(bench) {
    const html = await (await render(bench, page)).text();
    assert.equal(/<base href="([^"]+)">/.exec(html)?.[1], `${bench.site.url}${expected}`);
  },
});

const POLYFILLED = /<p class="style-scope x-card">From the template/;
const metadata = 'http://metadata.google.internal/computeMetadata/v1beta1/instance/service-accounts/default/token';

const APP_CASES: readonly SuiteCase[] = [
  answers('health check responds correctly', '/_ah/health', 200),
  {
    name: 'renders basic script',
    differs: '`X-Renderer` says `rendertron`: here it says `page-renderer`',
    async check(bench) {
      const response = await render(bench, 'title-by-script');
      assert.deepEqual([response.status, response.headers.get('x-renderer')], [200, 'page-renderer']);
      assert.match(await response.text(), /<title>made by a script/);
    },
  },
  has('renders script after page load event', 'script-after-load', /<p>added after load/),
  has('renders HTML docType declaration', 'doctype', /^<!DOCTYPE html>/),
  based(
    'sets the correct base URL for a subfolder',
    'sub/page',
    '/rendertron/sub/page',
    'the folder without its slash, so that links lead a level too high: here it is the page’s own address',
  ),
  based(
    'sets the correct base URL for the root folder',
    'doctype',
    '/rendertron/doctype',
    'the folder: here it is the page’s own address, so that links to a fragment stay on the page',
  ),
  based(
    'sets the correct base URL for an already defined base as /',
    'base-root',
    '/',
    'the origin without a slash: here it has one',
  ),
  based(
    'sets the correct base URL for an already defined base as directory',
    'base-folder',
    '/folder/',
    'without its slash: here it stays as the page has it',
  ),
  has('renders shadow DOM - no polyfill', 'shadow', /text in a shadow root/, '?wc-inject-shadydom=true'),
  ...(
    [
      ['renders shadow DOM - polyfill loader', 'loader', 'wc-inject-shadydom=true'],
      ['renders shadow DOM - polyfill loader - different flag', 'loader', 'wc-inject-shadydom'],
      ['renders shadow DOM - webcomponents-lite.js polyfill', 'lite', 'wc-inject-shadydom=true'],
    ] as const
  ).map(([name, page, query]): SuiteCase => ({
    name,
    async check({ site, renderer }) {
      const response = await ask(renderer, `/render/${site.url}/polyfills/${page}.html?${query}`);
      assert.equal(response.status, 200);
      assert.match(await response.text(), POLYFILLED);
    },
  })),
  {
    name: 'script tags and link[rel=import] tags are stripped',
    async check(bench) {
      const html = await (await render(bench, 'scripts')).text();
      assert.match(html, /<p>added by a file<\/p><p>added by a module<\/p>/);
      assert.doesNotMatch(html, /<script|<link/);
    },
  },
  {
    name: 'script tags for JSON-LD are not stripped',
    async check(bench) {
      const html = await (await render(bench, 'json-ld')).text();
      assert.match(html, /<script type="application\/ld\+json">/);
      assert.doesNotMatch(html, /javascript/);
    },
  },
  {
    name: 'server status code should be forwarded',
    check: async (bench) => assert.equal((await render(bench, 'missing')).status, 404),
  },
  ...(
    [
      ['http status code should be able to be set via a meta tag', 'status-meta', 400],
      ['http status codes need to be respected from top to bottom', 'status-metas', 401],
    ] as const
  ).map(([name, page, status]): SuiteCase => ({
    name,
    check: async (bench) => assert.equal((await render(bench, page, '?wc-inject-shadydom=true')).status, status),
  })),
  {
    name: 'screenshot is an image',
    async check({ site, renderer }) {
      const response = await ask(renderer, `/screenshot/${site.url}/rendertron/doctype`, { method: 'POST' });
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/jpeg']);
      assert.deepEqual(jpegSize(Buffer.from(await response.arrayBuffer())), [1000, 1000]);
    },
  },
  {
    name: 'screenshot accepts options',
    differs: '`path` is passed over: here it is refused, as nothing is written on the server',
    async check({ site, renderer }) {
      const take = (options: object) => {
        const init = { method: 'POST', body: JSON.stringify(options) };
        return ask(renderer, `/screenshot/${site.url}/rendertron/doctype`, init);
      };
      const clip = { x: 100, y: 100, width: 100, height: 100 };
      assert.deepEqual(jpegSize(Buffer.from(await (await take({ clip })).arrayBuffer())), [100, 100]);
      assert.equal((await take({ clip, path: 'test.jpeg' })).status, 400);
    },
  },
  answers('invalid url fails', '/render/abc', 400, '403: what is no address is a mistake of the caller'),
  answers('unknown url fails', '/render/http://unknown.invalid', 400),
  answers('file url fails', '/render/file:///dev/fd/0', 403),
  answers('file url fails for screenshot', '/screenshot/file:///dev/fd/0', 403),
  answers('appengine internal url fails', `/render/${metadata}`, 403),
  answers('appengine internal url fails for screenshot', `/screenshot/${metadata}`, 403),
  {
    name: 'explicit render event ends early',
    differs:
      '`window.renderComplete`, marked there as failing: here it is `window.prerenderReady`, or an event `render-complete`',
    async check(bench) {
      const response = await render(bench, 'ready');
      assert.equal(response.headers.get('x-render-verdict'), 'ready-signal');
      assert.match(await response.text(), /<p id="p">loaded</);
    },
  },
  {
    name: 'whitelist ensures other urls do not get rendered',
    async check({ site, configured }) {
      assert.equal((await ask(configured, `/render/${site.url}/rendertron/doctype`)).status, 200);
      assert.equal((await ask(configured, '/render/http://another.example.com')).status, 403);
    },
  },
  answers('unknown url fails safely on screenshot', '/screenshot/http://unknown.invalid', 400),
  ...invalidationCases,
  {
    name: 'http header should be set via config',
    async check({ site, configured }) {
      const response = await ask(configured, `/render/${site.url}/rendertron/referrer`);
      assert.equal(response.status, 200);
      assert.match(await response.text(), /<p id="p">http:\/\/example\.com\/<\/p>/);
      assert.equal(site.headersOf('/rendertron/referrer')?.referer, 'http://example.com/');
    },
  },
  {
    name: 'unknown timezone fails',
    check: async (bench) => assert.equal((await render(bench, 'clock', '?timezoneId=invalid/timezone')).status, 400),
  },
  {
    name: 'known timezone applies',
    async check(bench) {
      for (const [zone, time] of [
        ['Atlantic/Reykjavik', '00:00:00'],
        ['Australia/Perth', '08:00:00'],
      ]) {
        const html = await (await render(bench, 'clock', `?timezoneId=${zone}`)).text();
        assert.match(html, new RegExp(`<p id="p">.*${time}`));
      }
    },
  },
  {
    name: 'urls mathing pattern are restricted',
    differs: '400: here it is 403, as for all that may not be rendered',
    async check({ site, configured }) {
      for (const query of ['', '?hello=world']) {
        const page = encodeURIComponent(`${site.url}/rendertron/restricted.test.html${query}`);
        assert.equal((await ask(configured, `/render/${page}`)).status, 403);
      }
      assert.equal((await ask(configured, `/render/${site.url}/rendertron/doctype`)).status, 200);
    },
  },
];

/** Rendertron 3.1, `src/test/`. */
export const RENDERTRON_SUITE: Suite = {
  peer: 'Rendertron',
  files: [
    { file: 'app-test.ts', cases: APP_CASES },
    { file: 'memory-cache-test.ts', cases: cacheCases('memory') },
    { file: 'filesystem-cache-test.ts', cases: cacheCases('filesystem') },
    { file: 'datastore-cache-test.ts', cases: cacheCases('datastore') },
  ],
};
