/**
 * What is searched for: the ID of a person, their address, and other words from the host that identify them, such as names and phone
 * numbers. A term matches whole words only: `ann@x.example` is not in `joann@x.example`.
 */
import { domainToASCII, domainToUnicode } from 'node:url';
import { digitSieve, type Sieve, sievesOf } from './sieves.ts';
import { comparable } from './stored-forms.ts';

/** A shorter ID is too common to be searched for within texts: `7` occurs in any text. */
const SHORTEST_WITHIN = 6;
const SHORTEST_WORD = 3;
/** A single shorter word is a common one too often: Will, Mark, Rose. */
const SHORTEST_NAME = 5;
const SHORTEST_NUMBER = 7;
/** Scripts that write words without spaces, and a name with two signs. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Country codes of two digits (ITU E.164); 1 and 7 have one digit, all others three. */
const TWO_DIGITS = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

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
    terms: [...(isShort ? [] : [ofId(userId)]), ...distinct.flatMap(termsOf)],
    words: [...words],
    shortId: isShort ? userId.toLowerCase() : null,
    leftOut: given.length - distinct.length,
  };
}

/** One or two letters, or a single short word, are found in texts about anybody. */
function isCommon(word: string): boolean {
  const length = Array.from(word).length;
  if (DENSE.test(word)) return length < 2;
  return length < SHORTEST_WORD || (length < SHORTEST_NAME && /^[\p{L}\p{M}]+$/u.test(word));
}

function termsOf(word: string): Term[] {
  if (UUID.test(word)) return [ofId(word)];
  if (/^[^\s@]+@[^\s@]+$/.test(word)) return addressesOf(word);
  const digits = word.replaceAll(/\D/g, '');
  if (digits.length >= SHORTEST_NUMBER && /^[\d\s+\-‐–./()]+$/.test(word)) return [ofNumber(word, digits)];
  return [term(word, bounded(comparable(word), worded))];
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

/** The address, also with a tag (`ann+news@…`), and with its domain in the other spelling (`xn--…`). */
function addressesOf(address: string): Term[] {
  const at = address.lastIndexOf('@');
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)];
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

/** A phone number with any spaces and signs, with its country code or without. */
function ofNumber(word: string, digits: string): Term {
  const isInternational = /^\s*(?:\+|00)/.test(word);
  const significant = digits.replace(/^0+/, '');
  const national = isInternational ? significant.slice(countryDigits(significant)) : significant;
  const core = national.length >= SHORTEST_NUMBER ? national : significant;
  const between = String.raw`[\s+\-‐–./()]{0,3}`;
  const code = isInternational && core === national ? significant.slice(0, -core.length) : String.raw`\d{1,3}`;
  const before = String.raw`(?:(?:\+|00)?${code}${between}0?|0)?${between}`;
  const pattern = new RegExp(String.raw`(?<!\d)${before}${core.split('').join(between)}(?!\d)`);
  return { sieves: [digitSieve(core)], binary: null, pattern };
}

function countryDigits(number: string): number {
  if (/^[17]/.test(number)) return 1;
  return TWO_DIGITS.test(number) ? 2 : 3;
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
  return text
    .split(/\s+/)
    .map((word) =>
      escaped(word)
        .replaceAll(/['’ʼ]/g, "['’ʼ]{1,2}")
        .replaceAll(/[-‐–]/g, String.raw`[\-‐–]`),
    )
    .join(String.raw`[\s+_.\-,]+`);
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
