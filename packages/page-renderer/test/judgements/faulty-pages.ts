/** Sixty pages with a fault. */
import { VARIANTS } from './faulty-variants.ts';
import type { Answer, Sample } from './sample.ts';
import { document, FOOTER, LAMP, NAVIGATION, notFound, product, prose } from './sample.ts';

const JSON_LD = (text: string) => `<script type="application/ld+json">${text}</script>`;
const SCAFFOLD = document('Vite App', `${NAVIGATION}<main><p>page-not-found works!</p></main>${FOOTER}`);
const SAME: Answer = { status: 200, html: SCAFFOLD };

/** Answered 200, although a heading, the title or the comparison says that there is no page. */
const soft404: Sample[] = [
  ...[
    '404',
    'Error 404',
    '404 – Page not found',
    'Page Not Found',
    'Not found.',
    'Oops! We can’t find that page.',
    'Sorry, the page you are looking for could not be found',
    'This page doesn’t exist',
    'Product not found',
    'This product is no longer available',
    'Seite nicht gefunden',
    'Die angeforderte Seite wurde leider nicht gefunden',
    'Page introuvable',
    'Oups ! Cette page n’existe pas',
    'Página no encontrada',
    'Página não encontrada',
    'Pagina non trovata',
    'Pagina niet gevonden',
    'Sidan kunde inte hittas',
    'Nie znaleziono strony',
    'Страница не найдена',
    'Sayfa bulunamadı',
    'ページが見つかりません',
    '页面不存在',
    '페이지를 찾을 수 없습니다',
  ].map((heading): Sample => ({ name: `a heading “${heading}”`, html: notFound(heading), faults: ['soft-404'] })),
  {
    name: 'a title that says it beside the name of the site, and no heading',
    html: document('404: This page could not be found | Shop', `${NAVIGATION}<p>Nothing to see here.</p>`),
    faults: ['soft-404'],
  },
  {
    name: 'a single second-level heading that says it',
    html: document('Shop', `<h1>Shop</h1>${NAVIGATION}<h2>Page not found</h2>`),
    faults: ['soft-404'],
  },
  {
    name: 'a heading that says it, and a robots meta tag for the same reason',
    html: notFound('Page not found', 'Shop', '<meta name="robots" content="noindex">'),
    faults: ['soft-404', 'robots-against-status'],
  },
  {
    name: 'the same as an honest 404, in words that no list has',
    html: document('Shop', `${NAVIGATION}<main><p>Nobody lives at this address any more.</p></main>${FOOTER}`),
    missing: {
      status: 404,
      html: document('Shop', `${NAVIGATION}<main><p>Nobody lives at this address any more.</p></main>${FOOTER}`),
    },
    faults: ['soft-404'],
  },
  {
    name: 'the same as every unknown address (Angular: the text of a new component)',
    html: SCAFFOLD,
    missing: SAME,
    faults: ['soft-404', 'missing-not-404'],
  },
  {
    name: 'the same as every unknown address, and both say which address',
    html: document('Shop', `${NAVIGATION}<p>There is nothing at /lamps/8 today</p>`),
    missing: 'There is nothing at',
    faults: ['soft-404', 'missing-not-404'],
  },
  {
    name: 'not to be indexed, like every unknown address, with other recommendations',
    html: document(
      'Gone | Shop',
      `${NAVIGATION}<p>Gone. How about a chair named Bergen?</p>${FOOTER}`,
      '<meta name="robots" content="noindex">',
    ),
    missing: {
      status: 200,
      html: document(
        'Gone | Shop',
        `${NAVIGATION}<p>Gone. How about a table named Narvik?</p>${FOOTER}`,
        '<meta name="robots" content="noindex">',
      ),
    },
    faults: ['soft-404', 'robots-against-status'],
  },
  {
    name: 'a route in the fragment that does not exist',
    url: 'https://shop.example/app#!/lamps/99',
    html: notFound('Page not found'),
    missing: { status: 200, html: notFound('Page not found') },
    faults: ['soft-404', 'missing-not-404'],
  },
];

