/** Pages of the oracle reveal a detector without one of its signals; with all signals it is right. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer, RendererParts } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { judge } from './judge.ts';
import type { OraclePage, Step } from './pages.ts';
import type { OracleSite } from './site.ts';
import { startOracleSite } from './site.ts';

/** The proof of rest only saves time. */
type Signal = NonNullable<RendererParts['without']> extends ReadonlySet<infer One> ? Exclude<One, 'proof'> : never;

const page = (steps: readonly Step[], loadAfter = 0): OraclePage => {
  return { marks: [{ name: 'mark', steps, place: 'app' }], before: 'nothing', loadAfter };
};

/** How often a page may still be judged correctly. */
const TRIES = 5;

/** For each signal, a page that is incomplete without it; far from every bound, so that a slow machine does not reach one. */
const NEEDED: Record<Signal, OraclePage> = {
  // More than half a second after the last request, for which a detector without the load event waits.
  load: page([{ do: 'timer', wait: 4_900 }], 4_000),
  requests: page([{ do: 'fetch', wait: 1_200 }]),
  reads: page([{ do: 'stream', gap: 700, parts: 1 }]),
  timers: page([{ do: 'worker', waits: [{ do: 'timer', wait: 900 }] }]),
  messages: page([{ do: 'socket', wait: 700 }]),
  streams: page([{ do: 'stream', gap: 5_000, parts: 1 }]),
  refreshes: { ...page([]), next: { steps: [], by: 'slow refresh', page: page([{ do: 'frames', count: 1 }]) } },
  rest: page([{ do: 'toggles', count: 10, busy: 100 }]),
  work: page([{ do: 'derive', iterations: 1_000_000 }]),
};
// The next page has another mark.
const { next } = NEEDED.refreshes;
if (next) NEEDED.refreshes = { ...NEEDED.refreshes, marks: [{ name: 'left', steps: [], place: 'app' }], next };

describe('a detector without a signal', () => {
  let site: OracleSite;
  let renderer: Renderer;
  const without = new Set<Signal>();
  before(async () => {
    site = await startOracleSite();
    const options = { allowPrivateNetworks: ['127.0.0.0/8'], timeout: stretched(15_000), logLevel: 'silent' } as const;
    renderer = await createRenderer(options, { without });
  });
  after(async () => {
    await renderer.close();
    await site[Symbol.asyncDispose]();
  });

  test('with all of them, each page is told as it is', async () => {
    const judged = await Promise.all(
      Object.entries(NEEDED).map(async ([signal, needed]) => {
        const { verdict, pending, missing, wrong } = await judge(renderer, site, needed, stretched(400));
        return { signal, verdict, pending, missing, wrong };
      }),
    );
    assert.deepEqual(
      judged.filter(({ verdict, wrong }) => verdict === 'budget' || wrong),
      [],
    );
  });

  for (const [signal, needed] of Object.entries(NEEDED) as Array<[Signal, OraclePage]>) {
    test(`is wrong: ${signal}`, async () => {
      without.add(signal);
      const verdicts: string[] = [];
      let isWrong = false;
      // On a busy machine, what would be missed may exist before the page is read.
      while (!isWrong && verdicts.length < TRIES) {
        // oxlint-disable-next-line no-await-in-loop -- until one is
        const { wrong, verdict } = await judge(renderer, site, needed, 100);
        isWrong = wrong !== undefined;
        verdicts.push(verdict);
      }
      without.delete(signal);
      assert.ok(isWrong, `${verdicts.join()} are right`);
    });
  }
});
