/**
 * `user[policy_rule_age]=1&tags[]=a` → `{ user: { policy_rule_age: '1' }, tags: ['a'] }`, the nesting of Rails and qs.
 * Names that could reach a prototype, deep nesting and too many fields are rejected, not dropped: the engine has no
 * such form.
 */
import { httpErrors } from '../response/http-error.ts';

/** A nested value of a form: every leaf is text. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };

const FORBIDDEN: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);
const MAX_DEPTH = 5;
const MAX_FIELDS = 1000;
const MAX_ITEMS = 1000;
const NAME = /^[^[\]]+(?:\[[^[\]]*\])*$/;

const malformed = () => httpErrors.badRequest('malformed_body', 'error.malformed_body');

function pathOf(name: string): string[] {
  if (!NAME.test(name) || !name.isWellFormed()) throw malformed();
  const bracket = name.indexOf('[');
  const path = bracket === -1 ? [name] : [name.slice(0, bracket), ...name.slice(bracket + 1, -1).split('][')];
  if (path.length > MAX_DEPTH || path.some((part) => FORBIDDEN.has(part))) throw malformed();
  if (path.slice(0, -1).includes('')) throw malformed();
  return path;
}

function assign(target: { [name: string]: FormValue }, path: readonly string[], value: string): void {
  const [head = '', ...rest] = path;
  const existing = Object.hasOwn(target, head) ? target[head] : undefined;
  if (rest.length === 0) {
    // The last one wins: a hidden `0` before a checkbox `1` is how forms send "not ticked".
    if (existing !== undefined && typeof existing !== 'string') throw malformed();
    target[head] = value;
  } else if (rest.length === 1 && rest[0] === '') {
    if (existing !== undefined && !Array.isArray(existing)) throw malformed();
    const list = existing ?? [];
    if (list.length >= MAX_ITEMS) throw malformed();
    list.push(value);
    target[head] = list;
  } else {
    if (existing !== undefined && (typeof existing === 'string' || Array.isArray(existing))) throw malformed();
    const child = existing ?? {};
    target[head] = child;
    assign(child, rest, value);
  }
}

/**
 * Nests flat form fields.
 *
 * @throws HttpError 400 `malformed_body`: a forbidden or malformed name, more than 5 levels, more than 1000 fields, or a
 *   name used both as a value and as a group
 */
export function nestFields(fields: Iterable<readonly [string, string]>): { [name: string]: FormValue } {
  const result: { [name: string]: FormValue } = {};
  let count = 0;
  for (const [name, value] of fields) {
    count += 1;
    if (count > MAX_FIELDS) throw malformed();
    assign(result, pathOf(name), value);
  }
  return result;
}

/**
 * The flat fields of a form that a parser of the host has nested; values that are not text, numbers or booleans are
 * omitted.
 */
export function* flatFields(value: unknown, name = ''): Generator<[string, string]> {
  if (Array.isArray(value)) {
    // A flat parser keeps `tags[]` as the name of the list.
    const itemName = name.endsWith('[]') ? name : `${name}[]`;
    for (const item of value) yield* flatFields(item, itemName);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) yield* flatFields(item, name === '' ? key : `${name}[${key}]`);
  } else if (typeof value === 'string') yield [name, value];
  else if (typeof value === 'number' || typeof value === 'boolean') yield [name, String(value)];
}