const missing: Sample[] = [
  {
    name: 'a page of a site that answers every address with 200',
    html: product(),
    missing: { status: 200, html: notFound('Page not found') },
    faults: ['missing-not-404'],
  },
  {
    name: 'the start page of a site that shows it for every address',
    url: 'https://shop.example/',
    html: product(),
    missing: { status: 200, html: product() },
    faults: ['missing-not-404'],
  },
  {
    name: 'a page of a site that leads from every unknown address to its start page',
    html: product(),
    missing: { status: 200, html: document('Shop', '<h1>Welcome</h1>'), shown: 'https://shop.example/' },
    faults: ['missing-not-404'],
  },
];

const repeated: Sample[] = [
  {
    name: 'the title of a scaffold before the one of the page (Solid)',
    html: product('<title>Solid App</title>').replace('Floor lamp Oslo | Shop', 'Lamp'),
    faults: ['several-titles'],
  },
  { name: 'the same title twice', html: product('<title>Floor lamp Oslo | Shop</title>'), faults: ['several-titles'] },
  { name: 'a second title in the body', html: product('', '<title>Late</title>'), faults: ['several-titles'] },
  {
    name: 'two descriptions',
    html: product('<meta name="description" content="A shop."><meta name="Description" content="A lamp.">'),
    faults: ['several-descriptions'],
  },
  {
    name: 'an empty description beside one with text',
    html: product('<meta name="description" content=""><meta name="description" content="A lamp.">'),
    faults: ['several-descriptions'],
  },
  {
    name: 'two canonical links',
    html: product('<link rel="canonical" href="/lamps/8"><link rel="canonical" href="/lamps">'),
    faults: ['several-canonicals'],
  },
  {
    name: 'a canonical link of the server that leads elsewhere',
    html: product('<link rel="canonical" href="/lamps/8">'),
    sent: { link: '<https://shop.example/>; rel="canonical"' },
    faults: ['several-canonicals'],
  },
];

const GERMAN = 'https://shop.example/de/lamps/8';
const FRENCH = 'https://shop.example/fr/lamps/8';
const alternate = (language: string, href: string) => `<link rel="alternate" hreflang="${language}" href="${href}">`;

const languages: Sample[] = [
  {
    name: 'a page in another language that names nobody',
    html: product(alternate('de', GERMAN)),
    others: { [GERMAN]: { html: product() } },
    faults: ['hreflang-no-return'],
  },
  {
    name: 'a page in another language that names another address',
    html: product(alternate('en', '/lamps/8') + alternate('de', '/de/lamps/8') + alternate('fr', FRENCH)),
    others: {
      [GERMAN]: { html: product(alternate('en', '/lamps/8')) },
      [FRENCH]: { html: product(alternate('en', 'http://shop.example/lamps/8')) },
    },
    faults: ['hreflang-no-return'],
  },
  {
    name: 'a page in another language that does not exist, named in a header',
    html: product(),
    sent: { link: `<${GERMAN}>; rel="alternate"; hreflang="de"` },
    others: { [GERMAN]: { status: 404, html: notFound('Seite nicht gefunden') } },
    faults: ['hreflang-no-return'],
  },
  {
    name: 'a page in another language that is a file',
    html: product(alternate('de', GERMAN)),
    others: { [GERMAN]: { status: 200 } },
    faults: ['hreflang-no-return'],
  },
];

