/** A site of a few languages as it was made twenty years ago, and mended since. */
import type { Answer, SmallSite } from './site.ts';
import { links, prose } from './site.ts';

interface Old {
  readonly title?: string;
  readonly head?: string;
  readonly body?: string;
  readonly lang?: string;
  readonly description?: string;
}

/** A page without quotes around attributes, closing tags, or a head that is marked. */
function old(
  name: string,
  { title = `The ${name}`, head = '', body = '', lang = 'en', description }: Old = {},
): string {
  return `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><HTML LANG=${lang}><TITLE>${title}</TITLE><META NAME=Description CONTENT="${description ?? `On ${name}`}">${head}<BODY><TABLE><TR><TD>${prose(name)}<TD>${body}</TABLE>`;
}

const sent = (headers: Record<string, string>, body: string | Buffer): Answer => ({ headers, body });
const alternates = (...all: ReadonlyArray<readonly [language: string, href: string]>) =>
  all.map(([language, href]) => `<LINK REL=alternate HREFLANG=${language} HREF="${href}">`).join('');
const canonical = (href: string) => `<LINK HREF="${href}" REL=canonical>`;
const DATA = '<SCRIPT TYPE="application/ld+json">';

const faults: Record<string, string | Answer> = {
  '/de/verloren.htm': old('verloren', {
    lang: 'de',
    title: 'Seite nicht gefunden - Laden',
    body: '<H1>Ups! Seite nicht gefunden</H1>',
  }),
  '/ja/kieta.htm': old('kieta', { lang: 'ja', title: '店', body: '<H1>お探しのページは見つかりませんでした</H1>' }),
  '/only-drawn.htm': old('only-drawn', { body: `<STYLE>b:before{content:"${prose('css', 60)}"}</STYLE><B></B>` }),
  '/titles.htm': old('titles', { head: '<META NAME=author CONTENT=a><TITLE>The titles</TITLE>' }),
  '/descriptions.htm': old('descriptions', { head: '<meta NAME="DESCRIPTION " content="More">' }),
  '/canonicals.htm': sent(
    { Link: '<HOST/titles.htm>; title="a,b"; rel="canonical"' },
    old('canonicals', { head: canonical('canonicals.htm') }),
  ),
  '/en/alone.htm': old('en-alone', { head: alternates(['de', '/de/alone.htm'], ['x-default', '/en/alone.htm']) }),
  '/en/listed.htm': old('en-listed'),
  '/robots-both.htm': old('robots-both', {
    head: '<META NAME=ROBOTS CONTENT="INDEX,FOLLOW"><META NAME=robots CONTENT="NOFOLLOW">',
  }),
  '/data.htm': old('data', { head: `${DATA}{"@type":"Thing"}</SCRIPT>${DATA}"only a text"</SCRIPT>` }),
  '/data-empty.htm': old('data-empty', { head: `${DATA}   </SCRIPT>` }),
  '/not-for-bing.htm': sent({ 'X-Robots-Tag': 'bingbot: noindex' }, old('not-for-bing')),
  '/vary-all.htm': sent({ Vary: '*' }, old('vary-all')),
  '/small-print.htm': old('small-print', { body: `<FONT STYLE="font-size:0">${prose('small', 600)}</FONT>` }),
  '/map.htm': old('map', {
    body: '<IMG SRC=/a.gif USEMAP="#m"><MAP NAME=m><AREA SHAPE=rect COORDS=0,0,9,9 HREF="old/nowhere.htm"></MAP>',
  }),
  '/base/page.htm': old('base-page', { head: '<BASE HREF="/elsewhere/">', body: links('here.htm', 'nowhere.htm') }),
  '/to-refused.htm': old('to-refused', { head: canonical('/members/nothing.htm') }),
  '/to-other.htm': old('to-other', { head: canonical('/to-third.htm') }),
  '/SAME.htm': old('SAME', { title: 'Straße &amp; more', description: 'Same street' }),
  '/same.htm': old('same', { title: 'straße&nbsp;&#38; MORE', description: 'same STREET' }),
  '/island-a.htm': old('island-a', { body: links('/island-b.htm') }),
  '/island-b.htm': old('island-b', { body: links('/island-a.htm', '/titles.htm') }),
};

