/** Who was erased, recorded where a restored backup does not revert it. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries } from '../../../platform/database/statements/queries.ts';
import { storedSecret } from '../../../platform/database/connection/secret.ts';
import { type JournalEntry, JournalLines, JournalUnreadable } from './line.ts';
import type { JournalStore } from './store.ts';

/** What a journal needs. */
export interface JournalOptions {
  readonly database: Database;
  readonly naming: Naming;
  readonly place: JournalStore;
  /** Secret that its lines are encrypted and signed with. */
  readonly key: string;
  readonly now: () => Date;
}

/** The content of a journal. */
export interface JournalContent {
  /** Each request once, oldest first. */
  readonly entries: readonly JournalEntry[];
  /** Lines that cannot be read. */
  readonly unreadable: number;
}

/** A row whose lock lets one process at a time write. */
const LOCK = 'erasure-journal';

/** The journal of one engine. */
export class ErasureJournal {
  readonly #options: JournalOptions;
  readonly #lines: JournalLines;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#lines = new JournalLines(options.key);
  }

  get name(): string {
    return this.#options.place.name;
  }

  /** Records an erasure durably. Recording it again changes nothing. @throws if it cannot be written */
  async note(entry: JournalEntry): Promise<void> {
    const line = this.#lines.write(entry);
    await this.#alone(() => this.#options.place.append(line));
  }

  /** @throws if it cannot be read at all */
  async read(): Promise<JournalContent> {
    const entries = new Map<string, JournalEntry>();
    let unreadable = 0;
    for (const line of await this.#options.place.read()) {
      const entry = this.#entryOf(line);
      if (entry === null) unreadable += 1;
      else if (!entries.has(entry.requestId)) entries.set(entry.requestId, entry);
    }
    return { entries: [...entries.values()], unreadable };
  }

  /** Removes requests. Lines that cannot be read stay, for an engine with their key. */
  async forget(requestIds: ReadonlySet<string>): Promise<void> {
    if (requestIds.size === 0) return;
    const { place } = this.#options;
    await this.#alone(async () => {
      const lines = await place.read();
      await place.replace(lines.filter((line) => !requestIds.has(this.#entryOf(line)?.requestId ?? '')));
    });
  }

  #entryOf(line: string): JournalEntry | null {
    try {
      return this.#lines.read(line);
    } catch (error) {
      if (error instanceof JournalUnreadable) return null;
      throw error;
    }
  }

  /** One process at a time, by a row lock: a process that is killed releases it. */
  async #alone(work: () => Promise<void>): Promise<void> {
    const { database, naming, now } = this.#options;
    await storedSecret(database, naming, LOCK, now());
    await database.transaction(
      async (transaction) => {
        await createQueries(transaction, naming)
          .selectFrom('secrets')
          .select('name')
          .where('name', '=', LOCK)
          .$if(transaction.capabilities.rowLocks, (query) => query.forUpdate())
          .execute();
        await work();
      },
      { isolation: 'read committed' },
    );
  }
}
