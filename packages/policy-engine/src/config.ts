/** The configuration: one schema, composed of the schemas of the modules. */
import { z } from 'zod';
import type { UserIdType } from './platform/database/columns.ts';
import type { Database } from './platform/database/port.ts';
import type { GpcOptions } from './modules/consent/banner/gpc-resource.ts';
import type { BannerOptions } from './modules/consent/banner/hidden-from.ts';
import type { JobQueueFactory } from './platform/jobs/queue.ts';
import type { LedgerKey } from './modules/proof/keys.ts';
import type { LedgerSettings } from './modules/proof/settings.ts';
import type { AttachmentsOptions } from './modules/portability/attachments/settings.ts';
import type { PortabilityRuleOptions } from './modules/export/rule.ts';
import type { ExporterOptions } from './modules/export/settings.ts';
import type { MailTemplates } from './platform/mail/templates.ts';
import type { MailOptions } from './platform/mail/transport.ts';
import type { PortabilityOptions } from './modules/portability/settings.ts';
import type { RuleOptions } from './modules/rules/rules.ts';
import type { ConsentModeOptions } from './modules/consent/scripts/consent-mode.ts';
import type { NecessaryCookieOptions } from './modules/consent/necessary/declaration.ts';
import type { ScriptOptions } from './modules/consent/scripts/declaration.ts';
import type { CurrentUser } from './platform/users/current-user.ts';
import type { HostEnv } from './platform/host-env.ts';
import type { HostTexts } from './platform/i18n/language.ts';
import type { UserResource } from './platform/users/resource.ts';
import type { Appearance } from './platform/appearance.ts';
import type { WebLogger } from './platform/logger.ts';
import type { TrustProxy } from './platform/network/trust-proxy.ts';
import { declarationsOf, inOrderOfNeeds } from './compose.ts';
import type { browsersOptions, CookieSecret } from './modules/browsers/options.ts';
import type { consentOptions } from './modules/consent/options.ts';
import type { exportOptions } from './modules/export/options.ts';
import { userOptions } from './platform/users/options.ts';
import type { proofOptions } from './modules/proof/options.ts';
import type { portabilityOptions } from './modules/portability/options.ts';
import type { rulesOptions } from './modules/rules/options.ts';
import { databaseOptions, namesFitTheDatabase } from './platform/database/options.ts';
import { jobsOptions } from './platform/jobs/options.ts';
import type { Module } from './module.ts';
import * as ownModules from './modules.ts';
import { mailHasASender, mailOptions, type MailShape } from './platform/mail/options.ts';
import { defaultLocaleHasTexts, stylesheetsAreOwn, webOptions, type WebShape } from './platform/web/host-options.ts';
import { frameTexts } from './platform/i18n/texts/catalogue.ts';
import { jsonSchemaOf, optionTables } from './platform/options/describe.ts';
import { objectProblem } from './platform/options/kinds.ts';
import type { Fits, Read, Shape } from './platform/options/options.ts';
import { readOptions } from './platform/options/read.ts';

/** Options that modules add, for the host; a module adds its own by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged by the modules
export interface ModuleOptions {}

/** The schemas of {@link ModuleOptions}. */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged by the modules
export interface ModuleShapes {}

/** Configuration of an engine (spec: Engine configuration). */
export interface PolicyEngineOptions<
  RuleName extends string = string,
  Portable extends PortabilityRuleOptions = PortabilityRuleOptions,
  UserRecord = unknown,
