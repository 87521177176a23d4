/**
 * Global Privacy Control (https://w3c.github.io/gpc/): `Sec-GPC: 1` rejects consents unless the visitor decided otherwise here. By
 * law it is a valid request in several places (CCPA Regulations § 7025), and there it also applies to the account that is signed
 * in.
 */
import type { Decision, Rule } from '../../rules/index.ts';

/** Whether the browser sends the signal. */
export function sendsGpc(request: Request | null | undefined): boolean {
  return request?.headers.get('sec-gpc')?.trim() === '1';
}

/** A free consent: the banner asks for it, and nothing that needs it runs without it. */
export function isConsent(rule: Rule, scripts: { governs(rule: string): boolean }): boolean {
  return (rule.sessionless && !rule.blocking) || scripts.governs(rule.name);
}

/** How a decision relates to the signal. */
export function gpcOf(decision: Decision): 'honoured' | 'overridden' {
  return decision === 'accepted' ? 'overridden' : 'honoured';
}
