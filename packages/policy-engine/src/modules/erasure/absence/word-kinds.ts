/** What kind of word something is: a UUID, a phone number, a name, or a word that says too little to be searched for. */

/** A shorter ID is too common to be searched for within texts: `7` occurs in any text. */
export const SHORTEST_WITHIN = 6;
const SHORTEST_WORD = 3;
/** A single shorter word is a common one too often: Will, Mark, Rose. */
const SHORTEST_NAME = 5;
export const SHORTEST_NUMBER = 7;
/** Scripts that write words without spaces, and a name with two signs. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
export const UUID: RegExp = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Country codes of two digits (ITU E.164); 1 and 7 have one digit, all others three. */
const TWO_DIGITS = /^(?:2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** One or two letters, or a single short word, are found in texts about anybody. */
export function isCommon(word: string): boolean {
  const length = Array.from(word).length;
  if (DENSE.test(word)) return length < 2;
  return length < SHORTEST_WORD || (length < SHORTEST_NAME && /^[\p{L}\p{M}]+$/u.test(word));
}

/** Whether a word is a phone number. */
export function isNumber(word: string): boolean {
  return word.replaceAll(/\D/g, '').length >= SHORTEST_NUMBER && /^[\d\s+\-‐–./()]+$/.test(word);
}

/** A phone number without its country code, if it has one. */
export function nationalDigits(word: string): string {
  const significant = significantDigits(word);
  const isInternational = /^\s*(?:\+|00)/.test(word);
  const national = isInternational ? significant.slice(countryDigits(significant)) : significant;
  return national.length >= SHORTEST_NUMBER ? national : significant;
}

/** Digits without leading zeros. */
export function significantDigits(word: string): string {
  return word.replaceAll(/\D/g, '').replace(/^0+/, '');
}

function countryDigits(number: string): number {
  if (/^[17]/.test(number)) return 1;
  return TWO_DIGITS.test(number) ? 2 : 3;
}
