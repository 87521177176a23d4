/**
 * Conditions that a database can evaluate fast, and that hold for every form in which a word may be stored. They hold for other
 * texts, too: what they let pass is compared exactly afterwards.
 */

import { misread } from './stored-forms.ts';

/** Parts that a text must contain one after another, in lower case as far as they are ASCII. */
export interface Sieve {
  readonly parts: readonly string[];
  /** Whether spaces and signs are removed from the text before. */
  readonly isStripped: boolean;
}

/** Letters of ASCII that no encoding changes; fewer say too little. */
const ENOUGH = 4;
const MOST_PARTS = 8;

/** The conditions of which at least one holds for every form of a word. */
export function sievesOf(word: string): readonly Sieve[] {
  const isTurkish = /[ıİğĞşŞ]/.test(word);
  const lower = word.normalize('NFC').toLowerCase();
  const plain = (isTurkish ? lower.replaceAll(/i\u0307|[iı]/g, ' ') : lower).match(/[a-z0-9]+/g) ?? [];
  if (plain.join('').length >= ENOUGH) return [sieve(plain)];
  const upper = word.toUpperCase();
  // `ß` has no capital, and the capitals of i are others in Turkish.
  const turkish = isTurkish ? [word.toLocaleUpperCase('tr'), word.toLocaleLowerCase('tr')] : [];
  const cases = new Set([word, word.toLowerCase(), upper, upper.toLowerCase(), capitalised(word), ...turkish]);
  const sieves = [...cases].flatMap(formsOf);
  const distinct = new Map(sieves.map((parts) => [parts.join('\0'), sieve(parts)]));
  return [...distinct.values()].filter(({ parts }) => parts.length > 0);
}

/** The parts of a word in each encoding: composed and decomposed, as JSON, bytes, numbers and entities. */
function formsOf(word: string): string[][] {
  const [composed, decomposed] = [word.normalize('NFC'), word.normalize('NFD')];
  return [
    partsOf(composed, null),
    partsOf(decomposed, null),
    partsOf(misread(composed), null),
    partsOf(composed, unitsIn),
    partsOf(decomposed, unitsIn),
    partsOf(composed, (sign) => Array.from(Buffer.from(sign), (byte) => byte.toString(16))),
    partsOf(composed, (sign) => Array.from(Buffer.from(sign), (byte) => byte.toString(8).padStart(3, '0'))),
    partsOf(composed, (sign) => [String(sign.codePointAt(0))]),
    partsOf(composed, (sign) => [sign.codePointAt(0)!.toString(16)]),
    partsOf(composed, (sign) => [`&${/^[a-z]/i.exec(sign.normalize('NFD'))?.[0].toLowerCase() ?? ''}`]),
  ];
}

/**
 * The conditions for an address in base64, at each of the three places where it may begin within four characters. The first and the last
 * characters depend on what stands around it.
 */
export function base64Sieves(address: string): readonly Sieve[] {
  return [address, address.toLowerCase()].filter(isFirst).flatMap((written) =>
    [0, 1, 2].map((shift): Sieve => {
      const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(written)]);
      const whole = Math.floor(bytes.length / 3) * 4;
      const encoded = bytes.toString('base64').slice(shift === 0 ? 0 : shift + 1, whole);
      // URLs have other signs than `+` and `/`.
      return sieve(
        encoded
          .toLowerCase()
          .split(/[+/]/)
          .filter((part) => part !== ''),
      );
    }),
  );
}

const isFirst = <Value>(value: Value, at: number, all: readonly Value[]): boolean => all.indexOf(value) === at;

/** The conditions for a short value that is a word, unescaped. */
export function cellSieves(word: string): readonly Sieve[] {
  const plain =
    word
      .normalize('NFC')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  if (plain.length > 0) return [sieve(plain)];
  const forms = [word.toLowerCase(), word.toUpperCase(), capitalised(word)];
  return [...new Set(forms)].map((form) => sieve(partsOf(form, null)));
}

/** The condition for digits between which there may be spaces and signs. */
export function digitSieve(digits: string): Sieve {
  return { parts: [digits], isStripped: true };
}

function sieve(parts: readonly string[]): Sieve {
  return { parts: parts.slice(0, MOST_PARTS), isStripped: false };
}

/** UTF-16, as JSON escapes it. */
function unitsIn(sign: string): string[] {
  return Array.from({ length: sign.length }, (_, at) => `u${sign.charCodeAt(at).toString(16).padStart(4, '0')}`);
}

/**
 * The parts of a word, without spaces and signs of ASCII.
 *
 * @param encode writes a letter beyond ASCII. Null: as it is
 */
function partsOf(word: string, encode: ((letter: string) => readonly string[]) | null): string[] {
  const parts: string[] = [];
  let run = '';
  const end = () => {
    if (run !== '') parts.push(run);
    run = '';
  };
  for (const letter of word) {
    if (/[A-Za-z0-9]/.test(letter)) run += letter.toLowerCase();
    else if (letter <= '\x7f' || /\s/.test(letter)) end();
    else if (encode === null) run += letter;
    else {
      end();
      parts.push(...encode(letter));
    }
  }
  end();
  return parts;
}

function capitalised(word: string): string {
  return word.toLowerCase().replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
}
