/** A page that goes on to another address by itself, in whatever way and to whatever page. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import type { Explanation } from '../dist/server/explain/explanation/explanation.js';
import { stretched } from '../../../testing/load.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

const HTML = { 'Content-Type': 'text/html' };
const script = (source: string) => `<h1>before</h1><script>${source}</script>`;

const said = (status: string, location?: string) => {
  const header = location === undefined ? '' : `<meta name="prerender-header" content="Location: ${location}">`;
  return `<meta name="render:status_code" content="${status}">${header}`;
};

/** Ways to `/interval`, a page that never comes to rest. */
const WAYS: Readonly<Record<string, string>> = {
  '/replace': script(`location.replace('/interval')`),
  '/after-load': script(`onload = () => setTimeout(() => { location.href = '/interval' }, 50)`),
  '/meta': '<meta http-equiv="refresh" content="0; url=/interval">',
  '/later-meta': '<meta http-equiv="refresh" content="1; url=/interval">',
  '/history-and-reload': script(`history.pushState({}, '', '/interval'); location.reload()`),
  '/form': script(
    `const form = document.createElement('form'); form.action = '/interval'; document.body.append(form); form.submit()`,
  ),
  '/link': `<a href="/interval"></a>${script('document.links[0].click()')}`,
  '/navigation': script(`navigation.navigate('/interval')`),
  '/frame': `<iframe srcdoc="<script>top.location = '/interval'</script>"></iframe>`,
};
const PAGES: Readonly<Record<string, string>> = {
  '/interval': '<h1>there</h1><script>setInterval(() => {}, 60_000)</script>',
  '/timer': '<h1>there</h1><script>setTimeout(() => {}, 60_000)</script>',
  '/frames': '<h1>there</h1><script>(function draw() { requestAnimationFrame(draw) })()</script>',
  '/signal': '<h1>there</h1><script>prerenderReady = false; setTimeout(() => { prerenderReady = true }, 50)</script>',
  '/rest': '<h1>there</h1>',
};

interface Said {
  page: string;
  status: number;
  location?: string;
  /** What there is to read; nothing where the page says a redirect. */
  text?: string;
}
/** Pages that say how they are answered, and then go on. */
const SAID: Readonly<Record<string, Said>> = {
  // https://github.com/prerender/prerender/issues/363
  '/said/elsewhere': {
    page: said('301', 'http://10.0.0.1/') + script(`location = 'http://10.0.0.1/'`),
    status: 301,
    location: 'http://10.0.0.1/',
  },
  '/said/by-refresh': {
    page: `${said('308', '../rest?a b')}<meta http-equiv="refresh" content="0; url=/rest">`,
    status: 308,
    location: '/rest?a%20b',
  },
  '/said/at-once': {
    page: script(`location.replace('/rest');
      document.head.innerHTML = '<meta name="prerender-status-code" content="410">'`),
    status: 410,
    text: 'there',
  },
  '/said/gone': { page: said('410') + script(`location.replace('/timer')`), status: 410, text: 'there' },
  '/said/twice': { page: said('410') + script(`location.replace('/said/missing')`), status: 410, text: 'missing' },
  '/said/to-missing': { page: said('200') + script(`location = '/said/missing'`), status: 404, text: 'missing' },
  '/said/to-error': { page: said('404') + script(`location = '/error'`), status: 404, text: 'error' },
  '/said/missing': { page: `${said('404')}<h1>missing</h1>`, status: 404, text: 'missing' },
  // Half of a pair leads nowhere, and is not completed by the next page.
  '/said/half': { page: said('301') + script(`location = '/said/address'`), status: 200, text: 'address' },
  '/said/address': { page: `${said('200', '/rest')}<h1>address</h1>`, status: 200, text: 'address' },
  // The page stays.
  '/said/no-content': {
    page: `<h1>stays</h1>${said('404')}${script(`location = '/empty'`)}`,
    status: 404,
    text: 'stays',
  },
  // Reloaded, it says everything anew.
  '/said/then-reloads': {
    page: script(`if (document.cookie === '') { document.cookie = 'seen=1';
      document.head.innerHTML = '<meta name="render:status_code" content="404">'; location.reload() }`),
    status: 200,
    text: 'before',
  },
};

let site: Site;
let renderer: Renderer;
const target = (path: string) => encodeURIComponent(site.url + path);
const explained = async (path: string) => {
  const answer = await renderer.fetch(new Request(`http://renderer.test/explain.json?url=${target(path)}`));
  return (await answer.json()) as Explanation;
};

