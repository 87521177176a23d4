import { optional, required } from '../database/migrations/migration.ts';
import type { Migration } from '../database/migrations/migration.ts';
import type { OrNull, Time, TimeOrNull } from '../database/schema/tables.ts';

/** Background jobs. Completed ones are deleted. */
export interface JobsTable {
  id: string;
  name: string;
  /** JSON. */
  payload: string;
  /** At most one job of a key exists. */
  unique_key: OrNull<string>;
  /** `waiting`, `running` or `failed`. */
  state: string;
  /** When it may start; while it runs, the end of its lease; null once it has failed. */
  due_at: TimeOrNull;
  /** When it was last offered to a queue outside of the database. */
  offered_at: TimeOrNull;
  /** Number of attempts. */
  attempts: number;
  max_attempts: number;
  /** Increases with each attempt, so that a former holder can detect it (fencing). */
  token: number;
  holder: OrNull<string>;
  /** Why the last attempt failed. */
  error: OrNull<string>;
  created_at: Time;
  updated_at: Time;
}

/** When recurring jobs are due next. */
export interface JobSchedulesTable {
  name: string;
  due_at: Time;
}

declare module '../database/schema/tables.ts' {
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
