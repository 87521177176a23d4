/** `policy-engine init`: puts the engine into a project. */
import { type CommandDefinition, defineCommand } from '../../cli/command.ts';
import { initOptions } from './options.ts';

export const initCommand: CommandDefinition = defineCommand({
  name: 'init',
  usage: '[--dry-run | --yes] [options]',
  summary: 'put the engine into the project of this folder',
  details: `Finds framework, database, ORM, auth library and language, and shows what it would change: the module of the engine, its
mount, the banner, the first texts, the check at sign-up, and a draft of data rules. After a yes it writes the files, creates the
engine's tables, publishes the texts, makes a first decision as a visitor and verifies its receipt. What it does not understand it
leaves to you, with the lines to add. It may be run again: what is there already stays.
Exit code: 0 when it is done, 1 for an error or a no, 2 when --dry-run has found something to change.`,
  options: initOptions,
  example: 'npx --offline policy-engine init --dry-run',
  run: async (call) => (await import('./run-init.ts')).runInit(call),
});
