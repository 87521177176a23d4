/** Sixty pages without a fault, most of them close to one. */
import { VARIANTS } from './faultless-variants.ts';
import type { Answer, Sample } from './sample.ts';
import { document, FOOTER, LAMP, NAVIGATION, notFound, product, prose } from './sample.ts';

const JSON_LD = (text: string, type = 'application/ld+json') => `<script type="${type}">${text}</script>`;
const plain = (html: string) => html.replaceAll(/<[^>]+>/g, ' ');
const clear = (name: string, html: string, more: Partial<Sample> = {}): Sample => ({ name, html, faults: [], ...more });

/** An article whose heading has the words of an error. */
const article = (heading: string, words = 400) => {
  return document(`${heading} | Blog`, `${NAVIGATION}<main><h1>${heading}</h1>${prose(words)}</main>${FOOTER}`);
};

const aboutErrors: Sample[] = [
  ...[
    'How to fix a 404 error in WordPress',
    'What “page not found” costs a shop',
    'Why your product was not found in the index',
    'Lost & Found',
    'Room 404',
    'Peugeot 404',
    'Found: the best lamps of the year',
    'Seite 404 des Buches: was nicht gefunden wurde',
    'A page that does not exist is still visited',
    'Page not found?',
  ].map((heading) => clear(`a short page with the heading “${heading}”`, article(heading, 40))),
  clear('a reference of a status (MDN)', article('404 Not Found')),
  clear(
    'a list of errors',
    document('Errors', '<h1>Errors</h1><h2>404 Not Found</h2><p>No such page.</p><h2>410 Gone</h2><p>No longer.</p>'),
  ),
  clear(
    'a view “not found” that is hidden in the page',
    document('Shop', `<h1>Lamps</h1>${LAMP}<section hidden><h1>Page not found</h1></section>`),
    {
      people: `Lamps\n${plain(LAMP)}`,
    },
  ),
  clear('an honest 404', notFound('Page not found'), { status: 404 }),
  clear('an honest 410, not to be indexed', notFound('Gone', 'Shop', '<meta name="robots" content="noindex">'), {
    status: 410,
  }),
  clear('an error of the server with two titles', product('<title>Error</title>'), { status: 503 }),
  clear('a search without results', document('Search | Shop', `${NAVIGATION}<h1>No results for “oslo”</h1>${FOOTER}`)),
  clear(
    'a title “404” of a shop with another heading',
    document('404 | Shoes', `<h1>Shoes of the brand 404</h1>${LAMP}`),
  ),
];

const ONE_VIEW = document(
  'Chess',
  `<h1>Chess</h1><p>Choose a colour, then move a piece.</p>`,
  '<link rel="canonical" href="https://shop.example/play">',
);
const hidden = (html: string): Answer => ({ status: 200, html });
const NOINDEX = '<meta name="robots" content="noindex">';

const compared: Sample[] = [
  clear('a product that shares all but its text with the page of an error', product(), {
    missing: { status: 404, html: notFound('Page not found') },
  }),
  clear('an unknown address whose page keeps out of search engines', product(), {
    missing: hidden(notFound('Page not found', 'Shop', NOINDEX)),
  }),
  clear('an unknown address that asks to sign in', product(), {
    missing: { status: 200, html: document('Sign in', '<h1>Sign in</h1>'), shown: 'https://shop.example/sign-in' },
  }),
  clear('an unknown address that is answered with a file', product(), { missing: { status: 200 } }),
  clear('an unknown address that is answered 410', product(), { missing: { status: 410, html: notFound('Gone') } }),
  clear('an unknown address that is answered 404 with the same view, which has a canonical address', ONE_VIEW, {
    url: 'https://shop.example/play',
    missing: { status: 404, html: ONE_VIEW },
  }),
  clear('a start page that is also the text of the 404', product(), {
    url: 'https://shop.example/',
    missing: { status: 404, html: product() },
  }),
  clear(
    'a gallery of pictures with the same text as every other, and a title of its own',
    document('Oslo', `${NAVIGATION}<img src="/1.jpg">${FOOTER}`),
    {
      missing: { status: 404, html: document('Not found', `${NAVIGATION}<img src="/404.jpg">${FOOTER}`) },
    },
  ),
  clear('an unknown address that leads to this page', product(), {
    missing: { status: 404, html: product(), shown: 'https://shop.example/lamps/8' },
  }),
  clear('almost no text', document('Map', '<p>Map</p>'), {
    missing: { status: 404, html: document('Map', '<p>Map</p>') },
  }),
  clear(
    'a site where everything is not to be indexed, with one title',
    document('App', `${NAVIGATION}<h1>Orders</h1>${LAMP}`),
    {
      missing: { status: 404, html: document('App', `${NAVIGATION}<h1>Nothing here</h1>`, NOINDEX) },
    },
  ),
  clear(
    'other words in another language',
    document('Boutique', '<h1>Lampe de sol</h1><p>Une lampe en chêne massif.</p>'),
    {
      missing: { status: 404, html: document('Boutique', '<h1>Page introuvable</h1>') },
    },
  ),
  clear('a route in the fragment', product(), {
    url: 'https://shop.example/app#/lamps/8',
    missing: { status: 404, html: notFound('Page not found') },
  }),
];

