/**
 * What proxies in front of the host report about a request: the one place that decides how far they are believed.
 *
 * Each proxy appends an entry to `X-Forwarded-For`, `-Proto` and `-Host`, or to `Forwarded` (RFC 7239), or replaces them
 * by a list of one. So the last entry is from the nearest proxy, and only as many entries as there are trusted proxies
 * were written by one of them: everything before was sent by the client, who may write what they like.
 *
 * `Forwarded` is read only if there is none of the other three: most proxies write those and pass a `Forwarded` of the
 * client on unchanged.
 */
import ipaddr from 'ipaddr.js';
import type { TrustProxy } from './trust-proxy.ts';

/** How a request arrived, from its sender's point of view. */
export interface Arrival {
  /** Undefined if no trusted source provides one. */
  readonly ip: string | undefined;
  readonly protocol: string;
  /** With the port, unless it is the protocol's own. */
  readonly host: string | undefined;
}

/** A request as it reached this process. */
export interface Received {
  /** Of the peer. Undefined if the platform does not provide it. */
  readonly address: string | undefined;
  readonly protocol: string;
  readonly host: string | undefined;
  /** A header by its lower-case name, several joined by commas. */
  readonly header: (name: string) => string | null | undefined;
}

/** What the proxies wrote, the farthest from this process first. */
interface Reported {
  readonly addresses: ReadonlyArray<string | undefined>;
  readonly protocols: ReadonlyArray<string | undefined>;
  readonly hosts: ReadonlyArray<string | undefined>;
}

type Address = ReturnType<typeof ipaddr.process>;

/** How many proxies are evaluated at most. */
const MOST_PROXIES = 20;

/** What the hop before, towards the client, may report about a request. */
export class Proxies {
  readonly #trust: TrustProxy;

  constructor(trust: TrustProxy) {
    this.#trust = trust;
  }

  /** What trusted proxies report, otherwise what is known of the request itself. */
  arrival({ address, protocol, host, header }: Received): Arrival {
    if (!this.#isTrusted(address, 0)) return { ip: address, protocol, host };
    const { addresses, protocols, hosts } = reportedIn(header);
    const { client, trusted } = this.#client(address, addresses);
    return {
      ip: client,
      protocol: farthest(protocols, trusted, isProtocol)?.toLowerCase() ?? protocol,
      host: farthest(hosts, trusted, isHost) ?? host,
    };
  }

  /** The first address, counted from the nearest hop, that does not belong to a trusted proxy. */
  #client(peer: string | undefined, addresses: Reported['addresses']): { client: string | undefined; trusted: number } {
    let client = peer;
    let hop = 0;
    while (hop < MOST_PROXIES && this.#isTrusted(client, hop)) {
      hop += 1;
      const next = withoutPort(addresses.at(-hop) ?? '');
      // A list that is shorter than the row of proxies: the nearer ones replaced what the others wrote.
      if (!ipaddr.isValid(next)) break;
      client = next;
    }
    if (typeof this.#trust === 'boolean') return { client, trusted: MOST_PROXIES };
    return { client, trusted: typeof this.#trust === 'number' ? this.#trust : hop };
  }

  #isTrusted(address: string | undefined, hop: number): boolean {
    if (typeof this.#trust === 'boolean') return this.#trust;
    if (typeof this.#trust === 'number') return hop < this.#trust;
    const parsed = address !== undefined && ipaddr.isValid(address) ? ipaddr.process(address) : null;
    return parsed !== null && this.#trust.some((block) => isWithin(parsed, block));
  }
}

function reportedIn(header: Received['header']): Reported {
  const [addresses = [], protocols = [], hosts = []] = ['for', 'proto', 'host'].map((name) =>
    entriesOf(header(`x-forwarded-${name}`)),
  );
  if (addresses.length + protocols.length + hosts.length > 0) return { addresses, protocols, hosts };
  const elements = elementsOf(header('forwarded') ?? '');
  const all = (name: string) => elements.map((element) => element.get(name));
  return { addresses: all('for'), protocols: all('proto'), hosts: all('host') };
}

function entriesOf(list: string | null | undefined): string[] {
  return list ? list.split(',').map((entry) => entry.trim()) : [];
}

const PAIR =
  /[\t ]*(?:(?<name>[\w!#$%&'*+.^`|~-]+)=(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<plain>[^\s",;]*)))?[\t ]*(?<end>[,;]|$)/y;

/** The elements of `Forwarded` (RFC 7239 §4), with names in lower case; none if a part is malformed. */
function elementsOf(header: string): Array<ReadonlyMap<string, string>> {
  const elements: Array<Map<string, string>> = [new Map()];
  PAIR.lastIndex = 0;
  for (;;) {
    const { name, quoted, plain = '', end } = PAIR.exec(header)?.groups ?? {};
    if (end === undefined) return [];
    if (name !== undefined) elements.at(-1)?.set(name.toLowerCase(), quoted?.replaceAll(/\\(.)/g, '$1') ?? plain);
    if (end === '') return elements;
    if (end === ',') elements.push(new Map());
  }
}

/** The entry of the farthest trusted proxy that has a valid one. */
function farthest(
  entries: ReadonlyArray<string | undefined>,
  trusted: number,
  isValid: (entry: string) => boolean,
): string | undefined {
  return entries.slice(-trusted).find((entry) => entry !== undefined && isValid(entry));
}

function isProtocol(text: string): boolean {
  return /^https?$/i.test(text);
}

/** Whether a text is a host with or without a port, and nothing that would be another part of a URL. */
function isHost(text: string): boolean {
  return /^[\w.\-:[\]]+$/.test(text) && URL.canParse(`http://${text}`);
}

function isWithin(address: Address, block: string): boolean {
  const [network, bits] = block.includes('/') ? ipaddr.parseCIDR(block) : [ipaddr.process(block), undefined];
  return address.kind() === network.kind() && address.match(network, bits ?? (network.kind() === 'ipv4' ? 32 : 128));
}

/** `192.0.2.1:80` and `[2001:db8::1]:80`, as some proxies write them. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\w+)?|([\d.]+):\w+)$/.exec(text) ?? [];
  return bracketed ?? plain ?? text;
}