before(async () => {
  const ways = Object.entries(WAYS);
  const toPages = Object.keys(PAGES).map((path): [string, string] => [
    `/to${path}`,
    script(`location.replace('${path}')`),
  ]);
  site = await startSite({
    ...Object.fromEntries(ways),
    ...PAGES,
    ...Object.fromEntries(toPages),
    ...Object.fromEntries(Object.entries(SAID).map(([path, { page }]) => [path, page])),
    '/error': (_, response) => void response.writeHead(500, HTML).end('<h1>error</h1>'),
    '/empty': (_, response) => void response.writeHead(204).end(),
    '/moved': (_, response) => void response.writeHead(302, { Location: '/steps' }).end(),
    '/steps': `<meta http-equiv="refresh" content="0; url=/router">`,
    '/router': script(`history.replaceState({}, '', '/routed'); location.hash = 'part'`),
    '/header': (_, response) =>
      void response.writeHead(200, { ...HTML, Refresh: '0; url=/interval' }).end('<h1>before</h1>'),
    '/reloads': script(`if (document.cookie === '') { document.cookie = 'seen=1'; location.reload() }`),
    '/same-document': script(`history.replaceState({}, '', '/rest')`),
  });
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    cache: 'memory',
    logLevel: 'silent',
    timeout: stretched(10_000),
  });
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

describe('a redirect of the page itself is told as such, and kept for a short time', { concurrency: 4 }, () => {
  const paths = [...Object.keys(WAYS), '/header', ...Object.keys(PAGES).map((path) => `/to${path}`)];
  for (const path of paths) {
    test(path, async () => {
      const { verdict, answer, pending, target: seen } = await explained(path);
      assert.deepEqual([verdict?.name, answer.status, answer.keptFor], ['client-redirect', 200, 300]);
      // What never comes to rest is told, too.
      assert.equal(pending.length > 0, !/rest$|signal$/.test(path), JSON.stringify(pending));
      assert.ok(seen.hops.length > 1);
    });
  }

  test('as a screenshot and as a PDF, too', async () => {
    const { verdict } = await renderer.screenshot(`${site.url}/meta`);
    assert.equal(verdict, 'client-redirect');
    const pdf = await renderer.fetch(
      new Request(`http://renderer.test/render?renderType=pdf&url=${target('/replace')}`),
    );
    assert.equal(pdf.headers.get('x-render-verdict'), 'client-redirect');
    await pdf.body?.cancel();
  });
});

test('a page that reloads itself, or changes only its address, is no redirect', async () => {
  for (const path of ['/reloads', '/same-document']) {
    const { verdict, answer } = await explained(path);
    assert.deepEqual([verdict?.name, answer.keptFor], ['complete', 86_400], path);
  }
});

describe('what a page says before it goes on counts for its address', { concurrency: 4 }, () => {
  for (const [path, { status, location, text }] of Object.entries(SAID)) {
    test(path, async () => {
      const answer = await renderer.fetch(new Request(`http://renderer.test/render/${target(path)}`));
      const html = await answer.text();
      const expected = location === undefined ? null : new URL(location, site.url).href;
      assert.deepEqual([answer.status, answer.headers.get('location')], [status, expected]);
      assert.equal(
        answer.headers.get('x-render-status-from'),
        status === 200 ? answer.headers.get('x-render-status-from') : 'page',
      );
      if (text === undefined) assert.equal(html, '');
      else assert.match(html, new RegExp(`<h1>${text}</h1>`));
      assert.doesNotMatch(html, /render:status_code|prerender-status-code/);
    });
  }
});

test('an explanation names each step, and the last address', async () => {
  const { target: told, conclusion } = await explained('/moved');
  assert.deepEqual(
    told.steps.map(({ way, url, status }) => [way, url.replace(site.url, ''), status]),
    [
      ['request', '/moved', 302],
      ['redirect', '/steps', 200],
      ['meta-refresh', '/router', 200],
      ['history', '/routed', null],
      ['fragment', '/routed#part', null],
    ],
  );
  assert.equal(told.address, `${site.url}/routed#part`);
  assert.match(conclusion.headline, /302/);
  const routed = await explained('/same-document');
  assert.deepEqual([routed.target.address, routed.verdict?.name], [`${site.url}/rest`, 'complete']);
  assert.match(routed.conclusion.sentence, /changed its address to http:.*\/rest\./);
  const form = await explained('/form');
  assert.deepEqual(
    form.target.steps.map(({ way }) => way),
    ['request', 'form'],
  );
  assert.match(form.conclusion.headline, /goes on to another address/);
  const away = await explained('/said/elsewhere');
  assert.match(away.conclusion.sentence, /leads to http:\/\/10\.0\.0\.1\//);
});
