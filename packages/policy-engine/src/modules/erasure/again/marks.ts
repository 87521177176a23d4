/**
 * Marks: keyed hashes (HMAC-SHA-256) of what identifies a person, by which their data is recognised after an erasure without being
 * stored. Whoever has the key can test guesses: until the key is destroyed, marks are personal data.
 *
 * A text is compared by its tokens, its words without case, composition and signs between them; an address without its tag, and of Gmail
 * without dots; a phone number without its country code. Both sides are brought into the same form before they are hashed.
 */
import { createHmac } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { nameForms } from '../absence/name-forms.ts';
import { comparable } from '../absence/stored-forms.ts';
import { isCommon, isNumber, nationalDigits, SHORTEST_NUMBER, SHORTEST_WITHIN, UUID } from '../absence/word-kinds.ts';

/**
 * `id`: the ID as a whole value. `words`: that many words one after another; `exact`: also the same signs between them. `dense`: that many
 * characters of a script without spaces between words. `address`, `number`: of mail and phone. `bytes`: a UUID in binary form. `cell`: a
 * part of a name that fills a column, together with `other` in another column.
 */
export interface Mark {
  readonly kind: 'id' | 'words' | 'exact' | 'dense' | 'address' | 'number' | 'bytes' | 'cell';
  /** Words of `words` and `exact`. */
  readonly words: number;
  /** Characters of the text that is hashed. */
  readonly length: number;
  readonly hash: string;
  /** Of `exact`: the hash of the text with its signs. Of `cell`: the hash of the rest of the name. */
  readonly other: string | null;
}

/** Marks with their key. */
export interface MarksOfPerson {
  /** Hexadecimal. */
  readonly key: string;
  readonly marks: readonly Mark[];
}

/** Whom marks are made of. */
export interface Marked {
  readonly userId: string;
  readonly address: string | null;
  readonly words: readonly string[];
}

/** Characters of a hash: 96 bits, in base64url. */
const HASH = 16;
/** Splits of a name of a script without spaces: longer ones are no names. */
const LONGEST_DENSE_NAME = 6;
export const WORD: RegExp = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts whose words are separated by spaces and do not take others in. */
const EDGE = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u;
const GMAIL = /^g(?:oogle)?mail\.com$/;

/** Hashes a text of a kind. */
export type Hashed = (kind: Mark['kind'], text: string) => string;

export function hasherOf(key: string): Hashed {
  const secret = Buffer.from(key, 'hex');
  return (kind, text) => createHmac('sha256', secret).update(`${kind}\0${text}`).digest('base64url').slice(0, HASH);
}

/** The marks of a person. @param key 32 random bytes, hexadecimal */
export function marksOf(key: string, { userId, address, words }: Marked): MarksOfPerson {
  const hash = hasherOf(key);
  const one = (kind: Mark['kind'], text: string, more: Partial<Mark> = {}): Mark => {
    return { kind, words: 0, length: text.length, hash: hash(kind, text), other: null, ...more };
  };
  const exact = (text: string): Mark[] => {
    const plain = comparable(text);
    const tokens = wordsOf(plain);
    if (tokens.length === 0) return [];
    const between = plain.slice(plain.indexOf(tokens[0]!), plain.lastIndexOf(tokens.at(-1)!) + tokens.at(-1)!.length);
    return [one('exact', tokens.join(' '), { words: tokens.length, other: hash('exact', between) })];
  };
  const ofUuid = (id: string): Mark[] => {
    const hex = id.replaceAll('-', '').toLowerCase();
    return [...exact(id), one('words', hex, { words: 1 }), one('bytes', hex)];
  };
  const ofName = (name: string): Mark[] =>
    nameForms(name).flatMap((form) => {
      const tokens = wordsOf(comparable(form));
      const text = tokens.join(' ');
      if (tokens.length === 0) return [];
      return isDense(text) ? [one('dense', text)] : [one('words', text, { words: tokens.length })];
    });
  const ofCells = (name: string): Mark[] =>
    splitsOf(name).map(([first, rest]) => one('cell', first, { other: hash('cell', rest) }));
  const ofWord = (word: string): Mark[] => {
    if (UUID.test(word)) return ofUuid(word);
    const mail = addressIn(word);
    if (mail !== null) return [one('address', mail)];
    if (isNumber(word)) return [one('number', nationalDigits(word))];
    return isCommon(word) ? [] : [...ofName(word), ...ofCells(word)];
  };
  const ofId = UUID.test(userId) ? ofUuid(userId) : userId.length < SHORTEST_WITHIN ? [] : exact(userId);
  const others = [...(address === null ? [] : [address]), ...words].map((word) => word.trim());
  const marks = [one('id', comparable(userId)), ...ofId, ...others.filter((word) => word !== '').flatMap(ofWord)];
  const distinct = new Map(marks.map((mark) => [`${mark.kind} ${mark.hash} ${mark.other}`, mark]));
  return { key, marks: [...distinct.values()] };
}

/** The words of a comparable text. */
export function wordsOf(text: string): readonly string[] {
  return text.match(WORD) ?? [];
}

/** Whether a word may stand within others, without spaces. */
export function isDense(text: string): boolean {
  return !EDGE.test(text);
}

/** The two parts of a name that may stand in two columns; of a script without spaces, cut anywhere. */
export function splitsOf(name: string): [string, string][] {
  if (UUID.test(name) || isNumber(name) || name.includes('@')) return [];
  const words = wordsOf(comparable(name));
  const [only, ...more] = words;
  if (only === undefined) return [];
  const signs = more.length === 0 ? Array.from(only) : [];
  const isCut = more.length === 0 && isDense(only) && signs.length <= LONGEST_DENSE_NAME;
  if (more.length === 0 && !isCut) return [];
  const parts = isCut ? signs : words;
  return Array.from({ length: parts.length - 1 }, (_, at): [string, string] => {
    const join = isCut ? '' : ' ';
    return [parts.slice(0, at + 1).join(join), parts.slice(at + 1).join(join)];
  });
}

/** An address as it is hashed; null for what is none. */
export function addressIn(text: string): string | null {
  const plain = comparable(text);
  const at = plain.lastIndexOf('@');
  if (at < 1 || /\s/.test(plain)) return null;
  const domain = domainToASCII(plain.slice(at + 1).replace(/\.+$/, ''));
  if (domain === '') return null;
  const [local = ''] = plain.slice(0, at).split('+', 1);
  if (!GMAIL.test(domain)) return `${local}@${domain}`;
  return `${local.replaceAll('.', '')}@gmail.com`;
}

/** The numbers that a run of digits and signs may be: with its country code, or without. */
export function numbersIn(run: string): string[] {
  const groups = run.match(/\d+/g) ?? [];
  const found = new Set<string>();
  for (let from = 0; from < groups.length; from += 1) {
    for (let to = from + 1; to <= groups.length; to += 1) {
      const digits = groups.slice(from, to).join('').replace(/^0+/, '');
      for (let code = 0; code <= 3; code += 1) {
        const rest = digits.slice(code).replace(/^0/, '');
        if (rest.length >= SHORTEST_NUMBER) found.add(rest);
      }
    }
  }
  return [...found];
}
