/** A site with every mail and every component of the panel, made by the real ones; for people who change how they look. */
import express, { type Express, type Request } from 'express';
import type { MailName } from 'policy-engine';
import { policyEngine } from 'policy-engine/express';
import { declarationsOf } from '../../dist/compose.js';
import * as ownModules from '../../dist/modules.js';
import { Composer } from '../../dist/platform/mail/composer.js';
import { createLanguages } from '../../dist/platform/i18n/language.js';
import { COMPONENT_PAGES, componentRoutes } from '../support/component-pages.ts';
import { mailSamples } from '../support/mail-samples.ts';
import { sampleWeb } from '../support/sample-web.ts';
import { stateRoutes } from './states.ts';

/** Languages of the mails and the panel. */
export const LOCALES = ['en', 'es', 'fr', 'tr'] as const;
const MAILS = mailSamples('Your orders are in two systems, and the older one has to be read by hand.\nSorry for that.');
/** The mails there are. */
export const MAIL_NAMES = Object.keys(MAILS) as MailName[];
/** Pages of the panel, below `/policies`. */
export const PANEL_PAGES: readonly string[] = [...COMPONENT_PAGES, 'states'];

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
body { margin: 0 auto; max-width: 1100px; padding: 24px; }
table { border-collapse: collapse; inline-size: 100%; }
th, td { padding: 6px 12px 6px 0; text-align: start; border-block-end: 1px solid #8886; }
.schemes { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); gap: 16px; max-width: none; padding: 16px; }
iframe { border: 1px solid #8886; inline-size: 100%; block-size: calc(100vh - 40px); }
.light { color-scheme: light; background: #fff; }
.dark { color-scheme: dark; background: #121417; }
`;

const page = (title: string, body: string, bodyClass = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><link rel="stylesheet" href="/gallery.css"></head><body class="${bodyClass}">${body}</body></html>`;

/** Addresses of a page in light and dark beside each other, and by itself. */
const links = (address: string, name: string): string =>
  `<a href="/both?page=${encodeURIComponent(address)}">${name}</a> (<a href="${address}">alone</a>)`;

function index(): string {
  const mails = MAIL_NAMES.map((name) => {
    const cells = LOCALES.map(
      (locale) =>
        `<td>${links(`/mails/${name}.${locale}.html`, locale)} <a href="/mails/${name}.${locale}.txt">text</a></td>`,
    );
    return `<tr><th scope="row">${name}</th>${cells.join('')}</tr>`;
  });
  const pages = PANEL_PAGES.map((name) => {
    const cells = [...LOCALES, 'ar'].map((locale) => `<td>${links(`/in/${locale}/${name}`, locale)}</td>`);
    return `<tr><th scope="row">${name}</th>${cells.join('')}</tr>`;
  });
  return page(
    'Gallery',
    `<h1>Gallery</h1><p>Each link shows light and dark beside each other.</p>
<h2>Components of the panel</h2><table>${pages.join('')}</table>
<h2>Mails</h2><table>${mails.join('')}</table>`,
  );
}

/** The same address in both schemes: a frame takes over that of its element. */
function both(address: string): string {
  // Only what this site has: the address comes from a link that anybody can make.
  const safe = /^\/[a-z][\w./-]*$/.test(address) ? address : '/';
  const frames = ['light', 'dark'].map(
    (scheme) => `<iframe class="${scheme}" title="${scheme}" src="${safe}"></iframe>`,
  );
  return page(`Gallery: ${safe}`, frames.join(''), 'schemes');
}

/** The panel in the language that the visitor has chosen last, whatever the browser says. */
function inLanguage(request: Request, locale: string): void {
  request.headers['accept-language'] = locale;
  delete request.headers.cookie;
}

/** Makes the site. */
export function createGallery(): Express {
  const app = express();
  app.disable('x-powered-by');
  const panel = policyEngine(
    sampleWeb({
      routes: [componentRoutes, stateRoutes],
      currentUser: () => ({ id: 'admin', record: null }),
      logoutUrl: '/',
      appearance: { name: 'Northlight', homeUrl: '/' },
      texts: { ar: { 'app.name': 'الخصوصية', 'app.administration': 'الإدارة', 'app.sign_out': 'خروج' } },
    }),
  );
  app.get('/', (_request, response) => void response.type('html').send(index()));
  app.get('/gallery.css', (_request, response) => void response.type('css').send(STYLE));
  app.get('/both', (request, response) => void response.type('html').send(both(String(request.query['page']))));
  app.get('/mails/:name.:locale.:kind', async (request, response, next) => {
    const { name, locale, kind } = request.params;
    const mail = MAIL_NAMES.find((one) => one === name);
    if (mail === undefined || !['html', 'txt'].includes(kind)) {
      next();
      return;
    }
    const { subject, text, html } = await composer.compose(mail, MAILS[mail], [locale]);
    if (kind === 'html') response.type('html').send(html);
    else response.type('text').send(`${subject}\n\n${text}`);
  });
  app.use('/in/:locale', (request, response, next) => {
    inLanguage(request, request.params.locale);
    request.url = `/policies${request.url}`;
    request.originalUrl = request.url;
    request.baseUrl = '';
    void app(request, response, next);
  });
  app.use('/policies', panel);
  return app;
}
