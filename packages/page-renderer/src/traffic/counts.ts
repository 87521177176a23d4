/** What is counted of the requests of some time: a fixed number of counters, whatever is requested. */
import type { BotClass } from './bots.ts';
import type { HeavyHitters, Tally } from './heavy-hitters.ts';
import { addHitters, addTally, sumInto } from './heavy-hitters.ts';
import type { Histogram } from './histogram.ts';
import { addDuration, addHistogram, emptyHistogram } from './histogram.ts';

/** Maximum number of characters of the name of a site. */
const MAX_NAME = 100;

/** A request for a page that has been answered. */
export interface NotedRequest {
  /** Host and port of the target; undefined if it could not be read. */
  readonly site: string | undefined;
  readonly bot: BotClass;
  /** Whether it was answered without waiting for a render. */
  readonly isCached: boolean;
  /** Code of the error in the response, of a closed list. */
  readonly code: string | undefined;
  /** Milliseconds until the response. */
  readonly ms: number;
}

/** Counters. Plain data, which other processes can be sent. */
export interface Counts extends Tally {
  renders: number;
  /** Browsers that were started. */
  browsers: number;
  /** Most renders that waited at the same time. */
  queue: number;
  /** Durations of all requests, and of those that waited for a render. */
  readonly latency: Histogram;
  readonly waited: Histogram;
  /** How long renders waited for a slot. */
  readonly queued: Histogram;
  readonly codes: Map<string, number>;
  readonly bots: Map<BotClass, Tally>;
  readonly sites: HeavyHitters;
}

/** Counters that have counted nothing. */
export function emptyCounts(): Counts {
  return {
    requests: 0,
    cached: 0,
    errors: 0,
    renders: 0,
    browsers: 0,
    queue: 0,
    latency: emptyHistogram(),
    waited: emptyHistogram(),
    queued: emptyHistogram(),
    codes: new Map(),
    bots: new Map(),
    sites: new Map(),
  };
}

/** Counts a request. */
export function countRequest(counts: Counts, { site, bot, isCached, code, ms }: NotedRequest): void {
  const tally = { requests: 1, cached: isCached ? 1 : 0, errors: code === undefined ? 0 : 1 };
  sumInto(counts, tally);
  addDuration(counts.latency, ms);
  if (!isCached && code === undefined) addDuration(counts.waited, ms);
  if (code !== undefined) counts.codes.set(code, (counts.codes.get(code) ?? 0) + 1);
  addBot(counts, bot, tally);
  if (site !== undefined) addTally(counts.sites, site.slice(0, MAX_NAME), tally, 1);
}

/** Adds other counters. @param sites maximum number of sites that are kept */
export function addCounts(to: Counts, from: Counts, sites?: number): void {
  sumInto(to, from);
  to.renders += from.renders;
  to.browsers += from.browsers;
  to.queue = Math.max(to.queue, from.queue);
  addHistogram(to.latency, from.latency);
  addHistogram(to.waited, from.waited);
  addHistogram(to.queued, from.queued);
  for (const [code, count] of from.codes) to.codes.set(code, (to.codes.get(code) ?? 0) + count);
  for (const [bot, tally] of from.bots) addBot(to, bot, tally);
  addHitters(to.sites, from.sites, sites);
}

function addBot({ bots }: Counts, bot: BotClass, tally: Tally): void {
  const known = bots.get(bot);
  if (known) sumInto(known, tally);
  else bots.set(bot, { requests: tally.requests, cached: tally.cached, errors: tally.errors });
}
