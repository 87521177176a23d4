/** Versions of the banner's appearance: written once, never changed, the newest in force. */
import { createId } from '../../platform/database/statements/ids.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { createQueries } from '../../platform/database/statements/queries.ts';
import { isUniqueViolation } from '../../platform/database/connection/sql-errors.ts';
import type { TimeText } from '../../platform/database/statements/times.ts';
import { countOf } from '../../platform/database/statements/values.ts';
import { refusals } from '../../errors/refusals.ts';
import type { Audit } from '../audit/index.ts';
import type { WebLogger } from '../../platform/logger.ts';
import type { AppearanceContent } from './look.ts';
import { ServedBanners } from './served.ts';

/** A version as it was saved. */
export interface AppearanceVersion {
  readonly id: string;
  /** Counts from 1. */
  readonly number: number;
  readonly content: AppearanceContent;
  readonly createdAt: TimeText;
}

/** What the service works with. */
export interface AppearanceServiceOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly audit: Audit;
  readonly now: () => Date;
  readonly logger: WebLogger;
}

/** Milliseconds after which a version that another process saved is seen: the banner is drawn with each page. */
const RECHECK_MS = 500;
/** Versions on the page of the editor. */
const LISTED = 20;
/** How often a number may be taken by somebody else. */
const TRIES = 5;

/** Keeps the versions, and remembers which is in force. */
export class AppearanceService {
  /** The banners as they were served. */
  readonly served: ServedBanners;
  readonly #options: AppearanceServiceOptions;
  #known: { readonly version: AppearanceVersion | null; readonly since: number } | undefined;
  #looking: Promise<AppearanceVersion | null> | undefined;

  constructor(options: AppearanceServiceOptions) {
    this.#options = options;
    this.served = new ServedBanners(options);
  }

  /** The version in force; null if none was published. At most half a second old. */
  async inForce(): Promise<AppearanceVersion | null> {
    const known = this.#known;
    if (known !== undefined && known.since > performance.now() - RECHECK_MS) return known.version;
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    return this.#looking;
  }

  /** The newest versions, the newest first. */
  async list(): Promise<AppearanceVersion[]> {
    return this.#newest(this.#options.database, LISTED);
  }

  /** A version by its number; null if there is none. */
  async version(number: number): Promise<AppearanceVersion | null> {
    const { database, naming } = this.#options;
    const row = await selectVersions(database, naming).where('number', '=', number).executeTakeFirst();
    return row === undefined ? null : versionOf(row);
  }

  /**
   * What a decision names of what it says was shown: a saved version, or a banner that was served in that language.
   *
   * @param shown number of a version, or the first digits of the SHA-256 of a served banner
   * @returns the number, or the whole hash; undefined if that cannot have been shown
   */
  async shownAs(shown: number | string, locale: string | undefined): Promise<number | string | undefined> {
    if (typeof shown === 'string') return this.served.name(shown, locale);
    return shown <= ((await this.inForce())?.number ?? 0) ? shown : undefined;
  }

  /**
   * Puts an appearance in force, and notes it in the audit log. What is in force already is no new version.
   *
   * @param opened number of the version that was opened, 0 for none; undefined for whatever is in force
   * @returns the version in force
   * @throws {PolicyEngineError} 409 `appearance_changed`
   */
  async save(content: AppearanceContent, opened?: number): Promise<AppearanceVersion> {
    for (let left = TRIES - 1; ; left -= 1) {
      try {
        const version = await this.#options.database.transaction((transaction) =>
          this.#add(transaction, content, opened),
        );
        this.#known = undefined;
        return version;
      } catch (error) {
        // Somebody saved one at the same moment: this one comes after it, or is refused.
        if (left === 0 || !isUniqueViolation(error)) throw error;
      }
    }
  }

  async #add(
    transaction: Database,
    content: AppearanceContent,
    opened: number | undefined,
  ): Promise<AppearanceVersion> {
    const { naming, audit, now } = this.#options;
    const [newest] = await this.#newest(transaction, 1);
    const text = JSON.stringify(content);
    if (newest !== undefined && JSON.stringify(newest.content) === text) return newest;
    if (opened !== undefined && opened !== (newest?.number ?? 0)) {
      throw refusals.conflict('appearance_changed', 'error.appearance_changed');
    }
    const row = { id: createId(), number: (newest?.number ?? 0) + 1, content: text, created_at: now() };
    await createQueries(transaction, naming).insertInto('appearances').values(row).execute();
    await audit.record(transaction, { action: 'appearance_saved', rule: null, subject: row.id });
    return { id: row.id, number: row.number, content, createdAt: now().toISOString() };
  }

  async #look(): Promise<AppearanceVersion | null> {
    const since = performance.now();
    const [version = null] = await this.#newest(this.#options.database, 1);
    this.#known = { version, since };
    return version;
  }

  async #newest(database: Database, limit: number): Promise<AppearanceVersion[]> {
    const rows = await selectVersions(database, this.#options.naming).orderBy('number', 'desc').limit(limit).execute();
    return rows.map(versionOf);
  }
}

function selectVersions(database: Database, naming: Naming) {
  return createQueries(database, naming).selectFrom('appearances').select(['id', 'number', 'content', 'created_at']);
}

type VersionRow = Awaited<ReturnType<ReturnType<typeof selectVersions>['executeTakeFirstOrThrow']>>;

function versionOf({ id, number, content, created_at: createdAt }: VersionRow): AppearanceVersion {
  return { id, number: countOf(number), content: JSON.parse(content) as AppearanceContent, createdAt };
}
