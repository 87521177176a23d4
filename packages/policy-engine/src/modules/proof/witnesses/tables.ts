/** Tables of witnesses, and of logs that ended. */
import { type Migration, optional, required } from '../../../platform/database/migrations/migration.ts';
import type { OrNull, Time, TimeOrNull } from '../../../platform/database/schema/tables.ts';

/** The state of each witness. Cosignatures themselves are in the notes of checkpoints. */
export interface LedgerWitnessesTable {
  /** Name and ID of its key: `officer.example/witness+25f5ab21`. */
  witness: string;
  /** The log that it was asked about. */
  origin: string;
  /** Size of the checkpoint that it cosigned last; 0 for none. */
  size: number;
  /** When it did, by its own clock. */
  cosigned_at: TimeOrNull;
  /** When it was last asked. */
  asked_at: Time;
  /** Why it did not cosign then; null if it did. */
  failure: OrNull<string>;
}

/** Logs that this database had before it was restored, and that another one continues. */
export interface LedgerFormerTable {
  origin: string;
  /** Size of its last known checkpoint. */
  size: number;
  /** That checkpoint. */
  note: string;
  ended_at: Time;
}

declare module '../../../platform/database/schema/tables.ts' {
  interface Tables {
    ledger_witnesses: LedgerWitnessesTable;
    ledger_former: LedgerFormerTable;
  }
}

export const witnessMigration: Migration = {
  name: 'proof-0007-witnesses',
  tables: [
    {
      table: 'ledger_witnesses',
      columns: {
        witness: required('name'),
        origin: required('name'),
        size: required('integer'),
        cosigned_at: optional('time'),
        asked_at: required('time'),
        failure: optional('text'),
      },
      primaryKey: 'witness',
    },
    {
      table: 'ledger_former',
      columns: {
        origin: required('name'),
        size: required('integer'),
        note: required('text'),
        ended_at: required('time'),
      },
      primaryKey: 'origin',
    },
  ],
  alterations: [
    {
      table: 'ledger_checkpoints',
      // Whether a quorum has cosigned it.
      columns: { cosigned: optional('flag') },
      indexes: [['cosigned', 'size']],
    },
  ],
};
