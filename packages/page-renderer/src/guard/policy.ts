import { networkInterfaces } from 'node:os';
import { classifyAddress, parseAddress } from './addresses.ts';
import type { Asking, ListedNetwork } from './listed-networks.ts';
import { ListedNetworks } from './listed-networks.ts';
import { Lookups } from './lookups.ts';

/** Names of the metadata services of clouds; refused even if their address is allowed. */
const METADATA_NAMES = new Set(['metadata.google.internal', 'metadata.goog', 'metadata', 'instance-data']);

/** Result of checking a host: where to connect to, or why not. */
export type Judgement =
  | {
      outcome: 'allowed';
      addresses: string[];
      /** Whether none of the addresses is public. */
      isListed: boolean;
    }
  | {
      outcome: 'refused';
      reason: string;
      /** The addresses that the name resolved to, for operators only. */
      addresses: string[];
    }
  | { outcome: 'unknown-host'; reason: string }
  /** It is not known whether the host exists. */
  | { outcome: 'connection-failed'; reason: string };

/** The origin of a page, as it was checked. */
export interface JudgedTarget {
  readonly host: string;
  readonly port: number;
  /** Whether it is on a network that the configuration lists. */
  readonly isListed: boolean;
}

/**
 * Decides where a rendered page, and everything it loads, may connect to: to public addresses, and to those that
 * `allowPrivateNetworks` lists. It checks addresses, not names: a name is resolved once, and the caller connects to
 * the addresses that were checked, so that a second DNS response (rebinding) has no effect.
 */
export class AddressPolicy {
  readonly #listed: ListedNetworks;
  readonly #ownPorts = new Set<number>();
  readonly #lookups: Lookups;

  /**
   * @param allowPrivateNetworks networks that may be reached although they are not public
   * @throws {RendererError} `invalid-configuration` for an invalid entry
   */
  constructor(allowPrivateNetworks: ReadonlyArray<string | ListedNetwork> = [], lookups: Lookups = new Lookups()) {
    this.#lookups = lookups;
    this.#listed = new ListedNetworks(allowPrivateNetworks);
  }

  /** Refuses connections to this port of this machine, because a page that renders itself through the service would never end. */
  refuseOwnPort(port: number): void {
    this.#ownPorts.add(port);
  }

  /**
   * Resolves and checks a host (name, IPv4 or bracketed IPv6) as written in a URL.
   *
   * @param target origin of the page that wants to connect; default: the target itself is checked
   */
  async judge(host: string, port: number, target?: JudgedTarget): Promise<Judgement> {
    const name = plainName(host);
    if (METADATA_NAMES.has(name)) {
      return { outcome: 'refused', reason: `${name} is a cloud metadata service`, addresses: [] };
    }
    const resolved = parseAddress(name) ? [name] : await this.#lookups.find(name, target && plainName(target.host));
    if (!resolved) return { outcome: 'connection-failed', reason: `the name server of ${name} did not respond` };
    if (resolved.length === 0) return { outcome: 'unknown-host', reason: `${name} does not resolve` };
    const isOwnHost = target !== undefined && plainName(target.host) === name && target.port === port;
    const asking = target === undefined ? 'target' : isOwnHost && target.isListed ? 'own-host' : 'page';
    const addresses = resolved.filter((address) => this.#isAllowed(name, address, port, asking));
    const listed = addresses.filter((address) => classifyAddress(address) !== 'public');
    const isListed = addresses.length > 0 && listed.length === addresses.length;
    // The name resolves to another address by now (rebinding): data of the network must not be sent to the public, nor back.
    if (asking === 'own-host' && listed.length === 0) {
      return { outcome: 'refused', reason: `${name} no longer resolves to a listed network`, addresses: [...resolved] };
    }
    if (asking === 'own-host') return { outcome: 'allowed', addresses: listed, isListed: true };
    if (addresses.length > 0) return { outcome: 'allowed', addresses, isListed };
    return { outcome: 'refused', reason: this.#refusal(name, resolved[0] ?? '', port), addresses: [...resolved] };
  }

  #isAllowed(name: string, address: string, port: number, asking: Asking): boolean {
    const kind = classifyAddress(address);
    if (kind === 'metadata' || this.#isOwn(address, port)) return false;
    return kind === 'public' || this.#listed.covers(name, address, port, asking);
  }

  #isOwn(address: string, port: number): boolean {
    if (!this.#ownPorts.has(port)) return false;
    if (classifyAddress(address) === 'loopback') return true;
    return Object.values(networkInterfaces()).some((all) => all?.some((own) => own.address === address));
  }

  /**
   * Says what allows the address, and its kind but never the address itself: clients must not be able to resolve internal
   * names.
   */
  #refusal(name: string, address: string, port: number): string {
    const kind = classifyAddress(address);
    if (kind === 'metadata') return `${name} is a cloud metadata service`;
    if (this.#isOwn(address, port)) return `${name}:${port} is this service itself`;
    return `${name} is a ${kind} address; list it in allowPrivateNetworks to render it`;
  }
}

function plainName(host: string): string {
  return host
    .replace(/^\[|\]$/g, '')
    .toLowerCase()
    .replace(/\.$/, '');
}
