/** `policy-engine doctor`, for release pipelines. */
import {
  type CommandDefinition,
  type CommandOption,
  defineCommand,
  engineOption,
  tableOptions,
  UsageError,
  withEngine,
} from '../../cli/command.ts';
import type { Database } from '../../platform/database/port.ts';
import type { RegionReport, RegionText } from '../consent/index.ts';
import { type CheckFinding, worded } from './finding.ts';
import { checkMigrations, findings } from './own-checks.ts';

/** What a host's module must export as `engine`. */
interface CheckableEngine {
  check(): Promise<CheckFinding[]>;
  checkRegion(region: string, options: { readonly at?: string }): RegionReport;
  stop(): Promise<void>;
  readonly database: Pick<Database, 'close'>;
}

/** Options for the law of a place. */
const placeOptions: {
  readonly region: CommandOption & { type: 'string' };
  readonly at: CommandOption & { type: 'string' };
} = {
  region: { type: 'string', value: 'REGION', about: 'what this place asks for besides: fr, us-ca, … (needs --engine)' },
  at: { type: 'string', value: 'DAY', about: 'on this day, as in 2027-01-01, instead of today (needs --region)' },
};

export const doctorCommand: CommandDefinition = defineCommand({
  name: 'doctor',
  usage: '--engine FILE | --database URL [options]',
  summary: 'report what is missing for compliance',
  details: 'Exits with 1 if a requirement is not met. Without --engine it checks the database alone.',
  options: { ...engineOption, ...placeOptions, ...tableOptions },
  example: 'npx --offline policy-engine doctor --engine engine.js',
  async run({ values: { engine: file, region, at }, withDatabase, naming, language, print }) {
    if (at !== undefined && region === undefined) throw new UsageError('--at needs --region: write --region us-ca');
    if (region !== undefined && file === undefined)
      throw new UsageError('--region needs --engine: write --engine FILE');
    if (file !== undefined) {
      return withEngine<CheckableEngine, number>(file, 'check', async (engine) => {
        // Before the checks: a region that is not known is an error at once.
        const place = region === undefined ? null : engine.checkRegion(region, at === undefined ? {} : { at });
        const own = report(await engine.check(), print);
        return place === null ? own : Math.max(own, reportPlace(place, print));
      });
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

/** What a place asks for and is missing. @returns as {@link report} */
function reportPlace({ place, at, isInForce, findings, coming }: RegionReport, print: (line: string) => void): number {
  print(`\n${place} on ${at}: ${isInForce ? `${findings.length} missing or to be checked` : 'no text is in force'}`);
  for (const { severity, code, message, advice, texts } of findings) {
    print(`${severity} ${code}: ${message}`);
    print(`  ${advice}`);
    for (const text of texts) print(`  ${described(text)}`);
  }
  if (coming.length > 0) print('In force by then, and not today:');
  for (const text of coming) print(`  ${described(text)}: ${text.says}`);
  return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
}

const described = ({ id, citation, from, status }: RegionText): string =>
  `${id} ${citation} (${from === null ? 'date not found' : `from ${from}`}, ${status})`;
