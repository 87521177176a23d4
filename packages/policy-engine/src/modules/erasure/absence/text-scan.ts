/** Searches a text that comes in pieces, also where a word begins in one piece and ends in another. */

/** What was seen of a content. */
export interface TextScan {
  readonly isFound: boolean;
  /** Whether all that was read is plain text in UTF-8. Compressed, encrypted or otherwise encoded content is none. */
  readonly isText: boolean;
}

/** Bytes that are decoded at once, however large a piece is. */
const PIECE = 65_536;
/** Text in bytes of ASCII whose words stand in it in other signs: nothing found in them says nothing. */
const ENCODED = ['%PDF-', '{\\rtf'];
const LONGEST_SIGN = 5;
/** What no text has in it: zeros, and the sign that a decoder puts in the place of bytes that are no UTF-8. */
const NO_TEXT = /[\0\ufffd]/;

/** Letters without the difference of capitals, the same wherever a text is cut. */
export function folded(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}

/** @param words in the signs of {@link folded} @returns as soon as one is found */
export async function scanText(
  content: AsyncIterable<Uint8Array | string>,
  words: readonly string[],
): Promise<TextScan> {
  const decoder = new TextDecoder('utf-8');
  const overlap = Math.max(0, ...words.map(({ length }) => length - 1));
  let tail = '';
  let begin = '';
  for await (const piece of pieces(content)) {
    const text = piece === null ? decoder.decode() : decoder.decode(piece, { stream: true });
    begin = (begin + text).slice(0, LONGEST_SIGN);
    const here = tail + folded(text);
    if (words.some((word) => here.includes(word))) return { isFound: true, isText: true };
    if (NO_TEXT.test(text) || ENCODED.some((sign) => begin.startsWith(sign))) return { isFound: false, isText: false };
    tail = overlap === 0 ? '' : here.slice(-overlap);
  }
  return { isFound: false, isText: true };
}

/** @yields null at the end */
async function* pieces(content: AsyncIterable<Uint8Array | string>): AsyncGenerator<Uint8Array | null> {
  for await (const given of content) {
    const bytes = typeof given === 'string' ? Buffer.from(given) : given;
    for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE);
  }
  yield null;
}
