import { refusals } from '../../../errors/refusals.ts';
import { keptVendors, type MadeThen, type RecordedDecision } from '../../browsers/index.ts';
import { type Circumstances, circumstancesOf, type WrittenDecision } from '../../proof/index.ts';
import type { Decision, Rule, VendorChoice } from '../../rules/index.ts';
import { type ReadableText, type TermInForce, textFor, textsOf } from '../../terms/index.ts';
import type { DecisionAges } from '../ages/ages.ts';
import type { DecisionElsewhere } from '../tools/tools.ts';
import { type Evidence, languagesOf, type Visitor } from '../visitors/visitor.ts';

/** A decision on a text. */
export interface ConsentDecision {
  readonly rule: Rule;
  readonly term: TermInForce;
  /** What the person was shown of the text. */
  readonly text: ReadableText;
  readonly decision: Decision;
  /** Which vendors were offered and refused; null for a decision about the purpose as a whole. */
  readonly vendors: VendorChoice | null;
  /** If it was made with another consent tool: with which, when, and for how long. */
  readonly elsewhere?: (MadeThen & Pick<DecisionElsewhere, 'tool'>) | undefined;
}

/** The decision on a rule: a choice of vendors accepts the rule, except for the rejected vendors. */
export type Said = Decision | VendorChoice;

/** Somebody who may say which text they read. */
type Reader = Pick<Visitor, 'read' | 'languages' | 'locale'>;

/**
 * The decision on a rule, with the decisions on its vendors and the text it is about.
 *
 * @throws {PolicyEngineError} 409 `text_changed` for an acceptance of a text that is not in force
 */
export function decisionOn(
  { rule, term }: Pick<ConsentDecision, 'rule' | 'term'>,
  said: Said,
  reader: Reader,
): ConsentDecision {
  const made =
    typeof said === 'string'
      ? ({ decision: said, vendors: null } as const)
      : ({ decision: 'accepted', vendors: said } as const);
  return { rule, term, ...made, text: textRead(reader, { rule, term, decision: made.decision }) };
}

/** Whether something is rejected: the purpose, or one of its vendors. */
export function isRefusing({ decision, vendors }: Pick<ConsentDecision, 'decision' | 'vendors'>): boolean {
  return decision === 'rejected' || (vendors !== null && vendors.refused.length > 0);
}

/** The rules that changed; null if there is no account to write to. */
export type Written = ReadonlyMap<string, WrittenDecision | null>;

/** What is known of how a decision came about. @param region of the person; null if it is not known */
export function circumstances({ request, ip, locale, shown }: Evidence, region: string | null): Circumstances {
  return circumstancesOf({ request: request ?? undefined, ip, locale, shown, region });
}

/**
 * What a visitor read before deciding. Nobody can accept a text they have not seen; rejecting does not require reading
 * it.
 *
 * @throws {PolicyEngineError} 409 `text_changed`
 */
function textRead(
  visitor: Reader,
  { rule, term, decision }: Pick<ConsentDecision, 'rule' | 'term' | 'decision'>,
): ReadableText {
  const shown = textFor(term, languagesOf(visitor));
  const found = findRead(term, visitor.read?.(rule.name), shown);
  if (found === undefined && decision === 'accepted') throw refusals.conflict('text_changed', 'error.text_changed');
  return found ?? shown;
}

/** The text in force that somebody read; undefined if it is another one. @param read see {@link Visitor.read}; undefined if it is not stated */
export function findRead(
  term: TermInForce,
  read: string | undefined,
  shown: ReadableText = textFor(term, []),
): ReadableText | undefined {
  if (read === undefined || read === String(term.version)) return shown;
  return textsOf(term).find(({ hash }) => hash === read);
}

/** Where decisions are made, and how long they count there. */
export interface AgesHere {
  readonly ages: DecisionAges;
  /** Of the request, see `Places.regionOf`. */
  readonly region: string | null;
}

/** A decision as a browser keeps it. @param made see {@link RecordedDecision.made} */
export function recordOf(
  { rule, decision, term, vendors, elsewhere }: ConsentDecision,
  { ages, region }: AgesHere,
  made: MadeThen | undefined = elsewhere,
): RecordedDecision {
  const months = ages.months(rule, decision, region);
  return { rule: rule.name, decision, version: term.version, vendors: vendors && keptVendors(vendors), months, made };
}
