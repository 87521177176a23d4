import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { proxyRender, RenderMiddlewareError, type RenderMiddlewareOptions } from 'render-middleware';
import { renderMiddleware } from 'render-middleware/express';

const proxyUrl = 'http://127.0.0.1:3000';
const refused: [string, object, RegExp][] = [
  ['a misspelt option', { proxyUrl, orign: 'https://a.example' }, /^unknown option orign; did you mean origin\?$/],
  ['an option in other letters', { proxyUrl, EXCLUDE_URL_PATTERN: /a/ }, /; did you mean excludeUrlPattern\?$/],
  ['a misspelt renderer', { proxyURL: proxyUrl }, /^unknown option proxyURL; did you mean proxyUrl\?$/],
  ['an option that does not exist', { proxyUrl, compress: true }, /^unknown option compress$/],
  [
    'a misspelt part',
    { proxyUrl, circuit: { failure: 3 } },
    /unknown option circuit\.failure; did you mean circuit\.failures\?$/,
  ],
  ['no renderer', {}, /proxyUrl must be an absolute http or https URL, got undefined/],
  ['a renderer without scheme', { proxyUrl: '127.0.0.1:3000' }, /proxyUrl must be an absolute http or https URL/],
  ['another scheme', { proxyUrl: 'file:///etc' }, /proxyUrl .* got "file:\/\/\/etc"/],
  ['a password', { proxyUrl: 'http://me:secret@renderer' }, /proxyUrl must not contain a user name or password$/],
  ['a query', { proxyUrl: 'http://renderer/?a=b' }, /proxyUrl must not have a query/],
  ['an origin with path', { proxyUrl, origin: 'https://shop.example/en' }, /origin must not have a path/],
  ['an origin without scheme', { proxyUrl, origin: 'shop.example' }, /origin must be an absolute/],
  [
    'a timeout in words',
    { proxyUrl, timeout: '10s' },
    /timeout must be a whole number of milliseconds above 0, got "10s"/,
  ],
  ['a timeout of 0', { proxyUrl, timeout: 0 }, /timeout/],
  ['a timeout that timers cut to 1 ms', { proxyUrl, timeout: 2 ** 31 }, /timeout/],
  [
    'an unknown class',
    { proxyUrl, classes: ['search', 'seo'] },
    /classes contains "seo", .* the classes are search, ai-search/,
  ],
  ['a pattern as text', { proxyUrl, excludeUrlPattern: '^/admin' }, /excludeUrlPattern must be a regular expression/],
  ['an invalid pattern', { proxyUrl, denylist: ['('] }, /denylist contains "\(", which is not a regular expression/],
  ['one pattern for a list', { proxyUrl, allowlist: '^/p' }, /allowlist must be an array of patterns, got "\^\/p"/],
  ['a list that allows nothing', { proxyUrl, allowlist: [] }, /nothing would ever be rendered/],
  ['both spellings', { proxyUrl, denylist: ['a'], blacklist: ['b'] }, /two names of one option/],
  ['a pattern and classes', { proxyUrl, userAgentPattern: /bot/, classes: ['search'] }, /use one of the two/],
  ['a site that asks itself', { proxyUrl, origin: proxyUrl }, /the site would send requests to itself/],
  ['an origin and forwarded hosts', { proxyUrl, origin: 'https://a.example', allowedForwardedHosts: [] }, /contradict/],
  ['a header without hosts', { proxyUrl, forwardedHostHeader: 'x-host' }, /no effect without allowedForwardedHosts/],
  ['a render token with a space', { proxyUrl, renderToken: 'a b' }, /renderToken must be a string/],
  ['two tokens', { proxyUrl, renderToken: 'a', prerenderToken: 'b' }, /use one of the two/],
  ['a token with a line break', { proxyUrl, prerenderToken: 'a\r\nb' }, /prerenderToken must be a string/],
  ['another output', { proxyUrl, shadow: 'closed' }, /shadow must be "flat" or "declarative", got "closed"/],
  ['an output for no class', { proxyUrl, shadow: { seo: 'flat' } }, /shadow contains "seo", which is not a class/],
  [
    'polyfills and shadow roots',
    { proxyUrl, injectShadyDom: true, shadow: 'flat' },
    /with injectShadyDom there are no shadow roots/,
  ],
  ['polyfills of Prerender', { proxyUrl, injectShadyDom: true, prerenderToken: 't' }, /rendertron dialect/],
  ['a circuit that never closes', { proxyUrl, circuit: { pause: Infinity } }, /circuit\.pause must be a whole number/],
  ['a word for a function', { proxyUrl, verify: true }, /verify must be a function, got true/],
  ['one forwarded host', { proxyUrl, allowedForwardedHosts: 'a.example' }, /allowedForwardedHosts must be an array/],
  ['no forwarded host', { proxyUrl, allowedForwardedHosts: [] }, /allowedForwardedHosts is empty/],
  ['an address as forwarded host', { proxyUrl, allowedForwardedHosts: ['https://a.example'] }, /hosts such as shop/],
  ['an empty forwarded host', { proxyUrl, allowedForwardedHosts: ['a.example', ''] }, /got ""/],
];

describe('options', () => {
  for (const [name, options, message] of refused) {
    it(`refuses ${name}, when the middleware is made`, () => {
      assert.throws(
        () => renderMiddleware(options as RenderMiddlewareOptions),
        (error: unknown) => {
          assert.ok(error instanceof RenderMiddlewareError);
          assert.equal(error.code, 'invalid-option');
          const [reason = '', ...rest] = error.message.split(/; see |(?<=[.!?]) See /);
          assert.match(reason, message);
          assert.deepEqual(rest, ['https://render-middleware.example/errors/invalid-option']);
          return true;
        },
      );
    });
  }

  it('are checked by proxyRender as well', async () => {
    const request = { method: 'GET', url: '/', headers: { host: 'a.example' } };
    await assert.rejects(proxyRender(request, { proxyUrl: 'nowhere' }), RenderMiddlewareError);
  });

  it('without origin cause one warning', async () => {
    const warned = async (...parts: string[]): Promise<string[]> => {
      const middlewares = parts.map((part) => `renderMiddleware({ proxyUrl: '${proxyUrl}'${part} });`);
      const program = `import { renderMiddleware } from 'render-middleware/express'; ${middlewares.join(' ')}`;
      const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
        cwd: import.meta.dirname,
      });
      return (await run).stderr.split('\n').filter((line) => line.includes('RENDER_MIDDLEWARE_NO_ORIGIN'));
    };
    const [first = '', ...others] = await warned('', '');
    assert.match(first, /origin is not set, .* Host header/);
    assert.deepEqual(others, []);
    assert.deepEqual(await warned(", origin: 'https://a.example'", ", allowedForwardedHosts: ['a.example']"), []);
  });
});
