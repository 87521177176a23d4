import { refusals } from '../../refusals.ts';
import type { RecordedDecision } from '../browsers/browser.ts';
import { keptVendors } from '../browsers/kept-vendors.ts';
import { circumstancesOf } from '../proof/circumstances.ts';
import type { Circumstances } from '../proof/event.ts';
import type { VendorChoice } from '../proof/vendor-choice.ts';
import type { Rule } from '../rules/rules.ts';
import { type ReadableText, textFor, textsOf } from '../terms/languages.ts';
import type { TermInForce } from '../terms/term.ts';
import type { Decision } from './consent-status.ts';
import type { WrittenDecision } from '../proof/projection/decision-writer.ts';
import { type Evidence, languagesOf, type Visitor } from './visitor.ts';

/** A decision on a text. */
export interface ConsentDecision {
  readonly rule: Rule;
  readonly term: TermInForce;
  /** What the person was shown of the text. */
  readonly text: ReadableText;
  readonly decision: Decision;
  /** Which vendors were offered and refused; null for a decision about the purpose as a whole. */
  readonly vendors: VendorChoice | null;
}

/** The decision on a rule: a choice of vendors accepts the rule, except for the rejected vendors. */
export type Said = Decision | VendorChoice;

/** A rule's decision, with the decisions on its vendors. */
export function decisionIn(said: Said): Pick<ConsentDecision, 'decision' | 'vendors'> {
  if (typeof said === 'string') return { decision: said, vendors: null };
  return { decision: 'accepted', vendors: said };
}

/** Whether something is rejected: the purpose, or one of its vendors. */
export function isRefusing({ decision, vendors }: Pick<ConsentDecision, 'decision' | 'vendors'>): boolean {
  return decision === 'rejected' || (vendors !== null && vendors.refused.length > 0);
}

/** The rules that changed; null if there is no account to write to. */
export type Written = ReadonlyMap<string, WrittenDecision | null>;

/** What is known of how a decision came about. */
export function circumstances({ request, ip, locale, shown }: Evidence): Circumstances {
  return circumstancesOf({ request: request ?? undefined, ip, locale, shown });
}

/**
 * What a visitor read before deciding. Nobody can accept a text they have not seen; rejecting does not require reading
 * it.
 *
 * @throws {PolicyEngineError} 409 `text_changed`
 */
export function textRead(
  visitor: Pick<Visitor, 'read' | 'languages' | 'locale'>,
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

/** A decision as a browser keeps it. */
export function recordOf({ rule, decision, term, vendors }: ConsentDecision): RecordedDecision {
  return { rule: rule.name, decision, version: term.version, vendors: vendors && keptVendors(vendors) };
}
