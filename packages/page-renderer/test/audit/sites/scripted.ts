/** A shop whose pages are drawn by scripts into the same shell. */
import { links, prose, type Answer, type SmallSite } from './site.ts';

interface Drawn {
  /** A program that runs after the page was drawn. */
  readonly script?: string;
  readonly title?: string | null;
  readonly description?: string | null;
  readonly html?: string;
  readonly lang?: string;
  /** What the server already has in the head. */
  readonly shell?: string;
}

/** A page that the server sends empty, and a script draws after a request of its own. */
function drawn(name: string, more: Drawn = {}): string {
  const { script = '', title = `Title of ${name}`, description = `About ${name}`, lang = 'en', shell = '' } = more;
  const { html = `<h1>${name}</h1><p>${prose(name)}</p>` } = more;
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Shop</title>${shell}</head><body><div id="app"></div><script type="module">
const page = ${JSON.stringify({ title, description, html }).replaceAll('</', String.raw`<\/`)};
await fetch('/api/page');
if (page.title !== null) document.title = page.title;
if (page.description !== null) {
  const meta = document.head.appendChild(document.createElement('meta'));
  meta.name = 'description';
  meta.content = page.description;
}
const add = (name, attributes, text = '') => {
  const element = Object.assign(document.createElement(name), { textContent: text });
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return document.head.appendChild(element);
};
app.innerHTML = page.html;
${script}
</script></body></html>`;
}

const sent = (headers: Record<string, string>, body: string): Answer => ({ headers, body });
const long = (name: string) => `<p>${prose(name, 420)}</p>`;
const asked = (href: string) => `add('link', { rel: 'canonical', href: '${href}' });`;
const ld = (text: string) =>
  `add('script', { type: 'application/ld+json' }, ${JSON.stringify(text).replaceAll('</', String.raw`<\/`)});`;

const faults: Record<string, string | Answer> = {
  // The shop's own words for a product that is gone, which no list of words has: it is what every unknown address shows.
  '/app/withdrawn': drawn('fallback', {
    title: 'Nothing to see',
    html: '<h1>We looked on every shelf</h1><p>Try our lamps, or ask us.</p>',
  }),
  '/produkt/alt': drawn('alt', {
    title: 'Laden',
    html: '<h1>Dieser Artikel ist leider nicht mehr verfügbar</h1><p>Schade.</p>',
  }),
  '/closed-root': drawn('closed-root', {
    html: '<div id="host"></div>',
    script: `host.attachShadow({ mode: 'closed' }).append(Object.assign(document.createElement('canvas'), { width: 1200, height: 900 }));`,
  }),
  '/framed': drawn('framed', { html: '<iframe src="/frame" style="width:100%;height:900px;border:0"></iframe>' }),
  '/second-title': drawn('second-title', { title: null, script: `add('title', {}, 'Title of second-title');` }),
  '/second-description': drawn('second-description', {
    shell: '<meta name="description" content="Our shop has all you need">',
  }),
  '/second-canonical': drawn('second-canonical', {
    shell: '<link rel="canonical" href="HOST/">',
    script: asked('/second-canonical'),
  }),
  '/en/one-way': drawn('en/one-way', {
    script: `add('link', { rel: 'alternate', hreflang: 'fr', href: '/fr/one-way' });`,
  }),
  '/told-both': sent(
    { 'X-Robots-Tag': 'nofollow' },
    drawn('told-both', { script: `add('meta', { name: 'robots', content: 'index, follow' });` }),
  ),
  '/broken-data': drawn('broken-data', { script: ld('{"@type": "Product", "name": "Line\none"}') }),
  '/hidden-by-script': drawn('hidden-by-script', { script: `add('meta', { name: 'googlebot', content: 'none' });` }),
  '/by-language': sent({ Vary: 'Accept-Encoding, Accept-Language' }, drawn('by-language')),
  '/stuffed': drawn('stuffed', {
    html: `<h1>Stuffed</h1><p>${prose('stuffed', 8)}</p><div style="position:absolute;left:-9999px;width:600px">${long('stuffed')}</div>`,
  }),
  '/collapsed': drawn('collapsed', {
    html: `<h1>Collapsed</h1><div style="max-height: 0; overflow: hidden"><p>${prose('collapsed', 600)}</p></div>`,
  }),
  '/dead-links': drawn('dead-links', { html: `<h1>Dead</h1><p>${prose('dead')}</p>${links('/api/gone', '/round/a')}` }),
  '/names-dead': drawn('names-dead', { script: asked('/api/gone') }),
  '/names-hidden': drawn('names-hidden', { script: asked('HOST/hidden-by-script') }),
  '/lamp-a': drawn('lamp-a', { title: 'Lamp' }),
  '/lamp-b': drawn('lamp-b', { title: 'LAMP\u200B' }),
  '/text-a': drawn('text-a', { description: 'The same text' }),
  '/text-b': drawn('text-b', { description: ' The  same text' }),
  '/alone': drawn('alone', { html: `<h1>Alone</h1><p>${prose('alone')}</p>${links('/alone-too')}` }),
  '/alone-too': drawn('alone-too', { html: `<h1>Alone too</h1><p>${prose('alone-too')}</p>${links('/alone')}` }),
};

const twins: Record<string, string | Answer> = {
  '/app/shelf': drawn('app/shelf'),
  '/help/404': drawn('help/404', { title: 'Error 404', html: `<h1>Page not found: what to do</h1>${long('404')}` }),
  '/cars/404': drawn('cars/404', { title: 'Peugeot 404', html: `<h1>Peugeot 404</h1>${long('car')}` }),
  '/open-root': drawn('open-root', {
    html: '<div id="host"></div>',
    script: `host.attachShadow({ mode: 'open' }).innerHTML = '<p>${prose('open-root', 80)}</p>';`,
  }),
  '/closed-text': drawn('closed-text', {
    html: '<div id="host"></div>',
    script: `host.attachShadow({ mode: 'closed' }).innerHTML = '<p>${prose('closed-text', 420)}</p>';`,
  }),
  '/player': drawn('player', { html: `<h1>Player</h1><canvas width="1200" height="800"></canvas>${long('player')}` }),
  '/map': drawn('map', {
    html: `<h1>Map</h1><p>${prose('map', 50)}</p><iframe src="/frame" width="300" height="150"></iframe>`,
  }),
  '/title-replaced': drawn('title-replaced', {
    html: `<h1>T</h1><p>${prose('t')}</p><svg><title>Shop</title></svg><template><title>No</title></template>`,
  }),
  '/description-replaced': drawn('description-replaced', {
    description: null,
    shell: '<meta name="description" content="Loading">',
    script: `document.querySelector('meta[name=description]').content = 'About description-replaced';`,
  }),
  '/canonical-replaced': drawn('canonical-replaced', {
    shell: '<link rel="canonical" href="/">',
    script: `document.querySelector('[rel=canonical]').href = '/canonical-replaced';`,
  }),
  '/en/both-ways': drawn('en/both-ways', {
    script: `for (const one of ['en', 'fr', 'x-default']) add('link', { rel: 'alternate', hreflang: one, href: one === 'fr' ? '/fr/moved' : '/en/both-ways' });`,
  }),
  '/fr/both-ways': sent(
    { Link: '</en/both-ways>; rel="alternate"; hreflang="en", </fr/both-ways>; rel=alternate; hreflang=fr' },
    drawn('fr/both-ways', { lang: 'fr' }),
  ),
  '/fr/one-way': drawn('fr/one-way', { lang: 'fr' }),
  '/fr/moved': { status: 308, headers: { Location: '/fr/both-ways' } },
  '/told-one': sent(
    { 'X-Robots-Tag': 'otherbot: noindex, nofollow' },
    drawn('told-one', { script: `add('meta', { name: 'robots', content: 'all, max-snippet:-1' });` }),
  ),
  '/good-data': drawn('good-data', {
    script:
      ld(' [{"@type": "Product", "name": "a </b> , }"}] ') +
      `add('script', { type: 'application/json' }, '{ broken, }');`,
  }),
  '/until-2090': drawn('until-2090', {
    script: `add('meta', { name: 'robots', content: 'unavailable_after: 25 Jun 2090 15:00:00 GMT' });`,
  }),
  '/by-client': sent({ Vary: 'accept-encoding , Origin' }, drawn('by-client')),
  '/answers': drawn('answers', {
    html: `<h1>Answers</h1>${[1, 2, 3, 4, 5, 6].map((one) => `<details><summary>${prose(`question ${one}`, 8)}</summary><p>${prose(`answer ${one}`, 60)}</p></details>`).join('')}`,
  }),
  '/live-links': drawn('live-links', {
    html: `<h1>Live</h1><p>${prose('live')}</p>${links('/list.pdf', '/members', '/title-replaced#top', 'tel:+1', '/round-trip', '/cart?add=1')}<template><a href="/api/gone">T</a></template>`,
  }),
  '/list.pdf': { headers: { 'Content-Type': 'application/pdf' }, body: '%PDF-1.4' },
  '/members': { status: 403, body: '<!doctype html><title>Members</title><p>Sign in.' },
  '/round-trip': { status: 302, headers: { Location: '/live-links' } },
  '/cart?add=1': { status: 303, headers: { Location: 'https://pay.invalid/' } },
  '/canonical-own': drawn('canonical-own', { script: asked('HOST/canonical-own') }),
  '/canonical-own?utm_source=a': drawn('canonical-own', { script: asked('HOST/canonical-own') }),
  '/print-lamp': drawn('print-lamp', { title: 'Lamp', description: 'The same text', script: asked('/lamp-a') }),
  '/fr/lampe': drawn('fr/lampe', { title: 'Lamp', description: 'The same text', lang: 'fr' }),
  '/found-by-script': drawn('found-by-script'),
  '/old-address': drawn('new-address', { script: `history.replaceState(null, '', '/new-address');` }),
  '/older-address': drawn('new-address', { script: `history.replaceState(null, '', '/new-address');` }),
  '/new-address': drawn('new-address'),
  '/signed-out': drawn('signed-out', { title: 'Sign in', script: `location.replace('/sign-in');` }),
  '/sign-in': drawn('sign-in', { title: 'Sign in' }),
};

const only = new Set([
  '/alone',
  '/alone-too',
  '/found-by-script',
  '/list.pdf',
  '/members',
  '/round-trip',
  '/cart?add=1',
  '/fr/moved',
]);
const entries = ['/', '/alone', '/alone-too', '/found-by-script', '/app/shelf'];
const all = [...Object.keys(faults), ...Object.keys(twins)].filter((path) => !only.has(path));

/** See the head of the file. */
export const SCRIPTED: SmallSite = {
  name: 'pages that are drawn by scripts',
  pages: {
    ...faults,
    ...twins,
    '/': drawn('start', {
      html: `<h1>Start</h1><p>${prose('start')}</p>${links(...all.map((path) => path.replaceAll('&', '&amp;')))}`,
      script: `setTimeout(() => app.insertAdjacentHTML('beforeend', '<a href="/found-by-script">Found</a>'), 30);`,
    }),
    '/frame': `<!doctype html><title>Frame</title><p>${prose('frame', 100)}</p>`,
    '/api/page': { headers: { 'Content-Type': 'application/json' }, body: '{}' },
    '/api/gone': { status: 410, body: '<!doctype html><title>Gone</title><p>Gone.' },
    '/round/a': { status: 302, headers: { Location: '/round/b' } },
    '/round/b': { status: 302, headers: { Location: '/round/a' } },
    '/robots.txt': sent({ 'Content-Type': 'text/plain' }, 'Sitemap: HOST/maps/index.xml\n'),
    '/maps/index.xml': sent(
      { 'Content-Type': 'text/xml' },
      '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>HOST/maps/all.xml</loc></sitemap></sitemapindex>',
    ),
    '/maps/all.xml': sent(
      { 'Content-Type': 'text/xml' },
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.map((path) => `<url><loc>HOST${path}</loc></url>`).join('')}</urlset>`,
    ),
  },
  folders: { '/app/': faults['/app/withdrawn'] as string },
  expected: [
    'soft-404 /app/withdrawn',
    'missing-not-404 /app/*',
    'soft-404 /produkt/alt',
    'only-people /closed-root',
    'only-people /framed',
    'several-titles /second-title',
    'several-descriptions /second-description',
    'several-canonicals /second-canonical',
    'hreflang-no-return /en/one-way',
    'robots-contradiction /told-both',
    'structured-data-invalid /broken-data',
    'robots-against-status /hidden-by-script',
    'vary /by-language',
    'only-bots /stuffed',
    'only-bots /collapsed',
    'broken-links /dead-links',
    'canonicals-disagree /names-dead',
    'canonicals-disagree /names-hidden',
    'duplicate-titles /lamp-a',
    'duplicate-titles /lamp-b',
    'duplicate-descriptions /text-a',
    'duplicate-descriptions /text-b',
    'orphan /alone',
    'orphan /alone-too',
  ],
};
