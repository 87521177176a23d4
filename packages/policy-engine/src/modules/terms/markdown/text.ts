/**
 * The canonical form of a policy text. A hash proves what people accepted, so texts that read the same must be the same bytes,
 * whichever browser, editor or API client they came from.
 */
import { createHash } from 'node:crypto';

/** Most UTF-16 code units of a policy text: about a hundred printed pages. */
export const MAX_TEXT_LENGTH = 200_000;
/** Most UTF-16 code units of the note on a version. */
export const MAX_NOTE_LENGTH = 1000;

/**
 * The canonical form: NFC, no byte order mark, LF line ends, no white space at line ends, one final newline; empty if the text is
 * only white space. Applying it again changes nothing.
 *
 * Two spaces at a line's end, a line break in Markdown, are removed as well: nobody can see them. A backslash at the end of the
 * line does the same visibly.
 */
export function canonicalText(text: string): string {
  const lines = text
    .normalize('NFC')
    .replace(/^\uFEFF+/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    // Not one regular expression over the whole text: on long runs of spaces it would take quadratic time.
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
  return lines === '' ? '' : `${lines}\n`;
}

/** SHA-256 of a canonical text in UTF-8, 64 lower-case hexadecimal digits. */
export function hashOf(canonical: string): string {
  return createHash('sha256').update(canonical, 'utf8').digest('hex');
}

/** Why a text is invalid; `unreadable`: it contains U+0000 or half a surrogate pair, which databases do not store unchanged. */
export type TextFault = 'empty' | 'too_long' | 'unreadable';

/** What is wrong with a canonical text; null for a valid one. */
export function faultOf(canonical: string, maxLength: number = MAX_TEXT_LENGTH): TextFault | null {
  if (canonical === '') return 'empty';
  if (canonical.length > maxLength) return 'too_long';
  return canonical.isWellFormed() && !canonical.includes('\0') ? null : 'unreadable';
}
