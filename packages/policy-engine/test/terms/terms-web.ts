/** Only the routes, over a database in memory: the header `x-user` names the caller, the administrator is `admin`. */
import { type Database, nodeSqliteDatabase } from 'policy-engine';
import { migrate } from 'policy-engine/database';
import type { Rules } from '../../dist/modules/rules/rules.js';
import { rulesOf } from '../support/rules.ts';
import { termsRoutes } from '../../dist/modules/terms/routes/index.js';
import { TermsService } from '../../dist/modules/terms/service.js';
import type { Web, WebOptions } from '../../dist/platform/web/index.js';
import { assertDescribed, type DescribedApi } from '../support/openapi.ts';
import { sampleWeb } from '../support/sample-web.ts';
import { engineNaming } from '../../dist/schema.js';

export interface TermsWeb {
  readonly web: Web;
  readonly terms: TermsService;
  readonly database: Database;
}

const LABELS: Readonly<Record<string, string>> = {
  en: 'Privacy and terms of service',
  tr: 'Gizlilik ve hizmet koşulları',
};

/** Rules of a typical shop; one has a label per locale, one has none. */
export const rules: Rules = rulesOf([
  { name: 'cookie', label: 'Cookies', sessionless: true },
  { name: 'age', label: 'Age confirmation', blocking: true, validatesOn: ['create'] },
  {
    name: 'privacy_terms',
    label: (locale) => LABELS[locale] ?? 'Privacy and terms of service',
    blocking: true,
    validatesOn: ['create', 'update'],
  },
]);

export async function createTermsWeb(options: Partial<WebOptions> & { now?: () => Date } = {}): Promise<TermsWeb> {
  const { now = () => new Date(), ...web } = options;
  const database = nodeSqliteDatabase(':memory:');
  await migrate(database);
  const terms = new TermsService({
    database,
    naming: engineNaming(database.dialect),
    rules,
    now,
    defaultLocale: 'en',
  });
  return { web: sampleWeb({ routes: [termsRoutes({ terms, rules })], ...web }), terms, database };
}

/** The body of a response. */
export type Json = Record<string, unknown>;

/** What a call sends. */
export interface Sent {
  /** Default: the administrator; null for nobody. */
  readonly user?: string | null;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls of routes that compare each response with the OpenAPI document, which is the same for all engines of a file. */
export function callsOf(engine: () => TermsWeb) {
  let api: DescribedApi | undefined;
  return async (method: string, path: string, { user = 'admin', json, form, headers = {} }: Sent = {}) => {
    const init: RequestInit = {
      method,
      headers: {
        ...(user !== null && { 'x-user': user }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
      ...(form !== undefined && { body: new URLSearchParams(form) }),
    };
    const { web } = engine();
    const response = await web.fetch(new Request(`http://localhost/policies${path}`, init));
    const meant = form?.['_method'] ?? method;
    const body = await assertDescribed((api ??= web.openApiDocument()), meant, path, response);
    return { status: response.status, headers: response.headers, body: body as Json, text: String(body) };
  };
}
