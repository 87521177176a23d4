/** JSON with a single reading: what parsers tolerate, and what they read in different ways, is rejected. */

/** A JSON value. Objects have no prototype, so that no name in them has a special meaning. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json;
}

/** What was checked is invalid. The message is the key of the part, not a sentence. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TOKEN =
  /[\t\n\r ]*(?:(?<mark>[{}[\],:])|(?<text>"[ !#-[\]-\u{10ffff}]*(?:\\.[ !#-[\]-\u{10ffff}]*)*")|(?<number>0|[1-9]\d*)(?![\d.eE])|(?<word>true|false|null))/uy;
const END = /[\t\n\r ]*$/y;
const WORDS: Readonly<Record<string, Json>> = { true: true, false: false, null: null };
const MOST_LEVELS = 20;

/**
 * Reads JSON.
 *
 * @throws {Refused} for a duplicate member, a number that is not whole, half of a surrogate pair, or invalid JSON
 */
export function readJson(source: string): Json {
  return new Reader(source).whole();
}

class Reader {
  readonly #source: string;
  #at = 0;

  constructor(source: string) {
    this.#source = source;
  }

  whole(): Json {
    const value = this.#value(this.#token(), 0);
    END.lastIndex = this.#at;
    if (!END.test(this.#source)) throw new Refused('JSON');
    return value;
  }

  #token(): Record<string, string | undefined> {
    TOKEN.lastIndex = this.#at;
    const found = TOKEN.exec(this.#source);
    if (found === null) throw new Refused('JSON');
    this.#at = TOKEN.lastIndex;
    return found.groups ?? {};
  }

  #value({ mark, text, number, word }: Record<string, string | undefined>, level: number): Json {
    if (level > MOST_LEVELS) throw new Refused('JSON');
    if (text !== undefined) return textOf(text);
    if (number !== undefined) return numberOf(number);
    if (word !== undefined) return WORDS[word] ?? null;
    if (mark === '{') return this.#object(level);
    if (mark === '[') return this.#list(level);
    throw new Refused('JSON');
  }

  #object(level: number): JsonObject {
    const members = Object.create(null) as Record<string, Json>;
    let token = this.#token();
    if (token['mark'] === '}') return members;
    for (;;) {
      if (token['text'] === undefined) throw new Refused('JSON');
      const name = textOf(token['text']);
      if (Object.hasOwn(members, name)) throw new Refused(name);
      if (this.#token()['mark'] !== ':') throw new Refused('JSON');
      members[name] = this.#value(this.#token(), level + 1);
      if (this.#isEnd('}')) return members;
      token = this.#token();
    }
  }

  #list(level: number): readonly Json[] {
    const values: Json[] = [];
    let token = this.#token();
    if (token['mark'] === ']') return values;
    for (;;) {
      values.push(this.#value(token, level + 1));
      if (this.#isEnd(']')) return values;
      token = this.#token();
    }
  }

  #isEnd(end: string): boolean {
    const { mark } = this.#token();
    if (mark !== ',' && mark !== end) throw new Refused('JSON');
    return mark === end;
  }
}

function textOf(token: string): string {
  let text: string;
  try {
    text = JSON.parse(token) as string;
  } catch {
    throw new Refused('JSON');
  }
  if (!text.isWellFormed()) throw new Refused('Unicode');
  return text;
}

function numberOf(token: string): number {
  const value = Number(token);
  if (!Number.isSafeInteger(value)) throw new Refused(token);
  return value;
}
