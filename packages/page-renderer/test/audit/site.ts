/**
 * A site with planted faults, each with a harmless twin that looks like it. The same site is made each time; the number of pages of
 * each kind can be chosen.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What a page is answered with. */
interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly head?: string;
  readonly body?: string;
  /** Default: one that no other page has. */
  readonly title?: string | null;
  /** Default: one that no other page has. */
  readonly description?: string | null;
  readonly lang?: string;
}

/** A page that is planted. */
interface Planted {
  /** Paths with their answers; the first one is the page of the finding. */
  readonly pages: ReadonlyArray<readonly [path: string, answer: Answer]>;
  /** The paths that the list of pages links to. */
  readonly linked: readonly string[];
  /** The paths that only the sitemap has, or that it has, too. */
  readonly listed?: readonly string[];
  /** The paths of which a finding is expected; none for a twin. */
  readonly found: readonly string[];
}

type Plant = (name: string) => Planted;

/** A fault and its twin. */
interface Kind {
  readonly name: string;
  readonly fault: Plant;
  readonly twin: Plant;
}

/** Text that no other page has. */
function words(name: string, number = 40): string {
  let state = Buffer.from(name).reduce((sum, byte) => (sum * 31 + byte) >>> 0, 7);
  return Array.from({ length: number }, () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return `w${(state >>> 8).toString(36)}`;
  }).join(' ');
}

const one =
  (answer: (path: string, name: string) => Answer, isFault: boolean): Plant =>
  (name) => {
    const path = `/${name}`;
    return { pages: [[path, answer(path, name)]], linked: [path], found: isFault ? [path] : [] };
  };

/** Both are one page each. */
const alone = (
  name: string,
  fault: (path: string, name: string) => Answer,
  twin: (path: string, name: string) => Answer,
): Kind => ({ name, fault: one(fault, true), twin: one(twin, false) });

const canonical = (path: string) => `<link rel="canonical" href="${path}">`;
const alternate = (language: string, path: string) => `<link rel="alternate" hreflang="${language}" href="${path}">`;

