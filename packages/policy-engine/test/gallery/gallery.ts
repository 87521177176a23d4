/** A site with every mail and every component of the panel, rendered by the real code; for changes of their design. */
import { createServer, type Server } from 'node:http';
import type { MailName } from 'policy-engine';
import { TRANSLATED } from '../../dist/platform/i18n/texts/catalogue.js';
import { declarationsOf } from '../../dist/kernel/compose.js';
import * as ownModules from '../../dist/modules.js';
import { Composer } from '../../dist/platform/mail/composer.js';
import { createLanguages } from '../../dist/platform/i18n/language.js';
import { COMPONENT_PAGES, componentRoutes } from '../support/component-pages.ts';
import { mailSamples } from '../support/mail-samples.ts';
import { sampleWeb } from '../support/sample-web.ts';
import { RARE_PAGES, rareRoutes } from './rare-pages.ts';
import { stateRoutes } from './states.ts';

/** Languages of the mails and the panel. */
export const LOCALES = ['en', ...TRANSLATED] as const;
const MAILS = mailSamples('Your orders are in two systems, and the older one has to be read by hand.\nSorry for that.');
/** All mails. */
export const MAIL_NAMES = Object.keys(MAILS) as MailName[];
/** Pages of the panel, below `/policies`. */
export const PANEL_PAGES: readonly string[] = [...COMPONENT_PAGES, 'states', ...RARE_PAGES];

const declared = declarationsOf(Object.values(ownModules));

