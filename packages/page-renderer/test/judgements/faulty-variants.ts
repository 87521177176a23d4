/** Pages with a fault, in less usual forms. */
import type { Sample } from './sample.ts';
import { document, FOOTER, LAMP, NAVIGATION, notFound, product, prose } from './sample.ts';

const JSON_LD = (text: string, type = 'application/ld+json') => `<script type="${type}">${text}</script>`;
const alternate = (language: string, href: string) => `<link rel="alternate" hreflang="${language}" href="${href}">`;
const plain = (html: string) => html.replaceAll(/<[^>]+>/g, ' ');
const GERMAN = 'https://shop.example/de/lamps/8';
const OSLO = `Floor lamp Oslo ${plain(LAMP)}`;

export const VARIANTS: readonly Sample[] = [
  {
    name: 'a heading of the error in parts',
    html: notFound('<span>4</span><span>0</span><span>4</span>'),
    faults: ['soft-404'],
  },
  {
    name: 'a heading of the error in a link and with an entity',
    html: notFound('<a href="/">Page&nbsp;not found</a>'),
    faults: ['soft-404'],
  },
  {
    name: 'two headings, the number and the sentence',
    html: document('Shop', `${NAVIGATION}<h1>404</h1><h2>Page not found</h2><p>Back to the start.</p>${FOOTER}`),
    faults: ['soft-404'],
  },
  {
    name: 'the name of the shop as the first heading, and the error as the second of two',
    html: document('Shop', `${NAVIGATION}<h1>Shop</h1><h1>Pagina niet gevonden</h1>${FOOTER}`),
    faults: ['soft-404'],
  },
  {
    name: 'a heading in capitals',
    html: notFound('SAYFA BULUNAMADI'),
    faults: ['soft-404'],
  },
  {
    name: 'a heading with an apology of its language',
    html: notFound('К сожалению, такой страницы не существует'),
    faults: ['soft-404'],
  },
  {
    name: 'a title of the error, and a heading without text',
    html: document('Seite nicht gefunden – Laden', `${NAVIGATION}<h1><img src="/logo.png"></h1>${FOOTER}`),
    faults: ['soft-404'],
  },
  {
    name: 'the error in lines of a page without headings',
    html: document(
      'Shop',
      `${NAVIGATION}<div class="code">404</div><div>Page not found</div><p>Back to the start.</p>`,
    ),
    faults: ['soft-404'],
  },
  {
    name: 'the error in an application whose root says the same for all',
    html: notFound('페이지가 존재하지 않습니다'),
    missing: { status: 200, html: notFound('페이지가 존재하지 않습니다') },
    faults: ['soft-404', 'missing-not-404'],
  },
  {
    name: 'a page of a site that shows a list for every unknown address',
    html: product(),
    missing: { status: 200, html: document('Lamps', `${NAVIGATION}<h1>All lamps</h1>${LAMP}`) },
    faults: ['missing-not-404'],
  },
  {
    name: 'a page of a site that leads to its start page with a parameter',
    html: product(),
    missing: { status: 200, html: document('Shop', '<h1>Welcome</h1>'), shown: 'https://shop.example/index.html' },
    faults: ['missing-not-404'],
  },
  {
    name: 'a title that a script has added after an empty one',
    html: product('<title></title>').replace('<title></title>', '<title>Shop</title>'),
    faults: ['several-titles'],
  },
  {
    name: 'three descriptions, two of them the same',
    html: product(
      '<meta content="A" name="description"><meta name=" description " content="A"><meta name="description" content="B">',
    ),
    faults: ['several-descriptions'],
  },
  {
    name: 'a canonical link among other relations, and another one',
    html: product('<link rel="canonical nofollow" href="/lamps/8"><link rel="CANONICAL" href="/lamps/9">'),
    faults: ['several-canonicals'],
  },
  {
    name: 'two canonical addresses that differ in their query',
    html: product('<link rel="canonical" href="/lamps/8"><link rel="canonical" href="/lamps/8?a=1">'),
    faults: ['several-canonicals'],
  },
  {
    name: 'canonical addresses with and without TLS',
    html: product('<link rel="canonical" href="https://shop.example/lamps/8">'),
    sent: { link: '<http://shop.example/lamps/8>; rel=canonical' },
    faults: ['several-canonicals'],
  },
  {
    name: 'a canonical link in a header with two relations',
    html: product('<link rel="canonical" href="/lamps/8">'),
    sent: { link: '</a.css>; rel=preload, <https://shop.example/all>; title="a, b"; rel="canonical first"' },
    faults: ['several-canonicals'],
  },
  {
    name: 'a page in another language that links back without its query',
    url: 'https://shop.example/lamps/8?color=red',
    html: product(alternate('de', GERMAN)),
    others: { [GERMAN]: { html: product(alternate('en', 'https://shop.example/lamps/8')) } },
    faults: ['hreflang-no-return'],
  },
  {
    name: 'a page in another language that leads to a page that does not link back',
    html: product(alternate('de', GERMAN)),
    others: { [GERMAN]: { html: product(), shown: 'https://shop.example/de/' } },
    faults: ['hreflang-no-return'],
  },
  {
    name: 'a page in another language that has its links in a comment',
    html: product(alternate('de', GERMAN)),
    others: { [GERMAN]: { html: product(`<!-- ${alternate('en', 'https://shop.example/lamps/8')} -->`) } },
    faults: ['hreflang-no-return'],
  },
  {
    name: 'a page in another language that is gone',
    html: product(alternate('de-AT', GERMAN)),
    others: { [GERMAN]: { status: 410, html: notFound('Gone') } },
    faults: ['hreflang-no-return'],
  },
  {
    name: 'rules for robots that are separated by spaces',
    html: product('<meta name="robots" content="noindex nofollow"><meta name="robots" content="index">'),
    faults: ['robots-contradiction', 'robots-against-status'],
  },
  {
    name: 'rules for robots in capitals',
    html: product('<META NAME="ROBOTS" CONTENT="NOINDEX">'),
    faults: ['robots-against-status'],
  },
  {
    name: 'one robot that is told both',
    html: product('<meta name="googlebot" content="noindex"><meta name="googlebot" content="index">'),
    faults: ['robots-contradiction', 'robots-against-status'],
  },
  {
    name: 'a header for one robot against the meta tag for it',
    html: product('<meta name="bingbot" content="follow">'),
    sent: { 'x-robots-tag': 'bingbot: nofollow' },
    faults: ['robots-contradiction'],
  },
  {
    name: 'a page answered 410 that is to be indexed',
    html: notFound('Gone', 'Shop', '<meta name="robots" content="all">'),
    status: 410,
    faults: ['robots-against-status'],
  },
  {
    name: 'JSON-LD in single quotes, and a valid one',
    html: product(JSON_LD("{'@type': 'Product'}") + JSON_LD('{"@type": "Product"}')),
    faults: ['structured-data-invalid'],
  },
  {
    name: 'JSON-LD with a comment, of a type with a parameter',
    html: product(JSON_LD('{"@type": "Product" /* lamp */}', 'Application/LD+JSON; charset=utf-8')),
    faults: ['structured-data-invalid'],
  },
  { name: 'JSON-LD of two objects', html: product(JSON_LD('{"a": 1}{"b": 2}')), faults: ['structured-data-invalid'] },
  { name: 'JSON-LD that is null', html: product(JSON_LD('null')), faults: ['structured-data-invalid'] },
  {
    name: 'depends on a cookie and on the agent',
    html: product(),
    sent: { vary: 'cookie, User-Agent' },
    faults: ['vary'],
  },
  {
    name: 'people see prices that style sheets write',
    html: product(),
    people: `${OSLO} one hundred and nineteen euros including delivery tomorrow from the warehouse in Bergen harbour`,
    faults: ['only-people'],
  },
  {
    name: 'people see a canvas beside a line of text',
    html: document('Game', '<h1>Chess</h1><p>Loading finished</p>'),
    people: 'Chess Loading finished',
    canvas: 0.8,
    faults: ['only-people'],
  },
  {
    name: 'a cloud of hidden words',
    html: product('', `<ul style="font-size: 0">${'<li>cheap lamps</li>'.repeat(300)}</ul>`),
    people: OSLO,
    faults: ['only-bots'],
  },
  {
    name: 'hidden text of another language in the page',
    html: product('', `<div hidden>${prose(700)}</div>`),
    people: OSLO,
    faults: ['only-bots'],
  },
];
