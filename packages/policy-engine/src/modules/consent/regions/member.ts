import { z } from 'zod';
import { checkedArgument } from '../../../platform/argument.ts';
import { REGIONS, regimeOf, standingOn } from '../../regimes/index.ts';
import { type CheckedForRegion, missingIn, textOf } from './check.ts';
import type { RegionReport } from './finding.ts';

const day = z.iso.date({ error: 'write a day as in "2027-01-01"' });

const region = z
  .string({ error: 'write a region such as "fr" or "us-ca"' })
  .refine((name) => regimeOf(name) !== undefined, {
    error: ({ input }) => `${JSON.stringify(input)} is not known; the regions are ${REGIONS.join(', ')}`,
  });

const asking = z.object({ region, at: day.optional() });

/** The member `checkRegion` of an engine. */
export function regionCheck(
  configured: CheckedForRegion,
  now: () => Date,
): (region: string, options?: { readonly at?: string }) => RegionReport {
  return (name, { at } = {}) => {
    const given = checkedArgument(asking, { region: name, at });
    const regime = regimeOf(given.region);
    if (regime === undefined) throw new TypeError(`the region ${given.region} has no facts`);
    const today = now().toISOString().slice(0, 10);
    const date = given.at ?? today;
    const standing = standingOn(regime, date);
    const known = new Set(standingOn(regime, today).facts);
    return {
      region: given.region.toLowerCase(),
      place: regime.name,
      at: date,
      isInForce: standing.isInForce,
      findings: missingIn(standing, configured),
      coming: standing.facts.filter((fact) => !known.has(fact)).map(textOf),
    };
  };
}