const twins: Record<string, string | Answer> = {
  '/de/': old('de', { lang: 'de', body: '<H1>Was tun, wenn eine Seite nicht gefunden wird?</H1>' }),
  '/latin.htm': sent(
    { 'Content-Type': 'text/html; charset=windows-1252' },
    Buffer.from(old('latin', { title: 'Caf\u00E9 \u00FCber', body: '\u00E4\u00F6\u00FC' }), 'latin1'),
  ),
  '/nowhere-is-a-place.htm': old('nowhere-is-a-place', {
    title: 'Not found, a novel',
    body: `<H2>Not found</H2><H2>Chapter 2</H2>${prose('novel', 300)}`,
  }),
  '/drawn-a-little.htm': old('drawn-a-little', { body: '<STYLE>b:before{content:"New this week"}</STYLE><B>Lamp</B>' }),
  '/svg.htm': old('svg', { body: '<svg><title>A</title></svg><noscript><TITLE>No</TITLE></noscript>' }),
  '/twice.htm': sent(
    { Link: '</twice.htm>; rel=canonical, </x.css>; rel=preload' },
    old('twice', { head: canonical(' HOST/twice.htm ') + canonical('twice.htm#top') }),
  ),
  '/mobile.htm': old('mobile', {
    head: '<LINK REL=alternate MEDIA="only screen" HREF="/m/mobile.htm"><LINK REL=alternate TYPE="application/rss+xml" HREF="/feed">',
  }),
  '/en/pair.htm': old('en-pair', { head: alternates(['de', '../de/pair.htm'], ['en', 'pair.htm']) }),
  '/de/pair.htm': old('de-pair', { lang: 'de', head: canonical('/de/pair.htm'), body: '' }),
  '/de/alone.htm': old('de-alone', { lang: 'de', head: alternates(['de-AT', '/de/alone.htm']) }),
  '/de/listed.htm': old('de-listed', { lang: 'de' }),
  '/robots-one.htm': old('robots-one', {
    head: '<META NAME=robots CONTENT=all><META NAME=googlebot CONTENT="notranslate"><META NAME=adsbot CONTENT=noindex>',
  }),
  '/data-good.htm': old('data-good', {
    head: `${DATA}\n[{"@id":"#a","n":"\\u003c/script>"}]\n</SCRIPT><SCRIPT TYPE="text/template">{ no }</SCRIPT>`,
  }),
  '/no-pictures.htm': sent({ 'X-Robots-Tag': 'googlebot-image: none, noindex' }, old('no-pictures')),
  '/vary-nothing.htm': sent({ Vary: '' }, old('vary-nothing')),
  '/menu.htm': old('menu', { body: `<DIV STYLE="display:none">${prose('menu', 120)}</DIV>${prose('menu text', 90)}` }),
  '/soon.htm': { headers: { Refresh: '0; url=/titles.htm#a' }, body: '' },
  '/elsewhere/here.htm': old('here', {
    body: links('mailto:a@b.example', 'ftp://127.0.0.1/x', '?a=1&amp;b=2', '#', '/members/nothing.htm'),
  }),
  '/elsewhere/here.htm?a=1&b=2': old('here', { head: canonical('/elsewhere/here.htm') }),
  '/members/nothing.htm': { status: 401, body: '<TITLE>Sign in</TITLE>' },
  '/to-third.htm': old('to-third', { head: canonical('/titles.htm') }),
  '/print.htm': old('print', {
    title: 'Straße & more',
    head: '<META NAME=robots CONTENT="noarchive">' + canonical('/SAME.htm'),
    description: 'same street',
  }),
  '/news?page=2': old('news 2', { title: 'News', description: 'All news' }),
  '/news': old('news', { title: 'News', description: 'All news', body: links('?page=2') }),
};

const notLinked = new Set([
  '/island-a.htm',
  '/island-b.htm',
  '/de/pair.htm',
  '/members/nothing.htm',
  '/news?page=2',
  '/elsewhere/here.htm?a=1&b=2',
]);
const linked = [...Object.keys(faults), ...Object.keys(twins)].filter((path) => !notLinked.has(path));
const entry = (path: string, more = '') => `<url><loc>HOST${path}</loc>${more}</url>`;
const inMap = (language: string, path: string) => `<x:link rel="alternate" hreflang="${language}" href="HOST${path}"/>`;
const pair = inMap('en', '/en/pair.htm') + inMap('de', '/de/pair.htm');

/** See the head of the file. */
export const OLD: SmallSite = {
  name: 'pages that were made twenty years ago',
  pages: {
    ...faults,
    ...twins,
    '/': old('start', { body: links(...linked, '/secret/a.htm') }),
    '/robots.txt': sent(
      { 'Content-Type': 'text/plain' },
      '\uFEFFuser-agent: other\nuser-agent: *\ndisallow: /secret/ # not yet\nSITEMAP:HOST/map.xml\n',
    ),
    '/map.xml': sent(
      { 'Content-Type': 'application/xml' },
      `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:x="http://www.w3.org/1999/xhtml">${[
        entry('/en/pair.htm', pair),
        entry('/de/pair.htm', pair),
        entry('/en/listed.htm', inMap('de', '/de/listed.htm')),
        entry('/island-a.htm'),
        entry('/island-b.htm'),
        entry('/gone.htm'),
      ].join('')}</urlset>`,
    ),
    '/a.gif': sent({ 'Content-Type': 'image/gif' }, Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAAC', 'base64')),
  },
  folders: {},
  expected: [
    'soft-404 /de/verloren.htm',
    'soft-404 /ja/kieta.htm',
    'only-people /only-drawn.htm',
    'several-titles /titles.htm',
    'several-descriptions /descriptions.htm',
    'several-canonicals /canonicals.htm',
    'hreflang-no-return /en/alone.htm',
    'hreflang-no-return /en/listed.htm',
    'robots-contradiction /robots-both.htm',
    'structured-data-invalid /data.htm',
    'structured-data-invalid /data-empty.htm',
    'robots-against-status /not-for-bing.htm',
    'vary /vary-all.htm',
    'only-bots /small-print.htm',
    'broken-links /map.htm',
    'broken-links /base/page.htm',
    'broken-links /map.xml',
    'canonicals-disagree /to-refused.htm',
    'canonicals-disagree /to-other.htm',
    'duplicate-titles /SAME.htm',
    'duplicate-titles /same.htm',
    'duplicate-descriptions /SAME.htm',
    'duplicate-descriptions /same.htm',
    'orphan /island-a.htm',
    'orphan /island-b.htm',
  ],
};
