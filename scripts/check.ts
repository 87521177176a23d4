/** `npm run check`: the checks that take less than half a minute: types, lint, format, and the rules of the repository. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { build, root, TSC } from './build.ts';

interface Check {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
}

// The type-aware linter takes longest; the others run in parallel.
const checks: readonly Check[] = [
  { name: 'lint', command: ['npm', 'run', '--silent', 'lint'] },
  // They are no part of what is compiled: they import what is, and what only they install.
  { name: 'types of benchmarks', command: [process.execPath, TSC, '-p', 'benchmarks'] },
  { name: 'format', command: ['npm', 'run', '--silent', 'format:check'] },
  { name: 'house rules', command: [process.execPath, '--test', ...globSync('scripts/house/*.test.ts', { cwd: root })] },
];

async function passes({ name, command: [file, ...parameters] }: Check): Promise<boolean> {
  const started = performance.now();
  const child = spawn(file, parameters, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${code === 0 ? '' : output}${code === 0 ? 'passed' : 'FAILED'}  ${name}  ${seconds} s\n`);
  return code === 0;
}

build();
const outcomes = await Promise.all(checks.map(passes));
if (outcomes.includes(false)) process.exitCode = 1;
