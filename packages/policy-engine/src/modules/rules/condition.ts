import { answered } from '../../platform/answered.ts';
import type { RuleConditionContext } from './declaration.ts';
import type { Rule } from './rules.ts';
import type { WebLogger } from '../../platform/logger.ts';

/**
 * Whether a rule is asked. If the condition throws or does not answer, the rule is asked: otherwise people would not be asked at all.
 */
export async function isAsked(
  rule: Rule,
  context: Omit<RuleConditionContext, 'rule'>,
  logger: WebLogger,
): Promise<boolean> {
  if (rule.if === undefined) return true;
  try {
    return Boolean(await answered('if', () => rule.if?.({ ...context, rule: rule.name })));
  } catch (error) {
    logger.error('the condition of a rule failed', { rule: rule.name, error });
    return true;
  }
}
