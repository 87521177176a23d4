import { optional, required } from '../database/migration.ts';
import type { Migration } from '../database/migration.ts';
import type { OrNull, Time, TimeOrNull } from '../database/tables.ts';

/** Work to be done in the background. Rows go when it is done. */
export interface JobsTable {
  id: string;
  name: string;
  /** JSON. */
  payload: string;
  /** At most one job of a key is there. */
  unique_key: OrNull<string>;
  /** `waiting`, `running` or `failed`. */
  state: string;
  /** When it may begin; while it runs, until when nobody else may have it; null once it has failed. */
  due_at: TimeOrNull;
  /** When a queue outside of the database was told last. */
  offered_at: TimeOrNull;
  /** How often it began. */
  attempts: number;
  max_attempts: number;
  /** Grows each time it begins, so that a former holder can tell (fencing). */
  token: number;
  holder: OrNull<string>;
  /** Why the last attempt failed. */
  error: OrNull<string>;
  created_at: Time;
  updated_at: Time;
}

/** When recurring work is due next. */
export interface JobSchedulesTable {
  name: string;
  due_at: Time;
}

declare module '../database/tables.ts' {
  interface Tables {
    jobs: JobsTable;
    job_schedules: JobSchedulesTable;
  }
}

/** The tables of background jobs. */
export const jobsMigrations: readonly Migration[] = [
  {
    name: 'jobs-0001-jobs',
    tables: [
      {
        table: 'jobs',
        columns: {
          id: required('id'),
          name: required('word'),
          payload: required('text'),
          unique_key: optional('name'),
          state: required('word'),
          due_at: optional('time'),
          offered_at: optional('time'),
          attempts: required('integer'),
          max_attempts: required('integer'),
          token: required('integer'),
          holder: optional('id'),
          error: optional('text'),
          created_at: required('time'),
          updated_at: required('time'),
        },
        primaryKey: 'id',
        unique: [['unique_key']],
        indexes: [['due_at'], ['state', 'id']],
      },
      {
        table: 'job_schedules',
        columns: { name: required('word'), due_at: required('time') },
        primaryKey: 'name',
      },
    ],
  },
];
