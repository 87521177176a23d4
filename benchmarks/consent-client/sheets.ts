/**
 * `node benchmarks/consent-client/sheets.ts [rounds]`: what the style sheets of the clients cost in a page that shows no question. A frame
 * gets the page with 200 elements that wait, and then ten batches of 100 elements, each drawn by itself. `as before` has the rule that ours
 * had until it was taken out: browsers looked for the question in the whole page at each change.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type CDPSession } from 'playwright-core';
import { findBrowser } from 'page-renderer';
import { PAGES } from './site.ts';

const ROUNDS = Number(process.argv[2] ?? 31);
const read = (...parts: readonly string[]) => readFileSync(path.join(import.meta.dirname, ...parts), 'utf8');
const { consentCss } = (await import(
  path.join(import.meta.dirname, '../../packages/policy-engine/dist/platform/web/assets/consent.generated.js')
)) as { readonly consentCss: string };
const SHEETS: Readonly<Record<string, string>> = {
  none: '',
  'policy-engine': consentCss,
  'policy-engine, as before': `${consentCss}html:has(.pe-consent-panel:not([hidden])){scroll-padding-block-end:1px}`,
  'vanilla-cookieconsent': read('node_modules/vanilla-cookieconsent/dist/cookieconsent.css'),
};
const PARTS = PAGES.scripts.map(
  ({ purpose, content }, index) =>
    `<section><h2>Part ${index}</h2><p>Some <b>text</b> of <a href="#${index}">this page</a>.</p><script type="text/plain" data-consent="${purpose}">${content}</script></section>`,
);
const html = (sheet: string) => `<!doctype html><style>${sheet}</style><main>${PARTS.join('\n')}</main>`;

/** Code of the measured page: shows the HTML in a frame, and adds the batches. */
const showing = (text: string) => `(async () => {
  const drawn = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 5)));
  const frame = Object.assign(document.createElement('iframe'), { srcdoc: ${JSON.stringify(text).replaceAll('</', String.raw`<\/`)}, width: 1200, height: 800 });
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
  document.body.append(frame);
  await loaded;
  await drawn();
  const { contentDocument } = frame;
  for (let batch = 0; batch < 10; batch += 1) {
    for (let index = 0; index < 100; index += 1)
      contentDocument.body.append(Object.assign(contentDocument.createElement('p'), { textContent: 'Row ' + index }));
    await drawn();
  }
  frame.remove();
})()`;

async function timesOf(session: CDPSession): Promise<readonly number[]> {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name: string) => 1000 * (metrics.find((one) => one.name === name)?.value ?? Number.NaN);
  return [of('TaskDuration') - of('DevToolsCommandDuration'), of('RecalcStyleDuration')];
}

const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({
  executablePath,
  env: { ...(process.env as Record<string, string>), ...env },
  args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
try {
  const page = await browser.newPage();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const samples = new Map<string, (readonly number[])[]>();
  // The first round warms up.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [name, sheet] of Object.entries(SHEETS)) {
      const before = await timesOf(session);
      await page.evaluate(showing(html(sheet)));
      const after = await timesOf(session);
      if (round >= 0) samples.set(name, [...(samples.get(name) ?? []), after.map((time, at) => time - before[at])]);
    }
  }
  console.log(`Chromium ${browser.version()}, ${ROUNDS} rounds, medians in milliseconds of the main thread\n`);
  console.log('| Style sheet | all | style |\n| --- | ---: | ---: |');
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  for (const [name, times] of samples)
    console.log(`| ${name} | ${[0, 1].map((at) => median(times.map((one) => one[at])).toFixed(1)).join(' | ')} |`);
} finally {
  await browser.close();
}
