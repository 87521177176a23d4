/** Searches a text that arrives in pieces, including words that span two pieces. */

/** The result for a content. */
export interface TextScan {
  readonly isFound: boolean;
  /** Whether all that was read is plain text in UTF-8; false for compressed, encrypted or otherwise encoded content. */
  readonly isText: boolean;
}

/** Bytes that are decoded at once, regardless of the size of a piece. */
const PIECE = 65_536;
/** Text formats in ASCII that encode their words: the search in them proves nothing. */
const ENCODED = ['%PDF-', '{\\rtf'];
const LONGEST_SIGN = 5;
/** Characters that no text contains: zeros, and the replacement character for bytes that are not UTF-8. */
const NO_TEXT = /[\0\ufffd]/;

/** Case-folded letters, independent of where a text is cut: `ß` is `SS` in capitals, and a Turkish `İ` and `ı` are an i. */
export function folded(text: string): string {
  return text
    .replaceAll(/[ıİ]/g, 'i')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('ß', 'ss')
    .replaceAll('i\u0307', 'i');
}

/** @param words in the form of {@link folded} @returns as soon as one is found */
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
