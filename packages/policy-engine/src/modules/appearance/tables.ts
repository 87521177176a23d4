import { type Migration, required } from '../../platform/database/migration.ts';
import type { Time } from '../../platform/database/tables.ts';

/** A version of the banner's appearance. Rows are never changed or deleted: decisions refer to them. */
export interface AppearancesTable {
  id: string;
  /** Counts from 1, without gaps; the highest is in force. */
  number: number;
  /** Canonical JSON, see `look.ts`. */
  content: string;
  created_at: Time;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    appearances: AppearancesTable;
  }
}

export const appearanceMigrations: readonly Migration[] = [
  {
    name: 'appearance-0001-versions',
    tables: [
      {
        table: 'appearances',
        columns: {
          id: required('id'),
          number: required('integer'),
          content: required('text'),
          created_at: required('time'),
        },
        primaryKey: 'id',
        unique: [['number']],
      },
    ],
  },
];
