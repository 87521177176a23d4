/** The options of an engine: those of the platform, and those that modules add by declaration merging. */
import type { UserIdType } from '../platform/database/schema/columns.ts';
import type { databaseOptions } from '../platform/database/options.ts';
import type { Database } from '../platform/database/port.ts';
import type { Appearance } from '../platform/appearance.ts';
import type { HostEnv } from '../platform/host-env.ts';
import type { HostTexts } from '../platform/i18n/language.ts';
import type { jobsOptions } from '../platform/jobs/options.ts';
import type { JobQueueFactory } from '../platform/jobs/queue.ts';
import type { WebLogger } from '../platform/logger.ts';
import type { MailShape } from '../platform/mail/options.ts';
import type { MailTemplates } from '../platform/mail/templates.ts';
import type { MailOptions } from '../platform/mail/transport.ts';
import type { TrustProxy } from '../platform/network/trust-proxy.ts';
import type { Fits, Read, Shape } from '../platform/options/options.ts';
import type { CurrentUser } from '../platform/users/current-user.ts';
import type { userOptions } from '../platform/users/options.ts';
import type { UserResource } from '../platform/users/resource.ts';
import type { WebShape } from '../platform/web/host-options.ts';

/** What the type of an engine keeps of a portability rule: helpers of users are named after it. */
export interface PortableRule {
  readonly name: string;
}

/**
 * Options that modules add, for the host. A module adds its own by declaration merging, with the same type parameters:
 * names of rules, portability rules, the host's record of a user.
 */
/* oxlint-disable no-unused-vars, typescript/no-empty-object-type -- merged by the modules, which use the parameters */
export interface ModuleOptions<
  RuleName extends string = string,
  Portable extends PortableRule = PortableRule,
  UserRecord = unknown,
> {}

/** The schemas of {@link ModuleOptions}. */
export interface ModuleShapes {}
/* oxlint-enable no-unused-vars, typescript/no-empty-object-type */

/** Options of the platform, which exist whatever the modules. */
export interface PlatformOptions<UserRecord = unknown> {
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
  /** Sender of the engine's mail, with or without a name: `Shop <privacy@shop.example>`. */
  readonly fromEmail?: string;
  /** Recipient of notices for administrators: an address, or a function that returns it. */
  readonly adminEmailInbox?: string | (() => string | Promise<string>);
  /** How mail is sent. Default: no mail. */
  readonly mail?: MailOptions;
  /** Custom mails: functions or Eta texts, by the name of the mail. Default: the engine's mails. */
  readonly mailerTemplates?: MailTemplates;
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
   * Changes per minute allowed to one user, or one network of anonymous visitors, counted in each process; above it
   * 429. Rejections and withdrawals have a separate limit, which other changes cannot use up; visitors for whom the
   * host provides no address share an overall limit of a hundred times as many. False disables the limit. Default: 120.
   */
  readonly writeLimit?: number | false;
  /** What runs background jobs: `embeddedJobs()`, `pgBossJobs(…)` or `bullmqJobs(…)`. Default: `embeddedJobs()`. */
  readonly jobs?: JobQueueFactory;
  /** Where failures are logged. Default: `console.error`. */
  readonly logger?: WebLogger;
  /** The current time, for tests. Default: the system clock. */
  readonly now?: () => Date;
}

/** The options of an engine, as the host gives them. */
export interface EngineOptions<
  RuleName extends string = string,
  Portable extends PortableRule = PortableRule,
  UserRecord = unknown,
>
  extends PlatformOptions<UserRecord>, ModuleOptions<RuleName, Portable, UserRecord> {}

type Shapes = typeof databaseOptions &
  WebShape &
  typeof userOptions &
  MailShape &
  typeof jobsOptions & { readonly [Option in keyof ModuleShapes]: ModuleShapes[Option] };

/** Fails to compile unless the shapes have exactly the options of the interface. */
type Complete<Options extends Shape & Fits<EngineOptions, Options>> = Read<Options>;

/** A configuration as the engine uses it: checked, with every default filled in. */
export type Configuration = Complete<Shapes>;
