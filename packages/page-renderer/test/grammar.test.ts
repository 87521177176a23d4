/** Which endpoint a request line names, and what it asks of it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isRenderLine, parseLine, readRenderRequest } from '../dist/server/grammar.js';

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
  test('the path that the framework has normalised names the endpoint, and the line holds the target', () => {
    assert.deepEqual(parseLine('/a/../livez', '/livez'), { endpoint: 'livez', rest: '' });
    const line = 'http://renderer.test/render/https://a.test/%7e';
    assert.deepEqual(parseLine(line, '/render/https://a.test/~'), { endpoint: 'render', rest: 'https://a.test/%7e' });
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
    assert.equal(read(`/render?url=${ENCODED}&followRedirects=true`).options.redirects, 'follow');
  });
  test('refreshCache asks for a new result', () => {
    assert.equal(read(`/render/${ENCODED}?refreshCache=true`).refresh, true);
  });
});
