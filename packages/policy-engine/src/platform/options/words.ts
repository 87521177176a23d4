/** Describes invalid values in words. */
import type { z } from 'zod';

const LONGEST_QUOTE = 80;

/** A value in a message: plain values as they are, others by their kind. */
export function shown(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > LONGEST_QUOTE ? `${value.slice(0, LONGEST_QUOTE)}…` : value);
  }
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  if (value instanceof Promise) return 'a promise';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

/** A name as people read it: `privacy_terms` → `Privacy terms`. */
export function nameAsWords(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `there is no option validates_on; did you mean validatesOn?` */
export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const meant = likelyName(name, known);
  return `there is no ${kind} ${name}${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}

const letters = (name: string) => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

/** The name with the same letters, else the nearest one that differs in no more than a third of them. */
function likelyName(name: string, known: readonly string[]): string | undefined {
  const given = letters(name);
  const distances = known.map((other) => ({ other, distance: editDistance(given, letters(other)) }));
  const [nearest] = distances.toSorted((one, two) => one.distance - two.distance);
  const most = Math.max(1, Math.floor(given.length / 3));
  return nearest !== undefined && nearest.distance <= most ? nearest.other : undefined;
}

/** Levenshtein's: letters to insert, delete or replace. */
function editDistance(one: string, two: string): number {
  let row = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (const [index, letter] of one.split('').entries()) {
    const next = [index + 1];
    for (const [column, other] of two.split('').entries()) {
      const replaced = row[column]! + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, row[column + 1]! + 1, next[column]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The message of a problem whose schema has none. */
export function sentenceOf(issue: z.core.$ZodRawIssue): string | undefined {
  const { input } = issue;
  if (issue.code === 'invalid_type') {
    return input === undefined
      ? 'is missing'
      : `must be ${TYPES[issue.expected] ?? issue.expected}, not ${shown(input)}`;
  }
  if (issue.code === 'invalid_value') {
    return `must be ${issue.values.map(shown).join(' or ')}, not ${shown(input)}`;
  }
  if (issue.code === 'too_small' && typeof input === 'string') {
    return issue.minimum === 1 ? 'must not be empty' : `must have at least ${String(issue.minimum)} characters`;
  }
  if (issue.code === 'too_small') return `must be at least ${String(issue.minimum)}, not ${shown(input)}`;
  if (issue.code === 'too_big') return `must be at most ${String(issue.maximum)}, not ${shown(input)}`;
  return undefined;
}
