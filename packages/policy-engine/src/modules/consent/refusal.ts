/** Which requests refuse or withdraw something: they have a budget of their own, which others cannot use up. */

/**
 * @param accepts what is decided, by rule. A rejection among acceptances counts: who withdraws one consent on a page of
 * many sends all of them
 * @param visitor id of the visitor; null for none
 */
export function refusalIn(
  accepts: readonly boolean[],
  visitor: string | null,
): { readonly visitor: string | null } | null {
  return accepts.includes(false) ? { visitor } : null;
}
