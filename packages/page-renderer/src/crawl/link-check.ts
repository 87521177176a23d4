/**
 * Where links of a page lead: requested one by one through the address guard and the rules for targets, only where the robots.txt of
 * their site allows it. Links to the origin of the page are requested as the page itself; those to other origins only if that is asked
 * for, slowly, and as if the page requested them: it must not lead the service to where it could not connect itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { JudgedTarget } from '../guard/policy.ts';
import { asRendererError } from '../kernel/errors.ts';
import { withoutFragment } from '../kernel/url.ts';
import { Robots } from './robots.ts';
import type { Fetching } from './sitemap/fetch.ts';
import { RefusedAddress, SitemapError } from './sitemap/parse.ts';
import { judgedTarget, requestGuarded } from './sitemap/request.ts';

/** Maximum number of links that are requested: to the origin of the page, and to all others together. */
export const MAX_LINKS = 50;
const MAX_REDIRECTS = 5;
/** Requests at once to the origin of the page, and other origins at once, each with one request. */
const AT_ONCE = { own: 4, others: 8 };
/** Milliseconds between two requests to another origin. */
const PAUSE = 500;
/** Milliseconds for all of them. */
const TIME = 15_000;
/** Statuses of pages that exist, but not for this client, or not now. */
const NOT_FOR_US: ReadonlySet<number> = new Set([401, 402, 403, 407, 423, 425, 429, 451]);
/** With which sites refuse everything that is no browser. */
const NO_BROWSER: ReadonlySet<number> = new Set([406, 503, 999]);
/** Statuses of servers that do not know HEAD. */
const NO_HEAD: ReadonlySet<number> = new Set([405, 501]);

/** Where a link leads. */
export interface CheckedLink {
  /** Without its fragment. */
  readonly url: string;
  readonly outcome: 'works' | 'broken' | 'not-checked';
  /** Of the last response; null if there was none. */
  readonly status: number | null;
  /** Why it is broken or was not checked; null if it works. */
  readonly reason: string | null;
}

/** Which links of a page are checked. */
export interface LinksToCheck {
  /** The address of the page. */
  readonly page: URL;
  /** Absolute; the same one may occur several times. */
  readonly links: readonly string[];
  /** Whether those to other origins are requested, too. */
  readonly external: boolean;
}

/** @returns the links to the origin of the page, then the others if they are asked for, each once */
export async function checkLinks({ page, links, external }: LinksToCheck, given: Fetching): Promise<CheckedLink[]> {
  const urls = [...new Set(links.map(withoutFragment))];
  const isOwn = (url: string) => new URL(url).origin === page.origin;
  const how = { ...given, signal: AbortSignal.any([given.signal, AbortSignal.timeout(TIME)]) };
  const [own, others] = await Promise.all([
    checkAll(urls.filter(isOwn), (some) => checkSite(some, how, AT_ONCE.own, 0)),
    external
      ? checkAll(
          urls.filter((url) => !isOwn(url)),
          (some) => checkOthers(page, some, how),
        )
      : [],
  ]);
  return [...own, ...others];
}

/** Where links to other origins than that of a page lead. @param urls each once, without fragments */
export async function checkOthers(page: URL, urls: readonly string[], how: Fetching): Promise<CheckedLink[]> {
  if (urls.length === 0) return [];
  const from = await judgedTarget(page, how.policy, undefined).catch((error: Error) => error);
  if (from instanceof Error) return urls.map((url) => notChecked(url, `the page ${from.message} now`));
  const sites = Object.values(Object.groupBy(urls, (url) => new URL(url).origin)).values();
  const checked: CheckedLink[] = [];
  const worker = async () => {
    // oxlint-disable-next-line no-await-in-loop -- politeness: one after another
    for (const site of sites) checked.push(...(await checkSite(site ?? [], { ...how, from }, 1, PAUSE)));
  };
  await Promise.all(Array.from({ length: AT_ONCE.others }, worker));
  return checked;
}

