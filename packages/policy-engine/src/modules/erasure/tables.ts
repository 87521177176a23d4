import type { Generated } from 'kysely';
import { optional, required } from '../../platform/database/migrations/migration.ts';
import type { Migration } from '../../platform/database/migrations/migration.ts';
import type { Flag, FlagWithDefault, OrNull, Time, TimeOrNull } from '../../platform/database/schema/tables.ts';

/** A person's erasure request. */
export interface ErasureRequestsTable {
  id: string;
  /** The host's id of the subject; null once they are erased. */
  user_id: OrNull<string>;
  /** The subject while the request is open, null afterwards; unique, so that nobody has two open ones. */
  open_user: OrNull<string>;
  /** One of `erasureStates`. */
  state: Generated<string>;
  /** Language of the person, BCP 47. */
  locale: OrNull<string>;
  /** Last moment of the legal deadline. */
  due_at: Time;
  extended_at: TimeOrNull;
  extension_reason: OrNull<string>;
  /** When the person's identity was verified. */
  identified_at: TimeOrNull;
  /** Number of links requested to verify the person's identity; 0 if they need none. */
  links: Generated<number>;
  grace_until: Time;
  /** Whether the person agreed that it starts earlier. */
  waives_grace: FlagWithDefault;
  confirmed_at: TimeOrNull;
  hold_reason: OrNull<string>;
  begun_at: TimeOrNull;
  /** When it was denied, cancelled or completed. */
  closed_at: TimeOrNull;
  /** Why it was denied, for the person. */
  reason: OrNull<string>;
  /** Why the last attempt failed, for administrators. */
  error: OrNull<string>;
  /** Token of the last attempt. */
  attempt: Generated<number>;
  /** Encrypted: what identifies the person besides their ID, for the steps and the search after them. Null at the end. */
  identifiers: OrNull<string>;
  /** When it was recorded in the journal. */
  journaled_at: TimeOrNull;
  /** JSON. */
  receipt: OrNull<string>;
  created_at: Time;
  updated_at: Time;
}

/** A link mailed to a person to verify their identity. It is deleted when it is used, expires, or its request ends. */
export interface ErasureLinksTable {
  /** SHA-256 of the token, which is not stored. */
  token_hash: string;
  request_id: string;
  expires_at: Time;
}

/** Keyed hashes by which what identified an erased person is recognised: personal data, until the row is deleted with the key. */
export interface ErasureMarksTable {
  request_id: string;
  /** Encrypted: the key and the hashes. */
  marks: string;
  /** When the last search is due. */
  last_at: Time;
  /** Rows that were erased since the last search. */
  erased: Generated<number>;
}

/** The steps of a request: one row per rule, and per part of the engine that stores personal data. */
export interface ErasureStepsTable {
  id: string;
  request_id: string;
  /** Order of the steps. */
  position: number;
  /** Name of the rule; `engine:…` for a part of the engine. */
  rule: string;
  /** `waiting`, `running`, `done` or `failed`. */
  state: string;
  /** The request's attempt that works on it (fencing). */
  attempt: Generated<number>;
  /** Number of rows that were deleted or changed. */
  rows_done: Generated<number>;
  /** Number of rows that are kept. */
  rows_kept: Generated<number>;
  /** What is left and why, in the host's words. */
  note: OrNull<string>;
  /** JSON: key of the last row that was worked on. */
  last_key: OrNull<string>;
  /** Why the last attempt failed. */
  error: OrNull<string>;
  updated_at: Time;
}

/** A row of the host that is kept after its person's erasure for a legal reason, until its date. Names nobody. */
export interface ErasureKeptTable {
  id: string;
  request_id: string;
  rule: string;
  /** JSON: the row's key. */
  row_key: string;
  /** When it is erased. */
  kept_until: Time;
}

/** A run that erased data whose retention period had ended, or counted it. Names nobody. */
export interface RetentionRunsTable {
  id: string;
  /** Whether it only counted. */
  dry_run: Flag;
  /** One of `runStates`. */
  state: string;
  /** JSON: what was erased by each rule; null before anything is known. */
  report: OrNull<string>;
  /** Why the run as a whole failed. */
  error: OrNull<string>;
  created_at: Time;
  begun_at: TimeOrNull;
  ended_at: TimeOrNull;
}

