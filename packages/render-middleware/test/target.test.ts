import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Fallback, proxyRender, type ProxyOptions, shouldRender } from 'render-middleware';
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

  it('A1: does not leave the site, nor its address at the renderer, by a path with `/..`', async () => {
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
