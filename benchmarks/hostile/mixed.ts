/**
 * `npm run benchmark:mixed [-- renders]`: 10,000 renders of good pages, of screenshots and sometimes of a hostile page, four at a
 * time. Memory, descriptors, processes and folders of the service must be the same in the last quarter as in the first, whose
 * first 500 renders are left out: memory that a hostile page needed stays with the process until it is released.
 * The exit code is 1 if a check fails.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { HOSTILE, pathOf } from '../../packages/page-renderer/test/hostile/pages.ts';
import { finding, holdings, outcomeOf, row, withBench } from './bench.ts';

/** At least two samples: the first is left out. */
const RENDERS = Math.max(1_000, Number(process.argv[2] ?? 10_000));
const AT_ONCE = 4;
/** Number of renders with one hostile page among them; each hostile page takes a second or two. */
const HOSTILE_ONE_IN = 100;

/** Maximum resources of the service in the last quarter, depending on those in the first. */
const MOST = {
  megabytes: (first: number) => first * 1.2 + 20,
  descriptors: (first: number) => first + 20,
  processes: (first: number) => first + 20,
  folders: (first: number) => first + 1,
};

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

await withBench({ timeout: 2_000, concurrency: AT_ONCE }, async ({ renderer, good, hostile }) => {
  const names = Object.keys(HOSTILE);
  let begun = 0;
  const wrong = new Map<string, number>();
  const samples: Array<ReturnType<typeof holdings>> = [];
  row('Renders', 'MB', 'descriptors', 'processes', 'folders');
  row('---', '---', '---', '---', '---');
  const sample = (renders: number) => {
    collectGarbage();
    const now = holdings();
    samples.push(now);
    row(renders, now.megabytes, now.descriptors, now.processes, now.folders);
  };
  const next = async (number: number) => {
    if (number % HOSTILE_ONE_IN === 0) {
      const name = names[(number / HOSTILE_ONE_IN) % names.length] ?? '';
      await outcomeOf(renderer.render(hostile + pathOf(name)));
    } else if (number % 10 === 0) await outcomeOf(renderer.screenshot(good));
    else {
      const { isRight, verdict } = await outcomeOf(renderer.render(good));
      if (!isRight) wrong.set(verdict, (wrong.get(verdict) ?? 0) + 1);
    }
  };
  /** Renders up to a number, and waits for all of them, so that nothing runs while resources are counted. */
  const renderUpTo = async (number: number) => {
    const lane = async () => {
      while (begun < number) await next((begun += 1));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  };
  for (let number = 500; number <= RENDERS; number += 500) {
    await renderUpTo(number);
    sample(number);
  }
  const quarter = Math.ceil(samples.length / 4);
  for (const what of ['megabytes', 'descriptors', 'processes', 'folders'] as const) {
    const middleOf = (some: typeof samples) =>
      some.map((one) => one[what]).toSorted((a, b) => a - b)[some.length >> 1] ?? 0;
    const [first, last] = [middleOf(samples.slice(1, quarter + 1)), middleOf(samples.slice(-quarter))];
    process.stdout.write(`${what}: ${first} in the first quarter, ${last} in the last (medians)\n`);
    if (last > MOST[what](first)) finding(`${what} grew from ${first} to ${last}`);
  }
  for (const [verdict, count] of wrong) finding(`${count} of the good pages ended as ${verdict}`);
});
