/** Whether two pages of a site show the same, apart from their addresses and numbers. */
import type { BotDocument } from './document.ts';

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
/** Characters of a text that are compared. */
const MAX_TEXT = 100_000;
/** Shortest part of an address that is not compared; a shorter one may be any word. */
const SHORTEST = 3;

/** How much of two texts differs, in words. */
export interface Comparison {
  /** Number of words of the longer one. */
  readonly words: number;
  /** Words that only the first, and only the second one has. */
  readonly ownOfFirst: number;
  readonly ownOfSecond: number;
  /** Whether both have the same titles. */
  readonly sameTitle: boolean;
}

/** @param urls the addresses of both: pages often say which address they were not found at */
export function compare(first: BotDocument, second: BotDocument, urls: readonly string[]): Comparison {
  const plain = withoutAddresses(urls);
  const [one, other] = [first, second].map(({ text }) => wordsOf(plain(text.slice(0, MAX_TEXT))));
  const titles = [first, second].map((document) => wordsOf(plain(document.titles[0] ?? '')).join(' '));
  return {
    words: Math.max(one?.length ?? 0, other?.length ?? 0),
    ownOfFirst: own(one ?? [], other ?? []),
    ownOfSecond: own(other ?? [], one ?? []),
    sameTitle: titles[0] === titles[1],
  };
}

/** Words in lower case, in any script; every number is the same word. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of WORDS.segment(text.toLowerCase())) {
    if (isWordLike === true) words.push(segment.replace(/^\d[\d.,]*$/, '0'));
  }
  return words;
}

/** Number of words of the one that the other does not have, or not as often. */
function own(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of other) left.set(word, (left.get(word) ?? 0) + 1);
  let count = 0;
  for (const word of one) {
    const rest = left.get(word) ?? 0;
    if (rest > 0) left.set(word, rest - 1);
    else count += 1;
  }
  return count;
}

function withoutAddresses(urls: readonly string[]): (text: string) => string {
  const parts = urls.flatMap((url) => {
    const { pathname = '', hash = '' } = URL.parse(url) ?? {};
    const last = [pathname, hash].flatMap((path) => path.split('/').findLast((part) => part !== '') ?? []);
    return [url, pathname, hash, ...last].flatMap((part) => [part, decoded(part)]);
  });
  const removed = [...new Set(parts.map((part) => part.toLowerCase()))]
    .filter((part) => part.length >= SHORTEST)
    .toSorted((a, b) => b.length - a.length);
  return (text) => removed.reduce((rest, part) => rest.replaceAll(part, ' '), text.toLowerCase());
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
