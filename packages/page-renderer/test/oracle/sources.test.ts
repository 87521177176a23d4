/** When a source of work only repeats. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noteSources } from '../../dist/page/completion/sources.js';

/** The number of the run after which a source is idle that runs at this pace; 0 if none of the first hundred. */
function idleAfter(key: string, pace: number): number {
  let time = 0;
  const sources = noteSources(() => time);
  sources.watch();
  for (let run = 1; run <= 100; run += 1) {
    if (sources.run(key)) return run;
    time += pace;
  }
  return 0;
}

for (const [what, key, pace, runs] of [
  ['an interval', '1 7', 250, 5],
  ['a chain of timers', '0 100 4 f', 100, 11],
  ['animation frames', '2 0 4 f', 16, 64],
  ['idle callbacks', '3 0 4 f', 50, 21],
  ['idle callbacks on a busy machine', '3 0 4 f', 130, 16],
  ['animation frames that are slow by themselves', '2 0 4 f', 600, 6],
  ['tasks on a busy machine', 'm 4 0 4 f', 110, 16],
  ['tasks with a delay', 'm 4 400 4 f', 400, 4],
  ['locks', 'm lock', 130, 9],
] as const) {
  test(`${what} every ${pace} ms: after ${runs} runs`, () => assert.equal(idleAfter(key, pace), runs));
}
