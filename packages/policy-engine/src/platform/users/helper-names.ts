/** Names of the helpers that exist once per rule, for types and at run time. */

/** `privacy_terms` → `PrivacyTerms`. */
export type PascalCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Capitalize<Head>}${PascalCase<Tail>}`
  : Capitalize<Name>;

/** `privacy_terms` → `hasConsentedPrivacyTerms`. */
export type ConsentHelperName<Rule extends string> = `hasConsented${PascalCase<Rule>}`;

/** `orders` → `portabilityCollectionOrders`. */
export type PortabilityHelperName<
  Kind extends 'collection' | 'member',
  Rule extends string,
> = `portability${Capitalize<Kind>}${PascalCase<Rule>}`;

function pascalCase(name: string): string {
  const words = name.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return words.join('');
}

/** The run-time counterpart of {@link ConsentHelperName}. */
export function consentHelperName(rule: string): string {
  return `hasConsented${pascalCase(rule)}`;
}

/** The run-time counterpart of {@link PortabilityHelperName}. */
export function portabilityHelperName(kind: 'collection' | 'member', rule: string): string {
  return `portability${pascalCase(kind)}${pascalCase(rule)}`;
}
