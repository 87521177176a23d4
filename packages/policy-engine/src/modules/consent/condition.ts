import { answered } from '../../platform/answered.ts';
import type { LifecycleEvent, Rule } from '../rules/rules.ts';
import type { CurrentUser } from '../../platform/users/current-user.ts';
import type { WebLogger } from '../../platform/logger.ts';

/** What a rule's `if` receives. */
export interface RuleConditionContext {
  /** Name of the rule. */
  readonly rule: string;
  /** Who would be asked; null for an anonymous visitor and at sign-up. */
  readonly user: CurrentUser | null;
  /** Null if the host asks outside of a request. */
  readonly request: Request | null;
  /** The form of a sign-up or update; null if none is checked. */
  readonly attributes: Readonly<Record<string, unknown>> | null;
  /** What the host does with its user record; null if none is checked. */
  readonly event: LifecycleEvent | null;
}

/** Whether a rule concerns somebody (spec: Policy rule, `if`). */
export type RuleCondition = (context: RuleConditionContext) => boolean | Promise<boolean>;

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
