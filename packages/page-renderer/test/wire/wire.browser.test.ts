/**
 * The n-th command to the browser fails: it is refused, never answered, kills the browser, or gets a response beyond the size
 * limit. `npm test` tries some commands; `npm run benchmark:wire` makes each command of a render fail in each way.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { rounds } from '../../../../testing/rounds.ts';
import type { Site } from '../support/site.ts';
import type { WireFault } from '../support/wire-stand-in.ts';
import type { Round } from './rounds.ts';
import { foldersLeft, openLane, operations, startWireSite, TIMEOUT } from './rounds.ts';

const FAULTS: readonly WireFault[] = ['refused', 'silent', 'dead', 'too-large'];
/** More than the number of commands of any render. */
const MOST = 200;
type Short = Partial<Record<WireFault, { cold?: number[]; warm: number[] }>>;
/**
 * In the short round: a command of the start of a browser, and of opening, preparing and reading a page; and of receiving and
 * reading a response that is not a page.
 */
const SHORT: Readonly<Record<string, Short>> = {
  HTML: { refused: { cold: [2], warm: [8] }, silent: { warm: [2] }, 'too-large': { warm: [24] } },
  file: { dead: { warm: [12] } },
};
const isLong = rounds(0, 1) === 1;
/** The start of a browser has two commands; the first command of a page follows. */
const START = [1, 2, 3];

let site: Site;
before(async () => {
  site = await startWireSite();
});
after(async () => {
  assert.deepEqual(foldersLeft(), [], 'no folder is left');
  assert.ok(!site.requests.some((url) => url.startsWith('/refused')), 'what the rules refuse was never asked for');
  await site[Symbol.asyncDispose]();
});

function* everyWarm(short: readonly number[]): Generator<number> {
  if (isLong) for (let at = 1; at < MOST; at++) yield at;
  else yield* short;
}

describe('a render whose n-th command to the browser fails ends, and the next one is right', { concurrency: 2 }, () => {
  for (const operation of operations()) {
    for (const fault of FAULTS) {
      const { cold: shortCold = [], warm = [] } = SHORT[operation.name]?.[fault] ?? {};
      if (!isLong && warm.length === 0) continue;
      test(`${operation.name}: ${fault}`, async (context) => {
        const done: Round[] = [];
        {
          await using lane = await openLane(site, operation, false);
          for (const at of everyWarm(warm)) {
            const round = await lane.round(fault, at);
            if (round.method === undefined) break;
            done.push(round);
          }
          assert.ok(done.length > 0 && done.length < MOST - 1);
        }
        const cold = isLong ? START : shortCold;
        if (cold.length > 0) {
          await using lane = await openLane(site, operation, true);
          for (const at of cold) done.push(await lane.round(fault, at));
        }
        if (isLong) context.diagnostic(`${operation.name}, ${fault}, limit ${TIMEOUT} ms: ${summary(done)}`);
      });
    }
  }
});

function summary(done: readonly Round[]): string {
  const ends = Object.groupBy(done, ({ ended }) => ended);
  const counts = Object.entries(ends).map(([ended, some = []]) => `${ended} ${some.length}`);
  const slowest = Math.max(...done.map(({ milliseconds }) => milliseconds));
  return `${done.length} commands; ${counts.join(', ')}; the slowest ${Math.round(slowest)} ms`;
}
