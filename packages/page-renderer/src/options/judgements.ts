/** The option of the judgements of `/explain`. */
import { z } from 'zod';
import { JUDGEMENT_NAMES, noSuchJudgement } from '../judgements/judgements.ts';
import type { OptionsOf } from './option.ts';
import { keepsResult } from './option.ts';

/** Values of {@link judgementOptions}. */
export interface JudgementConfig {
  ignoredJudgements: readonly string[];
}

const name = z.string().refine((given) => JUDGEMENT_NAMES.includes(given), {
  error: ({ input }) => noSuchJudgement(String(input)),
});

/** Their types, defaults and meanings. */
export const judgementOptions: OptionsOf<JudgementConfig> = {
  ignoredJudgements: keepsResult(
    'names of judgements that `/explain` leaves out; they are listed in [its reference](explain.md#judgements)',
    z.array(name).default([]),
  ),
};
