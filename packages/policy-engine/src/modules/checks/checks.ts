/** Looks for what is missing for compliance, in the configuration and in the database. */
import { pendingMigrations } from '../../platform/database/migrate.ts';
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import type { Jobs } from '../../platform/jobs/job.ts';
import type { Rule } from '../rules/rules.ts';
import type { Script } from '../consent/scripts/declaration.ts';
import { missingLanguages } from '../terms/languages.ts';
import type { TermsService } from '../terms/service.ts';
import type { Found } from './finding.ts';

/** The configuration as far as the checks look at it. */
export interface CheckedConfiguration {
  readonly rules: readonly Rule[];
  readonly scripts: readonly Script[];
  readonly hasLedgerKey: boolean;
  readonly hasAdmin: boolean;
  readonly hasLogin: boolean;
  readonly hasMail: boolean;
  /** Whether exports can find their user. */
  readonly hasUserLookup: boolean;
  /** Whether anything is declared that people can take along. */
  readonly hasPortabilityRules: boolean;
  /** Options that mail needs and that are missing. */
  readonly mailLacks: readonly string[];
  /** Whether somebody said which environment this is. */
  readonly hasEnvironment: boolean;
}

/** Words in the names of rules that tell what they are about. */
const AGE = /(?:^|_)(?:age|minor|adult|birth\w*)(?:_|$)/;
const PRIVACY = /(?:^|_)(?:privacy|terms|tos|gdpr|policy)(?:_|$)/;
const OPTIONAL =
  /(?:^|_)(?:cookies?|marketing|newsletters?|analytics|tracking|ads?|advertis\w*|profiling|personali[sz]ation|statistics)(?:_|$)/;

/** Whether a rule is a free consent: nobody may be made to give it. */
function isConsent(rule: Rule, scripts: readonly Script[]): boolean {
  return rule.sessionless || OPTIONAL.test(rule.name) || scripts.some((script) => script.rule === rule.name);
}

/** Whether people are told who keeps a cookie, what for and how long (CJEU C-673/17, Planet49). */
function isDescribed({ provider, cookies }: Script): boolean {
  const isTold = (words: Script['description']) => words('en') !== '';
  return (
    cookies.length === 0 || (provider !== '' && cookies.every((one) => isTold(one.purpose) && isTold(one.duration)))
  );
}

/** What the configuration alone tells. */
export function checkConfiguration(configuration: CheckedConfiguration): Found[] {
  const { rules, scripts, hasLedgerKey, hasAdmin, hasLogin, hasEnvironment, hasMail, mailLacks } = configuration;
  const found: Found[] = [];
  const add = (isFound: boolean, code: Found['code'], subject: string | null = null) => {
    if (isFound) found.push({ code, subject });
  };
  add(!rules.some(({ sessionless }) => sessionless), 'no_cookie_rule');
  add(!rules.some(({ name }) => AGE.test(name)), 'no_age_rule');
  add(!rules.some(({ name }) => PRIVACY.test(name)), 'no_privacy_rule');
  for (const rule of rules.filter((one) => isConsent(one, scripts))) {
    add(rule.blocking, 'blocking_consent', rule.name);
    // Whoever takes such a consent back can't save their account any more: giving it asked for no such price.
    add(rule.validatesOn.length > 0, 'withdrawal_harder', rule.name);
  }
  // Given in the form of a sign-up without signing in; taken back only behind a door that nothing points to.
  add(!hasLogin && rules.some(({ sessionless }) => !sessionless), 'withdrawal_hidden');
  for (const { name, permanent, cookies } of scripts) add(permanent && cookies.length > 0, 'cookies_stay', name);
  for (const script of scripts) add(!isDescribed(script), 'cookies_undescribed', script.name);
  add(!hasLedgerKey, 'no_ledger_key');
  add(!hasEnvironment, 'environment_unset');
  add(!hasMail, 'no_mail');
  for (const option of mailLacks) add(true, 'mail_incomplete', option);
  add(!configuration.hasUserLookup, 'no_user_lookup');
  add(!configuration.hasPortabilityRules, 'no_portability_rule');
  add(!hasAdmin, 'no_admin');
  return found;
}

/** What the database alone tells. */
export async function checkDatabase(database: Database, naming: Naming): Promise<Found[]> {
  const pending = await pendingMigrations(database, naming);
  return pending.length === 0 ? [] : [{ code: 'migrations_pending', subject: String(pending.length) }];
}

/** What the background work tells. */
export async function checkWork(jobs: Pick<Jobs, 'health'>): Promise<Found[]> {
  const { failed, lateSince } = await jobs.health();
  return [
    ...(lateSince === null ? [] : [{ code: 'work_waiting', subject: lateSince } as const]),
    ...(failed === 0 ? [] : [{ code: 'work_failed', subject: String(failed) } as const]),
  ];
}

/** Rules without a text in force. */
export function checkTexts(rules: readonly Rule[], current: ReadonlyMap<string, unknown>): Found[] {
  const missing = rules.filter(({ name }) => !current.has(name));
  return missing.map(({ name }) => ({ code: 'missing_text', subject: name }));
}

/** Versions that are not there in a language the one before them was there in, and there still are readers of. */
export async function checkLanguages(terms: TermsService): Promise<Found[]> {
  const found: Found[] = [];
  for (const [rule, term] of await terms.current()) {
    const missing = missingLanguages(term, await terms.before(term));
    if (missing.length > 0) found.push({ code: 'missing_language', subject: `${rule} (${missing.join(', ')})` });
  }
  return found;
}
