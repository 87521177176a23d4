/** The progress of a run, as administrators see it. */
import type { Database } from '../../../platform/database/port.ts';
import type { TimeText } from '../../../platform/database/statements/times.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import { ownRuleName } from '../../../kernel/erasure-step.ts';
import type { ErasurePlanner } from '../plan/planner.ts';
import type { StepState, StepStore } from './steps.ts';

/** A step of a run. */
export interface StepProgressShown {
  /** Name of the rule; `engine:…` for a part of the engine. */
  readonly rule: string;
  /** Label that people see. */
  readonly label: string;
  readonly state: StepState;
  /** Number of rows that were deleted or changed. */
  readonly done: number;
  /** Number of rows that are kept. */
  readonly kept: number;
  /** When it last changed. */
  readonly at: TimeText;
  /** Why the last attempt failed. */
  readonly error: string | null;
}

/** The steps of a request, in their order. */
export async function stepsShown(
  {
    database,
    steps,
    planner,
  }: { readonly database: Database; readonly steps: StepStore; readonly planner: ErasurePlanner },
  requestId: string,
  { locale, text }: Language,
): Promise<StepProgressShown[]> {
  const labels = new Map([
    ...planner.rules().map(({ name, label }) => [name, label(locale)] as const),
    ...planner.ownSteps().map((step) => [ownRuleName(step), text(step.label)] as const),
  ]);
  const found = await steps.of(database, requestId);
  return found.map(({ rule, state, done, kept, at, error }) => {
    return { rule, label: labels.get(rule) ?? rule, state, done, kept, at, error };
  });
}
