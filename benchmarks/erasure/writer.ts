/**
 * Another writer of the same file: `node writer.ts <file>` writes a row every few milliseconds until its standard input ends,
 * then prints how long it waited for the database, the longest times first.
 */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE = 5;
const PRINTED = 20;
/** SQLITE_BUSY. */
const BUSY = 5;
const database = new DatabaseSync(process.argv[2] ?? '', { timeout: 60_000 });
/** Whether the row was written, because the database was not locked. */
function tried(): boolean {
  try {
    insert.run(Date.now());
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === BUSY) return false;
    throw error;
  }
}

const insert = database.prepare('insert into beats (at) values (?)');
const waits: number[] = [];
const ending = new AbortController();
process.stdin.on('end', () => ending.abort()).resume();
database.exec('pragma busy_timeout = 0');
process.stdout.write('ready\n');
while (!ending.signal.aborted) {
  const begun = performance.now();
  // SQLite's own busy handler sleeps for up to a tenth of a second between two tries, which would distort the measurement.
  while (!tried()) await sleep(1);
  waits.push(performance.now() - begun);
  await sleep(PAUSE);
}
process.stdout.write(
  JSON.stringify({ count: waits.length, longest: waits.toSorted((a, b) => b - a).slice(0, PRINTED) }),
);
