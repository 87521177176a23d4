/**
 * `npm run benchmark:hostile [-- part of a name]`: renders every hostile page, as HTML and as a screenshot, each while a good page
 * of another site is rendered repeatedly. Every render must end within the time budget and one second, and every good page must
 * be right and in time. The exit code is 1 if a check fails.
 */
import { HOSTILE, pathOf } from '../../packages/page-renderer/test/hostile/pages.ts';
import type { Bench, Outcome } from './bench.ts';
import { finding, outcomeOf, row, withBench } from './bench.ts';

const LIMIT = 4_000;
const [part = ''] = process.argv.slice(2);

process.on('uncaughtException', (error) => {
  finding(`uncaught: ${error.stack ?? error.message}`);
  process.exit(1);
});

async function beside(bench: Bench, work: Promise<unknown>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const state = { isOver: false };
  const ended = work.then(() => void (state.isOver = true));
  while (!state.isOver) outcomes.push(await outcomeOf(bench.renderer.render(bench.good)));
  await ended;
  return outcomes;
}

await withBench({ timeout: LIMIT, concurrency: 4 }, async (bench) => {
  const { renderer, hostile } = bench;
  row('Page', 'HTML', 'ms', 'picture', 'ms', 'good pages beside', 'slowest, ms');
  row(...Array.from({ length: 7 }, () => '---'));
  for (const name of Object.keys(HOSTILE).filter((one) => one.includes(part))) {
    const url = hostile + pathOf(name);
    const both = Promise.all([outcomeOf(renderer.render(url)), outcomeOf(renderer.screenshot(url))]);
    const goods = await beside(bench, both);
    const [html, picture] = await both;
    const slowest = Math.max(...goods.map(({ milliseconds }) => milliseconds));
    row(name, html.verdict, html.milliseconds, picture.verdict, picture.milliseconds, goods.length, slowest);
    for (const { verdict, milliseconds } of [html, picture]) {
      if (verdict === 'internal') finding(`${name}: told as a fault of the service`);
      if (milliseconds > LIMIT + 1_000) finding(`${name}: answered after ${milliseconds} ms`);
    }
    for (const { isRight, verdict, milliseconds } of goods) {
      if (!isRight) finding(`a good page beside "${name}" was ${verdict} after ${milliseconds} ms`);
    }
  }
});