/** The kinds. */
export const KINDS: readonly Kind[] = [
  alone(
    'soft-404',
    () => ({ title: 'Page not found', description: null, body: '<h1>Page not found</h1><p>Sorry.</p>' }),
    (_, name) => ({ body: `<h1>What a page not found costs a shop</h1><p>${words(name, 400)}</p>` }),
  ),
  alone(
    'only-people',
    (_, name) => ({
      body: `<div id="a"></div><script>
        document.getElementById('a').attachShadow({ mode: 'open' });
        const frame = document.createElement('canvas');
        frame.width = innerWidth; frame.height = innerHeight;
        document.body.replaceChildren(frame);
      </script><p>${words(name, 5)}</p>`,
    }),
    (_, name) => ({ body: `<p id="a"></p><script>a.textContent = '${words(`${name}-script`, 60)}'</script>` }),
  ),
  alone(
    'several-titles',
    (_, name) => ({ head: `<title>Second ${name}</title>` }),
    () => ({ body: '<svg><title>A drawing</title><circle r="4"/></svg>' }),
  ),
  alone(
    'several-descriptions',
    (_, name) => ({ head: `<meta name="description" content="Second of ${name}">` }),
    (_, name) => ({ head: `<meta property="og:description" content="Second of ${name}">` }),
  ),
  alone(
    'several-canonicals',
    (path) => ({ head: canonical(path) + canonical('/') }),
    (path) => ({ head: canonical(path), headers: { Link: `<${path}>; rel="canonical"` } }),
  ),
  {
    name: 'hreflang-no-return',
    fault: (name) => ({
      pages: [
        [`/${name}`, { lang: 'en', head: alternate('de', `/de/${name}`) }],
        [`/de/${name}`, { lang: 'de' }],
      ],
      linked: [`/${name}`, `/de/${name}`],
      found: [`/${name}`],
    }),
    twin: (name) => {
      const both = alternate('en', `/${name}`) + alternate('de', `/de/${name}`);
      return {
        pages: [
          [`/${name}`, { lang: 'en', head: both }],
          [`/de/${name}`, { lang: 'de', head: both }],
        ],
        linked: [`/${name}`],
        found: [],
      };
    },
  },
  alone(
    'robots-contradiction',
    () => ({ head: '<meta name="robots" content="follow"><meta name="robots" content="nofollow">' }),
    () => ({ head: '<meta name="robots" content="index, follow">', headers: { 'X-Robots-Tag': 'otherbot: nofollow' } }),
  ),
  alone(
    'structured-data-invalid',
    () => ({ head: '<script type="application/ld+json">{ "@type": "Product", }</script>' }),
    () => ({ head: '<script type="application/ld+json">[{ "@type": "Product", "name": "A, }" }]</script>' }),
  ),
  alone(
    'robots-against-status',
    () => ({ head: '<meta name="robots" content="noindex">' }),
    () => ({ headers: { 'X-Robots-Tag': 'googlebot-news: noindex' } }),
  ),
  alone(
    'vary',
    () => ({ headers: { Vary: 'Cookie' } }),
    () => ({ headers: { Vary: 'Accept-Encoding' } }),
  ),
  alone(
    'only-bots',
    (_, name) => ({ body: `<div hidden>${words(`${name}-hidden`, 600)}</div><p>${words(name, 10)}</p>` }),
    (_, name) => ({ body: `<nav hidden>${words(`${name}-hidden`, 60)}</nav><p>${words(name, 100)}</p>` }),
  ),
  {
    name: 'broken-links',
    fault: (name) => ({
      pages: [[`/${name}`, { body: `<a href="/gone/${name}">Gone</a>` }]],
      linked: [`/${name}`],
      found: [`/${name}`],
    }),
    twin: (name) => ({
      pages: [
        [`/${name}`, { body: `<a href="/moved/${name}">Moved</a> <a href="/members/${name}">For members</a>` }],
        [`/moved/${name}`, { status: 301, headers: { Location: `/${name}#here` } }],
        [`/members/${name}`, { status: 401 }],
      ],
      linked: [`/${name}`],
      found: [],
    }),
  },
  {
    name: 'canonicals-disagree',
    fault: (name) => ({
      pages: [
        [`/${name}`, { head: canonical(`/moved/${name}`) }],
        [`/moved/${name}`, { status: 301, headers: { Location: `/new/${name}` } }],
        [`/new/${name}`, {}],
      ],
      linked: [`/${name}`],
      found: [`/${name}`],
    }),
    twin: (name) => ({
      pages: [[`/${name}`, { head: canonical(`/${name}`) }]],
      linked: [`/${name}`, `/${name}?sort=price`],
      found: [],
    }),
  },
  {
    name: 'duplicate-titles',
    fault: (name) => ({
      pages: [
        [`/${name}`, { title: `Lamps ${name}` }],
        [`/other/${name}`, { title: `Lamps  ${name}` }],
      ],
      linked: [`/${name}`, `/other/${name}`],
      found: [`/${name}`, `/other/${name}`],
    }),
    twin: (name) => ({
      pages: [
        [`/${name}`, { title: `Lamps ${name}` }],
        [`/print/${name}`, { title: `Lamps ${name}`, head: canonical(`/${name}`) }],
      ],
      linked: [`/${name}`, `/print/${name}`],
      found: [],
    }),
  },
  {
    name: 'duplicate-descriptions',
    fault: (name) => ({
      pages: [
        [`/${name}`, { description: `All about ${name}` }],
        [`/other/${name}`, { description: `All about ${name}` }],
      ],
      linked: [`/${name}`, `/other/${name}`],
      found: [`/${name}`, `/other/${name}`],
    }),
    twin: (name) => ({
      pages: [
        [`/${name}`, { description: `All about ${name}`, lang: 'en' }],
        [`/de/${name}`, { description: `All about ${name}`, lang: 'de' }],
      ],
      linked: [`/${name}`, `/de/${name}`],
      found: [],
    }),
  },
  {
    name: 'orphan',
    // Pages that only link to each other are orphans, too.
    fault: (name) => ({
      pages: [[`/${name}`, { body: `<a href="/${name}">This page</a>` }]],
      linked: [],
      listed: [`/${name}`],
      found: [`/${name}`],
    }),
    twin: (name) => ({
      pages: [
        [`/${name}`, {}],
        [`/old/${name}`, { status: 302, headers: { Location: `/${name}` } }],
      ],
      linked: [`/old/${name}`],
      listed: [`/${name}`],
      found: [],
    }),
  },
];

