/**
 * `npm run benchmark:kills [-- renders]`: 1,000 renders, four at a time, while a random browser is killed every second; then a
 * browser is frozen. Every page must be right, and renders must work again within 10 s after the freeze. The exit code is 1 if a
 * check fails.
 */
import { browserPids, finding, outcomeOf, row, withBench } from './bench.ts';

const RENDERS = Number(process.argv[2] ?? 1_000);
const AT_ONCE = 4;

await withBench({ browsers: 2, concurrency: AT_ONCE, timeout: 20_000 }, async ({ renderer, good }) => {
  const one = () => outcomeOf(renderer.render(good));
  let [begun, wrong, killed] = [0, 0, 0];
  const times: number[] = [];
  const killing = setInterval(() => {
    const pids = browserPids();
    const pid = pids[Math.floor(Math.random() * pids.length)];
    if (pid === undefined) return;
    process.kill(pid, 'SIGKILL');
    killed += 1;
  }, 1_000);
  const lane = async () => {
    while (begun < RENDERS) {
      begun += 1;
      const { isRight, verdict, milliseconds } = await one();
      times.push(milliseconds);
      if (isRight) continue;
      wrong += 1;
      finding(`a good page was ${verdict} after ${milliseconds} ms`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  clearInterval(killing);
  times.sort((a, b) => a - b);
  row('Renders', 'browsers killed', 'wrong', 'median, ms', 'slowest, ms');
  row('---', '---', '---', '---', '---');
  row(RENDERS, killed, wrong, times[Math.floor(times.length / 2)] ?? 0, times.at(-1) ?? 0);

  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const frozen = browserPids()[0];
  if (frozen !== undefined) process.kill(frozen, 'SIGSTOP');
  const started = performance.now();
  const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, one));
  const seconds = ((performance.now() - started) / 1_000).toFixed(1);
  process.stdout.write(`\nOne of the browsers frozen: four renders were right after ${seconds} s\n`);
  if (outcomes.some(({ isRight }) => !isRight)) finding('a render beside a frozen browser was not right');
  if (Number(seconds) > 10) finding('good renders took longer than 10 s after the freeze');
  for (const pid of browserPids()) process.kill(pid, 'SIGSTOP');
  const all = performance.now();
  if (!(await one()).isRight) finding('a render after all browsers were frozen was not right');
  process.stdout.write(
    `All browsers frozen: a render was right after ${((performance.now() - all) / 1_000).toFixed(1)} s\n`,
  );
  if (performance.now() - all > 10_000) finding('a render took longer than 10 s after all browsers were frozen');
});
