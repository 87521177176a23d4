/** Files of decisions, read row by row: CSV with a header (RFC 4180), and one JSON object a line (NDJSON). */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream';
import type { CsvError } from 'csv-parse';
import { PolicyEngineError } from '../../../errors/errors.ts';
import { importColumns, type SourceRow } from './row.ts';

/** The format of a file. */
export type ImportFormat = 'csv' | 'ndjson';

/** No valid row is this long; a file without line ends must not fill the memory. */
const LONGEST_LINE = 16_384;

const refused = (message: string, cause?: unknown) =>
  new PolicyEngineError('import_refused', message, cause === undefined ? {} : { cause });

/** @throws {PolicyEngineError} `import_refused` if the name of a file does not tell its format */
export function formatOf(file: string): ImportFormat {
  const suffix = path.extname(file).toLowerCase();
  if (suffix === '.csv') return 'csv';
  if (suffix === '.ndjson' || suffix === '.jsonl') return 'ndjson';
  throw refused(`${file}: use --format csv or --format ndjson`);
}

/**
 * The rows of a file; each call reads it from its start.
 *
 * @throws {PolicyEngineError} `import_refused` for anything but a file, a file that is not UTF-8, or one with other columns
 */
export async function rowsOfFile(file: string, format: ImportFormat): Promise<() => AsyncIterable<SourceRow>> {
  // The file is read twice: nothing is written before all of it is checked.
  if (!(await stat(file)).isFile()) throw refused(`${file}: only a regular file can be imported`);
  return () => (format === 'csv' ? csvRows(file) : jsonRows(file));
}

async function* textOf(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(file)) yield decoder.decode(chunk as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    throw error instanceof TypeError ? refused(`${file}: not UTF-8`, error) : error;
  }
}

function checkColumns(names: readonly string[]): string[] {
  const unknown = names.filter((name) => !(importColumns as readonly string[]).includes(name));
  const missing = ['user_id', 'rule', 'decision', 'at'].filter((name) => !names.includes(name));
  if (unknown.length === 0 && missing.length === 0 && new Set(names).size === names.length) return [...names];
  const found = `the first line names ${names.join(', ') || 'nothing'}`;
  throw refused(`${found}; columns are user_id, rule, version or term_id, decision, at and, if wanted, locale`);
}

async function* csvRows(file: string): AsyncGenerator<SourceRow> {
  const skipped: SourceRow[] = [];
  const { CsvError: ErrorOfCsv, parse } = await import('csv-parse');
  const parser = parse({
    columns: checkColumns,
    info: true,
    trim: true,
    skip_empty_lines: true,
    max_record_size: LONGEST_LINE,
    skip_records_with_error: true,
    on_skip: (error) => {
      if (error !== undefined) skipped.push({ line: lineOf(error), reason: error.message });
      return undefined;
    },
  });
  // The error is passed to the reader of the parser.
  pipeline(textOf(file), parser, () => {});
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: unknown; info: { lines: number } }>) {
      yield* skipped.splice(0);
      yield { line: info.lines, row: record };
    }
  } catch (error) {
    throw error instanceof ErrorOfCsv ? refused(`${file}: ${error.message}`, error) : error;
  }
  yield* skipped;
}

function lineOf(error: CsvError): number {
  return (error as unknown as { lines?: number }).lines ?? 0;
}

async function* jsonRows(file: string): AsyncGenerator<SourceRow> {
  let line = 0;
  let rest = '';
  for await (const text of textOf(file)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const one of lines) yield* jsonRow((line += 1), one);
    if (rest.length > LONGEST_LINE)
      throw refused(`${file}: line ${line + 1} is longer than ${LONGEST_LINE} characters`);
  }
  yield* jsonRow(line + 1, rest);
}

function* jsonRow(line: number, text: string): Generator<SourceRow> {
  if (text.trim() === '') return;
  try {
    yield { line, row: JSON.parse(text) as unknown };
  } catch {
    yield { line, reason: 'is not JSON' };
  }
}
