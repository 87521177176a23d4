/**
 * Global Privacy Control (https://w3c.github.io/gpc/): `Sec-GPC: 1` rejects consents unless the visitor decided otherwise here. By
 * law it is a valid request in several places (CCPA Regulations § 7025), and there it also applies to the account that is signed
 * in.
 */
import type { Decision, Rule } from '../../rules/index.ts';

/** Knows which rules scripts depend on. */
export interface GovernedRules {
  governs(rule: string): boolean;
}

/** Whether the browser sends the signal. */
export function sendsGpc(request: Request | null | undefined): boolean {
  return request?.headers.get('sec-gpc')?.trim() === '1';
}

/** A free consent: the banner asks for it, and nothing that needs it runs without it. */
export function isConsent(rule: Rule, scripts: GovernedRules): boolean {
  return (rule.sessionless && !rule.blocking) || scripts.governs(rule.name);
}

/** Whether the browser's signal concerns a rule. */
export function heedsGpc(rule: Rule, request: Request | null | undefined, scripts: GovernedRules): boolean {
  return rule.gpc && sendsGpc(request) && isConsent(rule, scripts);
}

/** How a decision relates to the signal; null without one that concerns the rule. */
export function gpcOn(
  { rule, decision }: { readonly rule: Rule; readonly decision: Decision },
  request: Request | null | undefined,
  scripts: GovernedRules,
): 'honoured' | 'overridden' | null {
  if (!heedsGpc(rule, request, scripts)) return null;
  return decision === 'accepted' ? 'overridden' : 'honoured';
}
