/** Decisions as the ledger records them. */
import type { DecisionToWrite, EventDraft, LedgerSubject } from '../../proof/index.ts';
import { vendorsText } from '../../rules/index.ts';
import type { AgesNow, DecisionAges } from '../ages/ages.ts';
import type { Places } from '../regions/places.ts';
import type { Evidence } from '../visitors/visitor.ts';
import { circumstances, type ConsentDecision } from './decision.ts';
import { gpcOn, type GovernedRules } from './gpc.ts';

/** What a draft depends on. */
export interface DraftsOptions {
  readonly scripts: GovernedRules;
  readonly ages: DecisionAges;
  readonly places: Places;
  readonly now: () => Date;
}

/** The event of a decision. */
export function draftOf(
  { scripts, ages, places, now }: DraftsOptions,
  evidence: Evidence,
  subject: LedgerSubject,
  decided: ConsentDecision,
): EventDraft {
  const { how = 'api', request } = evidence;
  const { rule, term, text, decision, vendors, elsewhere } = decided;
  if (elsewhere !== undefined) return draftOfElsewhere(subject, decided, elsewhere);
  const region = places.regionOf(request);
  return {
    kind: 'decision',
    rule: rule.name,
    version: term.version,
    textHash: text.hash,
    decision,
    how,
    at: now(),
    gpc: gpcOn(decided, request, scripts),
    vendors: vendors && vendorsText(vendors),
    months: ages.months(rule, decision, region),
    ...(region !== null && places.postureOf(rule, region)),
    subject,
    circumstances: circumstances(evidence, region),
  };
}

/** The event of a decision that a cookie of another tool tells. Nothing is known of how it was made. */
function draftOfElsewhere(
  subject: LedgerSubject,
  { rule, term, text, decision }: ConsentDecision,
  { tool, at, months }: NonNullable<ConsentDecision['elsewhere']>,
): EventDraft {
  return {
    kind: 'decision',
    rule: rule.name,
    version: term.version,
    textHash: text.hash,
    decision,
    how: 'import-cookie',
    at,
    months,
    subject,
    circumstances: { locale: null, userAgent: null, ip: null, shown: JSON.stringify({ tool }) },
  };
}

/** The decisions of an account, with the event of each. @param agesNow whether a decision of before counts */
export function toWrite(
  options: DraftsOptions,
  agesNow: AgesNow,
  userId: string,
  decided: readonly ConsentDecision[],
  evidence: Evidence,
): DecisionToWrite[] {
  return decided.map((one) => {
    const { rule, term, decision } = one;
    return {
      rule: rule.name,
      term,
      decision,
      hasEnded: ({ at, months }) => agesNow.isOver(rule, { decision, decidedAt: new Date(at), months }),
      draft: draftOf(options, evidence, { userId, visitorId: null }, one),
    };
  });
}
