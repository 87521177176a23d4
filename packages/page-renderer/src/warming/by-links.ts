/**
 * The pages of a job that follows links from one address, on the crawl that audits use: each page is made fresh when its links are
 * read, at the pace of its site and as far as its `robots.txt` allows. A job that is read again after its process was killed finds
 * the pages fresh that it had rendered.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { plainBody } from '../cache/results/encoding.ts';
import { crawl } from '../crawl/crawl.ts';
import { Robots } from '../crawl/robots.ts';
import type { Fetching } from '../crawl/sitemap/fetch.ts';
import { SitemapError } from '../crawl/sitemap/parse.ts';
import { baseOf, readDocument } from '../judgements/evidence/document.ts';
import { isNofollow } from '../judgements/evidence/robots-rules.ts';
import { RendererError } from '../kernel/errors.ts';
import { parseHttpUrl } from '../kernel/url.ts';
import type { JobSource, JobSpec, WarmPage } from './jobs/job.ts';
import type { Outcome, WarmPort } from './jobs/warm-page.ts';
import type { ReadItem } from './queue/queue.ts';
import { itemsOf } from './read-job.ts';

/** What following links needs. */
export interface ByLinks {
  readonly port: WarmPort;
  readonly warm: (page: WarmPage, signal: AbortSignal) => Promise<Outcome>;
  readonly fetching: Fetching;
  /** Number of pages whose links are read at the same time. */
  readonly workers: number;
}

type FromLinks = Extract<JobSource, { kind: 'links' }>;

/** Pages and errors, as they are found. */
export async function* itemsOfLinks(
  { url, pages, depth }: FromLinks,
  variants: Pick<JobSpec, 'devices' | 'clients'>,
  how: ByLinks,
): AsyncGenerator<ReadItem> {
  const start = parseHttpUrl(url);
  const over = new AbortController();
  const signal = AbortSignal.any([how.fetching.signal, over.signal]);
  const robots = await robotsOf(start, how.fetching);
  if (!(robots instanceof Robots)) return yield robots;
  const found: ReadItem[] = [];
  const progress = { isDone: false, wake: () => {} };
  const push = (item: ReadItem) => {
    found.push(item);
    progress.wake();
  };
  const seeds = [addressOf(start.href, how.port)].flatMap((seed) => seed ?? []);
  if (seeds.length === 0) yield { kind: 'error', url, error: 'may not be rendered' };
  const { crawlDelay } = robots;
  const crawling = crawl({
    seeds,
    limits: { pages, depth },
    workers: crawlDelay === undefined ? how.workers : 1,
    signal,
    mayVisit: async (address) => {
      const to = new URL(address);
      return to.origin === start.origin && robots.allows(to);
    },
    // What was visited before is fresh, so it is not rendered again.
    replay: async function* () {},
    onFound: () => {},
    visit: async (address) => {
      const items = [...itemsOf(address, variants, 0, how.port)];
      const [first] = items;
      const links = first?.kind === 'page' ? await linksFrom(first.page, how, signal) : [];
      for (const item of items) push(item);
      if (crawlDelay !== undefined) await sleep(crawlDelay * 1000, undefined, { signal });
      return links;
    },
  }).finally(() => {
    progress.isDone = true;
    progress.wake();
  });
  // It is awaited below, after what it has found.
  crawling.catch(() => {});
  try {
    while (!progress.isDone || found.length > 0) {
      const item = found.shift();
      if (item) yield item;
      // oxlint-disable-next-line no-await-in-loop -- until something is found
      else await new Promise<void>((resolve) => (progress.wake = resolve));
    }
    const { pages: number } = await crawling;
    if (number === 0 && seeds.length > 0) yield { kind: 'error', url, error: 'robots.txt forbids it' };
  } finally {
    over.abort();
    await crawling.catch(() => {});
  }
}

/** The rules of a site, or why there are none. */
async function robotsOf({ origin }: URL, fetching: Fetching): Promise<Robots | ReadItem> {
  try {
    return await Robots.fetch(origin, fetching);
  } catch (error) {
    if (!(error instanceof SitemapError)) throw error;
    return { kind: 'error', url: `${origin}/robots.txt`, error: error.message };
  }
}

/** As it is rendered; undefined for an address that may not be. */
function addressOf(address: string, port: WarmPort): string | undefined {
  try {
    const options = {};
    return port.locate({ kind: 'render', url: parseHttpUrl(address), options, refresh: false }).request.url.href;
  } catch (error) {
    if (error instanceof RendererError) return undefined;
    throw error;
  }
}

/** Where a page leads, once it is fresh; nowhere if it cannot be rendered: then it is tried again as a page of the job. */
async function linksFrom(page: WarmPage, { port, warm }: ByLinks, signal: AbortSignal): Promise<string[]> {
  let outcome = await warm(page, signal);
  while (outcome.kind === 'later') {
    // oxlint-disable-next-line no-await-in-loop -- politeness
    await sleep(outcome.wait, undefined, { signal });
    // oxlint-disable-next-line no-await-in-loop -- see above
    outcome = await warm(page, signal);
  }
  if (outcome.kind === 'failed') return [];
  const located = port.locate({ kind: page.kind, url: parseHttpUrl(page.url), options: page.options, refresh: false });
  const { result } = await port.lookUp(located);
  if (!result) return [];
  const header = (name: string) => result.headers.find(([one]) => one.toLowerCase() === name)?.[1];
  const location = header('location');
  if (location !== undefined)
    return [addressOf(URL.parse(location, page.url)?.href ?? '', port)].flatMap((to) => to ?? []);
  if (header('content-type')?.startsWith('text/html') !== true) return [];
  const document = readDocument(Buffer.from(await plainBody(result)).toString('utf8'));
  const sent = result.headers.filter(([one]) => one.toLowerCase() === 'x-robots-tag').map(([, value]) => value);
  if ([...document.robots.map(({ content }) => content), ...sent].some(isNofollow)) return [];
  const base = baseOf(document, page.url);
  return document.links.flatMap(({ href, nofollow }) => {
    const to = nofollow ? undefined : URL.parse(href, base);
    return to && /^https?:$/.test(to.protocol) ? (addressOf(to.href, port) ?? []) : [];
  });
}
