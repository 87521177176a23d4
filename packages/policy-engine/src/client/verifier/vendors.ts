/** Which vendors a decision offers and rejects: canonical JSON in a text. */
import type { Check } from './shapes.ts';

/** The content of such a text. */
export interface Vendors {
  readonly offered: readonly string[];
  readonly refused: readonly string[];
}

const areNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '');

/** Sorted by UTF-16 code units, each once. */
const inOrder = (names: readonly string[]): string[] => [...new Set(names)].toSorted();

/** Null for a text of another form: each choice has exactly one text. */
export function vendorsIn(text: string): Vendors | null {
  try {
    const { offered, refused } = JSON.parse(text) as { offered?: unknown; refused?: unknown };
    if (!areNames(offered) || !areNames(refused) || !offered.length) return null;
    const isPart = refused.every((name) => offered.includes(name));
    const form = JSON.stringify({ offered: inOrder(offered), refused: inOrder(refused) });
    return isPart && form === text ? { offered, refused } : null;
  } catch {
    return null;
  }
}

export const vendorsText: Check = (value) => typeof value === 'string' && vendorsIn(value) !== null;
