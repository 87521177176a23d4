/** Pages without a fault, each close to one of `faulty-variants.ts`. */
import type { Sample } from './sample.ts';
import { document, FOOTER, LAMP, NAVIGATION, notFound, product, prose } from './sample.ts';

const JSON_LD = (text: string, type = 'application/ld+json') => `<script type="${type}">${text}</script>`;
const alternate = (language: string, href: string) => `<link rel="alternate" hreflang="${language}" href="${href}">`;
const plain = (html: string) => html.replaceAll(/<[^>]+>/g, ' ');
const clear = (name: string, html: string, more: Partial<Sample> = {}): Sample => ({ name, html, faults: [], ...more });
const GERMAN = 'https://shop.example/de/lamps/8';
const OSLO = `Floor lamp Oslo ${plain(LAMP)}`;
const article = (heading: string) => document(`${heading} | Blog`, `${NAVIGATION}<h1>${heading}</h1>${prose(60)}`);

export const VARIANTS: readonly Sample[] = [
  ...[
    'Warum Ihre Seite nicht gefunden wird',
    'Cette page n’existe pas : comment réagir',
    'Страница не найдена? Что делать',
    'Sayfa bulunamadı hatası nasıl çözülür',
    'お探しのページが見つかる検索のしかた',
    'La página que no existe, una novela',
    'Dlaczego strona nie istnieje w Google',
    '没有找到商品',
    'Nie znaleziono wyników',
    'Nenhum produto encontrado',
  ].map((heading) => clear(`a heading “${heading}”`, article(heading))),
  clear(
    'a heading of a hotel room in parts',
    document('Hotel', `<h1><span>Room</span> <span>404</span></h1>${LAMP}${NAVIGATION}`),
  ),
  clear(
    'a heading and another one that is a question about errors',
    document('Help', `<h1>Help</h1><h2>Page not found</h2>${LAMP}<h2>Payment refused</h2>${LAMP}`),
  ),
  clear(
    'a line of a page without headings, which is one of many',
    document('Messages', `${NAVIGATION}<ul><li>Page not found<li>Payment refused</ul>${LAMP}${prose(60)}`),
  ),
  clear(
    'feeds and style sheets in another language',
    product(
      `<link rel="alternate" type="application/rss+xml" hreflang="de" href="/de/feed"><link rel="alternate stylesheet" hreflang="de" href="/de.css">`,
    ),
    { sent: { link: '</de/feed>; rel=alternate; type="application/atom+xml"; hreflang=de' } },
  ),
  clear(
    'a dialog of an error that is not shown',
    product('', '<dialog><h1>Page not found</h1><p>Try again.</p></dialog>'),
    { people: OSLO },
  ),
  clear('a page of a site whose unknown addresses lead to a search that keeps out', product(), {
    missing: {
      status: 200,
      html: document('Search', '<h1>Search</h1>', '<meta name="robots" content="noindex, follow">'),
      shown: 'https://shop.example/search?q=missing',
    },
  }),
  clear('an honest 404 with a sentence of its language', notFound('Сторінку не знайдено'), { status: 404 }),
  clear('a title of a drawing with text', product('', '<svg><title>Oslo</title><desc>lamp</desc></svg>')),
  clear('a title in the text of a script', product(JSON_LD('{"a": "<title>x</title>"}'))),
  clear('a description of the page in a frame', product('', '<iframe srcdoc="&lt;title>b&lt;/title>"></iframe>')),
  clear(
    'canonical addresses that differ in the case of the host and in dots',
    product(
      '<link rel="canonical" href="HTTPS://SHOP.example:443/x/../lamps/8"><link rel="canonical" href="/lamps/8">',
    ),
  ),
  clear('a canonical link of a header relative to the address', product('<link rel="canonical" href="/lamps/8">'), {
    sent: { link: '<8>; rel=canonical' },
  }),
  clear('an alternate in a header of another relation', product(), {
    sent: { link: `<${GERMAN}>; rel="next"; hreflang="de"` },
  }),
  clear('a page in another language that links back with an escaped letter', product(alternate('de', GERMAN)), {
    url: 'https://shop.example/l%61mps/8',
    others: { [GERMAN]: { html: product(alternate('en', 'https://shop.example/lamps/8')) } },
  }),
  clear('a page in another language that names this one only as the default', product(alternate('de', GERMAN)), {
    others: { [GERMAN]: { html: product(alternate('x-default', 'https://shop.example/lamps/8')) } },
  }),
  clear('a link to another language in the body', product('', `<a hreflang="de" href="${GERMAN}">Deutsch</a>`)),
  clear('rules for robots that agree in three places', product('<meta name="robots" content="index,follow">'), {
    sent: { 'x-robots-tag': 'index, follow\ngooglebot: all' },
  }),
  clear('one robot with fewer rights than another', product('<meta name="bingbot" content="nofollow">'), {
    sent: { 'x-robots-tag': 'googlebot: follow' },
  }),
  clear('rules for robots with values only', product('<meta name="robots" content="max-snippet:-1">'), {
    sent: { 'x-robots-tag': 'notranslate, max-video-preview: 0' },
  }),
  clear(
    'a page answered 404 with rules for snippets',
    notFound('Gone', 'Shop', '<meta name="robots" content="nosnippet">'),
    {
      status: 404,
    },
  ),
  clear('JSON-LD in an HTML comment of old pages', product(JSON_LD('{"a": "<!-- b -->"}'))),
  clear('JSON-LD of an empty list, and a graph', product(JSON_LD('[]') + JSON_LD('\ufeff{"@graph": []}'.slice(1)))),
  clear('JSON-LD in the text of a template', product('', `<template>${JSON_LD('{{ data }}')}</template>`)),
  clear('depends on hints of the client that the key lacks nothing of', product(), {
    sent: { vary: 'Accept-Encoding\nAccept-Language' },
    settled: ['accept-language'],
  }),
  clear('no Vary at all, but another header of the name', product(), { sent: { 'x-vary': 'Cookie' } }),
  clear('people see words with other apostrophes and ligatures', product('', '<p>It’s the ﬁnest oﬀer</p>'), {
    people: `${OSLO} It's the finest offer`,
  }),
  clear('people see a counter of seconds and a greeting of one word', product(), {
    people: `${OSLO} 12 s left Hello`,
  }),
  clear('a canvas beside a list of forty words', document('Chart', `<h1>Chart</h1>${LAMP}${FOOTER}`), { canvas: 0.9 }),
  clear('a menu that opens, as long as the text', product('', `<nav hidden>${prose(60)}</nav>`), { people: OSLO }),
];
