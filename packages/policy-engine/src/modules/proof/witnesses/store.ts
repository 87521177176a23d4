/** Results of witnesses: cosignatures in the notes of checkpoints, and the state of each witness. */
import type { Naming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import { isUniqueViolation } from '../../../platform/database/connection/sql-errors.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import { CHECKPOINT_COLUMNS, type LedgerCheckpoint } from '../seal/checkpoint-store.ts';
import { formatNote, type NoteSignature, parseNote, type SignedNote, withSignatures } from '../log/index.ts';

/** The state of a witness. */
export interface WitnessState {
  /** Name and ID of its key. */
  readonly witness: string;
  /** The log that it was asked about. */
  readonly origin: string;
  /** Size of the checkpoint that it cosigned last; 0 for none. */
  readonly size: number;
  /** When it did, by its own clock; null for never. */
  readonly cosigned_at: TimeText | null;
  readonly asked_at: TimeText;
  /** Why it did not cosign when it was last asked; null if it did. */
  readonly failure: string | null;
}

/** Reads and writes results of witnesses. */
export class WitnessStore {
  readonly #database: Database;
  readonly #naming: Naming;
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#database = database;
    this.#naming = naming;
    this.#queries = createQueries(database, naming);
  }

  async states(origin: string): Promise<Map<string, WitnessState>> {
    const rows = await this.#queries.selectFrom('ledger_witnesses').selectAll().where('origin', '=', origin).execute();
    return new Map(rows.map((row) => [row.witness, row]));
  }

  /** Stores the state of a witness. */
  async note(state: WitnessState): Promise<void> {
    const { witness, ...rest } = state;
    const update = () =>
      this.#queries.updateTable('ledger_witnesses').set(rest).where('witness', '=', witness).executeTakeFirst();
    if ((await update()).numUpdatedRows > 0n) return;
    try {
      await this.#queries.insertInto('ledger_witnesses').values(state).execute();
    } catch (error) {
      // Another process was faster.
      if (!isUniqueViolation(error)) throw error;
      await update();
    }
  }

  /** The newest checkpoint that a quorum cosigned. */
  async newestCosigned(): Promise<LedgerCheckpoint | undefined> {
    return this.#cosigned().orderBy('size', 'desc').limit(1).executeTakeFirst();
  }

  /** The smallest checkpoint that covers a place and that a quorum cosigned. */
  async covering(position: number): Promise<LedgerCheckpoint | undefined> {
    return this.#cosigned().where('size', '>', position).orderBy('size').limit(1).executeTakeFirst();
  }

  /**
   * Adds signatures to a checkpoint, whose text must be the one that was signed.
   *
   * @param hasQuorum whether the note with them counts as cosigned
   * @returns whether the checkpoint existed
   */
  async addSignatures(
    size: number,
    text: string,
    added: readonly NoteSignature[],
    hasQuorum: (note: SignedNote) => boolean,
  ): Promise<boolean> {
    // Serializable: if two witnesses answer at once, no cosignature is lost.
    return this.#database.transaction(async (transaction) => {
      const queries = createQueries(transaction, this.#naming);
      const row = await queries
        .selectFrom('ledger_checkpoints')
        .select('note')
        .where('size', '=', size)
        .executeTakeFirst();
      if (row === undefined || parseNote(row.note).text !== text) return false;
      const signed = withSignatures(parseNote(row.note), added);
      await queries
        .updateTable('ledger_checkpoints')
        .set({ note: formatNote(signed), cosigned: hasQuorum(signed) ? 1 : 0 })
        .where('size', '=', size)
        .execute();
      return true;
    });
  }

  #cosigned() {
    return this.#queries.selectFrom('ledger_checkpoints').select(CHECKPOINT_COLUMNS).where('cosigned', '=', 1);
  }
}
