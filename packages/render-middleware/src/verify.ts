/**
 * Distinguishes crawlers from impostors with the same user agent: by the ranges that their operators publish, and by
 * forward-confirmed reverse DNS. For Node; the rest of the package runs anywhere.
 *
 * @module
 */
import { Resolver } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { type CrawlerIdentity, crawlerIdentities } from './bots/crawlers.ts';
import { RenderMiddlewareError } from './errors.ts';
import type { Verdict, Verify } from './options/options.ts';
import { ExpiringMap } from './renderer/expiring-map.ts';

export { type CrawlerIdentity, crawlerIdentities } from './bots/crawlers.ts';
export type { Claim, Verdict, Verify } from './options/options.ts';

/** The required functions of DNS; `Resolver` of `node:dns/promises` has them. */
export interface NameResolver {
  reverse(address: string): Promise<string[]>;
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
}

/** Options of the verification. */
export interface VerifierOptions {
  /** Default: Node's, with the name servers of the machine. */
  readonly resolver?: NameResolver;
  /** Time limit in milliseconds for all DNS requests about one address; after it the address is unverified. Default: 2000. */
  readonly timeout?: number;
  /** Number of addresses whose verdict is cached. Default: 10000. */
  readonly cacheEntries?: number;
  /** Crawlers that can be verified, for example with newer ranges. Default: {@link crawlerIdentities}. */
  readonly identities?: readonly CrawlerIdentity[];
}

/** Lifetime of a verdict in milliseconds: names and addresses of crawlers change within days, not minutes. */
const HOLDS = { verified: 24 * 3_600_000, unverified: 3_600_000, unknown: 60_000 };
/** The owner of an address can give it any number of names, and each one costs a DNS request. */
const MOST_NAMES = 4;

/** DNS errors that mean that there is no record, unlike those that mean nothing. */
const NONE: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

interface Known extends CrawlerIdentity {
  readonly block: BlockList;
}

const family = (address: string): 'ipv4' | 'ipv6' => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** An address in the form of the lists: sockets for both families use `::ffff:192.0.2.1`, and `fe80::1%eth0`. */
function plain(address: string): string {
  return address.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
}

function blockOf(ranges: readonly string[]): BlockList {
  const block = new BlockList();
  for (const range of ranges) {
    const [net = '', length = ''] = range.split('/');
    const bits = Number(length);
    if (isIP(net) === 0 || !/^\d{1,3}$/.test(length) || bits > (isIPv6(net) ? 128 : 32)) {
      throw new RenderMiddlewareError(
        'invalid-option',
        `identities: ${JSON.stringify(range)} is no range such as 192.0.2.0/24`,
      );
    }
    block.addSubnet(net, bits, family(net));
  }
  return block;
}

function hasHost(name: string, hosts: readonly string[]): boolean {
  const plainName = name.toLowerCase().replace(/\.$/, '');
  return hosts.some((host) => plainName.endsWith(`.${host}`));
}

async function orNone(question: Promise<string[]>): Promise<string[]> {
  try {
    return await question;
  } catch (error) {
    if (NONE.has((error as NodeJS.ErrnoException).code)) return [];
    throw error;
  }
}

/** Whether the address has a name with one of the endings, and this name resolves to the address. */
async function isConfirmed(address: string, hosts: readonly string[], resolver: NameResolver): Promise<boolean> {
  const names = await orNone(resolver.reverse(address));
  for (const name of names.filter((one) => hasHost(one, hosts)).slice(0, MOST_NAMES)) {
    const addresses = await orNone(isIPv6(address) ? resolver.resolve6(name) : resolver.resolve4(name));
    const found = new BlockList();
    for (const one of addresses) found.addAddress(one, family(one));
    if (found.check(address, family(address))) return true;
  }
  return false;
}

function rejectAfter(milliseconds: number): { readonly late: Promise<never>; readonly stop: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('DNS took too long')), milliseconds);
  return { late: promise, stop: () => clearTimeout(timer) };
}

/**
 * Creates the function for the option `verify`.
 *
 * `unverified` is a client that claims to be a verifiable crawler, but whose address is not one of the crawler's, or could
 * not be checked in time. `unverifiable` are crawlers whose operators publish no data.
 *
 * @throws {RenderMiddlewareError} `invalid-option`
 * @example
 * app.use(renderMiddleware({ proxyUrl, origin, verify: crawlerVerifier() }));
 */
export function crawlerVerifier(options: VerifierOptions = {}): Verify {
  const { timeout = 2000, cacheEntries = 10_000, identities = crawlerIdentities } = options;
  const resolver = options.resolver ?? new Resolver({ timeout, tries: 1 });
  for (const [name, value] of Object.entries({ timeout, cacheEntries })) {
    if (Number.isInteger(value) && value > 0) continue;
    throw new RenderMiddlewareError('invalid-option', `${name} must be a whole number above 0, got ${String(value)}`);
  }
  const known = new Map<string, Known>();
  for (const identity of identities) {
    const entry = { ...identity, block: blockOf(identity.ranges ?? []) };
    for (const token of identity.tokens) known.set(token.toLowerCase(), entry);
  }
  const verdicts = new ExpiringMap<Promise<Verdict>>(cacheEntries);

  async function byName(address: string, hosts: readonly string[]): Promise<keyof typeof HOLDS> {
    const { late, stop } = rejectAfter(timeout);
    try {
      return (await Promise.race([isConfirmed(address, hosts, resolver), late])) ? 'verified' : 'unverified';
    } catch {
      return 'unknown';
    } finally {
      stop();
    }
  }

  function remembered(address: string, hosts: readonly string[]): Promise<Verdict> {
    const key = `${address} ${hosts.join()}`;
    const before = verdicts.get(key);
    if (before !== undefined) return before;
    const verdict = byName(address, hosts).then((result): Verdict => {
      verdicts.set(key, verdict, HOLDS[result]);
      return result === 'verified' ? 'verified' : 'unverified';
    });
    // Simultaneous requests from one address share one check.
    verdicts.set(key, verdict, timeout);
    return verdict;
  }

  return async ({ agent, address: given }) => {
    const identity = known.get(agent.token.toLowerCase());
    if (identity === undefined) return 'unverifiable';
    const address = plain(given);
    if (isIP(address) === 0) return 'unverified';
    if (identity.block.check(address, family(address))) return 'verified';
    return identity.hosts === undefined ? 'unverified' : remembered(address, identity.hosts);
  };
}
