/** Converts names that people or third parties chose to file names that every file system accepts. */

/** Bytes in UTF-8; file systems allow 255, and callers may add to a name. */
const LONGEST = 150;
const LONGEST_EXTENSION = 20;
/**
 * Separators, characters that Windows rejects, control characters, and marks that make `gnp.exe` look like `exe.png`.
 */
// oxlint-disable-next-line no-control-regex -- control characters are what is to go
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"\\/:*?<>|]/g;

/**
 * A name without folders, characters that a file system rejects, and marks that disguise the extension; at most 150
 * bytes, with its extension. Names of devices (`CON`) are kept: only Windows has them, and only a prefix makes them
 * harmless.
 *
 * @param fallback the name if nothing is left
 */
export function safeFileName(name: string, fallback: string): string {
  const safe = name
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(UNSAFE, '_')
    .replace(/^[. ]+/, '');
  const short = shortened(safe).replace(/[. ]+$/, '');
  return short === '' ? fallback : short;
}

function shortened(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST) return name;
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot) : '';
  const kept = Buffer.byteLength(extension) <= LONGEST_EXTENSION ? extension : '';
  const room = LONGEST - Buffer.byteLength(kept);
  return new TextDecoder().decode(Buffer.from(name).subarray(0, room), { stream: true }) + kept;
}
