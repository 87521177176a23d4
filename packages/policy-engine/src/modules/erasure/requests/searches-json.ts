/** The search after an erasure, and those that are repeated, as JSON. */
import { z } from '@hono/zod-openapi';
import {
  type AbsenceProof,
  type LeftReason,
  leftReasons,
  type NotSearched,
  type NotSearchedTable,
  notSearchedReasons,
  type RepeatedSearches,
} from '../plan/receipt.ts';

/** The search for remaining data of the person, after all steps. */
export interface AbsenceBody {
  tables: number;
  columns: number;
  sampled: { table: string; rows: number; of: number | null }[];
  found: { table: string; column: string; rows: number; kept: boolean; declared: boolean }[];
  not_searched: { table: string; columns: string[] | null; reason: NotSearchedTable['reason']; note: string | null }[];
  elsewhere: string[];
  files: FilesBody[];
  id_short: boolean;
  left_out: number;
}

/** Stored files that were searched, and those that were not. */
export interface FilesBody {
  place: string;
  total: number;
  searched: number;
  found: number;
  names: string[];
  not_searched: { reason: NotSearched['reason']; files: number }[];
}

/** The searches after an erasure. */
export interface RepeatedBody {
  planned_at: string[];
  marks_until: string | null;
  searches: SearchAgainBody[];
  settled: { table: string; column: string; rows: number; reason: string }[];
}

/** A repeated search. */
export interface SearchAgainBody extends Omit<AbsenceBody, 'files' | 'id_short' | 'left_out'> {
  at: string;
  erased: number | null;
  left: { table: string; column: string; rows: number; reason: LeftReason }[];
}

const time = (description: string) => z.string().openapi({ description: `${description}; ISO 8601, UTC` });

const files = z.object({
  place: z.string(),
  total: z.int().openapi({ description: 'Number of files' }),
  searched: z.int().openapi({ description: 'Files whose content was searched' }),
  found: z.int().openapi({ description: 'Files in which, or in whose names, something was found' }),
  names: z.array(z.string()).openapi({ description: 'Names of the first such files' }),
  not_searched: z.array(z.object({ reason: z.enum(['no_text', 'encrypted', 'failed', 'no_words']), files: z.int() })),
});

const searchedTables = {
  tables: z.int(),
  columns: z.int(),
  sampled: z.array(z.object({ table: z.string(), rows: z.int(), of: z.int().nullable() })).openapi({
    description: 'Tables of which only a sample of rows was searched, with their approximate number of rows',
  }),
  found: z.array(
    z.object({
      table: z.string(),
      column: z.string(),
      rows: z.int(),
      kept: z.boolean(),
      declared: z
        .boolean()
        .openapi({ description: 'Whether a data rule names the table; otherwise nothing in it is erased' }),
    }),
  ),
  not_searched: z
    .array(
      z.object({
        table: z.string(),
        columns: z.array(z.string()).nullable().openapi({ description: 'Null: the whole table' }),
        reason: z.enum(notSearchedReasons),
        note: z.string().nullable().openapi({ description: 'The reason of the host, or the code of the error' }),
      }),
    )
    .openapi({ description: 'Tables and columns that were not searched, and why' }),
  elsewhere: z.array(z.string()).openapi({
    description: 'Schemas and databases that were not searched, since they may belong to other applications',
  }),
};

export const search: z.ZodType<AbsenceBody> = z
  .object({
    ...searchedTables,
    files: z.array(files).openapi({ description: 'Stored files: which were searched and which were not' }),
    id_short: z
      .boolean()
      .openapi({ description: 'Whether the ID is so short that it was searched for only as a whole value' }),
    left_out: z
      .int()
      .openapi({ description: 'Number of identifying words that were not searched for: too short or too common' }),
  })
  .openapi('ErasureSearch');

export const again: z.ZodType<RepeatedBody> = z
  .object({
    planned_at: z.array(z.string()).openapi({ description: 'When the tables are searched again; ISO 8601, UTC' }),
    marks_until: time(
      'Until when keyed hashes of what identifies the person are stored for that: they are personal data; null once destroyed',
    ).nullable(),
    searches: z.array(
      z.object({
        ...searchedTables,
        at: time('When it ended'),
        erased: z
          .int()
          .nullable()
          .openapi({ description: 'Rows that were erased before it; null for a search as planned' }),
        left: z
          .array(z.object({ table: z.string(), column: z.string(), rows: z.int(), reason: z.enum(leftReasons) }))
          .openapi({ description: 'What could not be erased, and why' }),
      }),
    ),
    settled: z
      .array(z.object({ table: z.string(), column: z.string(), rows: z.int(), reason: z.string() }))
      .openapi({ description: 'What was found and stays, with the reason of an administrator' }),
  })
  .openapi('ErasureSearchesAgain');

export function absenceJson(absence: AbsenceProof): AbsenceBody {
  const { files: places, isIdShort, leftOut } = absence;
  return {
    ...searchedJson(absence),
    files: places.map(({ place, total, searched, found: count, names, notSearched: not }) => {
      return {
        place,
        total,
        searched,
        found: count,
        names: [...names],
        not_searched: not.map(({ reason, files: n }) => ({ reason, files: n })),
      };
    }),
    id_short: isIdShort,
    left_out: leftOut,
  };
}

export function repeatedJson({ plannedAt, marksUntil, searches, settled }: RepeatedSearches): RepeatedBody {
  return {
    planned_at: [...plannedAt],
    marks_until: marksUntil,
    searches: searches.map(({ at, erased, left, ...searched }) => ({
      ...searchedJson(searched),
      at,
      erased,
      left: left.map(({ table, column, rows, reason }) => ({ table, column, rows, reason })),
    })),
    settled: settled.map(({ table, column, rows, reason }) => ({ table, column, rows, reason })),
  };
}

function searchedJson({
  tables,
  columns,
  sampled,
  found,
  notSearched,
  elsewhere,
}: Omit<AbsenceProof, 'files' | 'isIdShort' | 'leftOut'>): Omit<AbsenceBody, 'files' | 'id_short' | 'left_out'> {
  return {
    tables,
    columns,
    sampled: sampled.map(({ table, rows, of }) => ({ table, rows, of })),
    found: found.map(({ table, column, rows, isKept, isDeclared }) => {
      return { table, column, rows, kept: isKept, declared: isDeclared };
    }),
    not_searched: notSearched.map(({ table, columns: names, reason, note }) => {
      return { table, columns: names && [...names], reason, note };
    }),
    elsewhere: [...elsewhere],
  };
}
