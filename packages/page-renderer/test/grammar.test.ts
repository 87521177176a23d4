/** The endpoint and the parameters of a request line. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isRenderLine, parseLine, readRenderBody, readRenderRequest } from '../dist/grammar/grammar.js';

const TARGET = 'https://example.com/a?b=1';
const ENCODED = encodeURIComponent(TARGET);

describe('a request line names its endpoint', () => {
  for (const [line, endpoint, rest] of [
    ['/', 'home', ''],
    ['/?url=a', 'home', 'url=a'],
    ['/livez', 'livez', ''],
    ['/readyz', 'readyz', ''],
    ['/_ah/health', 'readyz', ''],
    ['/cache', 'cache', ''],
    ['/metrics', 'metrics', ''],
    ['/purge?tag=a#b', 'purge', 'tag=a'],
    ['/warm', 'warm', ''],
    ['/warm/', 'warm', ''],
    ['/warm/a-1', 'warm', 'a-1'],
    ['/refresh?all=true', 'refresh', 'all=true'],
    ['/hooks/content', 'content-hook', ''],
    ['/sitemap.xml?url=https://a.test/s.xml', 'sitemap', 'url=https://a.test/s.xml'],
    ['/invalidate', 'invalidate', ''],
    ['/invalidate/', 'invalidate', ''],
    [`/invalidate/${TARGET}`, 'invalidate', TARGET],
    [`/render/${TARGET}`, 'render', TARGET],
    ['/render/https://example.com/#!a', 'render', 'https://example.com/#!a'],
    ['/render', 'prerender-query', ''],
    [`/render?url=${ENCODED}#a`, 'prerender-query', `url=${ENCODED}`],
    [`/screenshot/${ENCODED}?width=1`, 'screenshot', `${ENCODED}?width=1`],
    ['/screenshot?width=1', 'screenshot', '?width=1'],
    [`/${TARGET}`, 'prerender-url', TARGET],
    [`/${ENCODED}`, 'prerender-url', ENCODED],
  ] as const) {
    test(`${line} is ${endpoint}`, () => assert.deepEqual(parseLine(line), { endpoint, rest }));
  }
  for (const line of ['', '*', '/livez/', '/cache/a', '/renders/a', '/Render/a', '//render/a', '/a', '/http', '/_ah']) {
    test(`"${line}" names none`, () => assert.equal(parseLine(line), undefined));
  }
  test('what proxies write before the path is ignored', () => {
    const line = 'http://renderer.test/render/https://a.test/%7e';
    assert.deepEqual(parseLine(line), { endpoint: 'render', rest: 'https://a.test/%7e' });
  });
  test('`/..` in a target does not lead to another endpoint', () => {
    for (const up of ['/../../../../livez', '/%2e%2e/%2e%2e/%2e%2e/%2e%2e/livez']) {
      const target = `https://a.test${up}`;
      assert.deepEqual(parseLine(`/render/${target}`), { endpoint: 'render', rest: target });
      assert.deepEqual(parseLine(`/${target}`), { endpoint: 'prerender-url', rest: target });
    }
    assert.equal(parseLine('/a/../livez'), undefined);
  });
});

describe('every dialect becomes the same kind of request', () => {
  const read = (line: string, passesRedirects = false) => {
    const parsed = parseLine(line);
    assert.ok(parsed && isRenderLine(parsed));
    const { url, ...rest } = readRenderRequest(parsed, { width: 1000, height: 800, passesRedirects });
    return { url: url.href, ...rest };
  };
  for (const line of [
    `/render/${ENCODED}`,
    `/render/${TARGET}`,
    `/${ENCODED}`,
    `/${TARGET}`,
    `/render?url=${ENCODED}`,
  ]) {
    test(`${line} is a render`, () => {
      const { kind, url, refresh } = read(line);
      assert.deepEqual({ kind, url, refresh }, { kind: 'render', url: TARGET, refresh: false });
    });
  }
  test('a picture has the configured size unless it asks for another', () => {
    const { options } = read(`/screenshot/${ENCODED}?width=50`);
    assert.deepEqual([options.width, options.height], [50, 800]);
    const png = read(`/render?url=${ENCODED}&renderType=png`);
    assert.deepEqual([png.kind, png.options.picture?.type, png.options.width], ['screenshot', 'png', 1000]);
  });
  test('redirects are reported to clients that can pass them on', () => {
    assert.equal(read(`/render/${ENCODED}`).options.redirects, 'follow');
    assert.equal(read(`/render/${ENCODED}`, true).options.redirects, 'report');
    assert.equal(read(`/${ENCODED}`).options.redirects, 'report');
    assert.equal(read(`/render?url=${ENCODED}&followRedirects=true`).options.redirects, 'final');
  });
  test('the frames parameter works in both dialects, and the configuration has its default', () => {
    assert.equal(read(`/render/${TARGET}&frames=inline`).options.frames, 'inline');
    assert.equal(read(`/render?url=${ENCODED}&frames=keep`).options.frames, 'keep');
    assert.equal(read(`/render/${ENCODED}`).options.frames, undefined);
    assert.throws(() => read(`/render?url=${ENCODED}&frames=all`), { code: 'invalid-parameter' });
  });
  test('refreshCache asks for a new result', () => {
    assert.equal(read(`/render/${ENCODED}?refreshCache=true`).refresh, true);
  });
});

describe('Prerender’s parameters', () => {
  const context = { width: 1000, height: 800, passesRedirects: false };
  const line = (rest: string) => ({ endpoint: 'prerender-query', rest }) as const;
  const post = (body: unknown, rest = '') => readRenderBody(line(rest), JSON.stringify(body), context);
  const all = {
    renderType: 'png',
    userAgent: 'Sample/1.0 (+https://example.com/bot)',
    javascript: 'document.title = "a+b"; 1 && 2',
    followRedirects: true,
    fullpage: true,
    width: 320,
    height: '200',
  };

  test('are the same in the query and in the body of POST /render', () => {
    const query = new URLSearchParams({ url: TARGET });
    for (const [name, value] of Object.entries(all)) query.set(name, `${value}`);
    const posted = post({ url: TARGET, ...all, prerenderToken: { of: 'their service' } });
    assert.deepEqual(readRenderRequest(line(query.toString()), context), posted);
    const { kind, url, options, refresh } = posted;
    assert.deepEqual([kind, url.href, refresh], ['screenshot', TARGET, false]);
    assert.deepEqual(options, {
      headers: { 'X-Prerender': '1' },
      redirects: 'final',
      userAgent: all.userAgent,
      javascript: all.javascript,
      width: 320,
      height: 200,
      picture: { type: 'png', fullPage: true },
    });
  });
  for (const renderType of ['pdf', 'har'] as const) {
    test(`renderType=${renderType} is a kind of its own`, () =>
      assert.equal(post({ url: TARGET, renderType }).kind, renderType));
  }
  test('a size is for pages, too, and left to the configuration where there is none', () => {
    assert.equal(post({ url: TARGET, width: 320 }).options.width, 320);
    assert.equal(post({ url: TARGET }).options.width, undefined);
  });
  test('an empty user agent or script counts as absent', () => {
    const { options } = post({ url: TARGET, userAgent: '', javascript: '' });
    assert.deepEqual([options.userAgent, options.javascript], [undefined, undefined]);
  });
  for (const [wrong, message] of [
    [
      { renderType: 'gif' },
      /^renderType: expected one of "html", "jpeg", "png", "html,jpeg", "html,png", "pdf", "har", got "gif"; see /,
    ],
    [{ followRedirects: 'yes' }, /^followRedirects: /],
    [{ fullpage: 'all' }, /^fullpage: /],
    [{ width: 0 }, /^width: expected a whole number from 1 to 8192/],
    [{ height: 1.5 }, /^height: /],
    [{ width: [300] }, /^width: expected a text, a number/],
    [{ userAgent: 'a\r\nX-Injected: 1' }, /^userAgent: expected visible ASCII/],
    [{ userAgent: 'ü' }, /^userAgent: /],
    [{ userAgent: 'a'.repeat(513) }, /^userAgent: expected at most 512 characters, got 513/],
    [{ javascript: 'a'.repeat(10_001) }, /^javascript: expected at most 10000 characters/],
  ] as const) {
    test(`${JSON.stringify(wrong).slice(0, 60)} is refused by its name`, () => {
      assert.throws(() => post({ url: TARGET, ...wrong }), { code: 'invalid-parameter', message });
    });
  }
  test('a body that is not a JSON object is refused, and so are parameters in the query of a POST', () => {
    for (const body of ['', 'url=a', '[]', 'null', '"a"']) {
      assert.throws(() => readRenderBody(line(''), body, context), { code: 'invalid-body' });
    }
    assert.throws(() => post({ url: TARGET }, `url=${ENCODED}`), { code: 'invalid-parameter' });
    assert.throws(() => post({}), { code: 'invalid-url' });
  });
});
