/** Where decisions to import come from: a file, or the host's own code. */
import { PolicyEngineError } from '../../../errors/errors.ts';
import { formatOf, type ImportFormat, rowsOfFile } from './file.ts';
import type { ImportedDecision, SourceRow } from './row.ts';
import type { DecisionImport, ImportOptions, ImportReport } from './service.ts';

export type { ImportReport } from './service.ts';

/** How to import a file. */
export interface ImportFileOptions extends ImportOptions {
  /** How the file is written. Default: as its suffix says, `.csv`, `.ndjson` or `.jsonl`. */
  readonly format?: ImportFormat | undefined;
}

/**
 * Rows in memory, or a function that starts reading them again at each call: all are checked before the first is written.
 */
export type ImportRows =
  | readonly ImportedDecision[]
  | (() => Iterable<ImportedDecision> | AsyncIterable<ImportedDecision>);

/** Imports from a file (its path), or from rows. */
export async function importFrom(
  decisions: DecisionImport,
  from: string | ImportRows,
  { format, ...options }: ImportFileOptions = {},
): Promise<ImportReport> {
  const source = typeof from === 'string' ? await rowsOfFile(from, format ?? formatOf(from)) : rowsOf(from);
  return decisions.run(source, options);
}

type Rows = Iterable<unknown> | AsyncIterable<unknown>;

/**
 * Starts reading rows again at each call.
 *
 * @throws {PolicyEngineError} `import_refused` at the second call for rows that the first call consumes, such as those
 * of a generator: they would appear to be empty
 */
function rowsOf(from: ImportRows): () => AsyncGenerator<SourceRow> {
  const seen = new WeakSet<object>();
  return async function* numbered() {
    const rows: Rows = typeof from === 'function' ? from() : from;
    if (isUsedUp(rows)) {
      if (seen.has(rows)) throw onceOnly();
      seen.add(rows);
    }
    let line = 0;
    for await (const row of rows) yield { line: (line += 1), row };
  };
}

/** An object that is its own iterator can be read only once; an array starts again. */
function isUsedUp(rows: Rows): boolean {
  const iterator: unknown = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  return iterator === rows;
}

function onceOnly(): PolicyEngineError {
  return new PolicyEngineError(
    'import_refused',
    'importDecisions reads all rows twice, to check them before it writes the first, but these can be read only once: ' +
      'pass an array, or a function that starts from the beginning, as in importDecisions(() => rows())',
  );
}
