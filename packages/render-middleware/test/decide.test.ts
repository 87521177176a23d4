import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type DecisionOptions, LOOP_HEADER, shouldRender } from 'render-middleware';

const bot = { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' };
const decide = (url: string, options?: DecisionOptions, method = 'GET'): boolean =>
  shouldRender({ method, url, headers: bot }, options);

describe('shouldRender', () => {
  it('returns true for a bot that requests a page', () => {
    for (const url of [
      '/',
      '/products/1',
      '/search?q=a.png',
      '/v1.2/about',
      '/jane.doe',
      '/index.html',
      '/list.php?x',
    ]) {
      assert.equal(decide(url), true, url);
    }
  });

  it('returns false for a browser, and for a request without user agent', () => {
    const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    assert.equal(shouldRender({ method: 'GET', url: '/', headers: { 'user-agent': firefox } }), false);
    assert.equal(shouldRender({ method: 'GET', url: '/', headers: {} }), false);
  });

  it('returns false for a bot that requests something else than a page', () => {
    const ask = (accept: string) => shouldRender({ method: 'GET', url: '/@jane', headers: { ...bot, accept } });
    const activity = 'application/activity+json, application/ld+json; profile="https://www.w3.org/ns/activitystreams"';
    for (const accept of [activity, 'application/json', 'image/avif,image/webp'])
      assert.equal(ask(accept), false, accept);
    for (const accept of [
      '*/*',
      '',
      'text/html',
      'application/xhtml+xml;q=0.9',
      'text/*',
      `${activity}, text/html;q=0.1`,
    ]) {
      assert.equal(ask(accept), true, accept);
    }
  });

  it('returns false for files', () => {
    for (const url of ['/app.js', '/a/b.CSS', '/photo.JPEG?size=2', '/robots.txt', '/sitemap.xml', '/f.woff2#x']) {
      assert.equal(decide(url), false, url);
    }
  });

  it('returns true for HEAD and false for every other method', () => {
    assert.equal(decide('/', {}, 'HEAD'), true);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', '']) {
      assert.equal(decide('/', {}, method), false, method);
    }
  });

  it('returns false for a request of a renderer', () => {
    for (const name of [LOOP_HEADER, 'x-prerender']) {
      assert.equal(shouldRender({ method: 'GET', url: '/', headers: { ...bot, [name]: '1' } }), false, name);
    }
  });

  it('returns false for excluded paths, also with a stateful regular expression', () => {
    const options = { excludeUrlPattern: /^\/account\b/g };
    for (let round = 0; round < 3; round++) assert.equal(decide('/account/orders', options), false);
    assert.equal(decide('/products?next=/account', options), true);
  });

  it('returns false for a request target without a page', () => {
    assert.equal(decide('*'), false);
    assert.equal(decide(''), false);
  });

  it('renders a file that a pattern of the allowlist names, and no other', () => {
    const named = { allowlist: [/^\/docs\/next\.js$/, '^/docs/(?:socket\\.ts|guide)'] };
    for (const path of ['/docs/next.js', '/docs/socket.ts', '/docs/socket.ts?v=1', '/docs/guide'])
      assert.equal(decide(path, named), true, path);
    for (const path of ['/docs/next.css', '/docs/guide.js', '/app.js', '/docs/other'])
      assert.equal(decide(path, named), false, path);
    for (const allowlist of [['^/docs/'], ['.'], [/^\/docs\/.*$/]])
      assert.equal(decide('/docs/next.js', { allowlist }), false);
    assert.equal(decide('/docs/next.js', { ...named, denylist: ['^/docs/next'] }), false);
  });

  it('renders for any user agent that asks by _escaped_fragment_ or X-Bufferbot', () => {
    const firefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };
    const ask = (
      url: string,
      headers: Record<string, string> = firefox,
      method = 'GET',
      options: DecisionOptions = {},
    ) => shouldRender({ method, url, headers }, options);
    for (const url of ['/?_escaped_fragment_=', '/?_escaped_fragment_', '/a?b=1&_escaped_fragment_=c%26d'])
      assert.equal(ask(url), true, url);
    for (const url of [
      '/?escaped_fragment_=',
      '/?a=_escaped_fragment_',
      '/_escaped_fragment_=',
      '/#?_escaped_fragment_=',
    ])
      assert.equal(ask(url), false, url);
    const buffer = { ...firefox, 'x-bufferbot': 'true' };
    assert.equal(ask('/', buffer), true);
    assert.equal(ask('/', buffer, 'GET', { classes: ['search'] }), true);
    assert.equal(ask('/', { ...firefox, 'x-bufferbot': '' }), false);
    assert.equal(ask('/app.js', buffer), false);
    assert.equal(ask('/', buffer, 'POST'), false);
    assert.equal(ask('/', { ...buffer, accept: 'application/json' }), false);
    assert.equal(ask('/account', buffer, 'GET', { denylist: ['^/account'] }), false);
    // A request without a user agent, and one of a renderer, are not rendered.
    assert.equal(ask('/', { 'x-bufferbot': 'true' }), false);
    assert.equal(ask('/', { ...buffer, 'user-agent': '' }), false);
    assert.equal(ask('/?_escaped_fragment_=', { 'user-agent': 'HeadlessChrome/142.0' }), false);
  });

  it('takes a web Request', () => {
    assert.equal(shouldRender(new Request('https://shop.example/products/1', { headers: bot })), true);
    assert.equal(shouldRender(new Request('https://shop.example/a.png', { headers: bot })), false);
  });

  it('renders what the lists of paths allow', () => {
    const options = { allowlist: ['^/products', /^\/about/], denylist: ['/draft'] };
    assert.equal(decide('/products/1', options), true);
    assert.equal(decide('/about', options), true);
    assert.equal(decide('/cart', options), false);
    assert.equal(decide('/products/draft', options), false);
    assert.equal(decide('/cart', { blacklist: ['^/cart'] }), false);
    assert.equal(decide('/cart', { whitelist: ['^/products'] }), false);
  });

  it('uses userAgentPattern instead of the list, but never for a renderer', () => {
    const say = (userAgent: string, userAgentPattern: RegExp): boolean =>
      shouldRender({ method: 'GET', url: '/', headers: { 'user-agent': userAgent } }, { userAgentPattern });
    assert.equal(say('OurSpider/1.0', /spider/gi), true);
    assert.equal(say('Googlebot/2.1', /spider/i), false);
    for (const renderer of [
      'HeadlessChrome/142.0',
      'Chrome/142.0 Safari/537.36 page-renderer/0.1',
      'Prerender (+https)',
    ]) {
      assert.equal(say(renderer, /./), false, renderer);
    }
  });

  it('renders the chosen classes only', () => {
    assert.equal(decide('/', { classes: ['social'] }), false);
    assert.equal(decide('/', { classes: ['social', 'search'] }), true);
  });
});
