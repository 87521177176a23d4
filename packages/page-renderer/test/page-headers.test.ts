/** The headers that a page may set with its meta tags (finding L8). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allowedHeaders, headerOutcomes, headersIn, headersOfPage, mayBeAdded } from '../dist/headers/page.js';
import { disagreementsOf } from '../dist/server/explain/explanation/disagreements.js';

const allowed = (contents: readonly string[], added: readonly string[] = []) =>
  allowedHeaders(headersIn(contents), added).map(([name, value]) => `${name}: ${value}`);

test('a page cannot set headers that control a proxy, a browser or the response itself', () => {
  const steering = `
    X-Accel-Redirect X-Accel-Buffering X-Accel-Expires X-Accel-Limit-Rate X-Accel-Charset X-Sendfile
    X-Sendfile-Type X-LiteSpeed-Location X-LiteSpeed-Cache-Control X-Lighttpd-Send-File X-Reproxy-URL
    X-Rewrite-URL X-Original-URL X-Forwarded-For X-Forwarded-Host X-Varnish Surrogate-Control Surrogate-Key
    CDN-Cache-Control Cloudflare-CDN-Cache-Control Edge-Control Cache-Control Expires Pragma Age Vary ETag
    Last-Modified Cache-Tag X-Cache-Tags Refresh Status Host Connection Transfer-Encoding Content-Length
    Content-Encoding Upgrade Content-Type Content-Security-Policy Strict-Transport-Security Clear-Site-Data
    Set-Cookie Access-Control-Allow-Origin Permissions-Policy X-Frame-Options WWW-Authenticate Alt-Svc
    Service-Worker-Allowed SourceMap X-SourceMap X-DNS-Prefetch-Control Speculation-Rules NEL X-Render-Verdict
    X-Renderer X-Request-Id Server-Timing Via Date Trailer X-Own
  `;
  for (const name of steering.trim().split(/\s+/)) assert.deepEqual(allowed([`${name}: /private`]), [], name);
});

test('headers that crawlers use are passed on, in their order', () => {
  const contents = [
    'X-Robots-Tag: noindex',
    'X-ROBOTS-TAG: googlebot: nofollow',
    'Link: <https://example.com/>; rel="canonical"',
    'Content-Language: tr',
    'Location: https://example.com/new',
    'Retry-After: 120',
  ];
  assert.deepEqual(allowed(contents), [
    'x-robots-tag: noindex',
    'x-robots-tag: googlebot: nofollow',
    'link: <https://example.com/>; rel="canonical"',
    'content-language: tr',
    'location: https://example.com/new',
    'retry-after: 120',
  ]);
});

test('links that make clients fetch a resource, and locations that are not pages, are ignored', () => {
  const contents = [
    'Link: </a.js>; rel=preload; as=script',
    'Link: </a.js>; rel="alternate preload"',
    "Link: </a.js>; REL = 'modulepreload'",
    'Link: <https://a.test>; rel=preconnect',
    'Link: </ok>; rel="canonical", </a.css>; rel="preload"; as="style"',
    'Location: javascript:alert(1)',
    'Location: /relative',
  ];
  assert.deepEqual(allowed(contents), []);
});

test('the configuration adds names that nothing is known to act on', () => {
  assert.deepEqual(allowed(['X-App-Version: 3', 'X-Other: 1'], ['X-App-Version']), ['x-app-version: 3']);
  assert.equal(mayBeAdded('X-App-Version'), true);
  for (const name of ['Refresh', 'X-Accel-Redirect', 'x-SENDFILE', 'X-Render-Verdict', 'X-', 'X-a b', 'Set-Cookie']) {
    assert.equal(mayBeAdded(name), false, name);
  }
});

test('malformed headers are ignored, and the number of headers is limited', () => {
  const contents = ['no colon', ': no name', 'X-Robots-Tag: a\r\nSet-Cookie: b=1', 'X-Robots-Tag: é', 'X-Robots-Tag:'];
  assert.deepEqual(allowed(contents), []);
  assert.equal(allowed(Array.from({ length: 50 }, () => 'X-Robots-Tag: all')).length, 32);
});

test('only headers of the server that crawlers use are passed on', () => {
  const sent = {
    'x-robots-tag': 'noindex\ngooglebot: nofollow',
    link: '<https://example.com/>; rel="canonical"\n</app.js>; rel=preload; as=script',
    'content-language': 'tr',
    'retry-after': '120',
    'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT',
    'x-own': 'ours',
    location: 'https://example.com/elsewhere',
    'set-cookie': 'a=1',
    'cache-control': 'public',
    'x-accel-redirect': '/private',
    'content-type': 'text/html; charset=latin1',
    etag: '"1"',
  };
  const lines = (asked: string[], added: string[] = []) =>
    headersOfPage(sent, headersIn(asked), added).map(([name, value]) => `${name}: ${value}`);
  const through = [
    'x-robots-tag: noindex',
    'x-robots-tag: googlebot: nofollow',
    'link: <https://example.com/>; rel="canonical"',
    'content-language: tr',
    'retry-after: 120',
    'last-modified: Sat, 21 Nov 2026 10:00:00 GMT',
  ];
  assert.deepEqual(lines([]), through);
  assert.deepEqual(lines([], ['X-Own']), [...through, 'x-own: ours']);
  assert.deepEqual(
    lines(['X-Robots-Tag: noindex', 'X-Robots-Tag: all', 'Retry-After: 60']),
    [
      'x-robots-tag: noindex',
      ...through.slice(2, 4),
      through[5],
      'x-robots-tag: all',
      'x-robots-tag: googlebot: nofollow',
      'retry-after: 60',
    ],
    'a meta that says the same is not said twice; one that disagrees is said, too; there is one time to try again',
  );
});

test('of what an answer has once there is one, the first of the page or else of the server; the others are told of', () => {
  const metas = ['Retry-After: 60', 'Location: https://a.example/', 'Retry-After: 90', 'Location: https://b.example/'];
  assert.deepEqual(allowed(metas), ['retry-after: 60', 'location: https://a.example/']);
  const sent = {
    'retry-after': '1\n2',
    'last-modified': 'Sat, 21 Nov 2026 10:00:00 GMT\nSun, 22 Nov 2026 10:00:00 GMT',
  };
  const passed = (asked: string[]) => headersOfPage(sent, headersIn(asked), [], 302).map(([, value]) => value);
  assert.deepEqual(passed([]), ['1', 'Sat, 21 Nov 2026 10:00:00 GMT']);
  assert.deepEqual(passed(metas), ['Sat, 21 Nov 2026 10:00:00 GMT', '60', 'https://a.example/']);
  const told = (asked: string[]) => {
    const outcomes = headerOutcomes(sent, asked, [], undefined, 302);
    const all = disagreementsOf(outcomes, undefined, 'https://example.com/');
    return [outcomes.map(({ reason }) => reason), all.map(({ says }) => says.map(({ value }) => value).join())];
  };
  const dates = 'Sat, 21 Nov 2026 10:00:00 GMT,Sun, 22 Nov 2026 10:00:00 GMT';
  assert.deepEqual(told([]), [
    ['for-crawlers', 'said-before', 'for-crawlers', 'said-before'],
    ['1,2', dates],
  ]);
  assert.deepEqual(told(metas), [
    [
      'set-by-page',
      'set-by-page',
      'for-crawlers',
      'said-before',
      'for-crawlers',
      'for-crawlers',
      'said-before',
      'said-before',
    ],
    ['1,2,60,90', dates, 'https://a.example/,https://b.example/'],
  ]);
});

test('every other header that goes through is there twice where server and page disagree, and that is told', () => {
  const says = {
    'content-language': ['tr', 'en'],
    link: ['<https://a.example/>; rel="canonical"', '<https://b.example/>; rel="canonical"'],
    'x-own': ['1', '2'],
    'x-robots-tag': ['noindex', 'index'],
  };
  for (const [name, [first = '', second = '']] of Object.entries(says)) {
    const asked = [`${name}: ${second}`];
    const passed = headersOfPage({ [name]: first }, headersIn(asked), ['X-Own'], 301);
    assert.deepEqual(passed, [
      [name, first],
      [name, second],
    ]);
    const outcomes = headerOutcomes({ [name]: first }, asked, ['X-Own'], undefined, 301);
    const [told, ...others] = disagreementsOf(outcomes, undefined, 'https://example.com/');
    assert.equal(told?.says.length, 2, name);
    assert.deepEqual(others, []);
  }
});

test('rules for all crawlers stand before those for one, as lines may be joined on the way', () => {
  const lines = (robots: string, asked: string[] = []) =>
    headersOfPage({ 'x-robots-tag': robots }, headersIn(asked), []).map(([, value]) => value);
  assert.deepEqual(lines('googlebot: nofollow\nnoindex'), ['noindex', 'googlebot: nofollow']);
  assert.deepEqual(lines('otherbot: nofollow', ['X-Robots-Tag: noindex']), ['noindex', 'otherbot: nofollow']);
  const dated = 'unavailable_after: 25 Jun 2027 15:00:00 PST';
  assert.deepEqual(lines(`bingbot: noarchive\n${dated}\nmax-snippet: 20`), [
    dated,
    'max-snippet: 20',
    'bingbot: noarchive',
  ]);
});

test('of several links on a line those are left out that have something fetched', () => {
  const links = (link: string) => headersOfPage({ link }, [], []).map(([, value]) => value);
  const canonical = '<https://a.example/c,d>; rel="canonical"; title="one, two"';
  assert.deepEqual(links(`${canonical}, </x.css>; rel=preload; as=style`), [canonical]);
  assert.deepEqual(links(`</x.css>; rel=preload, ${canonical},</y>; rel="next"`), [canonical, '</y>; rel="next"']);
});

test('links are told apart in one pass, however the header is written', () => {
  const passed = (link: string) =>
    headerOutcomes({ link }, [], []).flatMap(({ value, reason }) => (reason === 'for-crawlers' ? [value] : []));
  assert.deepEqual(passed('<a,b>; title="c, \\", d", <e>; rel=next'), ['<a,b>; title="c, \\", d"', '<e>; rel=next']);
  assert.deepEqual(passed('<a>; title="open, <b>; rel=next'), ['<a>; title="open', '<b>; rel=next']);
  // Each of these once took a minute.
  for (const character of ['<', '"']) assert.deepEqual(passed(character.repeat(200_000)), []);
});

test('a Location is dropped where the status leads nowhere, and kept where it is that of a redirect', () => {
  const asked = ['Location: https://shop.example/new'];
  assert.deepEqual(headersOfPage({}, headersIn(asked), [], 200), []);
  assert.deepEqual(headersOfPage({}, headersIn(asked), [], 308), [['location', 'https://shop.example/new']]);
  const reasons = [200, 404, 301].map((status) => headerOutcomes({}, asked, [], undefined, status)[0]?.reason);
  assert.deepEqual(reasons, ['no-redirect', 'no-redirect', 'for-crawlers']);
});
