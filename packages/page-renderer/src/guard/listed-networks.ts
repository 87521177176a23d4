/** The networks that the configuration allows although they are not public. */
import ipaddr from 'ipaddr.js';
import { RendererError } from '../kernel/errors.ts';
import { isWithin, parseAddress } from './addresses.ts';

/** An entry of `allowPrivateNetworks`. */
export interface ListedNetwork {
  /** A CIDR block, an address or a host name. */
  readonly network: string;
  /** Default: all. */
  readonly ports?: readonly number[] | undefined;
  /**
   * Allows the network only for pages that are rendered from it, and for these only their own host and port. Default: false;
   * then every page may load from it.
   */
  readonly targetOnly?: boolean | undefined;
}

/** Who wants to connect: the target itself is checked, a page of a target on a listed network, or any other page. */
export type Asking = 'target' | 'own-host' | 'page';

interface Entry {
  readonly covers: (name: string, address: string) => boolean;
  readonly ports: ReadonlySet<number> | null;
  readonly targetOnly: boolean;
}

/** See the head of the file. */
export class ListedNetworks {
  readonly #entries: readonly Entry[];

  /**
   * @param given networks, or their text, which may end with a port: `10.1.0.0/16`, `web.internal:8080`, `[fd00::1]:80`
   * @throws {RendererError} `invalid-configuration` for an invalid entry
   */
  constructor(given: ReadonlyArray<string | ListedNetwork>) {
    this.#entries = given.map(entryOf);
  }

  /** Whether an address that a name resolved to is listed for this client. */
  covers(name: string, address: string, port: number, asking: Asking): boolean {
    return this.#entries.some(
      ({ covers, ports, targetOnly }) =>
        (ports === null || ports.has(port)) && (!targetOnly || asking !== 'page') && covers(name, address),
    );
  }
}

function entryOf(given: string | ListedNetwork): Entry {
  if (typeof given !== 'string') {
    const { network, ports, targetOnly = false } = given;
    return { covers: coveredBy(network, network), ports: ports === undefined ? null : new Set(ports), targetOnly };
  }
  // The colons of an IPv6 address do not separate a port; a port follows the brackets.
  const [, network = given, port] = /^(\[.*\]|[^:[\]]*):(\d{1,5})$/.exec(given) ?? [];
  if (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)) throw invalid(given);
  return {
    covers: coveredBy(network.replace(/^\[(.*)\]$/, '$1'), given),
    ports: port === undefined ? null : new Set([Number(port)]),
    targetOnly: false,
  };
}

function coveredBy(text: string, given: string): Entry['covers'] {
  const host = text.toLowerCase().replace(/\.$/, '');
  const range = parseRange(host);
  if (range !== undefined) {
    return (_, address) => {
      const parsed = parseAddress(address);
      return parsed !== undefined && isWithin(parsed, range);
    };
  }
  if (/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/.test(host)) return (name) => name === host;
  throw invalid(given);
}

/** A block or an address, in the form that is used for comparisons: IPv4 in IPv6 is IPv4. Undefined for anything else. */
export function parseRange(host: string): [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined {
  const address = parseAddress(host);
  if (address !== undefined) return [address, address.kind() === 'ipv4' ? 32 : 128];
  if (!ipaddr.isValidCIDR(host)) return undefined;
  const [first, bits] = ipaddr.parseCIDR(host);
  const mapped = parseAddress(first.toString());
  return first.kind() === 'ipv6' && bits >= 96 && mapped?.kind() === 'ipv4' ? [mapped, bits - 96] : [first, bits];
}

function invalid(given: string): RendererError {
  const message = `allowPrivateNetworks: "${given}" is neither a CIDR block (10.1.0.0/16), an address nor a host name`;
  return new RendererError('invalid-configuration', message);
}
