/** Takes out of a stored value what identifies a person, and leaves the rest as it is. */
import type { LiveColumn } from '../../../platform/database/schema/live-schema.ts';
import type { Matcher, Span } from './matcher.ts';

/** Stands where something was. Not longer than what was there, so that it fits. */
const PLACEHOLDER = '[erased]';
const SHORT = '–';

/** The new value; `unfit` if the column can hold nothing in its place. */
export type Redacted = { readonly value: string | null } | 'unfit';

/** @param value as text @param isWhole whether the value as a whole is to go, as a part of a name in two columns */
export function redacted(value: string, column: LiveColumn, matcher: Matcher, isWhole: boolean): Redacted {
  const isText = column.kind === 'text' || column.kind === 'json';
  if (isWhole || !isText || matcher.isId(value)) return nothingIn(column, value);
  const spans = matcher.spans(value);
  const rest = without(value, spans);
  if (column.kind === 'json' || /^\s*[[{]/.test(value)) return redactedJson(value, spans, column, matcher);
  if (spans.length === 0 || matcher.has(rest) || isOnly(value, spans)) return nothingIn(column, value);
  return { value: rest };
}

function nothingIn({ isNullable, kind }: LiveColumn, value: string): Redacted {
  if (isNullable) return { value: null };
  if (kind === 'json') return { value: 'null' };
  return kind === 'text' ? { value: placeholderFor(value.length) } : 'unfit';
}

function without(value: string, spans: readonly Span[]): string {
  let rest = value;
  for (const { start, end } of spans.toReversed()) {
    rest = rest.slice(0, start) + placeholderFor(end - start) + rest.slice(end);
  }
  return rest;
}

function placeholderFor(length: number): string {
  return length >= PLACEHOLDER.length ? PLACEHOLDER : SHORT;
}

/** Whether nothing but signs is left. */
function isOnly(value: string, spans: readonly Span[]): boolean {
  let rest = value;
  for (const { start, end } of spans.toReversed()) rest = rest.slice(0, start) + rest.slice(end);
  return !/[\p{L}\p{N}]/u.test(rest);
}

function redactedJson(value: string, spans: readonly Span[], column: LiveColumn, matcher: Matcher): Redacted {
  if (parsed(value) === undefined) {
    const rest = without(value, spans);
    return spans.length === 0 || matcher.has(rest) ? nothingIn(column, value) : { value: rest };
  }
  const rest = without(value, spans);
  if (spans.length > 0 && parsed(rest) !== undefined && !matcher.has(rest)) return { value: rest };
  const written = JSON.stringify(withoutNames(parsed(value), matcher));
  return matcher.has(written) ? nothingIn(column, value) : { value: written };
}

/** Numbers stay as they are written, of any length. @returns undefined for what is no JSON */
function parsed(text: string): unknown {
  const raw = (JSON as unknown as { readonly rawJSON?: (text: string) => unknown }).rawJSON;
  try {
    return JSON.parse(text, (_key: string, value: unknown, context?: { readonly source?: string }) => {
      return typeof value === 'number' && raw !== undefined && context?.source !== undefined
        ? raw(context.source)
        : value;
    }) as unknown;
  } catch {
    return undefined;
  }
}

/** Each text that identifies the person, each member that does with another one, and each item of a list that does with the next. */
function withoutNames(value: unknown, matcher: Matcher): unknown {
  if (typeof value === 'string') return matcher.has(value) ? without(value, spansOrAll(value, matcher)) : value;
  if (typeof value !== 'object' || value === null || isRaw(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutNames(item, matcher));
    const isSpread = items.every((item) => typeof item !== 'object') && matcher.has(JSON.stringify(items));
    return isSpread ? items.map((item) => (typeof item === 'string' ? placeholderFor(item.length) : item)) : items;
  }
  const split = new Set(matcher.split(new Map(Object.entries(value))));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      split.has(name) ? placeholderFor(String(member).length) : withoutNames(member, matcher),
    ]),
  );
}

function spansOrAll(value: string, matcher: Matcher): readonly Span[] {
  const spans = matcher.spans(value);
  return spans.length === 0 || matcher.has(without(value, spans)) ? [{ start: 0, end: value.length }] : spans;
}

function isRaw(value: object): boolean {
  const isRawJson = (JSON as unknown as { readonly isRawJSON?: (value: unknown) => boolean }).isRawJSON;
  return isRawJson?.(value) === true;
}
