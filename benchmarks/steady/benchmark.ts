/**
 * `npm run benchmark:steady [-- rounds [pattern…]]`: runs all tests several times (3) while one endless loop per core keeps
 * the machine busy, and prints the result of each run. The exit code is 1 if a run failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const [rounds = '3', ...patterns] = process.argv.slice(2);

interface Outcome {
  readonly passed: boolean;
  readonly seconds: number;
  /** Titles of the tests that failed. */
  readonly failed: readonly string[];
}

async function runTests(): Promise<Outcome> {
  const started = performance.now();
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/test.ts'), '--all', ...patterns], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => void (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  const [, failures = ''] = output.split('✖ failing tests:');
  if (failures !== '') process.stdout.write(`${failures.trim()}\n`);
  return {
    passed: code === 0,
    seconds: Math.round((performance.now() - started) / 1000),
    failed: [...failures.matchAll(/^✖ (.*) \([\d.]+ms\)$/gm)].map(([, title = '']) => title),
  };
}

const loops = Array.from({ length: availableParallelism() }, () => spawn(process.execPath, ['-e', 'for (;;);']));
const outcomes: Outcome[] = [];
try {
  for (let round = 1; round <= Number(rounds); round += 1) {
    process.stdout.write(`run ${round} of ${rounds}, with ${loops.length} busy loops\n`);
    outcomes.push(await runTests());
  }
} finally {
  for (const loop of loops) loop.kill('SIGKILL');
}
process.stdout.write('\n| run | outcome | seconds | failed tests |\n|---|---|---|---|\n');
for (const [index, { passed, seconds, failed }] of outcomes.entries()) {
  process.stdout.write(
    `| ${index + 1} | ${passed ? 'passed' : 'failed'} | ${seconds} | ${failed.join('; ') || 'none'} |\n`,
  );
}
if (outcomes.some(({ passed }) => !passed)) process.exitCode = 1;
