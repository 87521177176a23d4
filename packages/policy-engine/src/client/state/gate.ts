/** A vendor of a rule, as `data-consent` names it: `analytics:Acme%20Ltd`. */
export type VendorGate<Rule extends string = string> = `${Rule}:${string}`;

/**
 * Names a vendor of a rule in `data-consent`, for `hasConsent` and for `decide`.
 *
 * @param vendor `provider` of a script of the rule
 *
 * @example
 * ```ts
 * consent.hasConsent(gateOf('analytics', 'Acme Ltd'));
 * ```
 */
export const gateOf = <Rule extends string>(rule: Rule, vendor: string): VendorGate<Rule> =>
  `${rule}:${encodeURIComponent(vendor)}`;