> extends ModuleOptions {
  /**
   * The host's database: from `pgDatabase`, `mysql2Database`, `nodeSqliteDatabase` or `connectDatabase`. The engine's
   * tables must exist; see `engine.migrate()`.
   */
  readonly database: Database;
  /** Prefix of the engine's table names. Default: `policy_manager_`. */
  readonly tablePrefix?: string;
  /** Schema (PostgreSQL) or database (MySQL) of the engine's tables. Default: the connection's own. */
  readonly schema?: string;
  /**
   * Type of the host's user IDs, in the engine's tables that are joined with the host's: `text`, `uuid`, `bigint` or
   * `integer`. Default: `text`.
   */
  readonly userIdType?: UserIdType;
  /**
   * Path at which the host mounts the engine. Default: the path from the host's adapter, `/policies` until it is known.
   * Set it if mails are sent by a separate process, which has no host adapter.
   */
  readonly mountPath?: string;
  /**
   * Public origins of the host, as in `https://shop.example`. Needed behind a proxy that rewrites `Host`. Default: the
   * origin of each request.
   */
  readonly publicOrigins?: readonly string[];
  /**
   * Whose `X-Forwarded-For`, `-Proto` and `-Host`, or `Forwarded`, are trusted: `true` for everybody, `false` for
   * nobody, the number of proxies, or their addresses and CIDR blocks. Default: as the setting of Express, Fastify, Koa
   * or SvelteKit says, and nobody elsewhere.
   */
  readonly trustProxy?: TrustProxy;
  /** What people decide on. */
  readonly rules: readonly RuleOptions<RuleName>[];
  /** Scripts of third parties, with their cookies. Default: none. */
  readonly scripts?: readonly ScriptOptions[];
  /** The host's own cookies that need no consent: session, basket, CSRF token, load balancer. Default: none. */
  readonly necessaryCookies?: readonly NecessaryCookieOptions[];
  /**
   * Key that signs the cookies of visitors, 32 characters or more; a list has the current key first, then earlier ones.
   * Default: a key is generated and stored in the database.
   */
  readonly cookieSecret?: CookieSecret;
  /**
   * How to treat a cookie `policy_rule_<name>` that the engine did not record. `count`: its scripts render, and the
   * banner asks again. `ignore`: the rule counts as undecided. In neither case is the cookie evidence. Default:
   * `count`.
   */
  readonly unprovedCookies?: 'count' | 'ignore';
  /** How Google's tags behave without consent, if a script declares `consentMode`. */
  readonly consentMode?: ConsentModeOptions;
  /** What the site states about Global Privacy Control in `/.well-known/gpc.json`. */
  readonly gpc?: GpcOptions;
  /** Who sees the consent banner, and where. */
  readonly banner?: BannerOptions;
  /**
   * Whether the names of cookies in requests are counted, without values and without who sent them, to compare them with
   * the declared ones. Default: true.
   */
  readonly cookieInventory?: boolean;
  /** The data that people can export: an access request returns what these rules declare. Default: none. */
  readonly portabilityRules?: readonly Portable[];
  /** How access requests are handled: confirmation, deadlines, how long exports are kept. */
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
  /** The host's users: how to find a user, its ID and its email address. Default: the ID is the property `id`. */
  readonly userResource?: UserResource<NoInfer<UserRecord>>;
  /**
   * The administrators' own records, where these are not records of users: `find` gets the ID of the signed-in user,
   * `isAdminMethod` gets the record it returns, and a user without one is not an administrator. The audit log shows
   * their name from it. Default: `userResource`, and `isAdminMethod` gets what `currentUser` returned.
   */
  readonly adminUserResource?: UserResource;
  /** Sender of the engine's mail, with or without a name: `Shop <privacy@shop.example>`. */
  readonly fromEmail?: string;
  /** Recipient of notices for administrators: an address, or a function that returns it. */
  readonly adminEmailInbox?: string | (() => string | Promise<string>);
  /** How mail is sent. Default: no mail. */
  readonly mail?: MailOptions;
  /** Custom mails: functions or Eta texts, by the name of the mail. Default: the engine's mails. */
  readonly mailerTemplates?: MailTemplates;
  /**
   * Who may use the admin area: any truthy result. The type of the record is inferred if `currentUser` is declared
   * before it. Default: nobody.
   */
  isAdminMethod?(this: void, user: CurrentUser<NoInfer<UserRecord>>): boolean | Promise<boolean>;
  /** A person's language as a BCP 47 tag. Default: `Accept-Language`. */
  userLanguage?(
    this: void,
    request: Request,
    user: CurrentUser<NoInfer<UserRecord>> | null,
  ): string | null | undefined | Promise<string | null | undefined>;
  /** Language if nothing else is known, and of policy texts. Default: `en`. */
  readonly defaultLocale?: string;
  /**
   * IANA name of the time zone, as in `Europe/Paris`, in which pages show times and administrators schedule texts.
   * Default: `UTC`.
   */
  readonly timeZone?: string;
  /** Texts of the pages that the host adds or replaces, by locale. */
  readonly texts?: HostTexts;
  /** Name and style sheets of the pages. */
  readonly appearance?: Appearance;
  /** URL of the sign-in page; shown where people must sign in. */
  readonly loginUrl?: string;
  /** URL for signing out; a link of the panel. */
  readonly logoutUrl?: string;
  /**
   * Private Ed25519 key that signs the checkpoints of the ledger: PEM, JWK or `KeyObject`. Keep it out of the database
   * and its backups. Without it the engine generates a key and stores it in the database; then anyone who can write to
   * the database can sign.
   */
  readonly ledgerKey?: LedgerKey;
  /** How the ledger is sealed. */
  readonly ledger?: LedgerSettings;
  /**
   * Changes per minute allowed to one user, or one network of anonymous visitors, counted in each process; above it
   * 429. Rejections and withdrawals have a separate limit, which other changes cannot use up; visitors for whom the
   * host provides no address share an overall limit of a hundred times as many. False disables the limit. Default: 120.
   */
  readonly writeLimit?: number | false;
  /**
   * Where exports are stored and how they are downloaded. Default: the folder `exports`, and links that work for an
   * hour.
   */
  readonly attachments?: AttachmentsOptions;
  /**
   * Exports are stored in `exporter.path`, and the five `attachment…` columns of the requests' table describe them
   * (spec: legacy attachments). Exports stored before the switch stay readable. Default: false.
   */
  readonly legacyAttachments?: boolean;
  /** What runs background jobs: `embeddedJobs()`, `pgBossJobs(…)` or `bullmqJobs(…)`. Default: `embeddedJobs()`. */
  readonly jobs?: JobQueueFactory;
  /** Where failures are logged. Default: `console.error`. */
  readonly logger?: WebLogger;
  /** The current time, for tests. Default: the system clock. */
  readonly now?: () => Date;
}

