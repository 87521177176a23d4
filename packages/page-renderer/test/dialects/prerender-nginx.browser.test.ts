/**
 * The lines for nginx that Prerender publishes, in a real nginx. They escape each address once more: the site must be asked for
 * what the bot asked for.
 */
import assert from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { isNginxMissing, startNginx } from '../../../../testing/nginx.ts';
import { stretched } from '../../../../testing/load.ts';
import { isRenderLine, parseLine, readRenderRequest, targetOf } from '../../dist/grammar/grammar.js';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

/** Addresses that arrive unchanged. */
const UNCHANGED = [
  '/',
  '/products/8?a=1&b=%C3%A9',
  '/?a=b?c=d&e=%3Ff%26g%3Dh',
  '/a%2Fb/c%252Fd',
  '/100%25/50%25%20off?discount=10%25&x=%2525',
  '/a%3Fb?c',
  '/a%3Fb',
  '/a%23b?c=%23d',
  '/caf%C3%A9/%D1%8F?q=%E9',
  '/a+b%2Bc?d+e=f%2Bg',
  '/a;b=1,c;d=2/e?f;g=h;i',
  "/a(b)*'!$@:~._-",
  '/a%20b?c%20d=e%09f',
  '/empty?',
  '/empty-value?a=&b&=c&&d',
  '/a?url=https%3A%2F%2Fexample.com%2F%3Fx%3Dy%26z',
  '/a?url=https://example.com/?x=y',
  '//a//b?c',
  '/a%5Cb%7C%5Ec%60',
] as const;
/** Addresses that arrive in another spelling of the same address. */
const SPELLED: Record<string, string> = {
  '/caf\u00e9?q=\u00e9': '/caf%C3%A9?q=%C3%A9',
  '/a?_escaped_fragment_=': '/a',
  '/a?b=%26&_escaped_fragment_=/route%3Fc': '/a?b=%26#!/route?c',
  '/a?x=%&y': '/a?x=%&y',
};

const LINES = (port: number, service: URL) => `server {
  listen 127.0.0.1:${port};
  location / { try_files /none @prerender; }
  location @prerender {
    proxy_set_header X-Prerender-Token YOUR_TOKEN;
    set $prerender 0;
    if ($http_user_agent ~* "googlebot|bingbot|yandex|baiduspider|twitterbot|facebookexternalhit") { set $prerender 1; }
    if ($args ~ "_escaped_fragment_") { set $prerender 1; }
    if ($http_user_agent ~ "Prerender") { set $prerender 0; }
    if ($uri ~* "\\.(js|css|xml|less|png|jpg|jpeg|gif|pdf|txt|ico)") { set $prerender 0; }
    if ($prerender = 1) {
      set $prerender "${service.host}";
      rewrite .* /$scheme://$http_host$request_uri? break;
      proxy_pass http://$prerender;
    }
    if ($prerender = 0) { return 404; }
  }
}`;

/** The address that a request line is about. */
function urlOf(sent: string, passesRedirects = false): string {
  const line = parseLine(sent);
  assert.ok(line && isRenderLine(line), sent);
  return readRenderRequest(line, { width: 1, height: 1, passesRedirects }).url.href;
}

