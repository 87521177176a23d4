import type { Check, Found } from '../../kernel/module.ts';
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

/** Checks the configuration and the database of an engine. */
export class CheckService {
  readonly #options: CheckServiceOptions;

  constructor(options: CheckServiceOptions) {
    this.#options = options;
  }

  /** The kinds of findings, by code. */
  get kinds(): FindingKinds {
    return this.#options.kinds;
  }

  /** Errors first, each kind in the order of the checks. */
  async run(): Promise<Found[]> {
    const { database, naming, kinds, checks } = this.#options;
    const found = await checkMigrations(database, naming);
    // Before the tables exist, they cannot be read.
    const isMigrated = !found.some(({ code }) => code === 'migrations_pending');
    const possible = checks().filter(({ needsTables }) => isMigrated || needsTables !== true);
    const others = await Promise.all(possible.map(async (check) => check.run()));
    return inOrder([...found, ...others.flat()], kinds);
  }
}