type Shapes = typeof databaseOptions &
  WebShape &
  typeof rulesOptions &
  typeof browsersOptions &
  typeof consentOptions &
  typeof exportOptions &
  typeof portabilityOptions &
  typeof userOptions &
  MailShape &
  typeof proofOptions &
  typeof jobsOptions & { readonly [Option in keyof ModuleShapes]: ModuleShapes[Option] };

/** Fails to compile unless the shapes have exactly the options of the interface. */
type Complete<Options extends Shape & Fits<PolicyEngineOptions, Options>> = Read<Options>;

/** A configuration as the engine uses it: checked, with every default filled in. */
export type Configuration = Complete<Shapes>;

/** The options of the modules and of the platform, in the order of the documentation. */
function shapeOf(modules: readonly Module[]): Shape {
  const { catalogues, mails } = declarationsOf(modules);
  const aboutMails = Object.fromEntries(Object.entries(mails).map(([name, { about }]) => [name, about]));
  const own = inOrderOfNeeds(modules).map(({ options = {} }) => options);
  const platform = [userOptions, webOptions([frameTexts, ...catalogues]), mailOptions(aboutMails)];
  return Object.assign({}, ...own, ...platform, databaseOptions, jobsOptions) as Shape;
}

/** The schema of a configuration whose options come from several shapes. */
export function configurationSchema(shape: Shape): z.ZodType {
  return z.strictObject(shape, { error: objectProblem(Object.keys(shape)) });
}

/** JSON Schema of the options that can be expressed in JSON. */
export function configurationJsonSchema(): Record<string, unknown> {
  return jsonSchemaOf('Configuration of policy-engine', shapeOf(Object.values(ownModules)));
}

/** The tables of options for the documentation, as Markdown. */
export function configurationTables(): string {
  return optionTables(shapeOf(Object.values(ownModules)));
}

/** Created once for a list of modules: the schema is large. */
const schemas = new Map<string, z.ZodType<Configuration>>();

/**
 * Rejects configurations that would otherwise fail later, for a visitor, and fills in the defaults.
 *
 * @throws {PolicyEngineError} `configuration_invalid`, with a line and an entry of `problems` for each mistake
 */
export function readConfiguration(options: unknown, modules: readonly Module[]): Configuration {
  const relations = modules.flatMap((module) => module.relations ?? []);
  const key = modules.map(({ id }) => id).join();
  const schema = schemas.get(key) ?? (configurationSchema(shapeOf(modules)) as z.ZodType<Configuration>);
  schemas.set(key, schema);
  return readOptions(schema, options, [
    namesFitTheDatabase(declarationsOf(modules).tables),
    defaultLocaleHasTexts,
    stylesheetsAreOwn,
    mailHasASender,
    ...relations,
  ]);
}
