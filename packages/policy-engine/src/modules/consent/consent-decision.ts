import { circumstancesOf } from '../proof/circumstances.ts';
import type { Circumstances } from '../proof/event.ts';
import type { Rule } from '../rules/rules.ts';
import type { ReadableText } from '../terms/languages.ts';
import type { TermInForce } from '../terms/term.ts';
import type { Decision } from './consent-status.ts';
import type { WrittenDecision } from '../proof/projection/decision-writer.ts';
import type { Evidence } from './visitor.ts';

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
