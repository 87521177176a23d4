import { refusals } from '../../../errors/refusals.ts';
import type { Rules } from '../../rules/index.ts';
import type { TermInForce, TermsService } from '../../terms/index.ts';
import type { ConsentDecision } from './decision.ts';

/** Where rules and their texts are found. */
export interface RuleSources {
  readonly rules: Rules;
  readonly terms: TermsService;
}

/**
 * A rule and its text in force.
 *
 * @param known texts in force that were read already
 * @throws {PolicyEngineError} 404 for an unknown rule or one without text, 409 for a notice
 */
export async function ruleInForce(
  { rules, terms }: RuleSources,
  name: string,
  known?: ReadonlyMap<string, TermInForce>,
): Promise<Pick<ConsentDecision, 'rule' | 'term'>> {
  const rule = rules.require(name);
  if (rule.notice) throw refusals.conflict('nothing_to_decide', 'error.nothing_to_decide');
  return { rule, term: known?.get(name) ?? (await terms.currentOf(name)) };
}
