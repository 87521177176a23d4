/** A site with an engine, whose pages a router shows. */
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import express from 'express';
import { policyEngine } from 'policy-engine/express';
import { getTestEngine } from 'policy-engine/testing';
import { listening } from '../../../testing/listening.ts';
import type { RouterKind } from '../routers/routers.ts';
import { RULES, type Rule } from './page.ts';
import { makeCertificate } from './certificate.ts';
import { type Partner, startPartner } from './partner.ts';

/** A running site. */
export interface Site extends AsyncDisposable {
  readonly url: string;
  readonly partner: Partner;
  /** The address of a page of another site with this site in a frame. */
  readonly around: string;
  /** Paths whose requests fail as those do that a content blocker stops. */
  blocked: RegExp | null;
  /** Paths that were requested from the site since the last call. */
  requested(): string[];
  /** Decisions in the ledger, in the order in which they were recorded, such as `analytics accepted`. */
  recorded(): Promise<string[]>;
  /** An account decides in another browser. */
  decideElsewhere(account: string, decisions: Readonly<Record<string, boolean>>): Promise<void>;
}

/** How the site is reached. */
export interface SiteOptions {
  /** Over https, for frames of other sites. */
  readonly isFramed?: boolean;
}

/** Starts a site with pages of a router. */
export async function startSite(router: RouterKind, { isFramed = false }: SiteOptions = {}): Promise<Site> {
  const certificate = isFramed ? makeCertificate() : null;
  const partner = await startPartner(certificate);
  const made = await getTestEngine<Rule>({
    rules: [
      { name: 'analytics', sessionless: true, label: 'Statistics', description: 'Counts visits.' },
      { name: 'media', sessionless: true, label: 'Films and maps', description: 'Shows films.' },
      { name: 'social', sessionless: true, label: 'Pictures', description: 'Shows pictures.' },
    ],
    scripts: [
      {
        name: 'tag',
        provider: 'Partner Ltd',
        rule: 'analytics',
        script: '',
        environments: ['test'],
        cookies: ['_t'],
        domain: '127.0.0.1',
        localStorage: ['_t_local'],
      },
    ],
    currentUser: (request) => {
      const id =
        request.headers.get('x-test-user') ?? /(?:^|; )session=(\w+)/.exec(request.headers.get('cookie') ?? '')?.[1];
      return id === undefined ? null : { id, record: { id } };
    },
    embeddable: isFramed,
    writeLimit: false,
  });
  for (const rule of RULES) {
    const text = { description: `About ${rule}.`, state: 'published' };
    await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, text);
  }
  let paths: string[] = [];
  const app = express();
  const site: Pick<Site, 'blocked'> = { blocked: null };
  app.use((request, _response, next) => {
    paths.push(request.originalUrl);
    if (site.blocked?.test(request.originalUrl)) request.socket.destroy();
    else next();
  });
  app.use('/policies', policyEngine(made.engine));
  app.get('/sign-in', (_request, response) => {
    response
      .cookie('session', 'anna', { httpOnly: true })
      .send('<!doctype html><title>Sign in</title><h1>Hello Anna</h1>');
  });
  app.get('/sign-out', (_request, response) => {
    response.clearCookie('session').send('<!doctype html><title>Sign out</title><h1>Goodbye</h1>');
  });
  app.use(await router.pages(partner.origin));
  const own = await listening(certificate ? createSecureServer(certificate, app) : createServer(app));
  const url = `${certificate ? 'https' : 'http'}://127.0.0.1:${own.port}`;
  const outer = express().get('/', (_request, response) => {
    response.send(
      `<!doctype html><title>Around</title><h1>Around</h1><iframe src="${url}/" width="1200" height="800"></iframe>`,
    );
  });
  const around = await listening(certificate ? createSecureServer(certificate, outer) : createServer(outer));
  return Object.assign(site, {
    url,
    partner,
    around: `${certificate ? 'https' : 'http'}://localhost:${around.port}/`,
    requested() {
      const since = paths;
      paths = [];
      return since;
    },
    async recorded() {
      const { rows } = await made.engine.database.execute(
        `select rule, decision from policy_manager_ledger_events where kind = 'decision' order by number`,
      );
      return rows.map((row) => `${String(row['rule'])} ${String(row['decision'])}`);
    },
    async decideElsewhere(account: string, decisions: Readonly<Record<string, boolean>>) {
      const { status } = await made.as(account).json('PUT', '/policies/consent.json', { decisions });
      if (status >= 300) throw new Error(`the decision of ${account} was answered ${status}`);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([own, around, partner.server].map((server) => server[Symbol.asyncDispose]()));
      await made[Symbol.asyncDispose]();
    },
  });
}
