/**
 * Where links of a page lead: requested one by one through the address guard and the rules for targets, at most {@link MAX_LINKS} of
 * them, only where the robots.txt of their site allows it, and never on another origin than that of the page.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { asRendererError, RendererError } from '../kernel/errors.ts';
import type { JudgedTarget } from '../guard/policy.ts';
import { judgedTarget, requestGuarded } from './sitemap/request.ts';
import { Robots } from './robots.ts';
import type { Fetching } from './sitemap/fetch.ts';
import { SitemapError } from './sitemap/parse.ts';

/** Maximum number of links of a page that are requested. */
export const MAX_LINKS = 50;
const MAX_REDIRECTS = 5;
const AT_ONCE = 4;
/** Milliseconds for all of them. */
const TIME = 15_000;
/** Statuses of pages that exist, but not for this client, or not now. */
const NOT_FOR_US: ReadonlySet<number> = new Set([401, 402, 403, 407, 423, 425, 429, 451]);
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

/** @param links addresses of the origin of the page; the same one may occur several times */
export async function checkLinks(origin: string, links: readonly string[], given: Fetching): Promise<CheckedLink[]> {
  const urls = [...new Set(links.map((link) => link.replace(/#.*$/s, '')))].filter(
    (url) => new URL(url).origin === origin,
  );
  const how = { ...given, signal: AbortSignal.any([given.signal, AbortSignal.timeout(TIME)]) };
  const robots = await Robots.fetch(origin, how).catch((error: unknown) => reasonOf(error, 'robots.txt '));
  const waiting = urls.slice(0, MAX_LINKS).values();
  const checked = new Map<string, CheckedLink>();
  const isSlow = typeof robots !== 'string' && robots.crawlDelay !== undefined;
  const worker = async () => {
    for (const url of waiting) {
      // oxlint-disable-next-line no-await-in-loop -- politeness: one after another
      checked.set(url, await checkLink(url, robots, how));
      // oxlint-disable-next-line no-await-in-loop -- see above
      if (isSlow) await sleep((robots.crawlDelay ?? 0) * 1000, undefined, { signal: how.signal }).catch(() => {});
    }
  };
  await Promise.all(Array.from({ length: isSlow ? 1 : AT_ONCE }, worker));
  const beyond = `only ${MAX_LINKS} links are checked`;
  return urls.map((url) => checked.get(url) ?? notChecked(url, beyond));
}

const notChecked = (url: string, reason: string): CheckedLink => ({
  url,
  outcome: 'not-checked',
  status: null,
  reason,
});

function reasonOf(error: unknown, prefix = ''): string {
  return error instanceof SitemapError ? `${prefix}${error.message}` : asRendererError(error).shown;
}

async function checkLink(url: string, robots: Robots | string, how: Fetching): Promise<CheckedLink> {
  if (how.signal.aborted) return notChecked(url, 'there was no time left');
  if (typeof robots === 'string') return notChecked(url, robots);
  const address = new URL(url);
  if (!robots.allows(address)) return notChecked(url, 'robots.txt forbids it');
  try {
    how.requireHop?.(address);
  } catch (error) {
    return notChecked(url, reasonOf(error));
  }
  try {
    const status = await statusOf(address, how);
    if (status < 400) return { url, outcome: 'works', status, reason: null };
    const outcome = NOT_FOR_US.has(status) ? 'not-checked' : 'broken';
    return { url, outcome, status, reason: `it is answered ${status}` };
  } catch (error) {
    if (how.signal.aborted) return notChecked(url, 'there was no time left');
    if (!(error instanceof SitemapError)) return notChecked(url, reasonOf(error));
    return { url, outcome: 'broken', status: null, reason: reasonOf(error) };
  }
}

/** The status after redirects. @throws {SitemapError} @throws what `requireHop` throws */
async function statusOf(url: URL, how: Fetching): Promise<number> {
  let [at, method]: [URL, 'HEAD' | 'GET'] = [url, 'HEAD'];
  let first: JudgedTarget | undefined;
  for (let hops = 0; hops <= MAX_REDIRECTS;) {
    if (at !== url) how.requireHop?.(at);
    // oxlint-disable-next-line no-await-in-loop -- a redirect is known when it is answered
    const target = await judgedTarget(at, how.policy, first).catch((error: Error) => {
      throw new RendererError('refused-address', error.message);
    });
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
