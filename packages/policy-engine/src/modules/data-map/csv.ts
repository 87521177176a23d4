/** Tables as CSV (RFC 4180), safe to open in a spreadsheet. */

/** What a spreadsheet takes for the beginning of a formula, also after blanks (OWASP: CSV injection). */
const FORMULA = /^\s*[=+\-@|%\t\r]/;

/** A table with a line for each row, the names of the columns first. */
export function csvOf(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** A text that would be a formula gets an apostrophe before it, as spreadsheets have it for text. */
function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
