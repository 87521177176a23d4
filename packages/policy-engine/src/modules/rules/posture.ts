/** The options `purpose` and `posture`, of a rule and of a script. */
import { z } from 'zod';
import { shown } from '../../platform/options/words.ts';
import { type ByLaw, postureFault, type Purpose, PURPOSES } from '../regimes/index.ts';
import type { PostureOptions, PurposeName } from './declaration.ts';

export const purpose: z.ZodType<Purpose | undefined, PurposeName | undefined> = (
  z.enum(PURPOSES, {
    error: ({ input }) => `must be "statistics", "appearance" or "ads", not ${shown(input)}`,
  }) as z.ZodType<Purpose, PurposeName>
).optional();

const EVERYWHERE: ByLaw = { regions: null, facts: [] };

/** In some regions, and by some facts. */
type InRegions = Extract<PostureOptions, object>;

const words = z.array(z.string());
const some: z.ZodType<ByLaw, InRegions> = (
  z.strictObject({
    regions: words.min(1, 'name at least one region, or omit regions for all of them').optional(),
    facts: words.optional(),
  }) as z.ZodType<InRegions, InRegions>
).transform(({ regions = null, facts = [] }): ByLaw => ({ regions, facts }));

const wanted: z.ZodType<ByLaw | null, PostureOptions> = z.union(
  [z.literal('opt-in').transform(() => null), z.literal('law').transform(() => EVERYWHERE), some],
  {
    error: ({ input }) =>
      `must be "opt-in", "law" or an object such as { regions: ["gb"], facts: ["U4"] }, not ${shown(input)}`,
  },
);

export const posture: z.ZodType<ByLaw | null | undefined, PostureOptions | undefined> = wanted.optional();

/** Why a posture cannot take effect; null if it can. */
export function idlePosture(about: unknown, byLaw: ByLaw): string | null {
  const known = PURPOSES.find((one) => one === about);
  return known === undefined
    ? 'needs purpose: "statistics", "appearance" or "ads" beside it'
    : postureFault(known, byLaw);
}
