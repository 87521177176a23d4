/**
 * `npm run benchmark:apps [-- part of a name …]`: renders pages of applications that packages of the registry ship, and compares
 * their words with those that a person sees. All observations come first; then each page is rendered, and rendered in the usual
 * way, one after the other, so that durations are not those of pages side by side.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { createRenderer, findBrowser, RendererError, type Renderer } from 'page-renderer';
import { chromium, type Browser } from 'playwright-core';
import { lackingWords, wordsOfHtml } from '../../packages/page-renderer/test/applications/html-words.ts';
import { observe, renderWhenIdle } from './observer.ts';
import { fetchApplications, readApplications, serveFolder } from './packages.ts';
import { printTotals, type Row } from './totals.ts';

/** Pages that are observed at a time; observing is mostly waiting. */
const OBSERVED_AT_ONCE = 6;
/** Words that are printed of those that a page lacks. */
const SHOWN = 8;
/** Verdicts that say, if nothing is pending, that the page has all its text. */
const FINAL: ReadonlySet<string> = new Set(['complete', 'blank', 'client-redirect']);
const SIZE = { width: 1_000, height: 1_000 };

/** A page, and what a person sees of it. */
interface Page {
  name: string;
  url: string;
  words: readonly string[];
  isStill: boolean;
}

const print = (line: string) => void process.stdout.write(`${line}\n`);
const wanted = process.argv.slice(2);
const applications = (await readApplications()).filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const folder = await mkdtemp(path.join(tmpdir(), 'benchmark-apps-'));
await using closing = new AsyncDisposableStack();
closing.defer(() => rm(folder, { recursive: true, force: true }));

const folders = await fetchApplications(applications, folder);
const pages: Page[] = [];
for (const [index, { name, version, root, pages: paths }] of applications.entries()) {
  const site = closing.use(await serveFolder(path.join(folders[index] ?? '', root)));
  for (const one of paths) {
    const url = new URL(one, site.url).href;
    pages.push({ name: `${name}@${version} ${one}`, url, words: [], isStill: false });
  }
}
print(`${pages.length} pages of ${applications.length} packages`);

const { executablePath, env } = await findBrowser();
const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
const browser = await chromium.launch({
  executablePath,
  args,
  env: { ...(process.env as Record<string, string>), ...env },
});
closing.defer(() => browser.close());
const queue = pages.values();
await Promise.all(Array.from({ length: OBSERVED_AT_ONCE }, () => observeAll(browser, queue)));
const withText = pages.filter(({ words }) => words.length > 0);
const without = pages.filter(({ words }) => words.length === 0).map(({ name }) => name);
print(`${without.length} show no text and are left out: ${without.join(', ')}\nload ${loadavg()[0]?.toFixed(1)}\n`);

const renderer = await createRenderer({
  ...SIZE,
  frames: 'inline',
  allowPrivateNetworks: ['127.0.0.0/8'],
  logLevel: 'silent',
});
closing.defer(() => renderer.close());
// Some pages show it.
const userAgent = await userAgentOf(browser);
const rows: Row[] = [];
for (const page of withText) rows.push(await compare(page, renderer, browser));
print(`\n${browser.version()}, load ${loadavg()[0]?.toFixed(1)}\n`);
printTotals(rows, print);
if (rows.some(({ isFinal, lacking }) => isFinal && lacking.length > 0)) process.exitCode = 1;

async function observeAll(by: Browser, queued: Iterator<Page> & Iterable<Page>): Promise<void> {
  for (const page of queued) {
    try {
      Object.assign(page, await observe(by, page.url, SIZE));
    } catch (error) {
      print(`not observed: ${page.name}: ${(error as Error).message.split('\n')[0]}`);
    }
  }
}

async function userAgentOf(by: Browser): Promise<string> {
  const page = await by.newPage();
  const userAgent = await page.evaluate(() => navigator.userAgent);
  await page.close();
  return userAgent;
}

async function compare(page: Page, by: Renderer, other: Browser): Promise<Row> {
  const { verdict, pending, html, milliseconds } = await renderOne(by, page.url);
  const idle = await renderWhenIdle(other, page.url, SIZE).catch(() => ({ html: '', milliseconds: Number.NaN }));
  const [found, foundIdle] = [wordsOfHtml(html), wordsOfHtml(idle.html)];
  const served = wordsOfHtml(await (await fetch(page.url)).text());
  let { words } = page;
  if (lackingWords(words, found).length > 0) {
    // Words of the time, of chance and of counters are other ones each time; only those that are there again can be lacking.
    const again = await observe(other, page.url, SIZE);
    const changed = lackingWords(words, again.words);
    words = lackingWords(words, changed);
  }
  const lacking = lackingWords(words, found);
  const lackingIdle = lackingWords(words, foundIdle).length;
  const lackingServed = lackingWords(words, served).length;
  const share = words.length === 0 ? 1 : 1 - lacking.length / words.length;
  const kinds = Object.entries(pending)
    .map(([kind, count]) => ` ${kind}=${count}`)
    .join('');
  const changing = page.words.length - words.length;
  print(
    `${lacking.length > 0 ? 'LACKS ' : ''}${page.name}: ${verdict}${kinds}, ${(share * 100).toFixed(2)} % of ${words.length} words, ` +
      `${Math.round(milliseconds)} ms (idle: ${Math.round(idle.milliseconds)} ms, lacks ${lackingIdle}; as served: lacks ${lackingServed})` +
      `${changing > 0 ? `, ${changing} change` : ''}${page.isStill ? '' : ', never still'}` +
      (lacking.length > 0 ? `: ${lacking.slice(0, SHOWN).join(' ').slice(0, 200)}` : ''),
  );
  return {
    verdict,
    isFinal: FINAL.has(verdict) && Object.keys(pending).length === 0,
    milliseconds,
    words: words.length,
    lacking,
    idle: { milliseconds: idle.milliseconds, lacking: lackingIdle },
    served: lackingServed,
  };
}

async function renderOne(by: Renderer, url: string) {
  const started = performance.now();
  try {
    const { verdict, pending, html } = await by.render(url, { userAgent });
    return { verdict: verdict as string, pending, html, milliseconds: performance.now() - started };
  } catch (error) {
    if (!(error instanceof RendererError)) throw error;
    return { verdict: error.verdict ?? error.code, pending: {}, html: '', milliseconds: performance.now() - started };
  }
}
