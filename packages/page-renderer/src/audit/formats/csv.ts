/** The report of an audit as a table (RFC 4180): one finding a row, and those of the time before that are gone. */
import type { AuditFinding } from '../data/finding.ts';
import type { AuditReport } from '../store.ts';

const COLUMNS = ['change', 'severity', 'kind', 'url', 'finding', 'details'] as const;

/** See the head of the file. `change` is `new`, `same`, `gone`, or empty without an audit before. */
export function* csvOf({ findings, gone }: AuditReport): Generator<string> {
  yield row(COLUMNS);
  for (const { change, ...finding } of findings) yield rowOf(change ?? '', finding);
  for (const finding of gone) yield rowOf('gone', finding);
}

function rowOf(change: string, { severity, kind, url, sentence, says }: AuditFinding): string {
  return row([change, severity, kind, url, sentence, says.map(({ place, value }) => `${place}: ${value}`).join('\n')]);
}

function row(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(',')}\r\n`;
}

/** A spreadsheet must not take a text of a page for a formula. */
function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
