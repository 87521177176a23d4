import type { Cookies } from '../../platform/web/request/cookies.ts';
import type { VendorChoice } from '../../platform/vendor-choice.ts';
import type { CurrentUser } from '../../platform/users/current-user.ts';

/** What `onAccept` and `onReject` of a rule receive. */
export interface RuleCallbackContext {
  /** Name of the rule that was decided on. */
  readonly rule: string;
  /** Who decided; null for an anonymous visitor. */
  readonly user: CurrentUser | null;
  /** Null for a decision that the host makes outside of a request. */
  readonly request: Request | null;
  /** Cookies of the answer: `cookies.delete('_ga', { domain: '.example.com' })`. */
  readonly cookies: Cookies;
  /** Which vendors of the rule were offered one by one, and which of them were refused; null for a decision about the rule as a whole. */
  readonly vendors: VendorChoice | null;
}

/** Runs when a decision has changed (spec: P-rule-on-reject). */
export type RuleCallback = (context: RuleCallbackContext) => void | Promise<void>;
