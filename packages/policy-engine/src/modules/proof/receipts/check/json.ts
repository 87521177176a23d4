/**
 * JSON with a single interpretation: no object has a member twice (RFC 8259 §4 leaves that open), numbers are integers
 * written in digits only, and no text has an unpaired surrogate.
 */

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What was checked is invalid. The message is the key of the part, not a sentence. */
export class Refused extends Error {
  override readonly name = 'Refused';

  get part(): string {
    return this.message;
  }
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[-+.\dEe]+/g;
const WHOLE = /^(?:0|[1-9]\d*)$/;

/**
 * Reads JSON.
 *
 * @throws {Refused} also for JSON that parsers interpret differently
 */
export function readJson(source: string): Json {
  const value = parsed(source);
  // For each open object the names so far; null for an array.
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [token] of source.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') addName(open.at(-1), parsed(last) as string);
    else if (token.startsWith('"')) checkText(parsed(token) as string);
    else if (/\d/.test(token)) checkNumber(token);
    last = token;
  }
  return value;
}

function parsed(source: string): Json {
  try {
    return JSON.parse(source) as Json;
  } catch {
    throw new Refused('JSON');
  }
}

function addName(names: Set<string> | null | undefined, name: string): void {
  if (names?.has(name) === true) throw new Refused(name);
  names?.add(name);
}

function checkText(text: string): void {
  if (!text.isWellFormed()) throw new Refused('Unicode');
}

function checkNumber(token: string): void {
  if (!WHOLE.test(token) || !Number.isSafeInteger(Number(token))) throw new Refused(token);
}
