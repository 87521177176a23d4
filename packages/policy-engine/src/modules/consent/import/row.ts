/** A decision as a file of another system describes it, and what is wrong with an invalid one. */
import { z } from 'zod';
import { canonicalTag } from '../../terms/index.ts';
import type { Decision } from '../../rules/index.ts';

/** A decision recorded by another system. */
export interface ImportedDecision {
  /** The host's id of the user, as `currentUser` gives it. */
  readonly user_id: string;
  /** Name of the rule. */
  readonly rule: string;
  /** Number of the published version that was decided on; this or `term_id`. */
  readonly version?: number | undefined;
  /** Id of the published version. */
  readonly term_id?: string | undefined;
  readonly decision: Decision;
  /** ISO 8601 with its zone: `2021-03-04T10:11:12Z`. */
  readonly at: string;
  /** BCP 47 tag of the language the text was read in. Default: the version's own. */
  readonly locale?: string | undefined;
}

/** The columns of a file. */
export const importColumns = ['user_id', 'rule', 'version', 'term_id', 'decision', 'at', 'locale'] as const;

/** An invalid row. */
export interface ImportProblem {
  /** Line of the file, or number of the row, from 1. */
  readonly line: number;
  readonly reason: string;
}

/** A row as it was read: its content, or why it could not be read. */
export interface SourceRow {
  readonly line: number;
  readonly row?: unknown;
  readonly reason?: string;
}

/** A row with valid fields; whether its version exists is checked next. */
export type WellFormedRow = Omit<ImportedDecision, 'at'> & { readonly line: number; readonly at: Date };

/** Databases differ in how they store U+0000 and half of a surrogate pair. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const Text = z
  .string()
  .max(255, 'is longer than 255 characters')
  .refine(isStorable, 'contains characters that no database stores');
const Id = z.union([Text, z.int('is not an ID').transform(String)], 'is missing').pipe(Text.min(1, 'is missing'));
const Version = z.union(
  [
    z.int(),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ],
  'is not a whole number',
);
const given = <T extends z.ZodType>(type: T) => z.preprocess((value) => value ?? undefined, type);
/** A column that a row of CSV leaves empty. */
const optional = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => (value === '' ? undefined : (value ?? undefined)), type.optional());

const Row = z.strictObject(
  {
    user_id: given(Id),
    rule: given(Text.min(1, 'is missing')),
    version: optional(Version),
    term_id: optional(Id),
    decision: z.enum(['accepted', 'rejected'], 'must be accepted or rejected'),
    at: z.iso.datetime({ offset: true, error: 'must be a time with its zone, as in 2021-03-04T10:11:12Z' }),
    locale: optional(
      Text.refine((tag) => canonicalTag(tag) !== null, 'is not a language tag').transform(
        (tag) => canonicalTag(tag) ?? tag,
      ),
    ),
  },
  { error: ({ code }) => (code === 'unrecognized_keys' ? undefined : 'is not an object') },
);

/** The row, or the reason why it is invalid. */
export function readRow({ line, row, reason }: SourceRow, now: Date): WellFormedRow | ImportProblem {
  if (reason !== undefined) return { line, reason };
  const parsed = Row.safeParse(row);
  if (!parsed.success) return { line, reason: parsed.error.issues.map(sentence).join('; ') };
  const at = new Date(parsed.data.at);
  if (parsed.data.version === undefined && parsed.data.term_id === undefined) {
    return { line, reason: 'neither version nor term_id says which text was decided on' };
  }
  if (!(at <= now)) return { line, reason: `at ${parsed.data.at} is in the future` };
  return { ...parsed.data, line, at };
}

function sentence({ path, message, code, ...issue }: z.core.$ZodIssue): string {
  if (code === 'unrecognized_keys' && 'keys' in issue) return `unknown ${issue.keys.join(', ')}`;
  return path.length === 0 ? `the row ${message}` : `${path.join('.')} ${message}`;
}

/** Distinguishes a problem from a row. */
export function isProblem(row: object): row is ImportProblem {
  return 'reason' in row;
}
