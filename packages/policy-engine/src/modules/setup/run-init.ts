/** Runs `policy-engine init`. Loaded when the command runs: an engine needs nothing of it. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { type CommandCall, UsageError } from '../../cli/command.ts';
import { reasonOf } from '../../errors/errors.ts';
import { applied, type Change, changeInLines, isInstalledAbove, type Project, readProject } from '#project-setup';
import { proveFirstDecision, RECEIPT } from './first-decision.ts';
import { HOSTS } from './hosts/names.ts';
import type { initOptions } from './options.ts';
import { appsOf, DRIVERS, isMissing, planned } from './planning.ts';
import { isLoadable } from './parts/engine-file.ts';
import { findingsInLines, findingsOf } from './project/findings.ts';

/** The call of the command. */
export type InitCall = CommandCall<typeof initOptions>;

/** @returns the exit code */
export async function runInit({ values, print, say, naming }: InitCall): Promise<number> {
  const project = readProject(process.cwd(), (reason) => {
    throw new UsageError(reason);
  });
  if (project === undefined)
    throw new UsageError('init works in the folder of a project: there is no package.json here');
  if (values.host !== undefined && !HOSTS.includes(values.host)) {
    throw new UsageError(`--host takes ${HOSTS.join(', ')}, not "${values.host}"`);
  }
  const apps = values.host === undefined ? appsOf(project) : [];
  if (apps.length > 0) {
    throw new UsageError(
      `this is the root of a workspace: run init in the folder of an application (${apps.join(', ')})`,
    );
  }
  const findings = findingsOf(project, values.host);
  for (const line of findingsInLines(project, findings)) print(line);
  const { changes, engine } = planned(project, findings, values.entry);
  for (const change of changes) print(['', ...changeInLines(change)].join('\n'));
  const isChanging = changes.some(({ kind }) => kind === 'create' || kind === 'edit');
  if (values['dry-run'] === true) return isChanging ? 2 : 0;
  if (!project.packages.has('policy-engine') && !isInstalledAbove(project.folder, 'policy-engine')) {
    throw new UsageError('package.json does not name policy-engine: install it first, as its README says');
  }
  const withDatabase = values['files-only'] !== true;
  print('');
  if (withDatabase) {
    print(
      `Then: create the engine's tables in the database of ${engine}, publish texts/, and record one decision (${RECEIPT}).`,
    );
  }
  if (values.yes !== true && !(await isConfirmed(isChanging))) {
    say('Nothing was changed.');
    return 1;
  }
  const { written, changed } = applied(project.folder, changes);
  if (changed !== undefined) throw new UsageError(`${changed} has changed since it was read; run init again`);
  for (const file of written) print(`wrote ${file}`);
  if (!isChanging) print('No file needs a change.');
  const isDone = withDatabase ? await proven(project, engine, naming, print, say) : true;
  for (const line of rest(changes)) print(line);
  return isDone ? 0 : 1;
}

async function isConfirmed(isChanging: boolean): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const ended = new Promise<string>((resolve) => void lines.once('close', () => resolve('')));
    const said = lines.question(isChanging ? 'Make these changes? [y/N] ' : 'Continue? [y/N] ');
    return /^y(?:es)?$/i.test((await Promise.race([said, ended])).trim());
  } finally {
    lines.close();
  }
}

/** The first decision. @returns whether its receipt is valid */
async function proven(
  project: Project,
  engine: string,
  naming: Parameters<typeof proveFirstDecision>[1],
  print: (line: string) => void,
  say: (line: string) => void,
): Promise<boolean> {
  const { folder, isTypeScript } = project;
  const source = readFileSync(path.join(folder, engine), 'utf8');
  if (!isLoadable(source)) {
    say(
      `No decision was made: ${engine} does not only export the engine. Move it into a module: export const engine = …`,
    );
    return false;
  }
  // A variable that is set already stays.
  for (const name of ['.env.local', '.env']) {
    if (existsSync(path.join(folder, name))) process.loadEnvFile(path.join(folder, name));
  }
  const missing = DRIVERS.find((name) => source.includes(`from '${name}'`) && isMissing(project, name));
  if (missing !== undefined) {
    say(`The files are written, but the first decision was not made: install ${missing}, then run init again.`);
    return false;
  }
  if (/\bprocess\.env\.DATABASE_URL\b/.test(source) && (process.env['DATABASE_URL'] ?? '') === '') {
    say(`The files are written, but the first decision was not made: DATABASE_URL is not set, from which ${engine} takes the
address of the database. Set it, in .env for example (DATABASE_URL=postgres://user:password@127.0.0.1/shop, or mysql://…), or hand
over the pool that your application has. Then run init again.`);
    return false;
  }
  try {
    const { lines, isValid, dataRules } = await proveFirstDecision(engine, naming);
    for (const line of lines) print(line);
    const file = path.posix.join(path.posix.dirname(engine), 'data-rules.ts');
    if (dataRules !== undefined && isTypeScript) draftDataRules(folder, file, dataRules, print);
    else if (dataRules !== undefined) print('Draft data rules from your tables: npx --offline policy-engine map init');
    return isValid;
  } catch (error) {
    say(`The files are written, but the first decision was not made: ${reasonOf(error)}`);
    say('Run init again when this is mended.');
    return false;
  }
}

function draftDataRules(folder: string, file: string, lines: readonly string[], print: (line: string) => void): void {
  if (existsSync(path.join(folder, file))) return print(`=== ${file} (there already)`);
  applied(folder, [{ kind: 'create', file, about: 'a draft of data rules', text: `${lines.join('\n')}\n` }]);
  print(
    `wrote ${file}: a draft of data rules, read from your tables; pass dataRules and dataMap to the engine once they are right`,
  );
}

/** What is left to the person. */
function rest(changes: readonly Change[]): string[] {
  const left = changes
    .filter(({ kind }) => kind === 'by-hand')
    .map(({ about, file }) => `  ${about}${file === null ? '' : ` (${file})`}`);
  return left.length === 0 ? [] : ['Left to you, with the lines above:', ...left];
}
