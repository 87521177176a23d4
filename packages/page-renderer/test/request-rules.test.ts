/** The URLs that a configuration allows, in every spelling (finding L7). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestRules } from '../dist/render/requests/request-rules.js';

const rules = (given: { renderOnly?: string[]; restrictedUrlPattern?: string }) =>
  new RequestRules({
    renderOnly: null,
    restrictedUrlPattern: null,
    reqHeaders: {},
    reqHeadersScope: 'origin',
    blockResources: [],
    ...given,
  });
const isRefused = (of: RequestRules, url: string) => of.judge(new URL(url).href, true) !== undefined;

test('what restrictedUrlPattern refuses is refused in every spelling', () => {
  const restricted = rules({ restrictedUrlPattern: '^https?://example\\.com(:8080)?/secret/' });
  for (const url of [
    'https://example.com/secret/page',
    'HTTPS://EXAMPLE.com/secret/page',
    'https://example.com:443/secret/page',
    'https://example.com/%73ecret/page',
    'https://example.com/%2573ecret/page',
    'https://example.com//secret/page',
    'https://example.com/%2Fsecret/page',
    'https://example.com/secret%2Fpage',
    'https://example.com/open/%2e%2e/secret/page',
    'https://example.com/open/..%2fsecret/page',
    'https://example.com/open/%252e%252e%252fsecret/page',
    'https://example.com/./secret//page',
    'https://example.com\\secret\\page',
  ]) {
    assert.ok(isRefused(restricted, url), url);
  }
  for (const url of ['https://example.com/', 'https://example.com/secrets', 'https://example.com/open/%zz%ff?secret']) {
    assert.ok(!isRefused(restricted, url), url);
  }
});

test('renderOnly lets through what every reading of the URL lets through', () => {
  const only = rules({ renderOnly: ['https://example.com/open/', 'https://example.com/caf%C3%A9/'] });
  for (const url of [
    'https://example.com/open/page',
    'https://example.com/open/a%20b%2Fc?x=%2e%2e',
    'https://example.com/open/100%',
    'https://example.com/café/menu',
  ]) {
    assert.ok(!isRefused(only, url), url);
  }
  for (const url of [
    'https://example.com/other',
    'https://example.com/open/../other',
    'https://example.com/open/..%2fother',
    'https://example.com/open/%252e%252e/other',
    'http://example.com/open/page',
    'https://example.com.evil.test/open/',
  ]) {
    assert.ok(isRefused(only, url), url);
  }
});
