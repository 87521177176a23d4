/** Tables of measurements in the documentation, between two marks. */
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * The text between a start mark and its end mark.
 *
 * @param name beginning of the mark: `hosts` for `<!-- hosts: written by … -->` and `<!-- /hosts -->`
 * @throws if the marks are missing
 */
export function between(text: string, name: string): { readonly start: number; readonly end: number } {
  const mark = text.indexOf(`<!-- ${name}: `);
  const start = mark === -1 ? -1 : text.indexOf('-->\n', mark) + '-->\n'.length;
  const end = text.indexOf(`<!-- /${name} -->`);
  if (mark === -1 || end < start) throw new Error(`the marks of "${name}" are missing`);
  return { start, end };
}

/**
 * Writes a table with today's date between the marks of a file.
 *
 * @param table rows of cells, the header first
 * @param around where it was measured, for the line before, and a text for after it
 */
export function writeTable(
  file: string,
  name: string,
  table: ReadonlyArray<readonly string[]>,
  { where = '', after = '' }: { readonly where?: string; readonly after?: string } = {},
): void {
  const text = readFileSync(file, 'utf8');
  const { start, end } = between(text, name);
  const [head = [], ...rows] = table;
  const written = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
  const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
  writeFileSync(
    file,
    `${text.slice(0, start)}\nOn ${date}${where && `, ${where}`}:\n\n${written}\n\n${after && `${after}\n\n`}${text.slice(end)}`,
  );
}
