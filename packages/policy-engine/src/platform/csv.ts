/** Tables as CSV (RFC 4180), safe to open in a spreadsheet. */

/** What a spreadsheet treats as the beginning of a formula, also after blanks (OWASP: CSV injection). */
const FORMULA = /^\s*[=+\-@|%\t\r]/;

/**
 * Byte order mark of a file for a spreadsheet: without it, Excel reads UTF-8 as the code page of the machine, and
 * corrupts every letter beyond ASCII.
 */
export const BYTE_ORDER_MARK = '\ufeff';

/** Media type of a table with the names of its columns in the first line (RFC 4180 §3). */
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** A table with a line for each row, the names of the columns first. */
export function csvOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, ...rows].map((row) => csvLine(row)).join('');
}

/** A row as a line with its end. Numbers are unchanged; a text that would be a formula gets an apostrophe before it. */
export function csvLine(row: readonly (string | number)[]): string {
  return `${row.map((value) => (typeof value === 'number' ? String(value) : cell(value))).join(',')}\r\n`;
}

/** A text that would be a formula gets an apostrophe before it, which spreadsheets read as the mark of text. */
function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
