/** Header values byte by byte: strings in which each character stands for one byte, as in Node and `fetch`. */

/** The meaning of the bytes from 0x80 to 0x9f in the encoding windows-1252 (Encoding Standard §9). */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** For a value that was read as UTF-8. */
export function fromUtf8(value: string): string {
  return Buffer.from(value, 'utf8').toString('latin1');
}

/** For a value that was read as windows-1252 or ISO-8859-1, as browsers read raw headers. */
export function fromWindows1252(value: string): string {
  return value.replaceAll(/\P{ASCII}/gu, (character) => {
    const at = WINDOWS_1252.indexOf(character);
    return at === -1 ? character : String.fromCharCode(0x80 + at);
  });
}
