/** T3: errors of a site, and of pages to which it leads, are not served as good pages. */
import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { after, before, describe, test } from 'node:test';
import { createRenderer, type Renderer } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

const HTML = { 'Content-Type': 'text/html' };

describe('a target that fails', { concurrency: 4 }, () => {
  let site: Site;
  let renderer: Renderer;
  before(async () => {
    site = await startSite({
      '/by-script': '<script>location.replace("/error")</script>',
      '/by-meta': '<meta http-equiv="refresh" content="0; url=/away">',
      '/error': (_, response) => void response.writeHead(500, HTML).end('<h1>Internal error</h1>'),
      '/away': (_, response) => void response.writeHead(503, HTML).end('<h1>Maintenance</h1>'),
      '/not-gzip': (_, response) =>
        void response.writeHead(200, { ...HTML, 'Content-Encoding': 'gzip' }).end('<h1>page</h1>'),
      '/cut-gzip': (_, response) => {
        const whole = gzipSync(`<h1>page</h1>${'text '.repeat(100_000)}`);
        response.writeHead(200, { ...HTML, 'Content-Encoding': 'gzip', 'Content-Length': whole.length });
        response.write(whole.subarray(0, whole.length / 2));
        setTimeout(() => response.destroy(), 50);
      },
      '/cut': (_, response) => {
        response.writeHead(200, HTML).write('<p>ab');
        setTimeout(() => response.destroy(), 50);
      },
      '/downloads': '<h1>own</h1><script>location = "/zip"</script>',
      '/to-nothing': '<h1>own</h1><script>location = "/204"</script>',
      '/to-unknown': '<script>location = "http://does-not-exist.invalid/"</script>',
      '/to-port': '<script>location = "http://127.0.0.1:1/"</script>',
      '/zip': (_, response) => void response.writeHead(200, { 'Content-Type': 'application/zip' }).end('PK'),
      '/304': (_, response) => void response.writeHead(304).end(),
      '/204': (_, response) => void response.writeHead(204).end(),
    });
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
  const ask = async (path: string) => {
    const target = encodeURIComponent(site.url + path);
    const answer = await renderer.fetch(new Request(`http://renderer.test/render/${target}`));
    const { status, headers } = answer;
    const isStored = /stored|hit/.test(headers.get('cache-status') ?? '');
    return { status, verdict: headers.get('x-render-verdict'), isStored, text: await answer.text() };
  };

  test('a page that leads to an error page has its status, and is not kept', async () => {
    for (const [path, status] of [
      ['/by-script', 500],
      ['/by-meta', 503],
    ] as const) {
      const answer = await ask(path);
      assert.deepEqual([answer.status, answer.verdict, answer.isStored], [status, 'client-redirect', false], path);
    }
  });

  test('an incomplete or undecodable document is an error of the site', async () => {
    for (const path of ['/not-gzip', '/cut-gzip', '/cut']) {
      const { status, text, isStored } = await ask(path);
      assert.deepEqual([status, isStored], [502, false], `${path}: ${text.slice(0, 300)}`);
      assert.equal((JSON.parse(text) as { code: string }).code, 'connection-failed', path);
    }
  });

  test('an answer without a body is a blank page', async () => {
    for (const path of ['/304', '/204']) assert.equal((await ask(path)).verdict, 'blank', path);
  });

  test('a page that starts a download, or navigates to an empty response, keeps its address', async () => {
    for (const path of ['/downloads', '/to-nothing']) {
      const { status, verdict, text } = await ask(path);
      assert.deepEqual([status, verdict], [200, 'complete'], path);
      assert.match(text, /<h1>own<\/h1>/);
    }
  });

  test('a page that navigates to an unreachable address is an error of the site', async () => {
    for (const path of ['/to-unknown', '/to-port']) {
      const { status, text } = await ask(path);
      assert.deepEqual([status, (JSON.parse(text) as { code: string }).code], [502, 'connection-failed'], path);
    }
  });
});
