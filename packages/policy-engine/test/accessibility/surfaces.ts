/** The four surfaces as a person sees them, with content on every page: banner, privacy centre, admin panel, exported site. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { nodeSqliteDatabase } from 'policy-engine';
import { startSite, type Site } from '../client/site.ts';
import { addPerson, findUser, makeShop, RULES } from '../erasure/shop.ts';
import { engineWith, exported, temporaryFolder } from '../export/export.ts';
import { servePictures } from '../export/pictures.ts';
import { sampleExporter, sampleExtras, sampleRules, sampleUser } from '../export/sample.ts';

/** Whether the question is at its place in a page: it is moved to the start when nothing else is to be done. */
export const BANNER_IS_PLACED = `document.querySelector('policy-consent')?.consent.state && !document.querySelector('policy-consent .pe-consent-stack')`;

/** The columns of the report. */
export const SURFACES = ['banner', 'centre', 'panel', 'export'] as const;
export type SurfaceName = (typeof SURFACES)[number];

/** A page, or a state of one. */
export interface SurfacePage {
  readonly address: string;
  /** A button to press first. */
  readonly press?: string;
}

/** One surface, served to a browser. */
export interface Surface {
  readonly name: SurfaceName;
  readonly pages: readonly SurfacePage[];
  /** The user whose cookie the browser sends. */
  readonly user?: string;
  /** The part of a page that belongs to the surface; the rest belongs to the host. */
  readonly root: string;
}

/** All surfaces, while they are served. */
export interface Served extends AsyncDisposable {
  readonly surfaces: readonly Surface[];
  readonly site: Site;
}

const MARKDOWN = `# Statistics

We count visits.

## What is kept

- the page that was read,
- the day.

| Cookie | Purpose | Kept for |
|--------|---------|----------|
| \`_t\`  | counts visits | one year |

[Our address](https://shop.example/contact)`;

const SHOP = `<h1>Shop</h1><p>${'What the shop sells, in many words. '.repeat(60)}</p><p><a href="/policies/consent" data-policy-settings>Privacy</a></p>`;

