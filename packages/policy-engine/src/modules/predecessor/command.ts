/** `policy-engine take-over`: takes over an installation of gdpr_rails. */
import { type CommandDefinition, defineCommand, engineOption, withEngine } from '../../cli/command.ts';
import { connectDatabase, requireExisting } from '../../platform/database/connection/connect.ts';
import type { Database } from '../../platform/database/port.ts';
import type { TakeOverReport } from './report.ts';
import type { TakeOverOptions } from './service.ts';

/** What a host's module must export as `engine`. */
interface TakingEngine {
  takeOver(options: TakeOverOptions): Promise<TakeOverReport>;
  stop(): Promise<void>;
  readonly database: Pick<Database, 'close'>;
}

export const takeOverCommand: CommandDefinition = defineCommand({
  name: 'take-over',
  usage: '--engine FILE [options]',
  summary: 'take over an installation of the Rails engine gdpr_rails',
  details: `Reads its tables in place: published texts, decisions of users, requests and their files. Running it again takes over
what is new. If a row can’t be taken over, nothing is written.`,
  options: {
    ...engineOption,
    from: { type: 'string', value: 'URL', about: 'its database, if it is another one than that of the engine' },
    prefix: { type: 'string', short: 'p', value: 'PREFIX', about: 'prefix of its tables (default: policy_manager_)' },
    files: { type: 'string', value: 'FOLDER', about: 'its files: root of Active Storage, or of legacy attachments' },
    by: { type: 'string', value: 'ID', about: 'your ID in the application, for the audit log' },
    'dry-run': { type: 'boolean', about: 'only report what it would do' },
    'skip-bad': { type: 'boolean', about: 'skip rows that can’t be taken over' },
    'undated-texts': {
      type: 'boolean',
      about: 'take decisions that are older than the last change of their text: it was the same then',
    },
  },
  example: 'npx --offline policy-engine take-over --engine engine.js --files storage --dry-run',
  async run({ values, print, say }) {
    const { engine: module, from: url, prefix, files, 'dry-run': dryRun = false, 'skip-bad': skipBad = false } = values;
    const { 'undated-texts': undatedTexts = false, by } = values;
    if (url !== undefined) requireExisting(url);
    const from = url === undefined ? undefined : await connectDatabase(url);
    try {
      await withEngine<TakingEngine, void>(module, 'takeOver', async (engine) => {
        const report = await engine.takeOver({
          dryRun,
          skipBad,
          undatedTexts,
          ...(by !== undefined && { by }),
          ...(from !== undefined && { from }),
          ...(prefix !== undefined && { prefix }),
          ...(files !== undefined && { files }),
          onProblem: ({ table, id, reason }) => say(`${table} ${id}: ${reason}`),
        });
        for (const line of linesOf(report, dryRun)) print(line);
      });
    } finally {
      await from?.close();
    }
  },
});

function linesOf({ texts, decisions, requests }: TakeOverReport, isDryRun: boolean): string[] {
  const taken = isDryRun ? 'would be taken over' : 'taken over';
  return [
    `texts: ${texts.taken} ${taken}, ${texts.known} already known, ${texts.drafts} drafts left out, ${texts.bad} skipped`,
    `decisions: ${decisions.taken} ${taken}, ${decisions.known} already known, ${decisions.passive} not decided, ${decisions.bad} skipped`,
    `requests: ${requests.taken} ${taken}, ${requests.known} already known, ${requests.bad} skipped`,
    `files: ${requests.files} ${isDryRun ? 'would be copied' : 'copied'}, ${requests.filesMissing} not found or changed`,
  ];
}
