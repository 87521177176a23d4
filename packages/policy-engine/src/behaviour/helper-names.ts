/** Names of the helpers that exist once per rule, in types and at run time alike. */

/** `privacy_terms` → `PrivacyTerms`. */
export type PascalCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Capitalize<Head>}${PascalCase<Tail>}`
  : Capitalize<Name>;

/** `privacy_terms` → `hasConsentedPrivacyTerms`. */
export type ConsentHelperName<Rule extends string> = `hasConsented${PascalCase<Rule>}`;

/** The name {@link ConsentHelperName} tells the types. */
export function consentHelperName(rule: string): string {
  const words = rule.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `hasConsented${words.join('')}`;
}
