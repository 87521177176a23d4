import type { Database } from './database/port.ts';
import { PolicyEngineError } from './errors.ts';
import type { LedgerKey } from './ledger/keys.ts';
import type { LedgerSettings } from './ledger/settings.ts';
import type { RuleOptions } from './rules.ts';
import type { ScriptOptions } from './scripts/declaration.ts';
import type { CurrentUser, HostEnv } from './web/host-env.ts';
import type { HostTexts } from './web/i18n.ts';
import type { UserResource } from './behaviour/user-resource.ts';
import type { Appearance, WebLogger } from './web/options.ts';

/** Configuration of an engine (spec: Engine configuration). */
export interface PolicyEngineOptions<RuleName extends string = string> {
  /**
   * The host's database: from `pgDatabase`, `mysql2Database`, `nodeSqliteDatabase` or `connectDatabase`. The engine's
   * tables must exist; see `engine.migrate()`.
   */
  readonly database: Database;
  /** Put before the engine's table names. Default: `policy_manager_`. */
  readonly tablePrefix?: string;
  /** Schema (PostgreSQL) or database (MySQL) of the engine's tables. Default: the connection's own. */
  readonly schema?: string;
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
  /** Decides which scripts render. Default: `NODE_ENV`, else `development`. */
  readonly environment?: string;
  /** Who is signed in, by the host's own session. Called at most once per request. */
  readonly currentUser: (request: Request, env: HostEnv) => CurrentUser | null | Promise<CurrentUser | null>;
  /** The host's users: how to find one, its id and its e-mail address. Default: the id is the property `id`. */
  readonly userResource?: UserResource;
  /** Who may use the admin area. Default: nobody. */
  readonly isAdminMethod?: (user: CurrentUser) => boolean | Promise<boolean>;
  /** A person's language as a BCP 47 tag. Default: `Accept-Language`. */
  readonly userLanguage?: (
    request: Request,
    user: CurrentUser | null,
  ) => string | null | undefined | Promise<string | null | undefined>;
  /** Language where nothing else is known, and of policy texts. Default: `en`. */
  readonly defaultLocale?: string;
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
  /** Where failures are reported. Default: `console.error`. */
  readonly logger?: WebLogger;
  /** The time, for tests. Default: the system's. */
  readonly now?: () => Date;
}

/** Refuses what would otherwise fail later, in front of a visitor. @throws {PolicyEngineError} `configuration_invalid` */
export function requireOptions(options: PolicyEngineOptions): void {
  if (typeof options.database?.execute !== 'function') {
    throw invalid('database: give the engine a database, for example pgDatabase(pool)');
  }
  if (typeof options.currentUser !== 'function') {
    throw invalid('currentUser: tell the engine who is signed in: (request, env) => ({ id, record }) or null');
  }
  const { writeLimit } = options;
  if (writeLimit !== undefined && writeLimit !== false && !(Number.isSafeInteger(writeLimit) && writeLimit > 0)) {
    throw invalid(`writeLimit: a whole number of changes a minute, or false, not ${String(writeLimit)}`);
  }
  if (!Array.isArray(options.rules)) throw invalid('rules: declare at least one rule');
}

function invalid(message: string): PolicyEngineError {
  return new PolicyEngineError('configuration_invalid', message);
}
