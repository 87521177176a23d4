import { runCommandLine } from './command-line.ts';

const code = await runCommandLine(process.argv.slice(2), {
  write: (content) => void process.stdout.write(content),
  writeError: (text) => void process.stderr.write(text),
});
// Once all is written nothing is waited for, such as a store that was asked and does not answer.
if (code !== undefined) process.stdout.write('', () => process.exit(code));
