import { type Migration, required } from '../../platform/database/migrations/migration.ts';
import type { Flag, Time } from '../../platform/database/schema/tables.ts';

/** A version of the banner's appearance. Rows are never changed or deleted: decisions refer to them. */
export interface AppearancesTable {
  id: string;
  /** Counts from 1, without gaps; the highest is in force. */
  number: number;
  /** Canonical JSON, see `look.ts`. */
  content: string;
  created_at: Time;
}

/** A banner as it was served. The rows that decisions name are never deleted. */
export interface ServedBannersTable {
  /** SHA-256 of the document. */
  hash: string;
  /** BCP 47 tag of its language. */
  locale: string;
  /** Canonical JSON, see `served.ts`. */
  document: string;
  /** `2026-11-26`, UTC. */
  first_day: string;
  last_day: string;
  /** Whether a decision names it. */
  is_named: Flag;
}

declare module '../../platform/database/schema/tables.ts' {
  interface Tables {
    appearances: AppearancesTable;
    served_banners: ServedBannersTable;
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
  {
    name: 'appearance-0002-served',
    tables: [
      {
        table: 'served_banners',
        columns: {
          hash: required('hash'),
          locale: required('word'),
          document: required('text'),
          first_day: required('word'),
          last_day: required('word'),
          is_named: required('flag'),
        },
        primaryKey: 'hash',
        indexes: [['first_day']],
      },
    ],
  },
];
