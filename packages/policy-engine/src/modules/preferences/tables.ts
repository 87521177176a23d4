/** What administrators chose for the panel, by its name. */
import { type Migration, required } from '../../platform/database/migrations/migration.ts';
import type { Time } from '../../platform/database/schema/tables.ts';

/** A choice of one administrator. */
export interface AdminChoicesTable {
  id: string;
  /** The host's ID of the administrator. */
  admin_id: string;
  /** `views` or `digest`. */
  name: string;
  /** JSON. */
  value: string;
  updated_at: Time;
}

/** What was deleted a moment ago, and can be put back. */
export interface UndoablesTable {
  id: string;
  /** The host's ID of the administrator who deleted it. */
  admin_id: string;
  /** What it is, such as `job`. */
  kind: string;
  /** JSON. */
  kept: string;
  created_at: Time;
}

declare module '../../platform/database/schema/tables.ts' {
  interface Tables {
    admin_choices: AdminChoicesTable;
    undoables: UndoablesTable;
  }
}

export const preferencesMigrations: readonly Migration[] = [
  {
    name: 'preferences-0001-choices',
    tables: [
      {
        table: 'admin_choices',
        columns: {
          id: required('id'),
          admin_id: required('id'),
          name: required('word'),
          value: required('text'),
          updated_at: required('time'),
        },
        primaryKey: 'id',
        unique: [['name', 'admin_id']],
      },
      {
        table: 'undoables',
        columns: {
          id: required('id'),
          admin_id: required('id'),
          kind: required('word'),
          kept: required('text'),
          created_at: required('time'),
        },
        primaryKey: 'id',
      },
    ],
  },
];
