/** `policy-engine import`: imports decisions from a file. */
import {
  type CommandDefinition,
  defineCommand,
  engineOption,
  onlyFile,
  UsageError,
  withEngine,
} from '../../../cli/command.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { ImportFileOptions, ImportReport } from './source.ts';

/** What a host's module must export as `engine`. */
interface ImportingEngine {
  importDecisions(file: string, options: ImportFileOptions): Promise<ImportReport>;
  stop(): Promise<void>;
  readonly database: Pick<Database, 'close'>;
}

const EVERY_ROWS = 10_000;

export const importCommand: CommandDefinition = defineCommand({
  name: 'import',
  usage: 'FILE --engine FILE [options]',
  summary: 'import decisions from another system',
  details: `From CSV or NDJSON: user_id, rule, version or term_id, decision, at, locale. Running it again changes nothing.
If a row can’t be taken, nothing is written.`,
  options: {
    ...engineOption,
    'dry-run': { type: 'boolean', about: 'only report what an import would do' },
    'skip-bad': { type: 'boolean', about: 'skip rows that can’t be imported' },
    'undated-texts': { type: 'boolean', about: 'take decisions that are older than their text: it was the same then' },
    format: { type: 'string', value: 'FORMAT', about: 'csv or ndjson, if the file name does not tell' },
  },
  takesWords: true,
  example: 'npx --offline policy-engine import decisions.csv --engine engine.js --dry-run',
  async run({ values, words, print, say }) {
    const file = onlyFile(words, 'import FILE --engine FILE');
    const { engine: module, format, 'dry-run': dryRun = false, 'skip-bad': skipBad = false } = values;
    const { 'undated-texts': undatedTexts = false } = values;
    if (format !== undefined && format !== 'csv' && format !== 'ndjson') {
      throw new UsageError(`--format takes csv or ndjson, not "${format}"`);
    }
    await withEngine<ImportingEngine, void>(module, 'importDecisions', async (engine) => {
      const report = await engine.importDecisions(file, {
        ...(format !== undefined && { format }),
        dryRun,
        skipBad,
        undatedTexts,
        onProblem: ({ line, reason }) => say(`line ${line}: ${reason}`),
        onProgress: progress(say),
      });
      print(summary(report, dryRun));
    });
  },
});

function progress(say: (line: string) => void): (report: ImportReport) => void {
  let next = EVERY_ROWS;
  let before = 0;
  return ({ rows, imported, known, bad }) => {
    // The file is read again after it was checked.
    if (rows < before) next = EVERY_ROWS;
    before = rows;
    if (rows < next) return;
    next += EVERY_ROWS;
    const isChecking = imported + known + bad === 0;
    say(isChecking ? `${rows} rows checked` : `${rows} rows: ${imported} new, ${known} known, ${bad} skipped`);
  };
}

function summary({ rows, imported, decided, known, bad }: ImportReport, isDryRun: boolean): string {
  const verb = isDryRun ? 'would be imported' : 'imported';
  const counts = isDryRun ? 'would count' : 'count';
  return (
    `${rows} rows: ${imported} ${verb}, of which ${decided} ${counts} as the current decision; ` +
    `${known} already known, ${bad} skipped`
  );
}
