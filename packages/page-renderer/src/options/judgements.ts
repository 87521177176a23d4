/** The option of the judgements of `/explain`. */
import { z } from 'zod';
import { JUDGEMENT_NAMES, noSuchJudgement } from '../judgements/judgements.ts';
import type { OptionsOf } from './option.ts';
import { keepsResult } from './option.ts';

/** Values of {@link judgementOptions}. */
export interface JudgementConfig {
  ignoredJudgements: readonly string[];
}

const name = z.enum(JUDGEMENT_NAMES, { error: ({ input }) => noSuchJudgement(String(input)) });

/** Their types, defaults and meanings. */
export const judgementOptions: OptionsOf<JudgementConfig> = {
  ignoredJudgements: keepsResult(
    'names of judgements that `/explain.json` and inspections do not make, such as `vary`',
    z.array(name).default([]),
  ),
};
