import type { UserIdType } from './platform/database/columns.ts';
import type { Database } from './platform/database/port.ts';
import {
  invalidConfiguration,
  requireEmail,
  requireFunction,
  requireKnown,
  requireLink,
  requireLocale,
  requireMountPath,
  requireOrigins,
  requireText,
  requireTimeZone,
} from './configuration-checks.ts';
import type { GpcOptions } from './modules/consent/banner/gpc-resource.ts';
import type { JobQueueFactory } from './platform/jobs/queue.ts';
import type { LedgerKey } from './modules/proof/keys.ts';
import type { LedgerSettings } from './modules/proof/settings.ts';
import type { AttachmentsOptions } from './modules/requests/attachments/settings.ts';
import type { PortabilityRuleOptions } from './modules/export/rule.ts';
import type { ExporterOptions } from './modules/export/settings.ts';
import type { MailTemplates } from './platform/mail/templates.ts';
import type { MailOptions } from './platform/mail/transport.ts';
import type { PortabilityOptions } from './modules/requests/settings.ts';
import type { RuleOptions } from './modules/rules/rules.ts';
import type { ConsentModeOptions } from './modules/consent/scripts/consent-mode.ts';
import type { ScriptOptions } from './modules/consent/scripts/declaration.ts';
import type { CurrentUser, HostEnv } from './platform/web/host-env.ts';
import type { HostTexts } from './platform/web/i18n.ts';
import type { UserResource } from './modules/people/user-resource.ts';
import type { Appearance, WebLogger } from './platform/web/options.ts';

/** Configuration of an engine (spec: Engine configuration). */
export interface PolicyEngineOptions<
  RuleName extends string = string,
  Portable extends PortabilityRuleOptions = PortabilityRuleOptions,
  UserRecord = unknown,
> {
  /**
   * The host's database: from `pgDatabase`, `mysql2Database`, `nodeSqliteDatabase` or `connectDatabase`. The engine's
   * tables must exist; see `engine.migrate()`.
   */
  readonly database: Database;
  /** Put before the engine's table names. Default: `policy_manager_`. */
  readonly tablePrefix?: string;
  /** Schema (PostgreSQL) or database (MySQL) of the engine's tables. Default: the connection's own. */
  readonly schema?: string;
  /**
   * Type of the host's user ids in the engine's tables that are joined with the host's: `text`, `uuid`, `bigint` or
   * `integer`. Default: `text`.
   */
  readonly userIdType?: UserIdType;
  /** Path at which the host mounts the engine. Default: `/policies`. */
  readonly mountPath?: string;
  /**
   * Origins under which people see the host, as in `https://shop.example`. Needed behind a proxy that rewrites `Host`.
   * Default: the origin of each request.
   */
  readonly publicOrigins?: readonly string[];
  /** What people decide on. */
  readonly rules: readonly RuleOptions<RuleName>[];
  /** Scripts of third parties, with their cookies. Default: none. */
  readonly scripts?: readonly ScriptOptions[];
  /** How Google's tags behave without consent, where a script declares `consentMode`. */
  readonly consentMode?: ConsentModeOptions;
  /** What the site says about Global Privacy Control in `/.well-known/gpc.json`. */
  readonly gpc?: GpcOptions;
  /** What people can take along: who asks for their data gets what these rules say. Default: none. */
  readonly portabilityRules?: readonly Portable[];
  /** How requests for one's own data are handled: confirmation, deadlines, how long exports stay. */
  readonly portability?: PortabilityOptions;
  /** How exports are made and what they look like (spec: Exporter). */
  readonly exporter?: ExporterOptions;
  /** Decides which scripts render. Default: `NODE_ENV`, else `development`. */
  readonly environment?: string;
  /** Who is signed in, by the host's own session. Called at most once per request. */
  readonly currentUser: (
    request: Request,
    env: HostEnv,
  ) => CurrentUser<UserRecord> | null | Promise<CurrentUser<UserRecord> | null>;
  /** The host's users: how to find one, its id and its e-mail address. Default: the id is the property `id`. */
  readonly userResource?: UserResource;
  /** The administrators' own records, where they are no users of the host. Default: `userResource`. */
  readonly adminUserResource?: UserResource;
  /** Sender of the engine's mail, with or without a name: `Shop <privacy@shop.example>`. */
  readonly fromEmail?: string;
  /** Where notices for administrators go: an address, or a function that knows it. */
  readonly adminEmailInbox?: string | (() => string | Promise<string>);
  /** How mail is sent. Default: no mail. */
  readonly mail?: MailOptions;
  /** Mails in the host's own words: functions or Eta texts, by the mail's name. Default: the engine's. */
  readonly mailerTemplates?: MailTemplates;
  /** Who may use the admin area; knows the record's type where `currentUser` stands before it. Default: nobody. */
  isAdminMethod?(this: void, user: CurrentUser<NoInfer<UserRecord>>): boolean | Promise<boolean>;
  /** A person's language as a BCP 47 tag. Default: `Accept-Language`. */
  userLanguage?(
    this: void,
    request: Request,
    user: CurrentUser<NoInfer<UserRecord>> | null,
  ): string | null | undefined | Promise<string | null | undefined>;
  /** Language where nothing else is known, and of policy texts. Default: `en`. */
  readonly defaultLocale?: string;
  /**
   * IANA name of the time zone, as in `Europe/Paris`, that pages show times in and that administrators schedule texts in.
   * Default: `UTC`.
   */
  readonly timeZone?: string;
  /** Texts of the pages that the host adds or replaces, by locale. */
  readonly texts?: HostTexts;
  /** Name and style sheets of the pages. */
  readonly appearance?: Appearance;
  /** Where people sign in; shown where that is needed. */
  readonly loginUrl?: string;
  /** Where people sign out; a link of the panel. */
  readonly logoutUrl?: string;
  /**
   * Private Ed25519 key that signs the heads of the ledger: PEM, JWK or `KeyObject`. Without it heads are chained hashes,
   * which show a change only to who has noted one. Keep it out of the database and its backups.
   */
  readonly ledgerKey?: LedgerKey;
  /** How the ledger is sealed. */
  readonly ledger?: LedgerSettings;
  /**
   * Changes one user, or one network of anonymous visitors, may make in a minute, counted in each process; 429 beyond.
   * False switches it off. Default: 120.
   */
  readonly writeLimit?: number | false;
  /** Where exports lie and how they are fetched. Default: the folder `exports`, and links that work for an hour. */
  readonly attachments?: AttachmentsOptions;
  /**
   * Exports lie in `exporter.path`, and the five `attachment…` columns of the requests' table tell of them (spec: legacy
   * attachments). What was stored before the switch stays readable. Default: false.
   */
  readonly legacyAttachments?: boolean;
  /** Who does work in the background: `embeddedJobs()`, `pgBossJobs(…)` or `bullmqJobs(…)`. Default: `embeddedJobs()`. */
  readonly jobs?: JobQueueFactory;
  /** Where failures are reported. Default: `console.error`. */
  readonly logger?: WebLogger;
  /** The time, for tests. Default: the system's. */
  readonly now?: () => Date;
}

