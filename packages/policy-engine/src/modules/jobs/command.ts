import { once } from 'node:events';
import { type CommandDefinition, defineCommand, engineOption, withEngine } from '../../cli/command.ts';
import type { Database } from '../../platform/database/port.ts';
import { holdStart } from '../../platform/held-start.ts';

interface WorkingEngine {
  start(): void;
  stop(): Promise<void>;
  readonly database: Pick<Database, 'close'>;
}

/** `policy-engine work`: runs jobs in a process separate from the web server, until SIGTERM or SIGINT. */
export const workCommand: CommandDefinition = defineCommand({
  name: 'work',
  usage: '--engine FILE',
  summary: 'run the engine’s background jobs in a separate process',
  details: 'Runs until it is stopped (SIGTERM, Ctrl+C), and finishes running jobs before it exits.',
  options: engineOption,
  example: 'npx --offline policy-engine work --engine engine.js',
  run: ({ values, print }) =>
    withEngine<WorkingEngine, void>(values.engine, 'start', async (engine) => {
      holdStart(false);
      engine.start();
      print('Working. Stop it with SIGTERM or Ctrl+C.');
      // The engine does not keep a process alive.
      const alive = setInterval(() => {}, 60_000);
      await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
      print('Finishing running jobs.');
      clearInterval(alive);
    }),
});
