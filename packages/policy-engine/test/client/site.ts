/** A host's site with the engine, and another company's server, under realistic domain names. */
import { createServer, type Server } from 'node:http';
import { randomBytes } from 'node:crypto';
import express from 'express';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import {
  type ConsentContext,
  createPolicyEngine,
  nodeSqliteDatabase,
  type PolicyEngine,
  type PolicyEngineOptions,
} from 'policy-engine';
import { policyEngine, consentContextOf } from 'policy-engine/express';
import { listening } from '../../../../testing/listening.ts';

/** The properties of a page of the host. */
export interface PageContext {
  readonly nonce: string;
  readonly consent: ConsentContext;
  /** Origin of the other company. */
  readonly partner: string;
}

export interface Site extends AsyncDisposable {
  /** `http://www.shop.example:…` */
  readonly url: string;
  readonly engine: PolicyEngine;
  readonly partner: string;
  /** Paths that were requested from the other company. */
  readonly requests: string[];
  /**
   * Publishes a text for a rule.
   *
   * @param translations the text in other languages, by their tags
   * @param material whether everybody is asked again
   */
  publish(rule: string, translations?: Readonly<Record<string, string>>, material?: boolean): Promise<void>;
}

/** A tag of the other company: it records in which order it ran, and leaves everything that a tag can leave. */
const TAG = `
(window.ran ??= []).push(document.currentScript.src.split('/').pop());
var top2 = location.hostname.split('.').slice(-2).join('.');
window.leave = () => {
  document.cookie = '_t=1; Path=/; Max-Age=9999; Domain=' + top2;
  document.cookie = '_t_host=1; Path=/; Max-Age=9999';
  document.cookie = '_t_deep=1; Path=/shop/deep; Max-Age=9999; Domain=' + location.hostname;
  document.cookie = '_t_x_42=1; Path=/; Max-Age=9999; Domain=' + top2;
  localStorage.setItem('_t_local', '1');
  sessionStorage.setItem('_t_session', '1');
};
leave();
`;

function partnerServer(requests: string[]): Server {
  return createServer((request, response) => {
    requests.push(request.url ?? '');
    const isTag = request.url?.endsWith('.js') ?? false;
    const answer = () => {
      response.setHeader('content-type', isTag ? 'text/javascript' : 'text/html; charset=utf-8');
      response.end(isTag ? TAG : '<!doctype html><title>Film</title><p>A film</p>');
    };
    // Never answered.
    if (request.url === '/hanging.js') return;
    // The first tag is loaded late, so that a right order is not by chance.
    if (request.url === '/slow.js') setTimeout(answer, 150);
    else answer();
  });
}

/** Starts a site with these pages; `policy` is added to its Content-Security-Policy. */
export async function startSite({
  page,
  policy = () => '',
  scripts = [],
  engine: options = {},
}: {
  readonly page: (path: string, context: PageContext) => Promise<string>;
  readonly policy?: (partner: string) => string;
  /** Additional scripts beside the one under test. */
  readonly scripts?: NonNullable<PolicyEngineOptions['scripts']>;
  readonly engine?: Partial<PolicyEngineOptions>;
}): Promise<Site> {
  const requests: string[] = [];
  const partnerHost = partnerServer(requests);
  const other = await listening(partnerHost);
  const partner = `http://partner.example:${other.port}`;
  const engine = createPolicyEngine({
    database: nodeSqliteDatabase(':memory:'),
    rules: [
      {
        name: 'analytics',
        label: 'Statistics',
        description: 'Counts visits, to find out what helps.',
        sessionless: true,
      },
      { name: 'media', label: 'Films and maps', description: 'Shows films of other companies.', sessionless: true },
    ],
    scripts: [
      {
        name: 'tag',
        rule: 'analytics',
        script: `<script src="${partner}/engine.js"></script>`,
        environments: ['test'],
        cookies: ['_t', '_t_host', '_t_deep', '_t_x_*'],
        domain: 'shop.example',
        localStorage: ['_t_local'],
        sessionStorage: ['_t_session'],
        consentMode: ['analytics_storage'],
      },
      ...scripts,
    ],
    environment: 'test',
    currentUser: (request) => (request.headers.get('cookie')?.includes('admin=1') ? { id: 'admin', record: {} } : null),
    isAdminMethod: ({ id }) => id === 'admin',
    writeLimit: false,
    ...options,
  });
  await engine.migrate();
  const app = express();
  app.use(engine.basePath, policyEngine(engine));
  app.get('/shop.css', (_request, response) => {
    response.type('css').send(':root { color-scheme: light dark; background: Canvas; } a { color: LinkText; }');
  });
  app.get('/{*path}', async (request, response) => {
    const nonce = randomBytes(16).toString('base64');
    const html = await page(request.path, { nonce, consent: consentContextOf(engine, request), partner });
    response.set({
      'content-security-policy': `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-src ${partner}; ${policy(partner)}`,
      'cache-control': 'private, no-cache',
    });
    response.type(request.path.endsWith('.xhtml') ? 'application/xhtml+xml' : 'html').send(html);
  });
  const server = createServer(app);
  const own = await listening(server);
  const url = `http://www.shop.example:${own.port}`;
  return {
    url,
    engine,
    partner,
    requests,
    async publish(rule, translations = {}, material = true) {
      const body = JSON.stringify({ description: `About ${rule}.`, state: 'published', translations, material });
      const headers = {
        cookie: 'admin=1',
        'content-type': 'application/json',
        accept: 'application/json',
        'sec-fetch-site': 'same-origin',
      };
      const target = `${url}${engine.basePath}/categories/${rule}/terms.json`;
      const { status } = await engine.fetch(new Request(target, { method: 'POST', headers, body }));
      if (status >= 300) throw new Error(`publishing ${rule}: ${status}`);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([own, other].map((server) => server[Symbol.asyncDispose]()));
      await engine.database.close();
    },
  };
}

export interface Visitor extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors and warnings of the console. */
  readonly problems: string[];
}

/** A fresh browser profile. */
export async function visitSite(browser: Browser, site: Site, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(60_000);
  const problems: string[] = [];
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  context.on('weberror', (error) => problems.push(String(error.error())));
  const page = await context.newPage();
  return { page, context, problems, [Symbol.asyncDispose]: () => context.close() };
}

/** Names of all cookies of the profile, of every path and domain. */
export async function cookieNames(context: BrowserContext): Promise<string[]> {
  return (await context.cookies()).map(({ name }) => name).toSorted();
}
