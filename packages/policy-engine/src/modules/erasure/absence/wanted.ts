/** What is searched for: the id of a person, their address, and what else the host says leads to them. */

/** A shorter id is too common to be searched for within texts: `7` is in every one. */
const SHORTEST_WITHIN = 6;
const SHORTEST_WORD = 3;

/** What is searched for, in small letters. */
export interface Wanted {
  /** Found wherever they stand in a text. */
  readonly words: readonly string[];
  /** Only looked for as the whole of a value, where it is too short; null for an id that is among the words. */
  readonly shortId: string | null;
}

/** @param userId is searched for, however short it is; words of one or two characters are not */
export function wantedOf(userId: string, others: readonly string[]): Wanted {
  const isShort = userId.length < SHORTEST_WITHIN;
  const long = others.filter((word) => word.trim().length >= SHORTEST_WORD);
  const words = new Set([...(isShort ? [] : [userId]), ...long].map((word) => word.toLowerCase()));
  return { words: [...words], shortId: isShort ? userId.toLowerCase() : null };
}
