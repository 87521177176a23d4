/**
 * Names of your rules, for the types of components and composables. Declare them once, and a slip in a name is an error of the
 * compiler; without them every string is a name.
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

/** Name of a rule: one of {@link ConsentRules}, or any string where none is declared. */
export type RuleName = [keyof ConsentRules] extends [never] ? string : Extract<keyof ConsentRules, string>;
