/** The command `policy-engine`. */
import { hasLoadedHost } from './cli/command.ts';
import { runCommandLine } from './cli/run.ts';
import * as ownModules from './modules.ts';

// Whoever reads may end before the command does: `doctor | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runCommandLine(Object.values(ownModules), process.argv.slice(2), {
  write: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  env: process.env,
});

if (hasLoadedHost()) {
  const written = [process.stdout, process.stderr].map((stream) => new Promise((resolve) => stream.write('', resolve)));
  await Promise.all(written);
  process.exit();
}
