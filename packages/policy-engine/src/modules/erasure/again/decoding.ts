/**
 * A text with its escapes resolved, and where each of its characters was written: what is found in the resolved text can be replaced in
 * the stored one. The same escapes as in `stored-forms.ts`.
 */
import { BASE64, charactersOf, INVISIBLE, MISREAD } from '../absence/stored-forms.ts';

/** A form of a stored text. */
export interface Decoded {
  readonly text: string;
  /** Where the part from `start` to `end` is written in the stored text. */
  readonly written: (start: number, end: number) => readonly [start: number, end: number];
}

/** Escapes within escapes: JSON in JSON. */
const ROUNDS = 2;
const ESCAPES = new RegExp(
  [
    BASE64.source,
    /\\+u[0-9a-f]{4}|(?:\\+[0-3][0-7]{2})+|\\+u\{[0-9a-f]{1,6}\}|(?:\\+x[0-9a-f]{2})+|\\+[nrtbfv]|\\+|=\r?\n|%u[0-9a-f]{4}|(?:[%=][0-9a-f]{2})+/
      .source,
    /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/.source,
    INVISIBLE.source,
    MISREAD.source,
  ].join('|'),
  'gi',
);
const MAY_BE_ESCAPED = new RegExp(`[\\\\%=&]|${BASE64.source}|${INVISIBLE.source}|${MISREAD.source}`);

/** The text as it is, then with its escapes resolved, as far as that changes it. */
export function decodedForms(stored: string): Decoded[] {
  const forms: Decoded[] = [{ text: stored, written: (start, end) => [start, end] }];
  for (let round = 0; round < ROUNDS; round += 1) {
    const last = forms.at(-1)!;
    const next = resolved(last);
    if (next === null) break;
    forms.push(next);
  }
  return forms;
}

/** @returns null if nothing is escaped */
function resolved({ text, written }: Decoded): Decoded | null {
  if (!MAY_BE_ESCAPED.test(text)) return null;
  /** Each replaced part: where it begins in the resolved text, its length there, and where it is written. */
  const parts: { readonly at: number; readonly length: number; readonly from: number; readonly to: number }[] = [];
  let shift = 0;
  const next = text.replaceAll(ESCAPES, (escape, from: number) => {
    const characters = charactersOf(escape);
    if (characters === escape) return escape;
    parts.push({ at: from + shift, length: characters.length, from, to: from + escape.length });
    shift += characters.length - escape.length;
    return characters;
  });
  if (parts.length === 0) return null;
  const place = (at: number, isEnd: boolean): number => {
    const found = lastBefore(parts, at);
    if (found === undefined) return at;
    const { at: begin, length, from, to } = found;
    if (at >= begin + length) return to + (at - begin - length);
    return isEnd ? to : from;
  };
  return {
    text: next,
    written: (start, end) => written(place(start, false), place(end - 1, true) + (isWithin(parts, end - 1) ? 0 : 1)),
  };
}

interface Part {
  readonly at: number;
  readonly length: number;
}

/** The last part that begins at a place, or before it. */
function lastBefore<Found extends Part>(parts: readonly Found[], at: number): Found | undefined {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (parts[middle]!.at <= at) low = middle + 1;
    else high = middle;
  }
  return parts[low - 1];
}

function isWithin(parts: readonly Part[], at: number): boolean {
  const found = lastBefore(parts, at);
  return found !== undefined && at < found.at + found.length;
}
