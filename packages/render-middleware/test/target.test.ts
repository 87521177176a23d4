import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fallback, proxyRender, type ProxyOptions, shouldRender } from 'render-middleware';
import { stretched } from '../../../testing/load.ts';
import { StandInRenderer } from './support/stand-in-renderer.ts';

interface Case {
  url?: string;
  headers?: Record<string, string>;
  protocol?: string;
  options?: Partial<ProxyOptions>;
}

/** The address that the renderer was asked for; `undefined` when it was not asked. */
async function asked({
  url = '/p?a=1&b=%20',
  headers = {},
  protocol,
  options = {},
}: Case): Promise<string | undefined> {
  await using renderer = await StandInRenderer.start();
  const request = { method: 'GET', url, headers: { host: 'shop.example', ...headers }, ...(protocol && { protocol }) };
  const fallbacks: Fallback[] = [];
  const answer = await proxyRender(request, {
    proxyUrl: renderer.url,
    onFallback: (fallback) => fallbacks.push(fallback),
    ...options,
  });
  await answer?.body?.cancel();
  assert.deepEqual(fallbacks, renderer.questions.length === 0 ? [{ reason: 'target' }] : []);
  return renderer.questions[0]?.target;
}

describe('the address to render', () => {
  it('is the origin option with unchanged path and query', async () => {
    const options = { origin: 'https://shop.example/' };
    assert.equal(await asked({ options, headers: { host: 'other.example' } }), 'https://shop.example/p?a=1&b=%20');
  });

  it('is read from Host and protocol without the option', async () => {
    assert.equal(await asked({}), 'http://shop.example/p?a=1&b=%20');
    assert.equal(await asked({ protocol: 'https' }), 'https://shop.example/p?a=1&b=%20');
    assert.equal(await asked({ headers: { host: '[::1]:8080' }, url: '/' }), 'http://[::1]:8080/');
  });

  it('is that of a web Request', async () => {
    await using renderer = await StandInRenderer.start();
    const answer = await proxyRender(new Request('https://shop.example/p?a=1'), { proxyUrl: renderer.url });
    await answer?.text();
    assert.equal(renderer.questions[0]?.target, 'https://shop.example/p?a=1');
  });

  it('does not leave the site by a path that begins with two slashes', async () => {
    const options = { origin: 'https://shop.example' };
    assert.equal(await asked({ options, url: '//intranet.local/x' }), 'https://shop.example//intranet.local/x');
  });

  it('does not leave the site, nor its address at the renderer, by a path with `/..`', async () => {
    const up = '/../../../../render?url=http://intranet.local/&javascript=1';
    for (const dialect of ['rendertron', 'prerender'] as const) {
      for (const url of [up, up.replaceAll('..', '%2e%2E'), up.replaceAll('/..', '\\..').replace('\\', '/')]) {
        const options = { origin: 'https://shop.example', dialect };
        const target = (await asked({ options, url }))?.replace(/^\//, '');
        assert.equal(target, `https://shop.example${up.replaceAll('/..', '')}`, `${dialect} ${url}`);
      }
    }
    const excluded = { excludeUrlPattern: /^\/private/ };
    const request = { method: 'GET', url: '/public/../private', headers: { 'user-agent': 'Googlebot' } };
    assert.equal(shouldRender(request, excluded), false);
  });

  it('does not leave the site by a URL in the first line of the request', async () => {
    assert.equal(await asked({ url: 'http://intranet.local/x?y=1' }), 'http://shop.example/x?y=1');
    const options = { origin: 'https://shop.example' };
    assert.equal(await asked({ options, url: 'http://intranet.local:80/x' }), 'https://shop.example/x');
  });

  it('is not built from an invalid Host header', async () => {
    for (const host of ['user@intranet.local', 'a.example/../x', 'a b', '', 'a.example:99999999', 'a.example#']) {
      assert.equal(await asked({ headers: { host } }), undefined, host);
    }
  });

  it('ignores forwarded hosts that are not listed', async () => {
    const forwarded = { 'x-forwarded-host': 'intranet.local', 'x-forwarded-proto': 'https' };
    assert.equal(await asked({ headers: forwarded, url: '/' }), 'http://shop.example/');
    const options = { allowedForwardedHosts: ['shop.example'] };
    assert.equal(await asked({ headers: forwarded, options, url: '/' }), 'http://shop.example/');
  });

  it('takes a listed forwarded host with its scheme, the first of several', async () => {
    const options = { allowedForwardedHosts: ['EN.shop.example', 'de.shop.example'] };
    const headers = { 'x-forwarded-host': 'en.shop.example, proxy.local', 'x-forwarded-proto': 'https, http' };
    assert.equal(await asked({ headers, options, url: '/' }), 'https://en.shop.example/');
    const odd = { 'x-forwarded-host': 'de.shop.example', 'x-forwarded-proto': 'file' };
    assert.equal(await asked({ headers: odd, options, url: '/' }), 'http://de.shop.example/');
  });

  it('is read from the header that forwardedHostHeader names', async () => {
    const options = { allowedForwardedHosts: ['en.shop.example'], forwardedHostHeader: 'X-Original-Host' };
    const headers = { 'x-original-host': 'en.shop.example', 'x-forwarded-host': 'de.shop.example' };
    assert.equal(await asked({ headers, options, url: '/' }), 'http://en.shop.example/');
  });
});

describe('behind a reverse proxy, host and scheme', () => {
  const options = { allowedForwardedHosts: ['shop.example', 'de.shop.example', 'shop.example:8443', '[2001:db8::1]'] };
  const HTTPS = 'https://shop.example/';
  const HTTP = 'http://shop.example/';
  const cases: [name: string, headers: Record<string, string>, target: string | undefined, protocol?: string][] = [
    ['are in Host and X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }, HTTPS],
    ['are in Host and Forwarded', { forwarded: 'for=192.0.2.1;proto=https' }, HTTPS],
    ['are in Host and the connection', {}, HTTP],
    ['are what the framework trusts', {}, HTTPS, 'https'],
    ['are forwarded rather than those of the connection', { 'x-forwarded-proto': 'http' }, HTTP, 'https'],
    ['may be in upper case', { host: 'SHOP.example', 'x-forwarded-proto': 'HTTPS' }, HTTPS],
    ['may have a default port', { host: 'shop.example:443', 'x-forwarded-proto': 'https' }, HTTPS],
    ['may have only a port that names the scheme', { host: 'shop.example:443' }, HTTPS],
    ['may be empty', { 'x-forwarded-host': '', 'x-forwarded-proto': '', forwarded: '' }, HTTP],
    ['may be unknown', { 'x-forwarded-proto': 'wss', forwarded: 'host=;proto=_hidden;by=unknown' }, HTTP],
    [
      'are both in Forwarded',
      { host: 'app:80', forwarded: 'proto=https;host=de.shop.example' },
      'https://de.shop.example/',
    ],
    [
      'may be quoted',
      { host: 'app', forwarded: 'For="[::1]:4711" ; Proto="https";HOST="shop.example:8443"' },
      'https://shop.example:8443/',
    ],
    ['may lack quotes', { host: 'app', forwarded: 'host=shop.example:8443;proto=https' }, 'https://shop.example:8443/'],
    [
      'may have escapes in quotes',
      { host: 'app', forwarded: 'for="a\\"b,c;d";proto=https;host="shop\\.example"' },
      HTTPS,
    ],
    [
      'may be an IPv6 address',
      { host: 'app', forwarded: 'host="[2001:DB8::1]";proto=https' },
      'https://[2001:db8::1]/',
    ],
    [
      'may be in several elements',
      { host: 'app', forwarded: 'proto=https;host=shop.example, proto=http;host=app.internal' },
      HTTPS,
    ],
    ['may be in different elements', { host: 'app', forwarded: 'for=192.0.2.1;proto=https, host=shop.example' }, HTTPS],
    [
      'may be said twice',
      {
        'x-forwarded-host': 'shop.example',
        'x-forwarded-proto': 'https',
        forwarded: 'proto=https;host="shop.example:443"',
      },
      HTTPS,
    ],
    [
      'may be said by two kinds of header',
      { host: 'app', 'x-forwarded-proto': 'https', forwarded: 'host=shop.example' },
      HTTPS,
    ],
    ['may lack the second hop', { 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https, http' }, HTTPS],
    [
      'may have a forwarded port',
      { 'x-forwarded-proto': 'https', 'x-forwarded-port': '8443' },
      'https://shop.example:8443/',
    ],
    ['ignore a port that is not listed', { 'x-forwarded-proto': 'https', 'x-forwarded-port': '3000' }, HTTPS],
    ['ignore the port of another scheme', { 'x-forwarded-proto': 'https', 'x-forwarded-port': '80' }, HTTPS],
    // A visitor wrote the first, and the proxy appended the second.
    [
      'are those that the last proxy appends',
      { host: 'app', 'x-forwarded-host': 'de.shop.example, shop.example', 'x-forwarded-proto': 'http, https' },
      HTTPS,
    ],
    [
      'are those that the last proxy appends to Forwarded',
      { host: 'app', forwarded: 'host=de.shop.example;proto=http, host=shop.example;proto=https' },
      HTTPS,
    ],
    [
      'are not taken from a header with another host',
      { 'x-forwarded-host': 'intranet.local', 'x-forwarded-proto': 'https' },
      HTTP,
    ],
    ['are not taken from an element with another host', { forwarded: 'host=intranet.local;proto=https' }, HTTP],
    // Nothing is rendered.
    ['are unknown if Host is not listed', { host: 'intranet.local' }, undefined],
    [
      'are unknown if Host is not listed, whatever the scheme',
      { host: 'intranet.local', 'x-forwarded-proto': 'https' },
      undefined,
    ],
    ['are unknown if Host has another port', { host: 'shop.example:8080' }, undefined],
    [
      'are unknown if no forwarded host is listed',
      { host: 'app', 'x-forwarded-host': 'intranet.local, app' },
      undefined,
    ],
    ['are unknown if the schemes contradict', { 'x-forwarded-proto': 'https', forwarded: 'proto=http' }, undefined],
    [
      'are unknown if the hosts contradict',
      { 'x-forwarded-host': 'shop.example', forwarded: 'host=de.shop.example' },
      undefined,
    ],
    ['are unknown if scheme and port contradict', { host: 'shop.example:80', 'x-forwarded-proto': 'https' }, undefined],
    ['are unknown if Forwarded is malformed', { forwarded: 'proto="https' }, undefined],
    ['are unknown if Forwarded says a thing twice', { forwarded: 'proto=https;proto=http' }, undefined],
  ];
  for (const [name, headers, target, protocol] of cases) {
    it(name, async () => {
      assert.equal(await asked({ headers, options, url: '/', ...(protocol && { protocol }) }), target);
    });
  }

  it('are read only from the header that the options name, if they name one', async () => {
    const named = { allowedForwardedHosts: ['shop.example'], forwardedHostHeader: 'Forwarded' };
    const headers = { 'x-forwarded-host': 'de.shop.example', forwarded: 'host=shop.example;proto=https' };
    assert.equal(await asked({ headers, options: named, url: '/' }), HTTPS);
    const other = { allowedForwardedHosts: ['shop.example'], forwardedHostHeader: 'X-Original-Host' };
    const both = { 'x-original-host': 'shop.example', 'x-forwarded-proto': 'https', forwarded: 'host=x;proto=http' };
    assert.equal(await asked({ headers: both, options: other, url: '/' }), HTTPS);
  });

  it('are not read without the option', async () => {
    const headers = { 'x-forwarded-proto': 'https', forwarded: 'proto=https;host=de.shop.example' };
    assert.equal(await asked({ headers, url: '/' }), HTTP);
  });

  it('are read in a time that does not grow with the square of their length', async () => {
    const long = [
      '"'.repeat(16_000),
      '\\"'.repeat(8_000),
      ' '.repeat(16_000),
      'a=b;'.repeat(4_000),
      `a="${'\\'.repeat(16_000)}`,
    ];
    const started = performance.now();
    for (const forwarded of long) {
      assert.equal(
        await asked({ headers: { forwarded }, options, url: '/' }),
        forwarded.trim() === '' ? HTTP : undefined,
      );
    }
    assert.ok(performance.now() - started < stretched(10_000));
  });
});

describe('a redirect to the address that was asked for', () => {
  async function redirected(location: string, { url = '/p?a=1', headers = {}, options = {} }: Case, status = 301) {
    await using renderer = await StandInRenderer.start((_request, response) => {
      response.writeHead(status, { location, 'x-renderer': 'stand-in', 'x-render-status-from': 'target' }).end();
    });
    const fallbacks: Fallback[] = [];
    const request = { method: 'GET', url, headers: { host: 'shop.example', ...headers } };
    const onFallback = (fallback: Fallback) => fallbacks.push(fallback);
    const answer = await proxyRender(request, { proxyUrl: renderer.url, onFallback, ...options });
    return { location: answer?.headers.get('location'), reason: fallbacks[0]?.reason };
  }
  const BACK = { location: undefined, reason: 'redirect' };

  it('never reaches a bot, which gets the page itself', async () => {
    for (const [location, asked] of [
      ['https://shop.example/p?a=1', {}],
      ['http://shop.example/p?a=1', {}],
      ['https://shop.example:443/p?a=1#top', {}],
      ['/p?a=1', {}],
      ['?a=1', {}],
      ['//SHOP.example/p?a=1#!/route', {}],
      ['https://shop.example/', { url: '/' }],
      ['https://shop.example', { url: '/' }],
      ['https://shop.example/caf%C3%A9', { url: '/caf\u00e9' }],
      ['https://shop.example/p?a=1', { options: { origin: 'https://www.shop.example' } }],
      [
        'https://de.shop.example/p?a=1',
        { headers: { 'x-forwarded-host': 'de.shop.example' }, options: { origin: 'https://www.shop.example' } },
      ],
    ] as [string, Case][]) {
      for (const status of [301, 302, 303, 307, 308]) {
        assert.deepEqual(await redirected(location, asked, status), BACK, `${status} ${location}`);
      }
    }
  });

  it('is told from every other redirect', async () => {
    for (const [location, asked] of [
      ['https://shop.example/p', {}],
      ['https://shop.example/p?a=1&b', {}],
      ['https://shop.example/p/?a=1', {}],
      ['https://shop.example/P?a=1', {}],
      ['https://shop.example:8443/p?a=1', {}],
      ['https://www.shop.example/p?a=1', {}],
      ['https://de.shop.example/p?a=1', { options: { origin: 'https://www.shop.example' } }],
    ] as [string, Case][]) {
      assert.deepEqual(await redirected(location, asked), { location, reason: undefined });
    }
  });
});