const robots: Sample[] = [
  {
    name: 'index in a meta tag, noindex in a header',
    html: product('<meta name="robots" content="index, follow">'),
    sent: { 'x-robots-tag': 'noindex' },
    faults: ['robots-contradiction', 'robots-against-status'],
  },
  {
    name: 'index and noindex in one meta tag',
    html: product('<meta name="robots" content="noindex, index">'),
    faults: ['robots-contradiction', 'robots-against-status'],
  },
  {
    name: 'follow in one meta tag, nofollow in another',
    html: product('<meta name="robots" content="follow"><meta name="robots" content="nofollow">'),
    faults: ['robots-contradiction'],
  },
  {
    name: 'noindex for all, which an exception for one robot does not lift',
    html: product('<meta name="robots" content="noindex"><meta name="googlebot" content="index">'),
    faults: ['robots-contradiction', 'robots-against-status'],
  },
  {
    name: 'to be indexed, although it is answered 404',
    html: notFound('Page not found', 'Shop', '<meta name="robots" content="index, follow">'),
    status: 404,
    faults: ['robots-against-status'],
  },
  {
    name: 'not to be indexed since some years',
    html: product(),
    sent: { 'x-robots-tag': 'unavailable_after: Wed, 25 Jun 2014 15:00:00 GMT, max-snippet: 20' },
    faults: ['robots-against-status'],
  },
  {
    name: 'nothing of it for one robot of several in a header, and index for all',
    html: product('<meta name="robots" content="all">'),
    sent: { 'x-robots-tag': 'max-snippet: 5, googlebot: none' },
    faults: ['robots-against-status'],
  },
  {
    name: 'not to be indexed by a header that a meta tag of the page sets',
    html: product(),
    metas: ['X-Robots-Tag: googlebot: noindex'],
    faults: ['robots-against-status'],
  },
];

const data: Sample[] = [
  {
    name: 'JSON-LD with a comma too many',
    html: product(JSON_LD('{"@type": "Product", "name": "Oslo",}')),
    faults: ['structured-data-invalid'],
  },
  {
    name: 'JSON-LD that is cut off',
    html: product(JSON_LD('{"@type": "Product"') + JSON_LD('{}')),
    faults: ['structured-data-invalid'],
  },
  {
    name: 'JSON-LD with a line break within a text',
    html: product(JSON_LD('{"name": "a\nb"}')),
    faults: ['structured-data-invalid'],
  },
  { name: 'JSON-LD that is empty', html: product(JSON_LD('  ')), faults: ['structured-data-invalid'] },
  {
    name: 'JSON-LD that a template engine has written as undefined',
    html: product(JSON_LD('undefined')),
    faults: ['structured-data-invalid'],
  },
  { name: 'JSON-LD that is a text', html: product(JSON_LD('"{}"')), faults: ['structured-data-invalid'] },
];

const audience: Sample[] = [
  {
    name: 'depends on the language of the client',
    html: product(),
    sent: { vary: 'Accept-Encoding, Accept-Language' },
    faults: ['vary'],
  },
  { name: 'depends on anything', html: product(), sent: { vary: '*' }, faults: ['vary'] },
  {
    name: 'people see a text that is not in the HTML',
    html: product(),
    people:
      `Floor lamp Oslo ${LAMP} Delivered tomorrow from our warehouse nearby if somebody orders before noon`.replaceAll(
        /<[^>]+>/g,
        '',
      ),
    faults: ['only-people'],
  },
  {
    name: 'people see a frame',
    html: document('Shop', '<iframe src="https://app.example/"></iframe>'),
    people: '',
    frame: 0.9,
    faults: ['only-people'],
  },
  {
    name: 'people see a canvas (Flutter)',
    html: document('Shop', '<img src="data:,">'),
    people: '',
    canvas: 1,
    faults: ['only-people'],
  },
  {
    name: 'most of the text is hidden',
    html: product('', `<div style="display: none">${prose(500)}</div>`),
    people: `Floor lamp Oslo ${LAMP}`.replaceAll(/<[^>]+>/g, ''),
    faults: ['only-bots'],
  },
];

export const FAULTY: readonly Sample[] = [
  ...soft404,
  ...missing,
  ...repeated,
  ...languages,
  ...robots,
  ...data,
  ...audience,
  ...VARIANTS,
];
