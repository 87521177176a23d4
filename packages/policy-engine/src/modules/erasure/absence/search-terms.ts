/** What is searched for: the ID of a person, their address, and other words from the host that identify them. */

/** A shorter ID is too common to be searched for within texts: `7` occurs in any text. */
const SHORTEST_WITHIN = 6;
const SHORTEST_WORD = 3;

/** What is searched for, in lower case. */
export interface SearchTerms {
  /** Found anywhere in a text. */
  readonly words: readonly string[];
  /** Searched for only as a whole value, because it is too short; null for an ID that is among the words. */
  readonly shortId: string | null;
}

/** @param userId is searched for regardless of its length; words of one or two characters are not */
export function searchTermsOf(userId: string, others: readonly string[]): SearchTerms {
  const isShort = userId.length < SHORTEST_WITHIN;
  const long = others.filter((word) => word.trim().length >= SHORTEST_WORD);
  const words = new Set([...(isShort ? [] : [userId]), ...long].map((word) => word.toLowerCase()));
  return { words: [...words], shortId: isShort ? userId.toLowerCase() : null };
}
