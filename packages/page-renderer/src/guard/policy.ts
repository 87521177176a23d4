import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { RendererError } from '../errors.ts';
import { classifyAddress, isWithin, parseAddress } from './addresses.ts';

/** Names under which clouds serve their metadata; refused even where their address is allowed. */
const METADATA_NAMES = new Set(['metadata.google.internal', 'metadata.goog', 'metadata', 'instance-data']);

/** How long a name may take to resolve, in milliseconds. */
const LOOKUP_TIMEOUT = 5_000;

/** Outcome of judging a host: where to connect to, or why not. */
export type Judgement =
  | { outcome: 'allowed'; addresses: string[] }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'unknown-host'; reason: string };

/**
 * Decides where a rendered page, and everything it loads, may connect to: to public addresses, and to what
 * `allowPrivateNetworks` lists. It judges addresses, not names: a name is resolved once, and the caller connects to
 * the addresses that were judged, so that a second DNS answer (rebinding) changes nothing.
 */
export class AddressPolicy {
  readonly #ranges: Array<[ipaddr.IPv4 | ipaddr.IPv6, number]> = [];
  readonly #hosts = new Set<string>();
  readonly #ownPorts = new Set<number>();

  /**
   * @param allowPrivateNetworks CIDR blocks (`10.1.0.0/16`), addresses or host names that may be reached although
   *   they are not public
   * @throws {RendererError} `invalid-configuration` for an entry that is none of these
   */
  constructor(allowPrivateNetworks: readonly string[] = []) {
    for (const entry of allowPrivateNetworks) {
      const host = entry.toLowerCase().replace(/\.$/, '');
      if (ipaddr.isValidCIDR(host)) {
        this.#ranges.push(ipaddr.parseCIDR(host));
      } else if (parseAddress(host)) {
        const address = ipaddr.parse(host);
        this.#ranges.push([address, address.kind() === 'ipv4' ? 32 : 128]);
      } else if (/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(host)) {
        this.#hosts.add(host);
      } else {
        throw new RendererError(
          'invalid-configuration',
          `allowPrivateNetworks: "${entry}" is neither a CIDR block (10.1.0.0/16), an address nor a host name`,
        );
      }
    }
  }

  /** Refuses connections to this port of this machine: a page that has the service render itself would never end. */
  refuseOwnPort(port: number): void {
    this.#ownPorts.add(port);
  }

  /** Resolves and judges a host (name, IPv4 or bracketed IPv6) as it stands in a URL. */
  async judge(host: string, port: number): Promise<Judgement> {
    const name = host
      .replace(/^\[|\]$/g, '')
      .toLowerCase()
      .replace(/\.$/, '');
    if (METADATA_NAMES.has(name)) return { outcome: 'refused', reason: `${name} is a cloud metadata service` };
    const resolved = parseAddress(name) ? [name] : await resolve(name);
    if (resolved.length === 0) return { outcome: 'unknown-host', reason: `${name} does not resolve` };
    const addresses = resolved.filter((address) => this.#isAllowed(name, address, port));
    if (addresses.length > 0) return { outcome: 'allowed', addresses };
    return { outcome: 'refused', reason: this.#refusal(name, resolved[0] ?? '', port) };
  }

  #isAllowed(name: string, address: string, port: number): boolean {
    const kind = classifyAddress(address);
    if (kind === 'metadata' || this.#isOwn(address, port)) return false;
    return kind === 'public' || this.#hosts.has(name) || this.#isListed(address);
  }

  #isListed(text: string): boolean {
    const address = parseAddress(text);
    return address !== undefined && this.#ranges.some((range) => isWithin(address, range));
  }

  #isOwn(address: string, port: number): boolean {
    if (!this.#ownPorts.has(port)) return false;
    if (classifyAddress(address) === 'loopback') return true;
    return Object.values(networkInterfaces()).some((all) => all?.some((own) => own.address === address));
  }

  /**
   * Says what opens the address, and what kind it is but never which: an answer must not be a way to look up internal
   * names.
   */
  #refusal(name: string, address: string, port: number): string {
    const kind = classifyAddress(address);
    if (kind === 'metadata') return `${name} is a cloud metadata service`;
    if (this.#isOwn(address, port)) return `${name}:${port} is this service itself`;
    return `${name} is a ${kind} address; list it in allowPrivateNetworks to render it`;
  }
}

async function resolve(name: string): Promise<string[]> {
  const { promise: timedOut, resolve: giveUp } = Promise.withResolvers<string[]>();
  const timer = setTimeout(() => giveUp([]), LOOKUP_TIMEOUT);
  try {
    const answers = lookup(name, { all: true, order: 'verbatim' }).then(
      (found) => found.map(({ address }) => address),
      () => [],
    );
    return await Promise.race([answers, timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
