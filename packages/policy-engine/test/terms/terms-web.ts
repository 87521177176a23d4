/** Only the routes, over a database in memory: the header `x-user` names the caller, the administrator is `admin`. */
import { type Database, nodeSqliteDatabase } from 'policy-engine';
import { migrate } from 'policy-engine/database';
import type { Rules } from '../../dist/modules/rules/rules.js';
import { rulesOf } from '../support/rules.ts';
import { termsRoutes } from '../../dist/modules/terms/routes/index.js';
import { TermsService } from '../../dist/modules/terms/service.js';
import type { Web, WebOptions } from '../../dist/platform/web/index.js';
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
