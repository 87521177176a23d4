import { refusals } from '../../refusals.ts';
import type { RecordedDecision } from '../browsers/browser.ts';
import { circumstancesOf } from '../proof/circumstances.ts';
import type { Circumstances } from '../proof/event.ts';
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
  /** What the person was shown of it. */
  readonly text: ReadableText;
  readonly decision: Decision;
}

/** The rules that changed; null where there is no account to write to. */
export type Written = ReadonlyMap<string, WrittenDecision | null>;

/** What is known of how a decision came about. */
export function circumstances({ request, ip, locale, shown }: Evidence): Circumstances {
  return circumstancesOf({ request: request ?? undefined, ip, locale, shown });
}

/**
 * What a visitor read before deciding. Nobody accepts a text they have not seen; refusing takes no reading.
 *
 * @throws {PolicyEngineError} 409 `text_changed`
 */
export function textRead(visitor: Visitor, term: TermInForce, decision: Decision): ReadableText {
  const shown = textFor(term, languagesOf(visitor));
  if (visitor.read === undefined) return shown;
  const found = textsOf(term).find(({ hash }) => hash === visitor.read);
  if (found === undefined && decision === 'accepted') throw refusals.conflict('text_changed', 'error.text_changed');
  return found ?? shown;
}

/** A decision as a browser keeps it. */
export function recordOf({ rule, decision, term }: ConsentDecision): RecordedDecision {
  return { rule: rule.name, decision, version: term.version };
}
