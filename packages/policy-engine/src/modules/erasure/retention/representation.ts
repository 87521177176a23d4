/** Runs of retention as JSON. */
import { z } from '@hono/zod-openapi';
import type { RetentionRule } from './overview.ts';
import { type RetentionRun, type RunState, runStates } from './runs.ts';

const action = z.enum(['aged', 'kept']).openapi({
  description: '`aged`: by the age or condition of its rule; `kept`: kept for a legal reason until that date',
});
const time = (description: string) =>
  z
    .string()
    .nullable()
    .openapi({ description: `ISO 8601, UTC; ${description}` });
const next = time('when the next rows are erased; null if not known');

/** A run as JSON. */
export interface RetentionRunJson {
  id: string;
  dry_run: boolean;
  state: RunState;
  created_at: string;
  begun_at: string | null;
  ended_at: string | null;
  error: string | null;
  entries: {
    rule: string;
    action: 'aged' | 'kept';
    rows: number;
    oldest: string | null;
    next: string | null;
    error: string | null;
  }[];
}

/** Schema of {@link RetentionRunJson}. */
export const runSchema: z.ZodType<RetentionRunJson> = z
  .object({
    id: z.string(),
    dry_run: z.boolean().openapi({ description: 'Whether it was a dry run, which only counts' }),
    state: z
      .enum(runStates)
      .openapi({ description: '`failed`: something could not be erased; `stopped`: it was interrupted' }),
    created_at: z.string().openapi({ description: 'ISO 8601, UTC' }),
    begun_at: time('null before it begins'),
    ended_at: time('null before it ends'),
    error: z.string().nullable().openapi({ description: 'Why the run as a whole failed' }),
    entries: z.array(
      z.object({
        rule: z.string().openapi({ description: 'Name of the data rule' }),
        action,
        rows: z.int().openapi({ description: 'Number of rows that were erased, or would be' }),
        oldest: time('of these rows; null if there are none, or a condition alone decides'),
        next,
        error: z.string().nullable().openapi({ description: 'Why some rows were not erased' }),
      }),
    ),
  })
  .openapi('RetentionRun');

/** A rule as JSON. */
export interface RetentionRuleJson {
  rule: string;
  label: string;
  action: 'aged' | 'kept';
  when: string;
  next: string | null;
}

/** Schema of {@link RetentionRuleJson}. */
export const ruleSchema: z.ZodType<RetentionRuleJson> = z
  .object({
    rule: z.string().openapi({ description: 'Name of the data rule' }),
    label: z.string(),
    action,
    when: z.string().openapi({ description: 'In words' }),
    next,
  })
  .openapi('RetentionRule');

/** A run as JSON. */
export function runJson({
  id,
  isDry,
  state,
  createdAt,
  begunAt,
  endedAt,
  error,
  entries,
}: RetentionRun): RetentionRunJson {
  return {
    id,
    dry_run: isDry,
    state,
    created_at: createdAt,
    begun_at: begunAt,
    ended_at: endedAt,
    error,
    entries: entries.map((entry) => ({ ...entry, error: entry.error ?? null })),
  };
}

/** A rule as JSON. */
export function ruleJson({ rule, label, action: by, when, next: at }: RetentionRule): RetentionRuleJson {
  return { rule, label, action: by, when, next: at };
}
