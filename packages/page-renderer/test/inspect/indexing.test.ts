/** Whether an address may be indexed and why, and what delayed a page. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Explanation } from '../../dist/server/explain/explanation/explanation.js';
import { delaysOf } from '../../dist/server/inspect/content/delays.js';
import { indexingOf } from '../../dist/server/inspect/content/indexing.js';

const URL_OF = 'https://shop.example/a';
const open = { isAllowed: true, reason: null };

/** An explanation of a faultless page, as far as it is read. */
function explanation(more: Record<string, unknown> = {}): Explanation {
  return {
    request: { url: URL_OF, target: URL_OF, normalized: URL_OF },
    target: { hops: [{ url: URL_OF, status: 200 }], sentence: 'The server sends a file.', classification: 'page' },
    page: { canonical: null, robots: [] },
    headers: [],
    judgements: [],
    verdict: { name: 'complete' },
    answer: { status: 200, headers: [] },
    error: null,
    ...more,
  } as unknown as Explanation;
}

const page = (canonical: string | null, ...robots: string[]) => ({
  page: { canonical, robots: robots.map((content) => ({ name: 'robots', content })) },
});
const header = (value: string, passed = true) => ({ headers: [{ name: 'x-robots-tag', value, passed }] });

test('a canonical link is relative to the base of the page', () => {
  const told = explanation({ page: { canonical: 'a', robots: [] } });
  assert.equal(indexingOf(told, open, 'https://shop.example/').outcome, 'yes');
  assert.equal(indexingOf(told, open, 'https://shop.example/b/').outcome, 'elsewhere');
});

describe('an address', () => {
  for (const [name, more, robotsTxt, outcome, reason] of [
    [
      'of a page',
      {},
      open,
      'yes',
      /^It is answered 200, robots\.txt allows it, nothing says noindex, and it names no other/,
    ],
    [
      'whose canonical link names it in another spelling',
      page('https://SHOP.example/a#top'),
      open,
      'yes',
      /canonical link names this address/,
    ],
    [
      'whose robots.txt is not known',
      {},
      { isAllowed: null, reason: 'was answered 503' },
      'yes',
      /What robots\.txt says is not known: it was answered 503\./,
    ],
    ['with a canonical link to another one', page('/b'), open, 'elsewhere', /names https:\/\/shop\.example\/b/],
    ['with noindex in a tag', page(null, 'follow, noindex'), open, 'no', /<meta name="robots"> says “follow, noindex”/],
    ['with none in a header', header('none'), open, 'no', /X-Robots-Tag says “none”/],
    ['with noindex in a header that bots do not get', header('noindex', false), open, 'yes', /nothing says noindex/],
    ['with noindex in a header for another robot', header('otherbot: noindex'), open, 'yes', /nothing says noindex/],
    [
      'with noindex for the search engine, after other rules',
      header('max-snippet: 5, googlebot: none'),
      open,
      'no',
      /X-Robots-Tag says/,
    ],
    ['without previews of pictures', page(null, 'max-image-preview:none'), open, 'yes', /nothing says noindex/],
    [
      'that was available until last year',
      page(null, 'unavailable_after: 2020-01-01'),
      open,
      'no',
      /unavailable_after/,
    ],
    [
      'that will be available for long',
      page(null, 'unavailable_after: 2090-01-01'),
      open,
      'yes',
      /nothing says noindex/,
    ],
    [
      'with a canonical link of its server',
      { headers: [{ name: 'link', value: '</b>; rel="canonical"', passed: true }] },
      open,
      'elsewhere',
      /names https:\/\/shop\.example\/b/,
    ],
    ['that robots.txt forbids', page(null, 'noindex'), { isAllowed: false, reason: null }, 'no', /forbids Googlebot/],
    ['of a missing page', { answer: { status: 404, headers: [] } }, open, 'no', /answered 404 Not Found\.$/],
    [
      'of a server that is down',
      { answer: { status: 503, headers: [] } },
      open,
      'no',
      /503 Service Unavailable\. Search engines come back/,
    ],
    [
      'that redirects',
      { answer: { status: 301, headers: [['Location', '/b']] } },
      open,
      'elsewhere',
      /redirects to \/b/,
    ],
    ['of a soft 404', { judgements: [{ name: 'soft-404', outcome: 'found' }] }, open, 'no', /soft 404/],
    ['of an empty page', { verdict: { name: 'blank' } }, open, 'no', /shows nothing/],
    ['of a file', { page: null }, null, 'unknown', /not the address of a page\. The server sends a file\./],
    [
      'that may not be rendered',
      { page: null, error: { code: 'restricted' }, answer: { status: 403, headers: [] } },
      null,
      'unknown',
      /could not be rendered/,
    ],
  ] as const) {
    test(`${name}: ${outcome}`, () => {
      const indexing = indexingOf(explanation(more), robotsTxt);
      assert.equal(indexing.outcome, outcome);
      assert.match(indexing.reason, reason);
    });
  }
});

test('delays are named with their request, the longest first, and short ones are none', () => {
  const request = (path: string, begun: number, ended: number | null, type = 'Fetch') => ({
    url: `${URL_OF}${path}`,
    type,
    begun,
    answered: ended,
    ended,
    problem: null,
  });
  const told = (timeline: unknown[]) =>
    delaysOf({
      timings: { steps: { queue: 5, open: 30, navigate: 200, wait: 1_000, read: 50 } },
      requests: { timeline, open: [{ url: `${URL_OF}/stopped` }] },
    } as unknown as Explanation);
  const slow = told([request('', 0, 220, 'Document'), request('/slow', 210, 900), request('/fast', 215, 225)]);
  assert.deepEqual(
    slow.map(({ cause, url, milliseconds }) => [cause, url?.replace(URL_OF, '') ?? null, milliseconds]),
    [
      ['request', '/slow', 680],
      ['quiet', null, 300],
      ['server', null, 200],
      ['browser', null, 30],
    ],
  );
  const chain = told([
    request('/c', 500, 900),
    request('/d', 500, 890),
    request('/a', 220, 490),
    request('/b', 220, 300),
  ]);
  const named = chain.flatMap(({ url }) => url?.replace(URL_OF, '') ?? []);
  assert.deepEqual(named, ['/c', '/a'], 'the last one, and what it may have waited for');
  const stopped = told([request('/stopped', 300, 1_190)]);
  assert.equal(stopped[0]?.cause, 'hung');
  const hung = told([request('', 0, 220, 'Document'), request('/hangs', 300, null)]);
  assert.deepEqual(hung[0], {
    cause: 'hung',
    sentence: 'This request had not ended when the page was read',
    url: `${URL_OF}/hangs`,
    milliseconds: 900,
  });
  assert.ok(hung.every(({ cause }) => cause !== 'quiet'));
});
