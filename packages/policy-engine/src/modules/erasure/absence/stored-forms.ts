/**
 * The forms in which software stores a text: as it is, with the escapes of JSON (also twice), of URLs, of quoted-printable, of
 * HTML and of programming languages, octal ones too, in base64, as UTF-8 that was read as Latin-1, with invisible signs, in any case,
 * composed or decomposed. Compressed and encrypted text is not among them.
 */
import { folded } from './text-scan.ts';

const ROUNDS = 2;
/** Marks that `&uuml;` and its like name, by their entity. */
const MARKS: Readonly<Record<string, string>> = {
  uml: '\u0308',
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  cedil: '\u0327',
  ring: '\u030A',
  caron: '\u030C',
  breve: '\u0306',
};
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  commat: '@',
  period: '.',
  lowbar: '_',
  plus: '+',
  szlig: 'ß',
  aelig: 'æ',
  AElig: 'Æ',
  oslash: 'ø',
  Oslash: 'Ø',
  eth: 'ð',
  ETH: 'Ð',
  thorn: 'þ',
  THORN: 'Þ',
  oelig: 'œ',
  OElig: 'Œ',
};

/** A text as it is and with its escapes resolved, each folded: lower case, composed. */
export function formsOf(text: string): string[] {
  const forms = new Set<string>([comparable(text)]);
  let form = text;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const resolve of [withoutBase64, withoutBackslashes, withoutPercents, withoutEntities, readAgain]) {
      const resolved = resolve(form);
      if (resolved === form) continue;
      form = resolved;
      forms.add(comparable(form));
    }
  }
  return [...forms];
}

/** The same for two texts that differ in case, or in how their letters are composed. */
export function comparable(text: string): string {
  return /^[\0-\x7f]*$/.test(text) ? text.toLowerCase() : folded(text.replaceAll(INVISIBLE, '').normalize('NFKC'));
}

/** Signs without width, such as soft hyphens: they are within words. */
export const INVISIBLE: RegExp = /[\u00ad\u200b-\u200d\u2060\ufeff]+/g;

/** `M\u00fcller`, `https:\/\/…`, `\n`: JSON, JSON within JSON, and languages with the same escapes. */
function withoutBackslashes(text: string): string {
  if (!text.includes('\\')) return text;
  return text
    .replaceAll(/\\+u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/\\+u\{([0-9a-f]{1,6})\}/gi, (escape, hex: string) => ofPoint(Number.parseInt(hex, 16)) ?? escape)
    .replaceAll(/(?:\\+x[0-9a-f]{2})+/gi, (escapes) => ofBytes(escapes.replaceAll(/\\+x/gi, '')))
    .replaceAll(/(?:\\+[0-3][0-7]{2})+/g, (escapes) => ofBytes(escapes.replaceAll(/\\+([0-7]{3})/g, hexOfOctal)))
    .replaceAll(/\\+[nrtbfv]/g, ' ')
    .replaceAll(/\\+/g, '');
}

/** `M%C3%BCller` of URLs, `M=C3=BCller` of mails. */
function withoutPercents(text: string): string {
  if (!/[%=][0-9a-f]{2}|=\r?\n|%u/i.test(text)) return text;
  return text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/%u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll(/(?:[%=][0-9a-f]{2})+/gi, (escaped) => ofBytes(escaped.replaceAll(/[%=]/g, '')));
}

const hexOfOctal = (_: string, octal: string): string => Number.parseInt(octal, 8).toString(16).padStart(2, '0');

/** Base64, also as URLs have it, of nine bytes or more. */
export const BASE64: RegExp = /(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{12,}={0,2}/g;

/** Texts in base64, as data URLs, mails, cursors and tokens contain them; the same text where it is another word. */
function withoutBase64(text: string): string {
  return text.replaceAll(BASE64, (word) => {
    const decoded = Buffer.from(word, 'base64').toString('utf8');
    return UNWRITTEN.test(decoded) ? word : ` ${decoded} `;
  });
}

/** What no text contains: bytes that are not UTF-8, and control characters. */
// oxlint-disable-next-line no-control-regex -- they tell bytes from text
const UNWRITTEN = /[\ufffd\0-\x08\x0e-\x1f\x7f]/;

/** Bytes in UTF-8, or else in Latin-1. */
function ofBytes(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  const decoded = bytes.toString('utf8');
  return decoded.includes('\ufffd') ? bytes.toString('latin1') : decoded;
}

function ofPoint(point: number): string | null {
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : null;
}

/** The byte of each character as Windows writes Latin-1. */
const LATIN: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 128 }, (_, at) => [new TextDecoder('windows-1252').decode(Uint8Array.of(128 + at)), 128 + at]),
);

/** Characters of UTF-8 that were read as Latin-1. */
export const MISREAD: RegExp = new RegExp(
  `[\u00c2-\u00f4][${Array.from({ length: 64 }, (_, at) => new TextDecoder('windows-1252').decode(Uint8Array.of(128 + at))).join('')}]{1,3}`,
  'g',
);

/** `MÃ¼ller`: the bytes of UTF-8 that an import took for Latin-1. */
function readAgain(text: string): string {
  return text.replaceAll(MISREAD, (misread) => {
    const decoded = Buffer.from(Array.from(misread, (sign) => LATIN.get(sign) ?? 0)).toString('utf8');
    return decoded.includes('\ufffd') ? misread : decoded;
  });
}

/** A word as it is after its bytes were read as Latin-1. */
export function misread(word: string): string {
  return new TextDecoder('windows-1252').decode(Buffer.from(word));
}

/** `M&uuml;ller`, `M&#252;ller`, `M&#xFC;ller`. */
function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,8}));/gi, (entity, hex, decimal, name) => {
    if (typeof name === 'string') return named(name) ?? entity;
    const point = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return ofPoint(point) ?? entity;
  });
}

/** The characters that one escape stands for; the escape itself if it is none. */
export function charactersOf(escape: string): string {
  if (/^=\r?\n$/.test(escape) || escape.replaceAll(INVISIBLE, '') === '') return '';
  if (escape >= '\u00c2') return readAgain(escape);
  if (/^[A-Za-z0-9+/_-]{12}/.test(escape)) return withoutBase64(escape);
  const resolve = escape.startsWith('\\')
    ? withoutBackslashes
    : escape.startsWith('&')
      ? withoutEntities
      : withoutPercents;
  return resolve(escape);
}

function named(name: string): string | undefined {
  const mark = MARKS[name.slice(1)];
  return mark === undefined ? ENTITIES[name] : `${name.slice(0, 1)}${mark}`.normalize('NFC');
}
