/** Where decisions to import come from: a file, or the host's own code. */
import { formatOf, type ImportFormat, rowsOfFile } from './file.ts';
import type { ImportedDecision, SourceRow } from './row.ts';
import type { DecisionImport, ImportOptions, ImportReport } from './service.ts';

export type { ImportReport } from './service.ts';

/** How to import a file. */
export interface ImportFileOptions extends ImportOptions {
  /** How the file is written. Default: as its suffix says, `.csv`, `.ndjson` or `.jsonl`. */
  readonly format?: ImportFormat | undefined;
}

/** Rows in memory, or what begins to read them anew at each call: they are checked before the first is written. */
export type ImportRows =
  | readonly ImportedDecision[]
  | (() => Iterable<ImportedDecision> | AsyncIterable<ImportedDecision>);

/** Imports from a file (its path), or from rows. */
export async function importFrom(
  decisions: DecisionImport,
  from: string | ImportRows,
  { format, ...options }: ImportFileOptions = {},
): Promise<ImportReport> {
  const source = typeof from === 'string' ? await rowsOfFile(from, format ?? formatOf(from)) : () => numbered(from);
  return decisions.run(source, options);
}

async function* numbered(rows: ImportRows): AsyncGenerator<SourceRow> {
  let line = 0;
  for await (const row of typeof rows === 'function' ? rows() : rows) yield { line: (line += 1), row };
}