/** The first {@link MAX_LINKS}; of the others it says that they are too many. */
async function checkAll(
  urls: readonly string[],
  check: (urls: readonly string[]) => Promise<readonly CheckedLink[]>,
): Promise<CheckedLink[]> {
  const checked = new Map((await check(urls.slice(0, MAX_LINKS))).map((one) => [one.url, one]));
  return urls.map((url) => checked.get(url) ?? notChecked(url, `only ${MAX_LINKS} links are checked`));
}

/** Links to one origin. @param pause milliseconds between two requests, at least */
async function checkSite(
  urls: readonly string[],
  how: Fetching,
  atOnce: number,
  pause: number,
): Promise<CheckedLink[]> {
  const [first] = urls;
  if (first === undefined) return [];
  const robots = await Robots.fetch(new URL(first).origin, how).catch((error: unknown) => ({ error }));
  const delay = 'error' in robots ? undefined : robots.crawlDelay;
  const wait = Math.max(pause, (delay ?? 0) * 1000);
  const waiting = urls.values();
  const checked: CheckedLink[] = [];
  const worker = async () => {
    for (const url of waiting) {
      // oxlint-disable-next-line no-await-in-loop -- politeness: one after another
      checked.push(await checkLink(url, robots, how));
      // oxlint-disable-next-line no-await-in-loop -- see above
      if (wait > 0) await sleep(wait, undefined, { signal: how.signal }).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: delay === undefined ? atOnce : 1 }, worker));
  return checked;
}

const notChecked = (url: string, reason: string): CheckedLink => ({
  url,
  outcome: 'not-checked',
  status: null,
  reason,
});

/** A server that does not respond has no page; one that refuses, or that may not be asked, may have one. */
function failed(url: string, error: unknown): CheckedLink {
  if (!(error instanceof SitemapError)) return notChecked(url, asRendererError(error).shown);
  if (error instanceof RefusedAddress) return notChecked(url, error.message);
  return { url, outcome: 'broken', status: null, reason: error.message };
}

async function checkLink(url: string, robots: Robots | { error: unknown }, how: Fetching): Promise<CheckedLink> {
  const address = new URL(url);
  try {
    how.requireHop?.(address);
    if ('error' in robots) {
      const { error } = robots;
      // Nobody knows what may be requested (RFC 9309 §2.3.1.4).
      if (error instanceof SitemapError && error.status !== undefined)
        return notChecked(url, `robots.txt ${error.message}`);
      throw error;
    }
    if (!robots.allows(address)) return notChecked(url, 'robots.txt forbids it');
    const status = await statusOf(address, how);
    if (status < 400) return { url, outcome: 'works', status, reason: null };
    const isNotForUs = NOT_FOR_US.has(status) || (how.from !== undefined && NO_BROWSER.has(status));
    return { url, outcome: isNotForUs ? 'not-checked' : 'broken', status, reason: `it is answered ${status}` };
  } catch (error) {
    return how.signal.aborted ? notChecked(url, 'there was no time left') : failed(url, error);
  }
}

/** The status after redirects. @throws {SitemapError} @throws what `requireHop` throws */
async function statusOf(url: URL, how: Fetching): Promise<number> {
  let [at, method]: [URL, 'HEAD' | 'GET'] = [url, 'HEAD'];
  let first: JudgedTarget | undefined = how.from;
  for (let hops = 0; hops <= MAX_REDIRECTS;) {
    if (at !== url) how.requireHop?.(at);
    // oxlint-disable-next-line no-await-in-loop -- a redirect is known when it is answered
    const target = await judgedTarget(at, how.policy, first);
    first ??= target;
    // oxlint-disable-next-line no-await-in-loop -- see above
    const { response, end } = await requestGuarded(method, at, first, {
      policy: how.policy,
      headers: how.headersTo(at),
      signal: how.signal,
    });
    end();
    const { statusCode: status = 0, headers } = response;
    if (method === 'HEAD' && NO_HEAD.has(status)) {
      method = 'GET';
      continue;
    }
    const next = [301, 302, 303, 307, 308].includes(status) ? URL.parse(headers.location ?? '', at) : null;
    if (!next) return status;
    at = next;
    hops += 1;
  }
  throw new SitemapError(`redirects more than ${MAX_REDIRECTS} times`);
}
