/** Finds what marks are of in stored values. */
import { comparable } from '../absence/stored-forms.ts';
import { type Decoded, decodedForms } from './decoding.ts';
import { addressIn, type Hashed, hasherOf, isDense, type Mark, type MarksOfPerson, numbersIn, WORD } from './marks.ts';

/** A part of a stored text that identifies the person. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Between two words of a name: `Anna, Müller`, `"Anna","Müller"`. */
const LONGEST_GAP = 3;
const ADDRESS = /[\p{L}\p{M}\p{N}._+'-]{1,64}[@＠][\p{L}\p{M}\p{N}.\-．]{1,255}/gu;
const NUMBER = /\d(?:[\s+\-‐–./()\u00a0]{0,3}\d){6,40}/g;
const UUID_BYTES = 16;
/** Values of a name's part; longer ones are no names. */
export const LONGEST_CELL = 200;
/** Longer values are not read as JSON. */
const LONGEST_JSON = 200_000;
/** Answers that are remembered: the same words come again and again. */
const MOST_REMEMBERED = 50_000;

interface Token extends Span {
  readonly text: string;
}

/** Compares values with the marks of a person. */
export class Matcher {
  readonly #hash: Hashed;
  readonly #byKind: ReadonlyMap<Mark['kind'], readonly Mark[]>;
  readonly #remembered = new Map<string, string | null>();

  constructor({ key, marks }: MarksOfPerson) {
    this.#hash = hasherOf(key);
    this.#byKind = Map.groupBy(marks, ({ kind }) => kind);
  }

  /** Whether a value is exactly the ID. */
  isId(value: unknown): boolean {
    const text = typeof value === 'bigint' || typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && this.#is('id', comparable(text.trim()));
  }

  /** Whether a value contains anything that identifies the person. */
  has(value: unknown): boolean {
    if (value instanceof Uint8Array) {
      if (value.length === UUID_BYTES && this.#is('bytes', Buffer.from(value).toString('hex'))) return true;
      return this.has(new TextDecoder('utf-8').decode(value));
    }
    if (typeof value !== 'string' || value === '') return false;
    if (this.isId(value)) return true;
    for (const form of decodedForms(value)) if (!this.#spansIn(form).next().done) return true;
    return this.#isInObjects(value);
  }

  /** Each part of a text that identifies the person, in order; empty if only its whole does. */
  spans(value: string): Span[] {
    const found = decodedForms(value).flatMap((form) =>
      [...this.#spansIn(form)].map(({ start, end }) => {
        const [from, to] = form.written(start, end);
        return { start: from, end: to };
      }),
    );
    const inOrder = found.toSorted((one, other) => one.start - other.start || other.end - one.end);
    const apart: Span[] = [];
    for (const span of inOrder) {
      const last = apart.at(-1);
      if (last === undefined || span.start >= last.end) apart.push(span);
      else if (span.end > last.end) apart[apart.length - 1] = { start: last.start, end: span.end };
    }
    return apart;
  }

  /** The names of columns that together contain a name: each a part of it, and nothing else. */
  split(values: ReadonlyMap<string, unknown>): string[] {
    const marks = this.#byKind.get('cell') ?? [];
    if (marks.length === 0 || values.size < 2) return [];
    const byHash = new Map<string, string[]>();
    for (const [name, value] of values) {
      const hash = this.#cellOf(value);
      if (hash !== null) byHash.set(hash, [...(byHash.get(hash) ?? []), name]);
    }
    if (byHash.size === 0) return [];
    const found = new Set<string>();
    for (const { hash, other } of marks) {
      const [firsts, rests] = [byHash.get(hash) ?? [], byHash.get(other ?? '') ?? []];
      const both = new Set([...firsts, ...rests]);
      if (firsts.length === 0 || rests.length === 0 || both.size < 2) continue;
      for (const name of both) found.add(name);
    }
    return [...found];
  }

  #cellOf(value: unknown): string | null {
    if (typeof value !== 'string' || value.length > LONGEST_CELL) return null;
    const last = decodedForms(value).at(-1)!;
    const text = tokensOf(last.text)
      .map((token) => token.text)
      .join(' ');
    return text === '' ? null : this.#hash('cell', text);
  }

  /** The members of each object in a JSON text are read like the columns of a row. */
  #isInObjects(value: string): boolean {
    if (!this.#byKind.has('cell') || value.length > LONGEST_JSON || !/^\s*[[{]/.test(value)) return false;
    try {
      return this.#isInMembers(JSON.parse(value));
    } catch {
      return false;
    }
  }

  #isInMembers(value: unknown): boolean {
    const open: unknown[] = [value];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      if (typeof one !== 'object' || one === null) continue;
      if (!Array.isArray(one) && this.split(new Map(Object.entries(one))).length > 0) return true;
      open.push(...Object.values(one).filter((inner) => typeof inner === 'object' && inner !== null));
    }
    return false;
  }

  *#spansIn({ text }: Decoded): Generator<Span> {
    yield* this.#found('address', text, ADDRESS, (found) => this.#addressAt(found));
    yield* this.#found('number', text, NUMBER, (found) => numbersIn(found).some((one) => this.#is('number', one)));
    const kinds = ['words', 'exact', 'dense'] as const;
    if (!kinds.some((kind) => this.#byKind.has(kind))) return;
    const tokens = tokensOf(text);
    yield* this.#wordsIn(text, tokens);
    yield* this.#denseIn(tokens);
  }

  *#found(kind: Mark['kind'], text: string, pattern: RegExp, isHit: (found: string) => boolean): Generator<Span> {
    if (!this.#byKind.has(kind)) return;
    for (const { 0: found, index } of text.matchAll(pattern)) {
      if (isHit(found)) yield { start: index, end: index + found.length };
    }
  }

  /** Also with a quotation mark before it. */
  #addressAt(found: string): boolean {
    return [found, found.replace(/^[._+'-]+/, '')].some((one) => {
      const address = addressIn(one.replace(/[.\-']+$/, ''));
      return address !== null && this.#is('address', address);
    });
  }

  *#wordsIn(text: string, tokens: readonly Token[]): Generator<Span> {
    for (const kind of ['words', 'exact'] as const) {
      const marks = this.#byKind.get(kind) ?? [];
      for (const words of new Set(marks.map((mark) => mark.words))) {
        for (let at = 0; at + words <= tokens.length; at += 1) {
          const window = tokens.slice(at, at + words);
          if (!isTogether(window)) continue;
          const [start, end] = [window[0]!.start, window.at(-1)!.end];
          const joined = words === 1 ? window[0]!.text : window.map((token) => token.text).join(' ');
          // `Müllers`: of a name also its genitive.
          const forms = kind === 'words' && joined.endsWith('s') ? [joined, joined.slice(0, -1)] : [joined];
          const hit = forms.map((form) => this.#markOf(kind, form)).find((mark) => mark !== null);
          if (hit === undefined) continue;
          if (kind === 'exact' && this.#hash('exact', comparable(text.slice(start, end))) !== hit) continue;
          yield { start, end };
        }
      }
    }
  }

  /** In scripts without spaces a name may stand anywhere within other characters. */
  *#denseIn(tokens: readonly Token[]): Generator<Span> {
    const lengths = new Set((this.#byKind.get('dense') ?? []).map(({ length }) => length));
    if (lengths.size === 0) return;
    for (let from = 0, to = 1; from < tokens.length; from = to, to += 1) {
      while (to < tokens.length && tokens[to]!.start - tokens[to - 1]!.end <= LONGEST_GAP) to += 1;
      const run = tokens.slice(from, to);
      if (!run.some((token) => isDense(token.text))) continue;
      const places = run.flatMap((token, index) => [...(index === 0 ? [] : [null]), ...placesOf(token)]);
      const joined = run.map((token) => token.text).join(' ');
      for (const length of lengths) {
        for (let at = 0; at + length <= joined.length; at += 1) {
          if (!this.#is('dense', joined.slice(at, at + length))) continue;
          const [first, last] = [places[at], places[at + length - 1]];
          if (first && last) yield { start: first.start, end: last.end };
        }
      }
    }
  }

  #is(kind: Mark['kind'], text: string): boolean {
    return this.#markOf(kind, text) !== null;
  }

  /** Of `exact` the second hash of the mark; null if no mark is of this text. */
  #markOf(kind: Mark['kind'], text: string): string | null {
    const marks = this.#byKind.get(kind);
    if (marks === undefined || !marks.some(({ length }) => length === text.length)) return null;
    const name = `${kind} ${text}`;
    const known = this.#remembered.get(name);
    if (known !== undefined) return known;
    const hash = this.#hash(kind, text);
    const found = marks.find((mark) => mark.hash === hash);
    const answer = found === undefined ? null : (found.other ?? hash);
    if (this.#remembered.size >= MOST_REMEMBERED) this.#remembered.clear();
    this.#remembered.set(name, answer);
    return answer;
  }
}

function tokensOf(text: string): Token[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
    return { text: comparable(word), start: index, end: index + word.length };
  });
}

function isTogether(window: readonly Token[]): boolean {
  return window.every((token, at) => at === 0 || token.start - window[at - 1]!.end <= LONGEST_GAP);
}

/** Where each character of a token is written; in the whole token, if its form for comparison has another length. */
function placesOf({ text: plain, start, end }: Token): Span[] {
  const isSame = end - start === plain.length;
  return Array.from({ length: plain.length }, (_, at) =>
    isSame ? { start: start + at, end: start + at + 1 } : { start, end },
  );
}
