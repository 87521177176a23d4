/** Allowed values, and objects that have exactly the members of a table. */
import { isObject, type Json, type JsonObject, Refused } from './json.ts';

export type Check = (value: Json) => boolean;

/** A member of an object. */
export interface Member {
  readonly name: string;
  readonly check: Check;
  /** Optional. */
  readonly isOptional?: true;
  /** The kinds of record that have it. Default: all. */
  readonly kinds?: readonly string[];
  /** The kinds of record in which it is null. */
  readonly nullIn?: readonly string[];
}

/** @throws {Refused} unless a value is an object with these members, each of its type, and no others */
export function exactly(value: Json | undefined, members: readonly Member[], what: string, kind = ''): JsonObject {
  if (!isObject(value)) throw new Refused(what);
  const allowed = members.filter(({ kinds }) => kinds === undefined || kinds.includes(kind));
  const unknown = Object.keys(value).find((name) => !allowed.some((member) => member.name === name));
  if (unknown !== undefined) throw new Refused(`${what}.${unknown}`);
  for (const { name, check, isOptional, nullIn = [] } of allowed) {
    const inner = value[name];
    if (inner === undefined ? isOptional : nullIn.includes(kind) ? inner === null : check(inner)) continue;
    throw new Refused(`${what}.${name}`);
  }
  return value;
}

export const text: Check = (value) => typeof value === 'string';
export const flag: Check = (value) => typeof value === 'boolean';
export const object: Check = (value) => isObject(value);
export const texts: Check = (value) => Array.isArray(value) && value.every((one) => typeof one === 'string');
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
export const oneOf =
  (...values: readonly string[]): Check =>
  (value) =>
    typeof value === 'string' && values.includes(value);
export const atLeast =
  (least: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least;
export const between =
  (least: number, most: number): Check =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most;
/** A text that is not empty. @param most Unicode code points */
export const textUpTo =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' && value !== '' && Array.from(value).length <= most;
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);

export const sha256Text: Check = matching(/^[0-9a-f]{64}$/);
export const uuid: Check = matching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const timeForm = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
/** A time that exists: `Date` reads 30 February as a day in March, and writes it so. */
export const time: Check = (value) => {
  if (typeof value !== 'string' || !timeForm(value)) return false;
  const at = new Date(value);
  return !Number.isNaN(at.getTime()) && at.toISOString() === value;
};
