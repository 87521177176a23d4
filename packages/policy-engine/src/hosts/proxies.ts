/** What proxies in front of the host report about a request, for hosts that have no setting for it. */
import ipaddr from 'ipaddr.js';
import type { TrustProxy } from '../platform/network/trust-proxy.ts';

/** How a request arrived, from its sender's point of view. */
export interface Arrival {
  /** Undefined if no trusted source provides one. */
  readonly ip: string | undefined;
  readonly protocol: string;
  readonly host: string | undefined;
}

/** A request as it reached this process. */
export interface Received {
  /** Undefined if the platform does not provide it. */
  readonly address: string | undefined;
  readonly header: (name: string) => string | null | undefined;
  readonly protocol: string;
}

type Address = ReturnType<typeof ipaddr.process>;

/** How many entries of `X-Forwarded-For` are evaluated at most. */
const MOST_PROXIES = 20;

/** What the hop before, towards the client, may report about a request. */
export class Proxies {
  readonly #trust: TrustProxy;

  constructor(trust: TrustProxy = false) {
    this.#trust = trust;
  }

  /** `X-Forwarded-For`, `-Proto` and `-Host` are used as far as they come from trusted proxies. */
  arrival({ address, header, protocol }: Received): Arrival {
    const ip = this.#client(address, header('x-forwarded-for') ?? '');
    const host = header('host') ?? undefined;
    if (!this.#isTrusted(address, 0)) return { ip, protocol, host };
    const forwarded = firstOf(header('x-forwarded-proto'))?.toLowerCase();
    return {
      ip,
      protocol: forwarded === 'https' || forwarded === 'http' ? forwarded : protocol,
      host: firstOf(header('x-forwarded-host')) ?? host,
    };
  }

  /**
   * The first address, counted from the nearest hop, that does not belong to a trusted proxy: the entries before it can
   * be forged.
   */
  #client(address: string | undefined, forwarded: string): string | undefined {
    const before = forwarded.split(',').slice(-MOST_PROXIES).toReversed();
    let client = address;
    for (const [hop, entry] of before.entries()) {
      const next = withoutPort(entry);
      if (!this.#isTrusted(client, hop) || !ipaddr.isValid(next)) break;
      client = next;
    }
    return client;
  }

  #isTrusted(address: string | undefined, hop: number): boolean {
    if (typeof this.#trust === 'boolean') return this.#trust;
    if (typeof this.#trust === 'number') return hop < this.#trust;
    const parsed = address !== undefined && ipaddr.isValid(address) ? ipaddr.process(address) : null;
    return parsed !== null && this.#trust.some((block) => isWithin(parsed, block));
  }
}

const known = new WeakMap<object, Proxies>();

/** The trusted proxies in front of the host of an engine: its option `trustProxy`. */
export function proxiesOf(engine: { readonly trustProxy?: TrustProxy }): Proxies {
  const before = known.get(engine);
  if (before) return before;
  const proxies = new Proxies(engine.trustProxy);
  known.set(engine, proxies);
  return proxies;
}

function isWithin(address: Address, block: string): boolean {
  const [network, bits] = block.includes('/') ? ipaddr.parseCIDR(block) : [ipaddr.process(block), undefined];
  return address.kind() === network.kind() && address.match(network, bits ?? (network.kind() === 'ipv4' ? 32 : 128));
}

function firstOf(list: string | null | undefined): string | undefined {
  return list?.split(',', 1)[0]?.trim() || undefined;
}

/** `192.0.2.1:80` and `[2001:db8::1]:80`, as some proxies write them. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? [];
  return bracketed ?? plain ?? text.trim();
}