const OPTIONS: Readonly<Record<keyof PolicyEngineOptions, true>> = {
  database: true,
  tablePrefix: true,
  schema: true,
  userIdType: true,
  mountPath: true,
  publicOrigins: true,
  rules: true,
  scripts: true,
  consentMode: true,
  gpc: true,
  portabilityRules: true,
  portability: true,
  exporter: true,
  environment: true,
  currentUser: true,
  userResource: true,
  adminUserResource: true,
  fromEmail: true,
  adminEmailInbox: true,
  mail: true,
  mailerTemplates: true,
  isAdminMethod: true,
  userLanguage: true,
  defaultLocale: true,
  timeZone: true,
  texts: true,
  appearance: true,
  loginUrl: true,
  logoutUrl: true,
  ledgerKey: true,
  ledger: true,
  writeLimit: true,
  attachments: true,
  legacyAttachments: true,
  jobs: true,
  logger: true,
  now: true,
};

/** Refuses what would otherwise fail later, in front of a visitor. @throws {PolicyEngineError} `configuration_invalid` */
export function requireOptions<RuleName extends string>(options: PolicyEngineOptions<RuleName>): void {
  requireKnown('configuration', options, OPTIONS);
  if (typeof options.database?.execute !== 'function') {
    throw invalidConfiguration(
      `database: give the engine a database: await connectDatabase(url), or for example pgDatabase(pool)${unlike(options.database)}`,
    );
  }
  if (typeof options.currentUser !== 'function') {
    throw invalidConfiguration(
      'currentUser: tell the engine who is signed in: (request, env) => ({ id, record }) or null',
    );
  }
  if (!Array.isArray(options.rules)) throw invalidConfiguration('rules: declare at least one rule');
  requireFunction('isAdminMethod', options.isAdminMethod);
  requireFunction('userLanguage', options.userLanguage);
  requireFunction('now', options.now);
  requireFunction('jobs', options.jobs);
  if (options.legacyAttachments === true && options.exporter?.path === undefined) {
    throw invalidConfiguration('legacyAttachments: set exporter.path, the folder where exports are kept');
  }
  requireMountPath(options.mountPath);
  requireOrigins(options.publicOrigins);
  requireLink('loginUrl', options.loginUrl);
  requireLink('logoutUrl', options.logoutUrl);
  requireEmail('fromEmail', options.fromEmail);
  if (typeof options.adminEmailInbox !== 'function') requireEmail('adminEmailInbox', options.adminEmailInbox);
  requireText('environment', options.environment);
  requireLocale('defaultLocale', options.defaultLocale);
  requireTimeZone('timeZone', options.timeZone);
  requireResource('userResource', options.userResource);
  requireResource('adminUserResource', options.adminUserResource);
  requireLimit(options.writeLimit);
}

function unlike(database: unknown): string {
  if (database === undefined) return '';
  if (database instanceof Promise) return '; this is a promise: its await is missing';
  return `; this is ${database === null ? 'null' : `of type ${typeof database}`}`;
}

function requireResource(option: string, resource: UserResource | undefined): void {
  for (const method of ['find', 'id', 'email', 'locale'] as const)
    requireFunction(`${option}.${method}`, resource?.[method]);
}

function requireLimit(limit: number | false | undefined): void {
  if (limit === undefined || limit === false || (Number.isSafeInteger(limit) && limit > 0)) return;
  throw invalidConfiguration(`writeLimit: a whole number of changes a minute, or false, not ${String(limit)}`);
}
