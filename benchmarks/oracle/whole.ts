/**
 * `npm run benchmark:oracle-whole`: 20,000 generated pages in twenty parts, of which each has its seed: 12,000 at eight at a time, 4,000 one after
 * the other, and 4,000 at eight while both cores have other work. Each part is written to `results.json` when it has ended: a
 * run that was broken off goes on behind the last one. Delete the file to begin anew.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';

interface Part {
  readonly pages: number;
  readonly atATime: number;
  readonly isBusy: boolean;
  readonly seed: number;
}

interface Result extends Part {
  /** Commit of the renderer, UTC day, and load of the machine over the last minute at the end. */
  readonly commit: string;
  readonly day: string;
  readonly load: number;
  readonly seconds: number;
  readonly verdicts: Readonly<Record<string, number>>;
  /** Pages that were said to be complete, or settled, and lack something. */
  readonly complete: readonly unknown[];
  readonly settled: readonly unknown[];
}

const FILE = path.join(import.meta.dirname, 'results.json');
const PAGES = 1_000;
const KINDS = [
  { count: 12, atATime: 8, isBusy: false, seed: 1_000 },
  { count: 4, atATime: 1, isBusy: false, seed: 2_000 },
  { count: 4, atATime: 8, isBusy: true, seed: 3_000 },
];
const PARTS: readonly Part[] = KINDS.flatMap(({ count, seed, ...kind }) =>
  Array.from({ length: count }, (_, index) => ({ pages: PAGES, ...kind, seed: seed + index })),
);

const results: Result[] = existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Result[]) : [];
const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' }).trim();
const folder = mkdtempSync(path.join(tmpdir(), 'oracle-'));
try {
  for (const part of PARTS) {
    if (results.some(({ seed }) => seed === part.seed)) continue;
    run(part);
  }
} finally {
  rmSync(folder, { recursive: true });
}
const sum = (count: (result: Result) => number) => results.reduce((total, result) => total + count(result), 0);
console.log(
  `${sum(({ pages }) => pages)} pages: ${sum(({ complete }) => complete.length)} falsely complete, ${sum(({ settled }) => settled.length)} falsely settled`,
);
if (sum(({ complete }) => complete.length) > 0) process.exitCode = 1;

function run({ pages, atATime, isBusy, seed }: Part): void {
  const to = path.join(folder, `${seed}.json`);
  const options = ['--generated', '--to', to, ...(isBusy ? ['--busy'] : [])];
  const words = [path.join(import.meta.dirname, 'benchmark.ts'), pages, atATime, seed].map(String);
  spawnSync(process.execPath, [...words, ...options], { stdio: 'inherit' });
  if (!existsSync(to)) throw new Error(`The part with seed ${seed} has not ended`);
  const counted = JSON.parse(readFileSync(to, 'utf8')) as Pick<Result, 'seconds' | 'verdicts' | 'complete' | 'settled'>;
  const day = new Date().toISOString().slice(0, 10);
  results.push({ pages, atATime, isBusy, seed, commit, day, load: Math.round(loadavg()[0] * 10) / 10, ...counted });
  writeFileSync(`${FILE}.part`, `${JSON.stringify(results, null, 2)}\n`);
  renameSync(`${FILE}.part`, FILE);
}
