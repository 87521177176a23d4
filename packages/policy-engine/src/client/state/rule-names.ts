/**
 * Names of your rules, for the types of components and composables. If they are declared once, a misspelt name is a compiler error;
 * otherwise every string is a name.
 *
 * @example
 * ```ts
 * declare module 'policy-engine/client' {
 *   interface ConsentRules {
 *     analytics: true;
 *     media: true;
 *   }
 * }
 * ```
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type
export interface ConsentRules {}

/** Name of a rule: one of {@link ConsentRules}, or any string if none is declared. */
export type RuleName = [keyof ConsentRules] extends [never] ? string : Extract<keyof ConsentRules, string>;