const declared: Sample[] = [
  clear(
    'pictures with titles',
    product('', '<svg><title>Cart</title><path d=""/></svg><svg><title>Search</title></svg>'),
  ),
  clear(
    'a title in a template',
    product('', '<template><title>Later</title><meta name="description" content="b"></template>'),
  ),
  clear(
    'descriptions for previews',
    product(
      '<meta name="description" content="A"><meta property="og:description" content="B"><meta name="twitter:description" content="C">',
    ),
  ),
  clear('the same canonical address in the page and in a header', product('<link rel="canonical" href="/lamps/8">'), {
    sent: { link: '<https://shop.example/lamps/8>; rel="canonical"' },
  }),
  clear(
    'the same canonical link twice',
    product('<link rel="canonical" href="/lamps/8"><link rel="canonical" href="https://shop.example/lamps/8">'),
  ),
  clear(
    'the same canonical address relative to a base',
    product('<base href="/lamps/"><link rel="canonical" href="8"><link rel="canonical" href="/lamps/%38#top">'),
  ),
  clear(
    'canonical links for some clients, and one in a comment of a reader',
    product(
      '<link rel="canonical" href="/lamps/8"><link rel="canonical" media="print" href="/print/8">',
      '<link rel="canonical" href="https://other.example/">',
    ),
  ),
  clear('a canonical address elsewhere', product('<link rel="canonical" href="https://www.shop.example/lamps/8">')),
  clear('a link to preload, and one to the next page', product('<link rel="next" href="/lamps/9">'), {
    sent: { link: '</app.css>; rel=preload; as=style, </lamps/9>; rel="next"' },
  }),
  clear(
    'links to other formats',
    product(
      '<link rel="alternate" type="application/rss+xml" href="/feed"><link rel="alternate stylesheet" href="/a.css">',
    ),
  ),
  clear('no title at all', document('', `<h1>Lamps</h1>${LAMP}`).replace('<title></title>', '')),
];

const GERMAN = 'https://shop.example/de/lamps/8';
const alternate = (language: string, href: string) => `<link rel="alternate" hreflang="${language}" href="${href}">`;
const BOTH = alternate('en', '/lamps/8') + alternate('de', '/de/lamps/8') + alternate('x-default', '/lamps/8');

const languages: Sample[] = [
  clear('pages that link to each other', product(BOTH), { others: { [GERMAN]: { html: product(BOTH) } } }),
  clear('a page that links back in a header', product(BOTH), {
    others: {
      [GERMAN]: {
        html: product(),
        link: '</x.css>; rel=preload, <https://shop.example/lamps/8>; rel="alternate"; hreflang="en"',
      },
    },
  }),
  clear(
    'a page that links to the canonical address of this one',
    product(`<link rel="canonical" href="https://www.shop.example/lamps/8">${alternate('de', GERMAN)}`),
    {
      others: { [GERMAN]: { html: product(alternate('en', 'https://www.shop.example/lamps/8')) } },
    },
  ),
  clear('a page that may not be rendered', product(BOTH)),
  clear('a page that redirects to one that links back', product(BOTH), {
    others: { [GERMAN]: { html: product(alternate('en', '../lamps/8')), shown: 'https://shop.example/de/' } },
  }),
  clear(
    'pages that link to each other relative to a base',
    product(`<base href="/de/">${alternate('de', 'lamps/8')}${alternate('en', '../lamps/8')}`),
    { others: { [GERMAN]: { html: product(`<base href="/lamps/">${alternate('en', '8')}`) } } },
  ),
  clear('only itself', product(alternate('en', '/lamps/8#top'))),
];

