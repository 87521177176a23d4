import { runCommandLine } from './command-line.ts';

const code = await runCommandLine(process.argv.slice(2), {
  write: (content) => void process.stdout.write(content),
  writeError: (text) => void process.stderr.write(text),
});
// Whoever has succeeded ends by itself, or serves; after a failure nothing is waited for.
if (code !== 0) process.exit(code);
