/** `policy-engine import`: takes over decisions from a file. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Database } from '../../../platform/database/port.ts';
import { PolicyEngineError } from '../../../errors.ts';
import type { ImportFileOptions, ImportReport } from './source.ts';

/** What a host's module has to export as `engine`. */
interface ImportingEngine {
  importDecisions(file: string, options: ImportFileOptions): Promise<ImportReport>;
  stop(): Promise<void>;
  readonly database: Pick<Database, 'close'>;
}

/** What was said on the command line. */
export interface ImportCommand extends Pick<ImportFileOptions, 'dryRun' | 'skipBad' | 'format'> {
  readonly file: string;
  /** Module of the host. */
  readonly engine: string;
  /** Writes a line to the standard output. */
  readonly print: (line: string) => void;
  /** Writes a line to the standard error. */
  readonly say: (line: string) => void;
}

const EVERY_ROWS = 10_000;

/**
 * Imports a file with the engine a module exports.
 *
 * @throws {PolicyEngineError} `configuration_invalid` for a module without an engine, `import_refused` for a file that
 * can't be taken
 */
export async function importCommand({ file, engine: module, print, say, ...options }: ImportCommand): Promise<void> {
  const { engine } = (await import(pathToFileURL(path.resolve(module)).href)) as { engine?: unknown };
  if (!isEngine(engine)) {
    throw new PolicyEngineError('configuration_invalid', `${module} exports no engine: export const engine = …`);
  }
  try {
    const report = await engine.importDecisions(file, {
      ...options,
      onProblem: ({ line, reason }) => say(`line ${line}: ${reason}`),
      onProgress: progress(say),
    });
    print(summary(report, options.dryRun === true));
  } finally {
    await engine.stop();
    await engine.database.close();
  }
}

function progress(say: (line: string) => void): (report: ImportReport) => void {
  let next = EVERY_ROWS;
  let before = 0;
  return ({ rows, imported, known, bad }) => {
    // The file is read again once it is known to be in order.
    if (rows < before) next = EVERY_ROWS;
    before = rows;
    if (rows < next) return;
    next += EVERY_ROWS;
    const isChecking = imported + known + bad === 0;
    say(isChecking ? `${rows} rows checked` : `${rows} rows: ${imported} new, ${known} known, ${bad} passed over`);
  };
}

function summary({ rows, imported, decided, known, bad }: ImportReport, isDryRun: boolean): string {
  const verb = isDryRun ? 'would be imported' : 'imported';
  const counts = isDryRun ? 'would count' : 'count';
  return (
    `${rows} rows: ${imported} ${verb}, of which ${decided} ${counts} as the present decision; ` +
    `${known} known already, ${bad} passed over`
  );
}

function isEngine(value: unknown): value is ImportingEngine {
  return (
    typeof value === 'object' &&
    value !== null &&
    'importDecisions' in value &&
    typeof value.importDecisions === 'function'
  );
}
