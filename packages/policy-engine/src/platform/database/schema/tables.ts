import type { ColumnType } from 'kysely';
import type { TimeText } from '../statements/times.ts';

/** A column of 0 or 1: written from a boolean, read as a number, the same on all dialects. */
export type Flag = ColumnType<number, boolean | number, boolean | number>;
export type FlagWithDefault = ColumnType<number, boolean | number | undefined, boolean | number>;

/** Times are read as text; a `Date` may be written. */
export type Time = ColumnType<TimeText, TimeText | Date, TimeText | Date>;
export type TimeOrNull = ColumnType<TimeText | null, TimeText | Date | null | undefined, TimeText | Date | null>;
export type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** Keys that the engine generated. */
export interface SecretsTable {
  name: string;
  /** 256 random bits, hexadecimal. */
  value: string;
  created_at: Time;
}

/** The applied migrations. */
export interface MigrationsTable {
  name: string;
  applied_at: Time;
}

/**
 * The engine's tables under their plain names; prefix and schema are added when a query is compiled. Each module adds
 * its own.
 *
 * @example
 * ```ts
 * declare module '../../platform/database/schema/tables.ts' {
 *   interface Tables {
 *     notes: NotesTable;
 *   }
 * }
 * ```
 */
export interface Tables {
  secrets: SecretsTable;
  migrations: MigrationsTable;
}

export type TableName = keyof Tables;
