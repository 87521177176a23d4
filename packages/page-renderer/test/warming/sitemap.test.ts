/** Sitemaps over real HTTP: their forms, and what hostile ones do. */
import assert from 'node:assert/strict';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { AddressPolicy } from '../../dist/guard/policy.js';
import { fetchSitemap } from '../../dist/crawl/sitemap/fetch.js';
import type { Found } from '../../dist/crawl/sitemap/walk.js';
import { walkSitemaps } from '../../dist/crawl/sitemap/walk.js';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';

/** The content of a file, or nothing if the function has answered. */
type File = (site: string, request: IncomingMessage, response: ServerResponse) => string | Buffer | undefined;
const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const urlset = (inner: string) => `<?xml version="1.0" encoding="UTF-8"?>\n<urlset ${NS}>${inner}</urlset>`;
const index = (...urls: string[]) =>
  `<sitemapindex ${NS}>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`;
const page = (url: string, lastmod = '') => `<url><loc>${url}</loc>${lastmod && `<lastmod>${lastmod}</lastmod>`}</url>`;

/** Walks a site whose files are functions of its address. */
async function walk(
  files: Record<string, File>,
  start: string,
  { known, signal }: { known?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<{ found: Found[]; pages: string[]; errors: string[]; site: Site }> {
  await using site: Site = await startSite(
    Object.fromEntries(
      Object.entries(files).map(([path, file]) => [
        path,
        (request: IncomingMessage, response: ServerResponse) => {
          const content = file(`http://${request.headers.host}`, request, response);
          if (content !== undefined) response.end(content);
        },
      ]),
    ),
  );
  const found: Found[] = [];
  const how = {
    policy: new AddressPolicy(['127.0.0.1']),
    headersTo: () => ({ 'user-agent': 'test' }),
    signal: signal ?? new AbortController().signal,
    known: async (url: string) => {
      const etag = known?.[url.slice(site.url.length)];
      return etag === undefined ? undefined : { etag, lastModified: null };
    },
  };
  for await (const one of walkSitemaps(new URL(start, site.url), how)) found.push(one);
  const path = (url: string) => url.replace(site.url, '');
  const pages = found.flatMap((one) => (one.kind === 'page' ? [path(one.url.href)] : []));
  const errors = found.flatMap((one) => (one.kind === 'error' ? [`${path(one.url)}: ${one.error}`] : []));
  return { found, pages, errors, site };
}

describe('a sitemap', () => {
  test('lists pages with their dates; elements of extensions with the same names are not entries', async () => {
    const files = {
      '/sitemap.xml': (site: string) =>
        urlset(
          `<url xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"><loc> ${site}/a?x=1&amp;y=2 </loc>
           <lastmod>2026-01-02</lastmod><image:image><image:loc>${site}/a.png</image:loc></image:image></url>
           <!-- old --><url><loc><![CDATA[${site}/b]]></loc></url>`,
        ),
    };
    const { found, pages, errors } = await walk(files, '/sitemap.xml');
    assert.deepEqual([pages, errors], [['/a?x=1&y=2', '/b'], []]);
    assert.deepEqual(
      found.flatMap((one) => (one.kind === 'page' ? [one.lastmod] : [])),
      ['2026-01-02', undefined],
    );
  });
  test('may be packed, named by robots.txt or by an index, and plain text', async () => {
    const files = {
      '/robots.txt': (site: string) => `User-agent: *\nDisallow:\n sitemap : ${site}/index.xml\nSitemap: /list.txt\n`,
      '/index.xml': (site: string) => index(`${site}/one.xml.gz`, `${site}/one.xml.gz`, `${site}/none.xml`),
      '/one.xml.gz': (site: string) => gzipSync(urlset(page(`${site}/one`))),
      '/list.txt': (site: string) => `\uFEFF${site}/two\r\n\r\n${site}/three`,
    };
    const { pages, errors } = await walk(files, '/');
    assert.deepEqual(pages, ['/one', '/two', '/three']);
    assert.deepEqual(errors, ['/none.xml: was answered 404']);
  });
  test('is at /sitemap.xml if no robots.txt names one', async () => {
    const { pages } = await walk({ '/sitemap.xml': (site) => urlset(page(`${site}/x`)) }, '/');
    assert.deepEqual(pages, ['/x']);
    const { errors } = await walk({ '/robots.txt': () => 'User-agent: *\n' }, '/robots.txt');
    assert.deepEqual(errors, ['/robots.txt: names no sitemap']);
  });
  test('that has not changed is not read', async () => {
    const asked: Array<string | undefined> = [];
    const answer: File = (_, request, response) => {
      asked.push(request.headers['if-none-match']);
      response.writeHead(request.headers['if-none-match'] === '"1"' ? 304 : 200, { ETag: '"1"' });
      return request.headers['if-none-match'] === '"1"' ? '' : urlset('');
    };
    const first = await walk({ '/s.xml': answer }, '/s.xml');
    const second = await walk({ '/s.xml': answer }, '/s.xml', { known: { '/s.xml': '"1"' } });
    assert.deepEqual(asked, [undefined, '"1"']);
    assert.deepEqual(
      [...first.found, ...second.found].map((one) => one.kind === 'sitemap' && one.unchanged),
      [false, true],
    );
  });
  test('of 50,000 pages is streamed, and the next entry is refused', async () => {
    const files = {
      '/big.xml': (site: string) => {
        return urlset(
          Array.from({ length: 50_001 }, (_one, at) => page(`${site}/${at}`, '2026-11-01T10:00Z')).join(''),
        );
      },
    };
    const { pages, errors } = await walk(files, '/big.xml');
    assert.deepEqual([pages.length, pages.at(-1)], [50_000, '/49999']);
    assert.deepEqual(errors, ['/big.xml: has more than 50,000 entries; the others were not read']);
  });
});

describe('a hostile sitemap ends with an error:', () => {
  const endless =
    (start: string, part: string): File =>
    (_site, _request, response) => {
      response.write(start);
      const more = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', more);
      more();
      return undefined;
    };
  const redirect =
    (to: string): File =>
    (_site, _request, response) => {
      response.writeHead(302, { Location: to });
      return '';
    };
  const bomb = `<!DOCTYPE l [<!ENTITY a "aaaa">${'bcdefgh'
    .split('')
    .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefg'[at]};`.repeat(10)}">`)
    .join('')}]>`;
  const CASES: Record<string, [file: File, error: RegExp]> = {
    'entities that multiply': [
      (site) => `<?xml version="1.0"?>${bomb}<urlset ${NS}>${page(`${site}/&h;`)}</urlset>`,
      /not well-formed XML: .*undefined entity/,
    ],
    'an external entity': [
      (site) => `<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]><urlset ${NS}>${page(`${site}/&x;`)}</urlset>`,
      /undefined entity/,
    ],
    'a file that unpacks to more than 50 MB': [() => gzipSync(Buffer.alloc(60_000_000, ' ')), /is larger than 50 MB/],
    'a text without an end': [endless(`<urlset ${NS}><url><loc>`, 'x'.repeat(65_536)), /more than 128 KiB/],
    'a tag without an end': [endless(`<urlset ${NS} a="`, 'x'.repeat(65_536)), /more than 128 KiB/],
    'a line without an end': [endless('https', 'x'.repeat(65_536)), /neither XML nor a list/],
    'deep nesting': [() => `<urlset ${NS}>${'<a>'.repeat(100)}`, /nested too deeply/],
    'a page instead': [() => '<!doctype html><html><body>Not here', /is a web page, not a sitemap/],
    'a feed instead': [() => '<rss/>', /expected <urlset> or <sitemapindex>, got <rss>/],
    'a file that breaks off': [(site) => `<urlset ${NS}>${page(`${site}/a`)}<url>`, /not well-formed XML/],
    'bytes that are no text': [() => Buffer.from([0xff, 0xfe, 0xff, 0x80]), /not encoded in UTF-8/],
    nothing: [() => '', /is empty/],
    'damaged packing': [() => gzipSync('<urlset/>').subarray(0, 15), /was not received to its end/],
    'a redirect to itself': [redirect('/s.xml'), /redirects/],
    'a redirect to another network': [redirect('http://10.0.0.1/'), /10\.0\.0\.1 is a private address/],
    'a redirect to a file': [redirect('file:///etc/passwd'), /neither http nor https/],
  };
  for (const [name, [file, error]] of Object.entries(CASES)) {
    test(name, async () => {
      const { errors } = await walk({ '/s.xml': file }, '/s.xml');
      assert.equal(errors.length, 1, errors.join('\n'));
      assert.match(errors[0] ?? '', error);
    });
  }
  test('addresses of other hosts and of other kinds are refused one by one', async () => {
    const { pages, errors } = await walk(
      {
        '/s.xml': (site) =>
          urlset(
            ['https://other.example/', '/relative', 'javascript:1', '', `${site}/${'x'.repeat(2_100)}`, `${site}/ok`]
              .map((url) => page(url))
              .join(''),
          ),
      },
      '/s.xml',
    );
    assert.deepEqual(pages, ['/ok']);
    assert.deepEqual(
      errors.map((error) => error.slice(error.lastIndexOf(': ') + 2)),
      [
        errors[0]?.slice(errors[0].lastIndexOf(': ') + 2),
        'not an absolute http or https address',
        'not an absolute http or https address',
        'an entry has no address',
        'the address has more than 2048 characters',
      ],
    );
    assert.match(errors[0] ?? '', /^https:\/\/other\.example\/: of another host than its sitemap/);
  });
  test('an index that lists itself or another index ends', async () => {
    const files = {
      '/i.xml': (site: string) => index(`${site}/i.xml`, `${site}/j.xml`),
      '/j.xml': (site: string) => index(`${site}/k.xml`),
    };
    const { pages, errors, site } = await walk(files, '/i.xml');
    assert.deepEqual(pages, []);
    assert.deepEqual(errors, ['/k.xml: an index in an index is not read']);
    assert.deepEqual(site.requests, ['/i.xml', '/j.xml']);
  });
  test('Retry-After of the server is reported', async () => {
    const busy: File = (_site, _request, response) => {
      response.writeHead(503, { 'Retry-After': '120' });
      return '';
    };
    const { found } = await walk({ '/s.xml': busy }, '/s.xml');
    assert.equal(found[0]?.kind === 'error' && found[0].retryAfter, 120_000);
  });
});

test('a client that leaves when a sitemap has arrived, but was not read, does not end the process', async () => {
  await using site = await startSite({
    '/s.xml': (_, response) => {
      response.write('x'.repeat(3000));
      response.end();
    },
  });
  const client = new AbortController();
  const how = { policy: new AddressPolicy(['127.0.0.1']), headersTo: () => ({}), signal: client.signal };
  const fetched = await fetchSitemap(new URL('/s.xml', site.url), undefined, how);
  assert.ok(fetched.outcome === 'changed');
  assert.equal((await fetched.bytes.next()).value?.byteLength, 3000);
  client.abort();
  // An error that nobody listens for fails the test here.
  await sleep(50);
  assert.ok(client.signal.aborted);
});
