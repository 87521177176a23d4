/** Values of settings as text, as environment variables and flags have them. */
import type { Setting } from './settings.ts';

/** A value, or what was expected instead. */
export type TextValue = { readonly value: unknown } | { readonly expected: string };

const NUMBER = /^-?\d+(?:\.\d+)?$/;

/**
 * Reads the value of a setting from text. Lists are separated by commas, or are JSON like objects; `null` is no value. What the
 * value may be in detail is left to the schema of the options.
 */
export function valueOfText(text: string, { kinds, listsText }: Setting): TextValue {
  if (text === 'null' && kinds.has('null')) return { value: null };
  if (kinds.has('boolean')) {
    return text === 'true' || text === 'false' ? { value: text === 'true' } : { expected: 'expected true or false' };
  }
  if (kinds.has('number')) {
    if (NUMBER.test(text)) return { value: Number(text) };
    return { expected: kinds.has('null') ? 'expected a number or null' : 'expected a number' };
  }
  if (kinds.has('array') && text.startsWith('[')) {
    const list = jsonOf(text);
    if (Array.isArray(list)) return { value: list };
    // A token may begin with a bracket.
    if (!kinds.has('string')) return { expected: 'expected a JSON list' };
  }
  if (kinds.has('string')) return { value: text };
  if (kinds.has('object')) {
    const value = jsonOf(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? { value } : { expected: 'expected a JSON object' };
  }
  if (!listsText) return { expected: 'expected a JSON list' };
  return { value: text.split(',').flatMap((part) => part.trim() || []) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