const composer = new Composer({
  definitions: declared.mails,
  language: createLanguages({}, 'en', declared.catalogues),
  name: 'Northlight',
  origin: 'https://shop.example',
  basePath: () => '/policies',
  templates: {},
  timeZone: 'UTC',
  customizeLink: undefined,
});

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 1100px; padding: 24px; container: pe-page / inline-size; }
table { border-collapse: collapse; inline-size: 100%; }
th, td { padding: 6px 12px 6px 0; text-align: start; border-block-end: 1px solid #8886; }
.schemes { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); gap: 16px; max-width: none; padding: 16px; }
iframe { border: 1px solid #8886; inline-size: 100%; block-size: calc(100vh - 40px); }
.light { background: #fff; }
.dark { background: #121417; }
`;

const page = (title: string, body: string, bodyClass = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><link rel="stylesheet" href="/gallery.css"></head><body class="${bodyClass}">${body}</body></html>`;

/** The colour schemes of a page. */
export const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

/** A style sheet for one colour scheme: a frame cannot be told to prefer one. */
function inScheme(css: string, scheme: Scheme): string {
  return css
    .replaceAll(/(?:screen and )?\(prefers-color-scheme:\s*(light|dark)\)/g, (_all, wished) =>
      wished === scheme ? 'all' : 'not all',
    )
    .replaceAll(/color-scheme:\s*light dark/g, `color-scheme: ${scheme}`);
}

/** Link to a page in light and dark beside each other. */
const link = (path: string, name: string): string => `<a href="/both/${path}">${name}</a>`;

function index(): string {
  const rows = (names: readonly string[], cell: (name: string, locale: string) => string, locales: readonly string[]) =>
    names.map((name) => {
      const cells = locales.map((locale) => `<td>${cell(name, locale)}</td>`);
      return `<tr><th scope="row">${name}</th>${cells.join('')}</tr>`;
    });
  const pages = rows(PANEL_PAGES, (name, locale) => link(`panel/${locale}/${name}`, locale), LOCALES);
  const mail = (name: string, locale: string) =>
    `${link(`mails/${locale}/${name}`, locale)}, <a href="/texts/${locale}/${name}">text</a>`;
  return page(
    'Gallery',
    `<h1>Gallery</h1><p>Each link shows light and dark beside each other.</p>
<h2>Components of the panel</h2><table>${pages.join('')}</table>
<h2>Mails</h2><table>${rows(MAIL_NAMES, mail, LOCALES).join('')}</table>`,
  );
}

/** A page in both schemes. @param path as {@link link} takes it */
function both(path: string): string {
  const frame = (scheme: Scheme): string =>
    `<iframe class="${scheme}" title="${scheme}" src="/in/${scheme}/${path}"></iframe>`;
  return page(`Gallery: ${path}`, SCHEMES.map(frame).join(''), 'schemes');
}

const panel = sampleWeb({
  routes: [componentRoutes, stateRoutes, rareRoutes],
  currentUser: () => ({ id: 'admin', record: null }),
  logoutUrl: '/',
  namesOfUsers: async () => new Map([['ada', 'ada.lovelace@example.test']]),
  appearance: { name: 'Northlight', homeUrl: '/' },
  texts: { ar: { 'app.name': 'الخصوصية', 'app.administration': 'الإدارة', 'app.sign_out': 'خروج' } },
});

/** A page or an asset of the panel, which may be framed here and has its own style sheets in one scheme. */
async function panelAnswer(path: string, { scheme, locale }: { scheme: Scheme; locale: string }): Promise<Response> {
  const headers = { accept: 'text/html', 'accept-language': locale };
  const answer = await panel.fetch(new Request(`http://gallery.example/policies/${path}`, { headers }));
  const type = answer.headers.get('content-type') ?? '';
  const policy = answer.headers
    .get('content-security-policy')
    ?.replace(/frame-ancestors [^;]*/, "frame-ancestors 'self'");
  const kept = { 'content-type': type, ...(policy !== undefined && { 'content-security-policy': policy }) };
  if (!/^text\/(?:html|css)/.test(type)) return new Response(answer.body, { status: answer.status, headers: kept });
  const text = await answer.text();
  const own = type.startsWith('text/css')
    ? inScheme(text, scheme)
    : text.replaceAll('"/policies/assets/', `"/in/${scheme}/panel/${locale}/assets/`);
  return new Response(own, { status: answer.status, headers: kept });
}

async function mailOf(name: string, locale: string): Promise<Awaited<ReturnType<Composer['compose']>> | undefined> {
  const mail = MAIL_NAMES.find((one) => one === name);
  return mail && composer.compose(mail, MAILS[mail], [locale]);
}

async function framed(scheme: Scheme, { kind, locale, name }: Place): Promise<Response | undefined> {
  if (kind === 'panel') return panelAnswer(name, { scheme, locale });
  const mail = await mailOf(name, locale);
  return mail && new Response(inScheme(mail.html, scheme), { headers: { 'content-type': 'text/html; charset=utf-8' } });
}

/** The content of a path. */
interface Place {
  readonly kind: string;
  readonly locale: string;
  readonly name: string;
}

const PLACE = /^(?<kind>panel|mails|texts)\/(?<locale>[a-z]{2})\/(?<name>[\w./-]+)$/;

/** Responds to a request for a page of the gallery; undefined for an unknown page. */
async function answerTo(path: string): Promise<Response | undefined> {
  const html = { headers: { 'content-type': 'text/html; charset=utf-8' } };
  if (path === '/') return new Response(index(), html);
  if (path === '/gallery.css') return new Response(STYLE, { headers: { 'content-type': 'text/css' } });
  const [, way = '', scheme = 'light', rest = ''] = /^\/(?:(both|in)\/)?(?:(light|dark)\/)?(.*)$/.exec(path) ?? [];
  const place = PLACE.exec(rest)?.groups as Place | undefined;
  if (place === undefined) return undefined;
  if (way === 'both') return new Response(both(rest), html);
  if (way === 'in') return framed(scheme as Scheme, place);
  const mail = await mailOf(place.name, place.locale);
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return mail && new Response(`${mail.subject}\n\n${mail.text}`, { headers });
}

/** Creates the site; forms and links of the panel's pages do nothing. */
export function createGallery(): Server {
  return createServer((request, response) => {
    const send = async (): Promise<void> => {
      const answer = await answerTo(new URL(request.url ?? '/', 'http://gallery.example').pathname);
      response.writeHead(answer?.status ?? 404, Object.fromEntries(answer?.headers ?? []));
      response.end(answer === undefined ? 'There is no such page.' : Buffer.from(await answer.arrayBuffer()));
    };
    send().catch((error: unknown) => response.destroy(error as Error));
  });
}