declare module '../../platform/database/schema/tables.ts' {
  interface Tables {
    erasure_requests: ErasureRequestsTable;
    erasure_links: ErasureLinksTable;
    erasure_steps: ErasureStepsTable;
    erasure_kept: ErasureKeptTable;
    erasure_marks: ErasureMarksTable;
    retention_runs: RetentionRunsTable;
  }
}

/** The tables of erasures. */
export const erasureMigrations: readonly Migration[] = [
  {
    name: 'erasure-0001-requests',
    tables: [
      {
        table: 'erasure_requests',
        columns: {
          id: required('id'),
          user_id: optional('userId'),
          open_user: optional('userId'),
          state: required('word', "'pending'"),
          locale: optional('word'),
          due_at: required('time'),
          extended_at: optional('time'),
          extension_reason: optional('text'),
          identified_at: optional('time'),
          grace_until: required('time'),
          waives_grace: required('flag', '0'),
          confirmed_at: optional('time'),
          hold_reason: optional('text'),
          begun_at: optional('time'),
          closed_at: optional('time'),
          reason: optional('text'),
          error: optional('text'),
          attempt: required('integer', '0'),
          identifiers: optional('text'),
          journaled_at: optional('time'),
          receipt: optional('text'),
          created_at: required('time'),
          updated_at: required('time'),
        },
        primaryKey: 'id',
        // All three databases take any number of nulls in a unique index: one open request per user, any number of closed ones.
        unique: [['open_user']],
        indexes: [['user_id', 'created_at'], ['state', 'created_at'], ['due_at']],
      },
      {
        table: 'erasure_steps',
        columns: {
          id: required('id'),
          request_id: required('id'),
          position: required('integer'),
          rule: required('name'),
          state: required('word'),
          attempt: required('integer', '0'),
          rows_done: required('integer', '0'),
          rows_kept: required('integer', '0'),
          note: optional('text'),
          last_key: optional('text'),
          error: optional('text'),
          updated_at: required('time'),
        },
        primaryKey: 'id',
        unique: [['request_id', 'rule']],
      },
      {
        table: 'erasure_kept',
        columns: {
          id: required('id'),
          request_id: required('id'),
          rule: required('name'),
          row_key: required('text'),
          kept_until: required('time'),
        },
        primaryKey: 'id',
        indexes: [
          ['kept_until', 'id'],
          ['request_id', 'rule'],
        ],
      },
    ],
  },
  {
    name: 'erasure-0002-retention-runs',
    tables: [
      {
        table: 'retention_runs',
        columns: {
          id: required('id'),
          dry_run: required('flag'),
          state: required('word'),
          report: optional('text'),
          error: optional('text'),
          created_at: required('time'),
          begun_at: optional('time'),
          ended_at: optional('time'),
        },
        // IDs sort by time; there are never more than a few hundred rows.
        primaryKey: 'id',
      },
    ],
  },
  {
    name: 'erasure-0003-links',
    tables: [
      {
        table: 'erasure_links',
        columns: {
          token_hash: required('hash'),
          request_id: required('id'),
          expires_at: required('time'),
        },
        primaryKey: 'token_hash',
        indexes: [['request_id'], ['expires_at']],
      },
    ],
    alterations: [{ table: 'erasure_requests', columns: { links: required('integer', '0') } }],
  },
  // For lists of requests of all states, the newest first.
  {
    name: 'erasure-0004-listed',
    tables: [],
    alterations: [{ table: 'erasure_requests', columns: {}, indexes: [['created_at', 'id']] }],
  },
  {
    name: 'erasure-0005-marks',
    tables: [
      {
        table: 'erasure_marks',
        columns: {
          request_id: required('id'),
          marks: required('text'),
          last_at: required('time'),
          erased: required('integer', '0'),
        },
        primaryKey: 'request_id',
        indexes: [['last_at']],
      },
    ],
  },
];
