/** Addresses whose fragment determines what their scripts show (finding T6). */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

const APP = '<div id=app></div><script>app.innerHTML = `<h1>route [${location.hash}]</h1>`</script>';

let site: Site;
let renderer: Renderer;

before(async () => {
  site = await startSite({ '/': APP });
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    cache: 'memory',
    logLevel: 'silent',
    timeout: stretched(8_000),
  });
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

async function ask(line: string) {
  const answer = await renderer.fetch(new Request(`http://renderer.example${line}`));
  return { html: await answer.text(), cache: answer.headers.get('cache-status') ?? '' };
}

test('a hash route renders what it names, each with a result of its own', async () => {
  for (const [fragment, route] of [
    ['%23/guide', '#/guide'],
    ['%23/guide%3Fpage%3D2', '#/guide?page=2'],
    ['%23!news', '#!news'],
    ['%23part', ''],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- each leaves its result in the cache
    const first = await ask(`/render/${site.url}/${fragment}`);
    assert.ok(first.html.includes(`<h1>route [${route}]</h1>`), `${fragment}: ${first.html}`);
    assert.match(first.cache, /miss/, fragment);
    // oxlint-disable-next-line no-await-in-loop -- the one that was left
    assert.match((await ask(`/render/${site.url}/${fragment}`)).cache, /hit/, fragment);
  }
  assert.match((await ask(`/render/${site.url}/`)).cache, /hit/, 'a place in the page is the page');
  const byUrl = await ask(`/render?url=${encodeURIComponent(`${site.url}/#/guide`)}`);
  assert.ok(byUrl.html.includes('<h1>route [#/guide]</h1>'));
});

test('one hash route is refreshed without the others', async () => {
  await ask(`/render/${site.url}/%23/guide`);
  await ask(`/render/${site.url}/%23!news`);
  await renderer.fetch(new Request(`http://renderer.example/invalidate/${site.url}/%23/guide`));
  assert.match((await ask(`/render/${site.url}/%23/guide`)).cache, /miss/);
  assert.match((await ask(`/render/${site.url}/%23!news`)).cache, /hit/);
});
