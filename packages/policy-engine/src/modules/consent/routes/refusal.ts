/** Requests that reject or withdraw something: they have their own rate limit, which other requests cannot use up. */

/**
 * @param accepts the decisions, by rule. A rejection among acceptances counts: a person who withdraws one consent on a page with
 * many sends all of them
 * @param visitor id of the visitor; null for none
 */
export function refusalIn(
  accepts: readonly boolean[],
  visitor: string | null,
): { readonly visitor: string | null } | null {
  return accepts.includes(false) ? { visitor } : null;
}
