import type { Check, Found } from '../../kernel/module.ts';
import { Reading } from '../../kernel/reading.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { type FindingKinds, inOrder } from './finding.ts';
import { checkMigrations } from './own-checks.ts';

/** What the service needs. */
export interface CheckServiceOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly kinds: FindingKinds;
  /** The checks of all modules. */
  readonly checks: () => readonly Check[];
}

/** How long findings about the schema are remembered, in milliseconds. */
const REMEMBERED = 60_000;

/** Checks the configuration and the database of an engine. */
export class CheckService {
  readonly #options: CheckServiceOptions;
  /** What checks of the schema found, and when. */
  readonly #remembered = new Map<Check, { readonly at: number; readonly found: readonly Found[] }>();
  readonly #migrations: Check;

  constructor(options: CheckServiceOptions) {
    this.#options = options;
    const { database, naming } = options;
    this.#migrations = { readsSchema: true, run: () => checkMigrations(database, naming) };
  }

  /** The kinds of findings, by code. */
  get kinds(): FindingKinds {
    return this.#options.kinds;
  }

  /** Errors first, each kind in the order of the checks. */
  async run(): Promise<Found[]> {
    this.#remembered.clear();
    return this.recent(new Reading());
  }

  /**
   * The same for a page about something else: findings about the schema are at most a minute old.
   *
   * @param reading what the page has read, or will read
   */
  async recent(reading: Reading): Promise<Found[]> {
    const { kinds, checks } = this.#options;
    const found = await this.#run(this.#migrations, reading);
    // Before the tables exist, they cannot be read.
    const isMigrated = !found.some(({ code }) => code === 'migrations_pending');
    if (!isMigrated) this.#remembered.clear();
    const possible = checks().filter(({ needsTables }) => isMigrated || needsTables !== true);
    const others = await Promise.all(possible.map((check) => this.#run(check, reading)));
    return inOrder([...found, ...others.flat()], kinds);
  }

  async #run(check: Check, reading: Reading): Promise<readonly Found[]> {
    if (check.readsSchema !== true) return check.run(reading);
    const known = this.#remembered.get(check);
    const at = performance.now();
    if (known !== undefined && at - known.at < REMEMBERED) return known.found;
    const found = await check.run(reading);
    this.#remembered.set(check, { at, found });
    return found;
  }
}