describe('behind the lines for nginx that Prerender publishes', { skip: isNginxMissing() }, () => {
  let site: Site;
  let renderer: Renderer;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  before(async () => {
    site = await startSite({
      '*': (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>page</h1>'),
    });
    renderer = await createRenderer({
      browsers: 1,
      host: '127.0.0.1',
      port: 0,
      cache: 'memory',
      allowPrivateNetworks: ['127.0.0.1'],
      restrictedUrlPattern: String.raw`/private\?key=|/caf%C3%A9/private`,
      timeout: stretched(10_000),
      logLevel: 'silent',
    });
    const { url } = await renderer.listen();
    nginx = await startNginx((port) => LINES(port, new URL(url)));
  });
  after(async () => {
    await nginx[Symbol.asyncDispose]();
    await renderer.close();
    await site[Symbol.asyncDispose]();
  });

  /** Over `node:http`, which sends a path as it is. */
  const ask = (path: string, port = nginx.port) =>
    new Promise<{ status: number | undefined; cache: string }>((resolve, reject) => {
      const headers = { Host: new URL(site.url).host, 'User-Agent': 'Googlebot/2.1' };
      const bytes = Buffer.from(path).toString('latin1');
      request({ host: '127.0.0.1', port, path: bytes, agent: false, headers }, (response) => {
        response.resume().on('end', () => {
          resolve({ status: response.statusCode, cache: String(response.headers['cache-status']) });
        });
      })
        .on('error', reject)
        .end();
    });

  test('every path and query becomes the address that the bot asked for', async () => {
    const lines: string[] = [];
    const recorder = createServer((incoming, response) => {
      lines.push(incoming.url ?? '');
      response.end();
    });
    await new Promise<void>((resolve) => void recorder.listen(0, '127.0.0.1', resolve));
    const { port } = recorder.address() as AddressInfo;
    await using other = await startNginx((own) => LINES(own, new URL(`http://127.0.0.1:${port}`)));
    const paths = [...UNCHANGED.map((same) => [same, same] as const), ...Object.entries(SPELLED)];
    for (const [path] of paths) await ask(path, other.port);
    recorder.closeAllConnections();
    recorder.close();
    assert.deepEqual(
      lines.map((line) => urlOf(line)),
      paths.map(([, expected]) => site.url + expected),
    );
  });

  test('the site is asked for it', async () => {
    for (const path of ['/products/8?a=1&b=%C3%A9', '/a%2Fb/c%252Fd?e=%26']) {
      assert.equal((await ask(path)).status, 200, path);
      assert.ok(site.requests.includes(path), path);
    }
  });

  test('cache and rules see the address that is rendered', async () => {
    const direct = await renderer.fetch(new Request(`http://renderer.test/${site.url}/products/8?a=1&b=%C3%A9`));
    assert.match(direct.headers.get('cache-status') ?? '', /hit/);
    assert.match((await ask('/products/8?a=1&b=%C3%A9')).cache, /hit/);
    for (const path of ['/private?key=1', '/caf%C3%A9/private']) assert.equal((await ask(path)).status, 403, path);
  });
});

describe('an address after the slash', () => {
  const read = (rest: string, isOfMiddleware = false) => urlOf(`/${rest}`, isOfMiddleware);
  test('is as it is if it has a query, or an escape that nginx does not write', () => {
    for (const path of ['/a%3Fb?', '/a%25b?c=%2526', '/a%3Fb#!c', '/a%2Fb%3Fc', '/a%26b%25c', '/a%2Bb%3f']) {
      assert.equal(read(`https://site.example${path}`), `https://site.example${path}`);
    }
  });
  test('is as it is from render-middleware', () => {
    for (const path of ['/a%3Fb', '/a%25C3%25A9', '/a%23b', '/100%25']) {
      assert.equal(read(`https://site.example${path}`, true), `https://site.example${path}`);
    }
  });
  test('may be escaped once by nginx, otherwise completely or not at all', () => {
    for (const [rest, url] of [
      ['https://site.example/a%3Fb%3D1', 'https://site.example/a%3Fb%3D1'],
      ['https://site.example/a%3Fb=1', 'https://site.example/a?b=1'],
      ['https://site.example/a%253Fb', 'https://site.example/a%3Fb'],
      ['https://site.example/100%25', 'https://site.example/100%25'],
      ['https:/site.example/a%3fb', 'https://site.example/a?b'],
      ['https%3A%2F%2Fsite.example%2Fa%253Fb%3Fc', 'https://site.example/a%3Fb?c'],
      ['http://xn--mnchen-3ya.example/%3Fa', 'http://xn--mnchen-3ya.example/?a'],
      ['http://m%C3%BCnchen.example/%3Fa', 'http://xn--mnchen-3ya.example/?a'],
    ] as const) {
      assert.equal(read(rest), url);
    }
  });
  test('is the same for its signature, whoever sends it', () => {
    const line = parseLine('/signed/abc/https://site.example/a%3Fb');
    assert.ok(line && isRenderLine(line));
    const context = { width: 1, height: 1, passesRedirects: true };
    assert.equal(readRenderRequest(line, context).url.href, targetOf(line).url.href);
  });
});