/** A site as it is planted. */
export interface PlantedSite {
  /** Answers the requests of the site. */
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** What is to be found, as `kind path`, in order. */
  readonly expected: readonly string[];
  /** The paths of the harmless twins. */
  readonly twins: readonly string[];
  readonly pages: number;
}

/** Number of links on a page of the list. */
const LISTED = 40;

/**
 * @param faultsOf number of faults of a kind, and of its twins
 * @param pages number of pages in all; the rest is faultless
 */
export function plantSite(faultsOf: (kind: string) => number, pages: number): PlantedSite {
  const answers = new Map<string, Answer>();
  const [linked, listed, expected, twins] = [[] as string[], [] as string[], [] as string[], [] as string[]];
  const add = (planted: Planted) => {
    for (const [path, answer] of planted.pages) answers.set(path, answer);
    linked.push(...planted.linked);
    listed.push(...(planted.listed ?? []));
  };
  for (const { name, fault, twin } of KINDS) {
    for (let number = 1; number <= faultsOf(name); number += 1) {
      const planted = fault(`${name}-${number}`);
      add(planted);
      expected.push(...planted.found.map((path) => `${name} ${path}`));
      const harmless = twin(`${name}-${number}-twin`);
      add(harmless);
      twins.push(...harmless.pages.map(([path]) => path));
    }
  }
  const lists = () => Math.ceil(linked.length / LISTED);
  for (let number = 1; answers.size + lists() + 2 < pages; number += 1) {
    answers.set(`/plain-${number}`, {});
    linked.push(`/plain-${number}`);
  }
  const links = (some: readonly string[]) => some.map((path) => `<li><a href="${path}">${path}</a>`).join('');
  for (let number = 1; number <= lists(); number += 1) {
    const more = number < lists() ? `<a href="/list-${number + 1}">More</a>` : '';
    const body = `<ul>${links(linked.slice((number - 1) * LISTED, number * LISTED))}</ul>${more}`;
    answers.set(`/list-${number}`, { body });
  }
  answers.set('/', { body: '<a href="/list-1">All pages</a> <a href="/private/area">Not for robots</a>' });
  return {
    handler: (request, response) => answer(request, response, answers, listed),
    expected: expected.toSorted(),
    twins,
    pages: answers.size,
  };
}

function answer(
  { url = '/', headers: { host = '' } }: IncomingMessage,
  response: ServerResponse,
  answers: ReadonlyMap<string, Answer>,
  listed: readonly string[],
): void {
  const path = url.split('?', 1)[0] ?? '/';
  if (path === '/robots.txt') {
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    return void response.end(`User-agent: *\nDisallow: /private/\nSitemap: http://${host}/sitemap.xml\n`);
  }
  if (path === '/sitemap.xml') {
    const urls = ['/', ...listed].map((one) => `<url><loc>http://${host}${one}</loc></url>`).join('');
    response.writeHead(200, { 'Content-Type': 'application/xml' });
    return void response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`);
  }
  const found = answers.get(path);
  if (!found) {
    response.writeHead(404, { 'Content-Type': 'text/html' });
    return void response.end('<!doctype html><title>Nothing here</title><p>There is nothing at this address.</p>');
  }
  const { status = 200, headers = {}, head = '', lang = 'en', title = `Title of ${path}` } = found;
  const { description = `Description of ${path}`, body = `<p>${words(path)}</p>` } = found;
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8', ...headers });
  const meta = description === null ? '' : `<meta name="description" content="${description}">`;
  const named = title === null ? '' : `<title>${title}</title>`;
  response.end(`<!doctype html><html lang="${lang}">${named}${meta}${head}<body>${body}</body></html>`);
}