const robots: Sample[] = [
  clear('index in both places', product('<meta name="robots" content="index, follow">'), {
    sent: { 'x-robots-tag': 'all' },
  }),
  clear('rules for snippets', product('<meta name="robots" content="max-snippet:-1, max-image-preview:large">'), {
    sent: { 'x-robots-tag': 'unavailable_after: 25 Jun 2030 15:00:00 PST\nmax-snippet: 20' },
  }),
  clear(
    'one robot that may not follow links',
    product('<meta name="robots" content="index, follow"><meta name="bingbot" content="nofollow">'),
  ),
  clear('robots of news and archives that may not index', product('<meta name="googlebot-news" content="noindex">'), {
    sent: { 'x-robots-tag': 'archivebot: noindex' },
  }),
  clear('no previews of pictures', product('<meta name="robots" content="max-image-preview: none, max-snippet:0">')),
  clear('one robot of several in a header that may not index', product('<meta name="robots" content="index">'), {
    sent: { 'x-robots-tag': 'googlebot: nofollow, otherbot: noindex, nofollow' },
  }),
  clear('no archive', product('<meta name="robots" content="noarchive, nosnippet, noimageindex">')),
];

const data: Sample[] = [
  clear(
    'an object and a list',
    product(JSON_LD('{"@context": "https://schema.org", "@type": "Product"}') + JSON_LD('[{"@type": "Thing"}, {}]')),
  ),
  clear(
    'escaped tags, and a type with a parameter',
    product(JSON_LD('{"text": "\\u003cb>a\\n</b> <\\/script>"}', 'application/ld+json; charset=utf-8')),
  ),
  clear(
    'other scripts that are no JSON',
    product(JSON_LD('a = {,}', 'text/template') + JSON_LD('{,}', 'application/json')),
  ),
];

const audience: Sample[] = [
  clear('depends on codings and on the parts of a framework', product(), {
    sent: { vary: 'RSC, Next-Router-State-Tree, Accept-Encoding\nOrigin, Accept' },
  }),
  clear('depends on what was chosen for the render', product(), {
    sent: { vary: 'Accept-Language, User-Agent' },
    settled: ['accept-language'],
  }),
  clear('a video in a frame beside text', product('', '<iframe src="https://video.example/1"></iframe>'), {
    frame: 0.6,
  }),
  clear('a chart in a canvas beside text', product('', '<canvas></canvas>'), { canvas: 0.7 }),
  clear(
    'words that styles separate',
    document('Shop', `<ul><li><span>Lamps</span><span>Chairs</span><span>Tables</span></li></ul>${LAMP}`),
    {
      people: `Lamps\nChairs\nTables\n${plain(LAMP)}`,
    },
  ),
  clear('a clock and prices that have changed meanwhile', document('Shop', `<p>12:30:01, 19.90</p>${LAMP}`), {
    people: `12:30:02, 21.90 ${plain(LAMP)} 1 2 3 4 5 6 7 8 9`,
  }),
  clear(
    'tabs of which one is open',
    product('', `<div role="tabpanel" hidden>${prose(80)}</div><div role="tabpanel" hidden>${prose(80)}</div>`),
    {
      people: `Floor lamp Oslo ${plain(LAMP)}`,
    },
  ),
  clear(
    'text in the fields of a form',
    document('Shop', `${LAMP}<textarea>A message for the shop</textarea><select><option>Red</option></select>`),
  ),
];

export const FAULTLESS: readonly Sample[] = [
  ...aboutErrors,
  ...compared,
  ...declared,
  ...languages,
  ...robots,
  ...data,
  ...audience,
  ...VARIANTS,
];
