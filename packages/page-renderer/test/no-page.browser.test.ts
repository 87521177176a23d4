/** Neither a target that is not HTML nor an error page of the browser becomes a page. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createRenderer, type Renderer, RendererError } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import { serveNoPage } from './support/no-pages.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';
import { freePort } from '../../../testing/free-port.ts';
import { inTurn } from '../../../testing/rounds.ts';

/** Pages that lead elsewhere, by mechanism. */
const WAYS: Readonly<Record<string, (address: string) => string>> = {
  script: (address) => `<h1>page</h1><script>location = ${JSON.stringify(address)}</script>`,
  'late script': (address) =>
    `<h1>page</h1><script>setTimeout(() => { location = ${JSON.stringify(address)} }, 200)</script>`,
  meta: (address) => `<meta http-equiv=refresh content="0;url=${address}"><h1>page</h1>`,
};

let site: Site;
let renderer: Renderer;
/** An address on which nothing listens. */
let dead: string;

before(async () => {
  dead = `http://127.0.0.1:${await freePort()}/`;
  const ways = Object.entries(WAYS).flatMap(([way, page]) => [
    [`/dead/${way.replace(' ', '-')}`, page(dead)],
    [`/refused/${way.replace(' ', '-')}`, page('http://10.0.0.1/')],
    [`/data/${way.replace(' ', '-')}`, page('/data')],
    [`/restricted/${way.replace(' ', '-')}`, page('/secret')],
  ]);
  site = await startSite({
    ...Object.fromEntries(ways),
    '*': (request, response) => void serveNoPage(request, response),
    '/xhtml': (_, response) =>
      void response
        .setHeader('Content-Type', 'application/xhtml+xml')
        .end('<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>xhtml</h1></body></html>'),
    '/untyped-page': (_, response) => void response.end('<!doctype html><h1>untyped</h1>'),
  });
  renderer = await createRenderer({
    browsers: 1,
    host: '127.0.0.1',
    port: 0,
    allowPrivateNetworks: ['127.0.0.1'],
    restrictedUrlPattern: '/secret',
    cache: 'memory',
    logLevel: 'silent',
    timeout: stretched(8_000),
    concurrency: 6,
  });
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

const refusedWith = (code: string) => (error: unknown) => {
  assert.ok(error instanceof RendererError, String(error));
  assert.equal(error.code, code);
  return true;
};

describe('no page, no HTML', { concurrency: 6 }, () => {
  for (const path of ['/feed', '/data', '/picture.png', '/download', '/untyped']) {
    test(path, async () => {
      await assert.rejects(renderer.render(site.url + path), refusedWith('not-a-page'));
      await assert.rejects(renderer.screenshot(site.url + path), refusedWith('not-a-page'));
    });
  }

  test('XHTML and a page without a type are pages', async () => {
    assert.match((await renderer.render(`${site.url}/xhtml`)).html, /<h1>xhtml<\/h1>/);
    assert.match((await renderer.render(`${site.url}/untyped-page`)).html, /<h1>untyped<\/h1>/);
  });
});

describe('an error page of the browser is neither served nor cached', { concurrency: 6 }, () => {
  const ends = { dead: 'connection-failed', refused: 'refused-address', data: 'not-a-page', restricted: 'restricted' };
  for (const [place, [end, code]] of Object.entries(ends).entries()) {
    for (const way of inTurn(Object.keys(WAYS), place)) {
      test(`${way} to what is ${end}`, async () => {
        const url = `${site.url}/${end}/${way.replace(' ', '-')}`;
        await assert.rejects(renderer.render(url), refusedWith(code));
        const answer = await renderer.fetch(new Request(`http://renderer.example/render/${encodeURIComponent(url)}`));
        assert.ok(answer.status >= 400, String(answer.status));
        assert.doesNotMatch(await answer.text(), /chrome-error|ERR_.*<\/div>/);
      });
    }
  }
});
