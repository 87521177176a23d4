/** True changes of content, and the dates of sitemaps that follow from them. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRenderer } from 'page-renderer';
import { contentDigest, historyOf } from '../../dist/cache/results/content-history.js';
import { answerFromCache } from '../../dist/server/answers/from-cache.js';
import { correctedDate, correctSitemap } from '../../dist/crawl/sitemap/correct.js';
import { keyOf, resultOf } from '../cache/support/results.ts';
import { startSite } from '../support/site.ts';
import { pageOf, phaseOf, startWarming, VARIANTS } from './support.ts';

const at = (text: string) => Date.parse(text);
const PAGE =
  '<html><head><title>A</title><meta name="description" content="d"></head><body><p>Text</p><a href="/b">b</a></body></html>';

describe('the digest of content', () => {
  const SAME: Record<string, string> = {
    'a nonce, scripts and styles': PAGE.replace('</head>', '<script nonce="x">1</script><style>p{}</style></head>'),
    'a token in a form': PAGE.replace('</body>', '<form><input type="hidden" name="csrf" value="x"></form></body>'),
    'a meta with a token': PAGE.replace('</head>', '<meta name="csrf-token" content="x"></head>'),
    'classes and ids': PAGE.replace('<p>', '<p class="css-1x2y" id="r7">'),
    'white space': PAGE.replace('<p>Text</p>', '\n <p>\n  Text </p>\n'),
    'comments and <noscript>': PAGE.replace('</body>', '<!-- 12:03 --><noscript>x</noscript></body>'),
  };
  for (const [name, html] of Object.entries(SAME)) {
    test(`is the same with other ${name}`, () => assert.equal(contentDigest(html), contentDigest(PAGE)));
  }
  const OTHER: Record<string, string> = {
    text: PAGE.replace('Text', 'Texts'),
    'a title': PAGE.replace('>A<', '>B<'),
    'a link': PAGE.replace('/b', '/c'),
    'a description': PAGE.replace('"d"', '"e"'),
    robots: PAGE.replace('</head>', '<meta name="robots" content="noindex"></head>'),
    'a canonical address': PAGE.replace('</head>', '<link rel="canonical" href="/x"></head>'),
    'an image': PAGE.replace('</body>', '<img src="/a.png" alt="A"></body>'),
    'structured data': PAGE.replace('</body>', '<script type="application/ld+json">{"price":1}</script></body>'),
    'a word that moved into a link': PAGE.replace('<p>Text</p><a href="/b">b</a>', '<p>Te</p><a href="/b">xtb</a>'),
  };
  for (const [name, html] of Object.entries(OTHER)) {
    test(`is another one with other ${name}`, () => assert.notEqual(contentDigest(html), contentDigest(PAGE)));
  }
  test('compares a page of very many elements in one another as bytes, without parsing it whole', () => {
    const deep = '<i>'.repeat(400_000);
    assert.equal(contentDigest(`${deep}Text`), contentDigest(`${deep}Text`));
    assert.notEqual(contentDigest(`${deep}Text`), contentDigest(`${deep}\n Text`));
  });
});

test('a history begins with the first content, and notes changes', () => {
  const first = historyOf('a', undefined, 10);
  assert.deepEqual(first, { content: 'a', contentSince: 10, changedAt: null });
  const whole = resultOf(keyOf('https://a.test/'), first);
  assert.deepEqual(historyOf('a', whole, 20), first);
  const second = historyOf('b', first, 30);
  assert.deepEqual(second, { content: 'b', contentSince: 30, changedAt: 30 });
  assert.deepEqual(historyOf('b', second, 40), second);
  assert.deepEqual(historyOf(null, second, 50), { content: null, contentSince: null, changedAt: null });
});

test('Last-Modified is the time of a change that was seen, unless the page has its own', () => {
  const changedAt = at('2026-11-20T10:00:00Z');
  const asked = { method: 'GET', acceptEncoding: undefined, ifNoneMatch: undefined, now: Date.now() };
  const dates = (changes: object) => {
    const { headers } = answerFromCache(resultOf(keyOf('https://a.test/'), changes), 'hit', true, asked);
    return headers.filter(
      (_, index) => headers[index - 1] === 'Last-Modified' || headers[index - 1] === 'last-modified',
    );
  };
  assert.deepEqual(dates({ changedAt }), ['Fri, 20 Nov 2026 10:00:00 GMT']);
  assert.deepEqual(dates({ changedAt, headers: [['last-modified', 'Mon, 02 Nov 2026 10:00:00 GMT']] }), [
    'Mon, 02 Nov 2026 10:00:00 GMT',
  ]);
  assert.deepEqual(dates({}), []);
});

test('a change is noted when a page is rendered again, also after it was removed', async () => {
  let text = 'one';
  await using bench = await startWarming({}, () => pageOf(text));
  const render = async () => {
    // A render that began in the same millisecond would be outdated, too.
    await sleep(3);
    await bench.warming.refresh('');
    const { id } = await bench.warming.warmUrls(['http://127.0.0.1/'], VARIANTS);
    await phaseOf(bench.warming, id, 'done');
    for (const job of await bench.warming.jobs()) await phaseOf(bench.warming, job.id, 'done');
    for await (const { metadata } of bench.cache.list({ by: 'all' })) return metadata;
    throw new Error('nothing is stored');
  };
  const first = await render();
  assert.deepEqual([first.changedAt, first.contentSince], [null, first.begunAt]);
  const second = await render();
  assert.ok(second.begunAt > first.begunAt);
  assert.deepEqual([second.changedAt, second.contentSince], [null, first.contentSince]);
  text = 'two';
  await bench.cache.remove({ by: 'all' });
  const third = await render();
  assert.deepEqual([third.changedAt, third.contentSince], [third.begunAt, third.begunAt]);
  const { changed, removed } = await bench.cache.state();
  assert.deepEqual([changed, removed], [1, { page: 0, prefix: 0, tag: 0, all: 1 }]);
});

describe('the date of a sitemap', () => {
  const known = {
    begunAt: at('2026-11-25T00:00:00Z'),
    contentSince: at('2026-11-10T00:00:00Z'),
    changedAt: at('2026-11-10T00:00:00Z'),
  };
  const CASES: Array<
    [name: string, lastmod: string | undefined, page: typeof known | object, expected: string | undefined]
  > = [
    ['is added after a change', undefined, known, '2026-11-10'],
    ['is corrected if it is older than a change', '2026-11-01', known, '2026-11-10'],
    ['is corrected if nothing has changed by then', '2026-11-20', known, '2026-11-10'],
    ['may be right on the day of the change', '2026-11-10', known, undefined],
    ['may be right if the page was not rendered since', '2026-11-26', known, undefined],
    ['is not added without a change', undefined, { ...known, changedAt: null }, undefined],
    ['may be right before the first render', '2026-11-01', { ...known, changedAt: null }, undefined],
    [
      'is corrected if nothing has changed since the first render',
      '2026-11-20',
      { ...known, changedAt: null },
      '2026-11-10',
    ],
    ['that is no date is replaced', 'yesterday', known, '2026-11-10'],
  ];
  for (const [name, lastmod, page, expected] of CASES) {
    test(name, () => {
      const date = correctedDate(lastmod, page as typeof known);
      assert.equal(date === undefined ? undefined : new Date(date).toISOString().slice(0, 10), expected);
    });
  }
});

describe('a corrected sitemap', () => {
  const changedAt = at('2026-11-10T00:00:00Z');
  const known = (address: string) =>
    address.includes('known') ? { begunAt: at('2026-11-25T00:00:00Z'), contentSince: changedAt, changedAt } : undefined;
  async function correct(text: string, size: number): Promise<string> {
    const bytes = Buffer.from(text);
    async function* parts(): AsyncIterable<Uint8Array> {
      for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
    }
    let result = '';
    for await (const part of correctSitemap(parts(), known)) result += part;
    return result;
  }
  const NS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
  const before = `<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- ä€😀 -->\r\n<urlset xmlns="${NS}" xmlns:x="http://x.test/">\r\n
  <url><loc>https://a.test/known/1</loc><lastmod> 2026-11-01 </lastmod ><x:lastmod>1</x:lastmod></url>\r\n
  <url>\n<lastmod>2026-11-20T10:00:00+00:00</lastmod><loc>https://a.test/known?a=1&amp;b=😀</loc></url>
  <url><loc>https://a.test/known/2</loc><changefreq>daily</changefreq></url >
  <url><loc>https://a.test/other</loc><lastmod>2020-01-01</lastmod></url>
</urlset>\n<!-- end -->`;
  const date = '2026-11-10T00:00:00.000Z';
  const after = before
    .replace(' 2026-11-01 ', date)
    .replace('2026-11-20T10:00:00+00:00', date)
    .replace('daily</changefreq>', `daily</changefreq><lastmod>${date}</lastmod>`);
  for (const size of [1, 2, 7, 100_000]) {
    test(`differs from the source only in dates, in parts of ${size} bytes`, async () => {
      assert.equal(await correct(before, size), after);
    });
  }
  for (const [name, text] of Object.entries({
    'an index': `<sitemapindex xmlns="${NS}"><sitemap><loc>https://a.test/known</loc></sitemap></sitemapindex>`,
    'a text': 'https://a.test/known\nhttps://a.test/known/2\n',
    'a web page': '<!doctype html><p>known</p>',
    'entries of another form': `<s:urlset xmlns:s="${NS}"><s:url><s:loc>https://a.test/known</s:loc></s:url></s:urlset>`,
    'a huge entry': `<urlset xmlns="${NS}"><url><loc>https://a.test/${'x'.repeat(1_200_000)}</loc></url></urlset>`,
    nothing: '',
  })) {
    test(`${name} is passed on unchanged`, async () => assert.equal(await correct(text, 60_000), text));
  }
  test('is as before up to a fault, and unchanged after it', async () => {
    const broken = before.replace('<url><loc>https://a.test/known/2', '<url & ><loc>https://a.test/known/2');
    const result = await correct(broken, 64);
    const fault = result.indexOf('<url & >');
    assert.ok(fault > 300);
    assert.equal(result.slice(0, fault), after.slice(0, fault));
    assert.ok(result.endsWith(broken.slice(broken.indexOf('<url & >'))));
  });
});

test('GET /sitemap.xml serves the sitemap of a site, or says why not', async () => {
  await using site = await startSite({
    '/s.xml': (_, response) =>
      void response.end('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>'),
  });
  const browser = { executablePath: '/bin/false', kind: 'chromium' } as const;
  const options = { cache: 'memory', allowPrivateNetworks: ['127.0.0.1'], logLevel: 'silent' } as const;
  await using renderer = await createRenderer(options, { browser });
  const ask = async (url: string, service = renderer) => {
    const response = await service.fetch(new Request(`http://x.test/sitemap.xml?url=${encodeURIComponent(url)}`));
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };
  assert.deepEqual(await ask(`${site.url}/s.xml`), {
    status: 200,
    type: 'application/xml; charset=utf-8',
    text: '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>',
  });
  for (const [url, status, reason] of [
    [`${site.url}/none`, 502, /was answered 404/],
    ['http://10.0.0.1/', 502, /private address/],
    ['', 400, /missing/],
    ['file:///etc/passwd', 403, /Only http and https/],
  ] as const) {
    const answer = await ask(url);
    assert.equal(answer.status, status, url);
    assert.match(answer.text, reason);
  }
  await using narrow = await createRenderer({ ...options, renderOnly: ['https://shop.example/app/'] }, { browser });
  const refused = await ask(`${site.url}/s.xml`, narrow);
  assert.equal(refused.status, 403);
  assert.match(refused.text, /No entry of renderOnly/);
});

test('GET /sitemap.xml reads nothing but sitemaps, and follows no redirect to what may not be rendered', async () => {
  const SITEMAP = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>';
  const asked: Array<string | undefined> = [];
  await using other = await startSite({
    '/s.xml': ({ headers }, response) => {
      asked.push(headers['x-credential'] as string | undefined);
      response.end(SITEMAP);
    },
  });
  await using site = await startSite({
    '/away': (_, response) => void response.writeHead(302, { Location: `${other.url}/s.xml` }).end(),
    '/data.json': '{ "secret": 1 }',
    '/page': `<!-- ${SITEMAP} --><p>secret</p>`,
    '/feed': '<?xml version="1.0"?><rss><item>secret</item></rss>',
    '/text': 'secret\nhttps://a.test/',
    '/prolog.xml': `\uFEFF<?xml version="1.0"?><!-- ${'-'.repeat(3000)} > --><!DOCTYPE x>\n${SITEMAP}`,
    '/addresses.txt': 'https://a.test/',
  });
  const browser = { executablePath: '/bin/false', kind: 'chromium' } as const;
  const options = {
    cache: 'memory',
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
    reqHeaders: { 'X-Credential': 'of the operator' },
    rendersPerMinute: 8,
  } as const;
  const ask = (path: string, service: Awaited<ReturnType<typeof createRenderer>>, method = 'GET') =>
    service.fetch(new Request(`http://x.test/sitemap.xml?url=${encodeURIComponent(`${site.url}${path}`)}`, { method }));
  await using open = await createRenderer(options, { browser });
  for (const path of ['/data.json', '/page', '/feed', '/text']) {
    const answer = await ask(path, open);
    assert.equal(answer.status, 502, path);
    assert.match(await answer.text(), /is not a sitemap/);
  }
  for (const path of ['/prolog.xml', '/addresses.txt']) assert.equal((await ask(path, open, 'HEAD')).status, 200, path);
  assert.equal((await ask('/away', open)).status, 200);
  assert.deepEqual(asked, [undefined]);
  await using narrow = await createRenderer({ ...options, renderOnly: [`${site.url}/app/`] }, { browser });
  assert.equal((await ask('/away', narrow)).status, 403);
  assert.equal(asked.length, 1);
  // What is read counts as much as a render.
  assert.deepEqual(
    [(await ask('/addresses.txt', open)).status, (await ask('/addresses.txt', open)).status],
    [200, 429],
  );
});
