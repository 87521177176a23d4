/** Small sites that are close to a fault, on one side or the other: each is audited for itself. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { listening } from '../../../../testing/listening.ts';
import {
  type Answer,
  alternate,
  canonical,
  entry,
  links,
  listing,
  moved,
  page,
  robots,
  type Site,
  start,
  titled,
} from './near-pages.ts';
import { TITLES } from './near-titles.ts';
import { ended, findingsOf, specOf, startAudits } from './support.ts';

const canonicals: readonly Site[] = [
  {
    name: 'a chain of canonical addresses, and two pages that name each other',
    pages: {
      '/': start('/a', '/b', '/c', '/d', '/e'),
      '/a': titled('a', 'A', canonical('/b')),
      '/b': titled('b', 'B', canonical('/c')),
      '/c': titled('c', 'C', canonical('/c')),
      '/d': titled('d', 'D', canonical('/e')),
      '/e': titled('e', 'E', canonical('/d')),
    },
    found: ['/a', '/d', '/e'].map((one) => `canonicals-disagree ${one}`),
  },
  {
    name: 'canonical addresses that lead to a redirect, an error, a soft 404 or a page that is not to be indexed',
    pages: {
      '/': start('/a', '/b', '/c', '/d'),
      '/a': titled('a', 'A', canonical('/moved')),
      '/b': titled('b', 'B', canonical('/gone')),
      '/c': titled('c', 'C', canonical('/hidden')),
      '/d': titled('d', 'D', canonical('/soft')),
      '/moved': moved('/a'),
      '/hidden': titled('hidden', 'Hidden', robots('noindex')),
      '/soft': '<!doctype html><title>Sorry</title><h1>Page not found</h1><p>No.</p>',
    },
    found: [
      ...['/a', '/b', '/c', '/d'].map((one) => `canonicals-disagree ${one}`),
      'robots-against-status /hidden',
      'soft-404 /soft',
    ],
  },
  {
    name: 'a canonical address relative to a base',
    pages: {
      '/': start('/shop/a', '/shop/b?c=1'),
      '/shop/a': page('a', { head: `<base href="/shop/"><title>A</title>${canonical('a')}${canonical('/shop/a')}` }),
      '/shop/b': page('b', { head: `<base href="/shop/"><title>B</title>${canonical('b')}`, body: links('a', 'b#c') }),
    },
    found: [],
  },
  {
    name: 'canonical links that search engines do not read: in the text, and for some clients only',
    pages: {
      '/': start('/a'),
      '/a': page('a', {
        head: `<title>A</title>${canonical('/a#top')}${canonical('/print', ' media="print"')}${canonical('/de', ' hreflang="de"')}`,
        body: canonical('/elsewhere'),
      }),
      '/print': page('print'),
    },
    found: [],
  },
  {
    name: 'canonical links of which one has another fragment, and one another spelling',
    pages: { '/': start('/~a'), '/~a': titled('a', 'A', canonical('/%7Ea#x') + canonical('/~a')) },
    found: [],
  },
];

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'sv', 'da'];
const allLanguages = LANGUAGES.map((one) => alternate(one, `/${one}/`)).join('') + alternate('x-default', '/');
const inSitemap = (...languages: readonly string[]) =>
  languages.map((language) => `<xhtml:link rel="alternate" hreflang="${language}" href="HOST/${language}/"/>`).join('');

const languages: readonly Site[] = [
  {
    name: 'nine languages that name each other and a page for the others',
    pages: {
      '/': titled('choose', 'Choose', allLanguages),
      ...Object.fromEntries(
        LANGUAGES.map((one) => [`/${one}/`, page(one, { lang: one, head: `<title>Shop</title>${allLanguages}` })]),
      ),
    },
    found: [],
  },
  {
    name: 'languages relative to a base, and one that does not name the others',
    pages: {
      '/': start('/x/en', '/x/de'),
      '/x/en': page('en', {
        head: `<base href="/x/"><title>A</title>${alternate('de', 'de')}${alternate('en', 'en')}`,
      }),
      '/x/de': page('de', { lang: 'de', head: `<title>B</title>${alternate('en', 'en')}${alternate('fr', '/x/fr')}` }),
      '/x/fr': page('fr', { lang: 'fr' }),
    },
    found: ['hreflang-no-return /x/de'],
  },
  {
    name: 'languages in the sitemap only',
    pages: { '/': start('/en/', '/de/'), '/en/': titled('en', 'Shop'), '/de/': titled('de', 'Shop') },
    sitemap: listing(entry('/en/', inSitemap('en', 'de')), entry('/de/', inSitemap('en', 'de'))),
    found: [],
  },
  {
    name: 'languages in the page, which the sitemap answers',
    pages: {
      '/': start('/en/', '/de/'),
      '/en/': titled('en', 'A', alternate('de', '/de/')),
      '/de/': titled('de', 'B'),
    },
    sitemap: listing(entry('/de/', inSitemap('de', 'en'))),
    found: [],
  },
  {
    name: 'languages in the sitemap, of which one does not name the others',
    pages: { '/': start('/en/', '/de/'), '/en/': page('en'), '/de/': page('de') },
    sitemap: listing(entry('/en/', inSitemap('en', 'de')), entry('/de/')),
    found: ['hreflang-no-return /en/'],
  },
];

const reached: readonly Site[] = [
  {
    name: 'links that lead in a circle, to an error behind a redirect, and to nowhere',
    pages: {
      '/': start('/round', '/old', '/gone', '//127.0.0.1:1/'),
      '/round': moved('/again'),
      '/again': moved('/round'),
      '/old': moved('/missing'),
    },
    found: ['broken-links /'],
  },
  {
    name: 'redirects without an end, links of drawings, and a page that only the sitemap has beside them',
    pages: {
      '/': start('/r/1', '/fine/1', '/drawing'),
      '/drawing': page('drawing', { body: '<svg><a xlink:href="/drawn"><text>D</text></a></svg>' }),
      ...Object.fromEntries(
        Array.from({ length: 200 }, (_, index) => [`/r/${index + 1}`, moved(`/r/${index + 2}`)] as const),
      ),
      ...Object.fromEntries(
        Array.from({ length: 10 }, (_, index) => [`/fine/${index + 1}`, moved(`/fine/${index + 2}`)] as const),
      ),
      '/fine/11': page('fine'),
      '/alone': page('alone'),
    },
    sitemap: listing(entry('/alone')),
    found: ['broken-links /', 'broken-links /drawing', 'orphan /alone'],
  },
  {
    name: 'links with white space and line breaks, and addresses that are not the web',
    pages: {
      '/': page('Start', {
        body: '<a href=" /a\n">A</a><a href="tel:1">T</a><a href="">Self</a><a>None</a><map><area href="/b"></map>',
      }),
      '/a': page('a'),
      '/b': page('b'),
    },
    found: [],
  },
  {
    name: 'pages that a variant leads to by its canonical address, and one that nobody leads to',
    pages: {
      '/': start('/a?from=start'),
      '/a': titled('a', 'A', canonical('/a')),
      '/b': page('b', { body: links('/c') }),
      '/c': page('c'),
    },
    sitemap: listing(entry('/a'), entry('/b'), entry('/c')),
    found: ['orphan /b', 'orphan /c'],
  },
  {
    name: 'pages in other languages to which only the sitemap leads, over a page that is linked, and one that it names alone',
    pages: {
      '/': start('/a'),
      '/a': page('a'),
      '/de/a': page('de a', { lang: 'de' }),
      '/fr/a': page('fr a', { lang: 'fr' }),
      '/fr/b': page('fr b', { lang: 'fr' }),
    },
    sitemap: listing(
      ...['/a', '/de/a', '/fr/a'].map((one) => {
        const others = ['/a', '/de/a', '/fr/a'].map((to) => {
          return `<xhtml:link rel="alternate" hreflang="${to.slice(1, 3)}" href="HOST${to}"/>`;
        });
        return entry(one, others.join(''));
      }),
      entry('/fr/b'),
    ),
    found: ['orphan /fr/b'],
  },
  {
    name: 'a sitemap that is packed, has entities, extensions and another prefix',
    pages: { '/': start('/a'), '/a': page('a'), '/b': page('b') },
    isPacked: true,
    sitemap:
      '<?xml version="1.0"?><!-- made --><s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:i="urn:i"><s:url><i:image><i:loc>urn:x</i:loc></i:image><s:loc> HOST/b?c=1&amp;d=2 </s:loc></s:url></s:urlset>',
    found: ['orphan /b?c=1&d=2'],
  },
  {
    name: 'pages that robots.txt forbids are neither visited nor judged',
    robots: 'User-agent: *\nDisallow: /a\nAllow: /ab$\nDisallow: /*.pdf$\n',
    pages: { '/': start('/a', '/ab', '/a/b', '/x.pdf'), '/ab': page('ab', { body: links('/abc') }) },
    found: [],
  },
];

const data: readonly Site[] = [
  {
    name: 'structured data that can be read: a graph, lists, several contexts, and tags in a text',
    pages: {
      '/': page('Start', {
        body: [
          '{"@context": ["https://schema.org", {"x": "urn:x"}], "@graph": [{"@type": "Thing"}]}',
          ' [ {"@type": ["Product", "Thing"]} ] ',
          '{"text": "<!-- no comment --> <\\/script>"}',
        ]
          .map((text) => `<script type="APPLICATION/LD+JSON ; charset=utf-8">${text}</script>`)
          .join(''),
      }),
    },
    found: [],
  },
  ...['{"a": 1,}', '// no\n{"a": 1}', '{"a": 1} /* no */', "{'a': 1}", '<!-- {"a": 1} -->', '{"a": &quot;b&quot;}'].map(
    (text): Site => ({
      name: `structured data that cannot be read: ${text.replace('\n', ' ')}`,
      pages: { '/': page('Start', { body: `<script type="application/ld+json">${text}</script>` }) },
      found: ['structured-data-invalid /'],
    }),
  ),
];

