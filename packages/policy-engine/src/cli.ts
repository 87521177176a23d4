/** The command `policy-engine`. */
import { runCommandLine } from './cli/run.ts';
import * as ownModules from './modules.ts';

process.exitCode = await runCommandLine(Object.values(ownModules), process.argv.slice(2), {
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  env: process.env,
});
