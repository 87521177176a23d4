/**
 * What is searched for: the ID of a person, their address, and other words from the host that identify them, such as names and phone
 * numbers. A term matches whole words only: `ann@x.example` is not in `joann@x.example`.
 */
import { domainToASCII, domainToUnicode } from 'node:url';
import { randomHex } from '../../../platform/random.ts';
import { marksOf, splitsOf } from '../again/marks.ts';
import { Matcher } from '../again/matcher.ts';
import { nameForms } from './name-forms.ts';
import { base64Sieves, digitSieve, type Sieve, sievesOf } from './sieves.ts';
import { comparable } from './stored-forms.ts';
import { isCommon, isNumber, nationalDigits, SHORTEST_WITHIN, significantDigits, UUID } from './word-kinds.ts';

const GMAIL = /^g(?:oogle)?mail\.com$/i;
/** Signs of an address of Gmail that the database looks for, in their order. */
const GMAIL_PARTS = 7;

/** Something that identifies the person. */
export interface Term {
  /** At least one holds for every form of it. */
  readonly sieves: readonly Sieve[];
  /** The bytes of an ID that may be stored in binary form; null for other terms. */
  readonly binary: Uint8Array | null;
  /** Finds it in a folded text. */
  readonly pattern: RegExp;
}

/** What is searched for. */
export interface SearchTerms {
  /** Finds the same by words, also where a name is spread over the columns of a row. */
  readonly matcher: Matcher;
  /** Names in two parts, each of which may fill a column. */
  readonly names: readonly (readonly [first: string, rest: string])[];
  /** Found anywhere in a text. */
  readonly terms: readonly Term[];
  /** The same in lower case, for files. */
  readonly words: readonly string[];
  /** Searched for only as a whole value, because it is too short; null for an ID that is among the terms. */
  readonly shortId: string | null;
  /** Words that are too short or too common to be searched for. */
  readonly leftOut: number;
}

/** @param userId is searched for regardless of its length */
export function searchTermsOf(userId: string, others: readonly string[]): SearchTerms {
  const isShort = userId.length < SHORTEST_WITHIN;
  const given = [...new Set(others.map((word) => word.trim()))].filter((word) => word !== '');
  const distinct = given.filter((word) => !isCommon(word));
  const words = new Set([...(isShort ? [] : [userId]), ...distinct].map((word) => word.toLowerCase()));
  return {
    names: distinct.flatMap(splitsOf),
    matcher: new Matcher(marksOf(randomHex(32), { userId, address: null, words: given })),
    terms: [...(isShort ? [] : [ofId(userId)]), ...distinct.flatMap(termsOf)],
    words: [...words],
    shortId: isShort ? userId.toLowerCase() : null,
    leftOut: given.length - distinct.length,
  };
}

function termsOf(word: string): Term[] {
  if (UUID.test(word)) return [ofId(word)];
  if (/^[^\s@]+@[^\s@]+$/.test(word)) {
    const [first, ...more] = addressesOf(word);
    return first === undefined ? [] : [{ ...first, sieves: [...first.sieves, ...base64Sieves(word)] }, ...more];
  }
  if (isNumber(word)) return [ofNumber(word)];
  return nameForms(word).map((form) => term(form, bounded(comparable(form), worded)));
}

function term(word: string, pattern: RegExp): Term {
  return { sieves: sievesOf(word), binary: null, pattern };
}

function ofId(id: string): Term {
  if (!UUID.test(id)) return term(id, bounded(comparable(id), escaped));
  const hex = id.replaceAll('-', '').toLowerCase();
  const pattern = new RegExp(`(?<![0-9a-z])${id.toLowerCase().replaceAll('-', '-?')}(?![0-9a-z])`);
  return { sieves: [...sievesOf(id), ...sievesOf(hex)], binary: Buffer.from(hex, 'hex'), pattern };
}

/** The address, also with another tag or none (`ann+news@…`), and with its domain in the other spelling (`xn--…`). */
function addressesOf(address: string): Term[] {
  const at = address.lastIndexOf('@');
  // Of an address with a tag, the address itself belongs to the person, too.
  const [local, domain] = [address.slice(0, at).replace(/(?<=.)\+.*/, ''), address.slice(at + 1)];
  if (GMAIL.test(domain)) return [ofGmail(local)];
  const domains = new Set([domain, domainToASCII(domain), domainToUnicode(domain)].map(comparable));
  return [...domains]
    .filter((one) => one !== '')
    .map((one) => {
      const pattern = new RegExp(
        String.raw`(?<![\p{L}\p{N}][._+\-]?)${escaped(comparable(local))}(?:\+[^@\s]{0,64})?@${escaped(one)}(?![\p{L}\p{N}]|[.\-][\p{L}\p{N}])`,
        'u',
      );
      return term(`${local}@${one}`, pattern);
    });
}

/** Gmail ignores dots, and has two domains. */
function ofGmail(local: string): Term {
  const signs = Array.from(comparable(local).replaceAll('.', ''));
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}][._+\-]?)${signs.map(escaped).join(String.raw`\.*`)}(?:\+[^@\s]{0,64})?@g(?:oogle)?mail\.com(?![\p{L}\p{N}]|[.\-][\p{L}\p{N}])`,
    'u',
  );
  const parts = [...signs.filter((sign) => /[a-z0-9]/.test(sign)).slice(0, GMAIL_PARTS), 'mail'];
  return { sieves: [{ parts, isStripped: false }], binary: null, pattern };
}

/** A phone number with any spaces and signs, with its country code or without. */
function ofNumber(word: string): Term {
  const significant = significantDigits(word);
  const core = nationalDigits(word);
  const between = String.raw`[\s+\-‐–./()]{0,3}`;
  const code = core.length < significant.length ? significant.slice(0, -core.length) : String.raw`\d{1,3}`;
  const before = String.raw`(?:(?:\+|00)?${code}${between}0?|0)?${between}`;
  const pattern = new RegExp(String.raw`(?<!\d)${before}${core.split('').join(between)}(?!\d)`);
  return { sieves: [digitSieve(core)], binary: null, pattern };
}

/** A pattern that does not begin or end within a word, in scripts that separate words. */
function bounded(text: string, write: (text: string) => string): RegExp {
  const isEdge = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;
  const before = isEdge.test(text.slice(0, 1)) ? String.raw`(?<![\p{L}\p{N}])` : '';
  const after = isEdge.test(text.slice(-1)) ? String.raw`(?:['’]?s)?(?![\p{L}\p{N}])` : '';
  return new RegExp(before + write(text) + after, 'u');
}

/** Between the words of a name there may be any space or sign; apostrophes and hyphens have several forms. */
function worded(text: string): string {
  const words = text.split(/\s+/);
  // `AnnaLindqvist` of a login or a file; short words together may be another word.
  const mayTouch = words.length > 1 && words.every(({ length }) => length > 3) && words.join('').length > 9;
  return words
    .map((word) =>
      escaped(word)
        .replaceAll(/['’ʼ]/g, "['’ʼ]{1,2}")
        .replaceAll(/[-‐–]/g, String.raw`[\-‐–]`),
    )
    .join(String.raw`[\s+_.\-,]${mayTouch ? '*' : '+'}`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
