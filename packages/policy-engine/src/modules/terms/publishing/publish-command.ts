/** `policy-engine publish`: the texts of a folder, at a deployment. */
import {
  type CommandDefinition,
  defineCommand,
  engineOption,
  onlyFile,
  UsageError,
  withEngine,
} from '../../../cli/command.ts';
import type { Database } from '../../../platform/database/port.ts';
import type { DeployedChange } from './deploying.ts';
import { differenceOf, type DifferenceLine } from '../comparison/difference.ts';
import type { EngineTerms } from '../engine-terms.ts';
import { readTextFolder } from './text-folder.ts';

/** What a host's module must export as `engine`. */
interface PublishingEngine {
  migrate(): Promise<string[]>;
  stop(): Promise<void>;
  readonly terms: EngineTerms;
  readonly database: Pick<Database, 'close'>;
}

/** Unchanged lines that are shown around a change. */
const AROUND = 2;

export const publishCommand: CommandDefinition = defineCommand({
  name: 'publish',
  usage: 'FOLDER --engine FILE [--migrate | --dry-run]',
  summary: 'publish the changed policy texts of a folder',
  details: `RULE.md is the text of a rule in Markdown, RULE.LOCALE.md its translation. Front matter (YAML): locale, material,
note, at. Running it again changes nothing. If a file is invalid, no text is written.
With --migrate it does a whole deployment: tables, then texts.
Exit code: 0 when nothing is left to do, 1 for an error, 2 when --dry-run has found something to publish.`,
  options: {
    ...engineOption,
    migrate: { type: 'boolean', about: 'create or update the engine’s tables first' },
    'dry-run': { type: 'boolean', about: 'only report what would be published' },
  },
  takesWords: true,
  example: 'npx --offline policy-engine publish texts/ --engine engine.js --migrate',
  async run({ values, words, print, say }) {
    const folder = onlyFile(words, 'publish FOLDER --engine FILE');
    const { engine: module, migrate: migratesFirst = false, 'dry-run': isDryRun = false } = values;
    if (migratesFirst && isDryRun) throw new UsageError('--dry-run writes nothing: omit --migrate');
    const { texts, problems } = await readTextFolder(folder);
    for (const problem of problems) say(problem);
    if (texts.length === 0 && problems.length === 0) say(`${folder} contains no text such as RULE.md`);
    if (problems.length > 0 || texts.length === 0) return 1;
    return await withEngine<PublishingEngine, number>(module, 'migrate', async (engine) => {
      if (migratesFirst) for (const name of await engine.migrate()) print(`applied ${name}`);
      const changes = await engine.terms.deploy(texts, { dryRun: isDryRun });
      for (const change of changes) {
        const { at, material = true } = texts.find(({ rule }) => rule === change.rule) ?? {};
        for (const line of told(change, { at, material, isDryRun })) print(line);
      }
      return isDryRun && changes.some(({ outcome }) => outcome !== 'unchanged') ? 2 : 0;
    });
  },
});

function told(
  { rule, outcome, version, added, before, markdown }: DeployedChange,
  { at, material, isDryRun }: { readonly at: Date | undefined; readonly material: boolean; readonly isDryRun: boolean },
): string[] {
  const verb = isDryRun ? 'would be' : 'is';
  if (outcome === 'unchanged') return [`${rule}: version ${version}, unchanged`];
  if (outcome === 'translated') return [`${rule}: version ${version} ${verb} translated (${added.join(', ')})`];
  const when = at ? `, in force from ${at.toISOString()}` : '';
  const asks = before !== null && !material ? ', asks nobody again' : '';
  const head = `${rule}: version ${version} ${verb} published${when}${asks}`;
  return before === null ? [head] : [head, ...shownLines(differenceOf(before, markdown))];
}

/** A difference as lines with `+` and `-`, and their context. */
function shownLines(difference: readonly DifferenceLine[]): string[] {
  const isNear = (at: number) =>
    difference.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ kind }) => kind !== 'same');
  return difference.flatMap((line, at) => {
    if (line.kind === 'same') return isNear(at) ? [`    ${line.text}`] : [];
    if (line.kind !== 'changed') return [`  ${line.kind === 'added' ? '+' : '-'} ${line.text}`];
    const side = (without: 'added' | 'removed') =>
      line.words
        .filter(({ kind }) => kind !== without)
        .map(({ text }) => text)
        .join('');
    return [`  - ${side('added')}`, `  + ${side('removed')}`];
  });
}