const folder = mkdtempSync(path.join(tmpdir(), 'near-'));
after(() => rmSync(folder, { recursive: true }));

async function serve(site: Site): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(({ url = '/', headers: { host = '' } }, response) => {
    const files: Record<string, string | Answer | undefined> = {
      ...(site.sitemap !== undefined && { '/sitemap.xml': { body: site.sitemap } }),
      '/robots.txt': site.robots ?? (site.sitemap === undefined ? undefined : `Sitemap: HOST/sitemap.xml`),
    };
    const found = files[url] ?? site.pages[url] ?? site.pages[url.replace(/\?.*$/s, '')];
    const {
      status = 200,
      headers = {},
      body,
    } = typeof found === 'object' ? found : { status: found === undefined ? 404 : 200, body: found ?? page('Nothing') };
    response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...(headers as Record<string, string>) });
    const sent = Buffer.from(body.replaceAll('HOST', `http://${host}`));
    response.end(site.isPacked === true && url === '/sitemap.xml' ? gzipSync(sent) : sent);
  });
  return listening(server, '127.0.0.1');
}

for (const [name, sites] of Object.entries({ titles: TITLES, canonicals, languages, reached, data })) {
  describe(`${name}:`, () => {
    for (const site of sites) {
      test(site.name, async () => {
        await using running = await serve(site);
        const audits = startAudits(running.url, mkdtempSync(path.join(folder, 'a-')));
        const audit = await ended(audits, await audits.begin(specOf(`${running.url}/`)));
        const found = await findingsOf(audits, audit, running.url);
        await audits.close();
        assert.deepEqual(
          [audit.phase, found],
          ['done', site.found.toSorted()],
          JSON.stringify([audit.reason, audit.problems]),
        );
      });
    }
  });
}
