/**
 * `npm run benchmark:mixed [-- renders]`: 10,000 renders of good pages, of pictures and now and then of a hostile page, four at a
 * time. Memory, descriptors, processes and folders of the service must be after the last as they were after the first 500.
 * Ends with 1 where something does not hold.
 */
import { HOSTILE, pathOf } from '../../packages/page-renderer/test/hostile/pages.ts';
import { finding, holdings, outcomeOf, row, withBench } from './bench.ts';

const RENDERS = Number(process.argv[2] ?? 10_000);
const AT_ONCE = 4;
/** A hostile page in so many renders; each takes a second or two. */
const HOSTILE_ONE_IN = 100;

await withBench({ timeout: 2_000, concurrency: AT_ONCE }, async ({ renderer, good, hostile }) => {
  const names = Object.keys(HOSTILE);
  let [begun, wrong] = [0, 0];
  const samples: Array<ReturnType<typeof holdings>> = [];
  row('Renders', 'MB', 'descriptors', 'processes', 'folders');
  row('---', '---', '---', '---', '---');
  const sample = (renders: number) => {
    globalThis.gc?.();
    const now = holdings();
    samples.push(now);
    row(renders, now.megabytes, now.descriptors, now.processes, now.folders);
  };
  const next = async (number: number) => {
    if (number % HOSTILE_ONE_IN === 0) {
      const name = names[(number / HOSTILE_ONE_IN) % names.length] ?? '';
      await outcomeOf(renderer.render(hostile + pathOf(name)));
    } else if (number % 10 === 0) await outcomeOf(renderer.screenshot(good));
    else if (!(await outcomeOf(renderer.render(good))).isRight) wrong += 1;
  };
  /** Renders up to a number, and waits for all of them, so that what is counted is at rest. */
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
  process.stdout.write(`\n${wrong} of the good pages were not right\n`);
  const [first, last] = [samples[0], samples.at(-1)];
  if (!first || !last) return;
  if (last.megabytes > first.megabytes * 1.2 + 20)
    finding(`memory grew from ${first.megabytes} to ${last.megabytes} MB`);
  if (last.descriptors > first.descriptors + 20) finding('descriptors grew');
  if (last.processes > first.processes + 20) finding('processes grew');
  if (last.folders > first.folders + 1) finding('folders grew');
  if (wrong > 0) finding('good pages beside hostile ones were not right');
});
