/** The option `fourEyes`. */
import { z } from 'zod';
import { listOf } from '../../platform/options/kinds.ts';

/** What a second administrator can be required for. */
export const approvedActs = ['publish', 'erase'] as const;
/** One of {@link approvedActs}. */
export type ApprovedAct = (typeof approvedActs)[number];

export const approvalsOptions: {
  readonly fourEyes: z.ZodType<readonly ApprovedAct[], readonly ApprovedAct[] | undefined>;
} = {
  fourEyes: listOf(z.enum(approvedActs))
    .refine((acts) => new Set(acts).size === acts.length, 'must not name the same action twice')
    .default([])
    .describe(
      "what one administrator proposes and another one confirms: `'publish'` a text, `'erase'` a person’s data; the host’s own code needs no second person; default: nothing",
    ),
};
