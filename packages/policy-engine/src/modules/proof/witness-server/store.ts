/** What a witness stores: the newest checkpoint that it cosigned of each log. It has a database of its own. */
import { type Migration, required, tableSet } from '../../../platform/database/migrations/migration.ts';
import { migrate } from '../../../platform/database/migrations/migrate.ts';
import { type Naming, resolveNaming } from '../../../platform/database/schema/names.ts';
import type { Database } from '../../../platform/database/port.ts';
import { createQueries, type Queries } from '../../../platform/database/statements/queries.ts';
import { originHash } from '../log/index.ts';

/** Checkpoints of a witness, not of a host: the table is in the witness's own database. */
export interface WitnessedLogsTable {
  /** SHA-256 of the origin, hexadecimal. */
  log: string;
  /** The newest checkpoint, with the log's signatures and the cosignature. */
  note: string;
}

declare module '../../../platform/database/schema/tables.ts' {
  interface Tables {
    witnessed_logs: WitnessedLogsTable;
  }
}

const migrations: readonly Migration[] = [
  {
    name: 'witness-0001-logs',
    tables: [
      {
        table: 'witnessed_logs',
        columns: { log: required('hash'), note: required('text') },
        primaryKey: 'log',
      },
    ],
  },
];

/** Creates the table if it is missing. */
export async function prepareWitness(database: Database, now: () => Date): Promise<Naming> {
  const naming = resolveNaming(database.dialect, tableSet(migrations), { tablePrefix: '' });
  await migrate(database, naming, now);
  return naming;
}

/** Checkpoints in the witness's database, or inside one transaction of it. */
export class WitnessedLogs {
  readonly #queries: Queries;

  constructor(database: Database, naming: Naming) {
    this.#queries = createQueries(database, naming);
  }

  /** The newest cosigned checkpoint of a log, by the hash of its origin; undefined for none. */
  async note(log: string): Promise<string | undefined> {
    const row = await this.#queries
      .selectFrom('witnessed_logs')
      .select('note')
      .where('log', '=', log)
      .executeTakeFirst();
    return row?.note;
  }

  /** Replaces the stored checkpoint. */
  async keep(origin: string, note: string): Promise<void> {
    const log = originHash(origin);
    const { numUpdatedRows } = await this.#queries
      .updateTable('witnessed_logs')
      .set({ note })
      .where('log', '=', log)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) await this.#queries.insertInto('witnessed_logs').values({ log, note }).execute();
  }
}
