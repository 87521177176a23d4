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
