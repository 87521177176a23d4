/** `policy-engine doctor`, for release pipelines. */
import { type CommandDefinition, defineCommand, engineOption, tableOptions, withEngine } from '../../cli/command.ts';
import type { Database } from '../../platform/database/port.ts';
import { type CheckFinding, worded } from './finding.ts';
import { checkMigrations, findings } from './own-checks.ts';

/** What a host's module must export as `engine`. */
interface CheckableEngine {
  check(): Promise<CheckFinding[]>;
  stop(): Promise<void>;
  readonly database: Pick<Database, 'close'>;
}

export const doctorCommand: CommandDefinition = defineCommand({
  name: 'doctor',
  usage: '--engine FILE | --database URL [options]',
  summary: 'report what is missing for compliance',
  details: 'Exits with 1 if a requirement is not met. Without --engine it checks the database alone.',
  options: { ...engineOption, ...tableOptions },
  example: 'npx --offline policy-engine doctor --engine engine.js',
  async run({ values: { engine: file }, withDatabase, naming, language, print }) {
    if (file !== undefined) {
      return withEngine<CheckableEngine, number>(file, 'check', async (engine) => report(await engine.check(), print));
    }
    const found = await withDatabase((database) => checkMigrations(database, naming(database.dialect)), true);
    return report(
      found.map((one) => worded(one, findings, language)),
      print,
    );
  },
});

/** A line or two for each finding. @returns the exit code: 1 if a requirement is not met, else 0 */
function report(found: readonly CheckFinding[], print: (line: string) => void): number {
  for (const { severity, code, message, advice, article } of found) {
    print(`${severity} ${code}: ${message}`);
    print(`  ${advice}${article === null ? '' : ` (${article})`}`);
  }
  if (found.length === 0) print('No findings.');
  return found.some(({ severity }) => severity === 'error') ? 1 : 0;
}