async function startShop(): Promise<Site> {
  const database = nodeSqliteDatabase(':memory:');
  const site = await startSite({
    async page(address, { nonce, consent, partner }) {
      const banner = await consent.renderBanner({ nonce, returnTo: address });
      const film = `<policy-embed data-consent="media" data-src="${partner}/film" title="How it is made" width="640" height="360"></policy-embed>`;
      return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
        <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/shop.css">${await consent.renderScripts({ nonce })}</head>
        <body><a href="#main">To the content</a><main id="main" tabindex="-1">${SHOP}${film}</main>${banner}</body></html>`;
    },
    engine: {
      database,
      rules: [
        {
          name: 'analytics',
          label: 'Statistics',
          description: 'Counts visits, to find out what helps.',
          sessionless: true,
        },
        {
          name: 'media',
          label: 'Films and maps',
          description: 'Shows films of other companies.',
          sessionless: true,
          sells: true,
        },
      ],
      currentUser: (request) => {
        const [, id] = /(?:^|; )user=(\w+)/.exec(request.headers.get('cookie') ?? '') ?? [];
        if (id !== undefined) return { id, record: { id } };
        return request.headers.get('cookie')?.includes('admin=1') ? { id: 'admin', record: {} } : null;
      },
      userResource: { find: (id) => findUser(database, id) },
      logoutUrl: '/session/end',
      dataRules: RULES,
      erasure: { graceDays: 14, identify: ({ fields }) => fields['password'] === 'secret' },
    },
  });
  await makeShop(database);
  await addPerson(database, 'anna');
  await site.publish('analytics', { fr: 'À propos des statistiques.', de: 'Über Statistik.' });
  await site.publish('media', { fr: 'À propos des films.', de: 'Über Filme.' });
  return site;
}

/** Sends something as a user, as the forms do. @returns the body of the response */
async function say(site: Site, user: string, method: string, address: string, body?: unknown): Promise<unknown> {
  const response = await site.engine.fetch(
    new Request(`${site.url}/policies${address}`, {
      method,
      headers: {
        cookie: `user=${user}`,
        accept: 'application/json',
        'sec-fetch-site': 'same-origin',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

/** IDs of the content of the pages. */
interface Content {
  readonly draft: string;
  readonly request: string;
  readonly event: string;
  /** SHA-256 of the banner that somebody decided with. */
  readonly banner: string;
}

/** What `pattern` finds in a page for administrators. */
async function foundIn(site: Site, address: string, pattern: RegExp): Promise<string> {
  const headers = { cookie: 'user=admin', accept: 'text/html' };
  const html = await (await site.engine.fetch(new Request(site.url + address, { headers }))).text();
  const [, found] = pattern.exec(html) ?? [];
  if (found === undefined) throw new Error(`${address} has nothing like ${pattern.source}`);
  return found;
}

/** Has people and an administrator create the content of the pages. */
async function fill(site: Site): Promise<Content> {
  const page = await (await fetch(`${site.url.replace('www.shop.example', '127.0.0.1')}/`)).text();
  const [, appearance] = /data-appearance="([0-9a-f]+)"/.exec(page) ?? [];
  const shown = { locale: 'en', appearance };
  await say(site, 'anna', 'PUT', '/consent.json', { decisions: { analytics: true, media: false }, shown });
  const request = (await say(site, 'anna', 'POST', '/user_portability_requests.json', {})) as { id: string };
  const draft = (await say(site, 'admin', 'POST', '/categories/analytics/terms.json', { description: MARKDOWN })) as {
    id: string;
  };
  const cookie = '_t=1; _t_host=1; popup=1; policy_rule_media=rejected';
  for (let visits = 0; visits < 3; visits += 1) {
    await site.engine.fetch(new Request(`${site.url}/policies/consent.json`, { headers: { cookie } }));
  }
  await site.engine.ledger.seal();
  const [event] = (await say(site, 'anna', 'GET', '/ledger/events.json')) as { id: string }[];
  const banner = await foundIn(site, '/policies/people/anna/file', /\/appearance\/served\/([0-9a-f]{64})"/);
  return { draft: draft.id, request: request.id, event: event!.id, banner };
}

async function exportedSite(folder: string): Promise<string> {
  await using server = await servePictures();
  const engine = engineWith(sampleRules(server.origin), { ...sampleExporter, allowedHosts: [server.host] });
  const { zip } = await exported(engine, sampleUser, folder, { extras: sampleExtras });
  await promisify(execFile)('unzip', ['-q', zip, '-d', path.join(folder, 'site')]);
  return pathToFileURL(path.join(folder, 'site')).href;
}

/** Serves all surfaces. */
export async function serveSurfaces(): Promise<Served> {
  const folder = await temporaryFolder();
  const [site, files] = await Promise.all([startShop(), exportedSite(folder.path)]);
  const { draft, request, event, banner } = await fill(site);
  const own = (paths: readonly string[]) => paths.map((address) => ({ address: `${site.url}/policies${address}` }));
  // Verification needs a secure context, which 127.0.0.1 is.
  const verifier = { address: `http://127.0.0.1:${new URL(site.url).port}/policies/ledger/verifier` };
  return {
    site,
    surfaces: [
      {
        name: 'banner',
        pages: [{ address: `${site.url}/` }, { address: `${site.url}/`, press: 'Customise' }],
        root: 'policy-consent, .pe-consent-stack, policy-embed',
      },
      {
        name: 'centre',
        user: 'anna',
        root: 'body',
        pages: [
          ...own([
            '/privacy',
            '/user_terms/analytics',
            '/cookies',
            '/privacy_choices',
            '/privacy_choices/return',
            '/user_portability_requests',
            '/user_erasure_requests',
            '/ledger/events',
            `/ledger/events/${event}`,
            '/all_pages',
          ]),
          verifier,
        ],
      },
      {
        name: 'panel',
        user: 'admin',
        root: 'body',
        pages: own([
          '/',
          '/categories',
          `/categories/analytics/terms/${draft}/edit`,
          `/categories/analytics/terms/${draft}/publish`,
          '/consent/figures',
          '/cookies/found',
          '/appearance',
          `/appearance/served/${banner}`,
          '/requests',
          `/portability_requests/${request}`,
          '/people',
          '/people/anna',
          `/people/anna/events/${event}`,
          '/people/anna/file',
          '/audit',
          '/all_pages',
        ]),
      },
      {
        name: 'export',
        root: 'body',
        pages: ['index', 'orders/index', 'account/index', 'search', 'privacy/information'].map((name) => ({
          address: `${files}/${name}.html`,
        })),
      },
    ],
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}
