/**
 * `node benchmarks/consent-client/profile.ts rejected|accepted [rounds]`: where the main thread's time goes at the start of a decided page
 * with 200 scripts that wait, by the events of Chromium's trace: milliseconds of the processor in each event without those inside of it,
 * medians. The trace itself takes time, so the figures are for comparison only.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { findBrowser } from 'page-renderer';
import { CLIENTS } from './clients.ts';
import { decide } from './decide.ts';
import type { StorageState } from './measure.ts';
import { startSite } from './site.ts';

interface TraceEvent {
  readonly pid: number;
  readonly tid: number;
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur: number;
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly fileName?: string; readonly data?: { readonly url?: string } };
}

const state = process.argv[2] === 'accepted' ? 'accepted' : 'rejected';
const ROUNDS = Number(process.argv[3] ?? 5);
const CATEGORIES = ['devtools.timeline', 'v8', 'v8.execute', 'disabled-by-default-v8.compile', 'blink', 'toplevel'];
/** Milliseconds after which a page has nothing to do any more. */
const REST = 1000;
/** Events below this many milliseconds with every client are left out. */
const LEAST = 0.3;

/** Milliseconds by event. */
function selfTimes(events: readonly TraceEvent[]): Map<string, number> {
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid}.${tid}`;
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const parses = (thread: string) =>
    events.filter((one) => one.name === 'ParseHTML' && threadOf(one) === thread).length;
  const [main] = named.map(threadOf).toSorted((a, b) => parses(b) - parses(a));
  const own = events
    .filter((one) => threadOf(one) === main && one.ph === 'X' && one.tdur !== undefined)
    .toSorted((a, b) => a.ts - b.ts || b.dur - a.dur);
  const times = new Map<string, number>();
  const note = (one: TraceEvent, time: number) => {
    const file = (one.args?.data?.url ?? one.args?.fileName ?? '').replace(/^.*\//, '').replace(/#.*$/, '');
    const name = /^(?:FunctionCall|EvaluateScript|v8\.)/.test(one.name)
      ? `${one.name} ${file.replace(/\.[\w-]{6}(?=\.js)/, '')}`
      : one.name;
    times.set(name.trim(), (times.get(name.trim()) ?? 0) + time / 1000);
    times.set('all', (times.get('all') ?? 0) + time / 1000);
  };
  const around: TraceEvent[] = [];
  for (const one of own) {
    let parent = around.at(-1);
    while (parent !== undefined && parent.ts + parent.dur <= one.ts) {
      around.pop();
      parent = around.at(-1);
    }
    const time = one.tdur ?? 0;
    if (parent !== undefined) note(parent, -time);
    note(one, time);
    around.push(one);
  }
  return times;
}

const { executablePath, env } = await findBrowser();
const browser = await chromium.launch({
  executablePath,
  env: { ...(process.env as Record<string, string>), ...env },
  args: ['--disable-gpu', '--disable-background-networking', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
});
await using site = await startSite();
const session = await browser.newBrowserCDPSession();

async function traced(path: string, storageState: StorageState | undefined): Promise<Map<string, number>> {
  await using context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...(storageState && { storageState }),
  });
  const page = await context.newPage();
  await page.goto(`${site.url}/blank`);
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]));
  session.on('Tracing.dataCollected', collect);
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  });
  await page.goto(`${site.url}${path}/scripts`);
  await sleep(REST);
  const isOver = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await isOver;
  session.off('Tracing.dataCollected', collect);
  return selfTimes(events);
}

try {
  const pages: { readonly name: string; readonly path: string; readonly storage?: StorageState }[] = [
    { name: 'without', path: '/bare' },
  ];
  for (const client of CLIENTS) {
    const { storage } = await decide(browser, site.url, client);
    pages.push({ name: client.name, path: client.path, storage: storage[state] });
  }
  const found = new Map(pages.map(({ name }) => [name, [] as Map<string, number>[]]));
  // The first round warms up.
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const { name, path, storage } of pages) {
      const times = await traced(path, storage);
      if (round >= 0) found.get(name)!.push(times);
    }
  }
  const median = (name: string, event: string) =>
    found
      .get(name)!
      .map((times) => times.get(event) ?? 0)
      .toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  const events = [...new Set([...found.values()].flat().flatMap((times) => Array.from(times.keys())))];
  const rows = events
    .map((event) => ({ event, times: pages.map(({ name }) => median(name, event)) }))
    .filter(({ times }) => Math.max(...times) >= LEAST)
    .toSorted((a, b) => Math.max(...b.times) - Math.max(...a.times));
  console.log(`Chromium ${browser.version()}, ${state}, ${ROUNDS} rounds\n`);
  console.log(`| Event | ${pages.map(({ name }) => name).join(' | ')} |\n| --- |${' ---: |'.repeat(pages.length)}`);
  for (const { event, times } of rows)
    console.log(`| ${event} | ${times.map((time) => time.toFixed(1)).join(' | ')} |`);
} finally {
  await browser.close();
}
