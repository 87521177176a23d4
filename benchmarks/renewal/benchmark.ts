/**
 * `npm run benchmark:renewal -- [pages] [hours] [percent] [--fresh=minutes] [--cap=hours]`: a site
 * over simulated hours, in which a percentage of its pages changes. Each page is requested whenever its result has just expired, so that every response must have the current
 * version. The renders are real; the clock of the service is simulated.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { processorSeconds } from '../renderer/processes.ts';
import type { SitePage } from './site.ts';
import { markOf, startSite } from './site.ts';

const numbers = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const [count = 100, hours = 24, percent = 5] = numbers.map(Number);
const cap = Number(/--cap=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 7 * 24) * 60;
const MINUTE = 60_000;
/** Minutes for which a result is fresh. */
const FRESH = Number(/--fresh=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 60);
/** A page is requested again after this number of minutes. */
const EVERY = FRESH + 1;
const AT_ONCE = 8;
/** Number of responses of each kind whose processor time is compared. */
const COMPARED = 48;
/** Milliseconds. */
const SETTLED = 1_000;

const begin = Date.parse('2026-11-23T00:00:00Z');
const rounds = Math.floor((hours * 60) / EVERY);
const site = await startSite(count);
const service = fork(new URL('service.ts', import.meta.url), [JSON.stringify({ begin, minutes: FRESH, cap })]);
const [url] = (await once(service, 'message')) as [string];
let now = begin;

async function setTime(time: number): Promise<void> {
  now = time;
  service.send(time);
  await once(service, 'message');
}

const seen = { expired: 0, renewed: 0, stale: 0, beyond: 0, changed: 0 };

async function ask(page: SitePage, query = '', tries = 3): Promise<Response & { html: string }> {
  const response = await fetch(`${url}/render/${encodeURIComponent(site.url + page.path)}${query}`);
  const html = await response.text();
  // A busy machine may be late.
  if (response.status >= 503 && tries > 1) return ask(page, query, tries - 1);
  if (response.status !== 200) throw new Error(`${page.path}: ${response.status} ${html.slice(0, 200)}`);
  return Object.assign(response, { html });
}

const isRenewed = (answer: Response) => /detail=renewed/.test(answer.headers.get('cache-status') ?? '');

async function follow(page: SitePage): Promise<void> {
  const answer = await ask(page);
  seen.expired += 1;
  if (isRenewed(answer)) seen.renewed += 1;
  if (!answer.html.includes(markOf(page))) seen.stale += 1;
  const rendered = answer.headers.get('x-rendertron-cached');
  if (rendered !== null && now - Date.parse(rendered) > cap * MINUTE) seen.beyond += 1;
}

/** Pages to change, spread over the rounds. */
const changes = Array.from({ length: Math.round((count * percent) / 100) }, (_, index) => ({
  round: 1 + ((index * 7) % Math.max(1, rounds - 1)),
  page: site.pages[(index * 41 + 3) % count],
}));

try {
  const started = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    for (const change of changes.filter((one) => one.round === round)) {
      if (!change.page) continue;
      change.page.version += 1;
      seen.changed += 1;
    }
    for (let first = 0; first < count; first += AT_ONCE) {
      const batch = site.pages.slice(first, first + AT_ONCE);
      await setTime(begin + round * EVERY * MINUTE + Math.floor((first / count) * EVERY * MINUTE));
      await Promise.all(batch.map((page) => (round === 0 ? ask(page) : follow(page))));
    }
    process.stderr.write(`\r${round + 1} of ${rounds} rounds`);
  }
  const share = (seen.renewed / seen.expired) * 100;
  print(
    `\n${count} pages over ${hours} hours, ${seen.changed} changes, ${((performance.now() - started) / 1_000).toFixed(0)} s`,
  );
  print(`  expired pages asked for: ${seen.expired}`);
  print(`  answered without a render: ${seen.renewed} (${share.toFixed(1)} %)`);
  print(`  answers of an older version: ${seen.stale}`);
  print(`  answers whose render is older than ${cap / 60} hours: ${seen.beyond}`);
  await compare();
  print(`  load over the last minute: ${loadavg()[0]?.toFixed(1)}`);
  if (share < 90 || seen.stale + seen.beyond > 0) process.exitCode = 1;
} finally {
  service.disconnect();
  await once(service, 'exit');
  await site[Symbol.asyncDispose]();
}

/** The processor time of a response that is renewed, and of one that is rendered. */
async function compare(): Promise<void> {
  const products = site.pages.filter(({ path }) => path.startsWith('/products/'));
  const renewed = { seconds: 0, answers: 0 };
  const rendered = { seconds: 0, answers: 0 };
  // Pages of earlier renders are still being closed.
  await sleep(SETTLED);
  for (let turn = 0; renewed.answers < COMPARED && turn < COMPARED; turn += 1) {
    await setTime(now + EVERY * MINUTE);
    const [seconds, answers] = await measure(products.slice(0, AT_ONCE), '');
    // One in twenty is rendered.
    if (!answers.every(isRenewed)) await sleep(SETTLED);
    else add(renewed, seconds, answers);
  }
  while (rendered.answers < COMPARED) {
    const [seconds, answers] = await measure(products.slice(0, AT_ONCE), '?refreshCache=true');
    add(rendered, seconds, answers);
  }
  const [one, other] = [renewed, rendered].map(({ seconds, answers }) => (seconds / answers) * 1_000);
  print(`  processor time of an answer: renewed ${one?.toFixed(1)} ms, rendered ${other?.toFixed(1)} ms`);
  print(`  ratio: ${((other ?? 0) / (one ?? 1)).toFixed(1)}`);
}

function add(to: { seconds: number; answers: number }, seconds: number, answers: readonly unknown[]): void {
  to.seconds += seconds;
  to.answers += answers.length;
}

async function measure(batch: readonly SitePage[], query: string): Promise<[seconds: number, answers: Response[]]> {
  const before = processorSeconds(service.pid ?? 0);
  const answers = await Promise.all(batch.map((page) => ask(page, query)));
  return [processorSeconds(service.pid ?? 0) - before, answers];
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
