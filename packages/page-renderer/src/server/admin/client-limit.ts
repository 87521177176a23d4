import { parseAddress } from '../../guard/addresses.ts';

/** Clients that are remembered. Those that asked longest ago are forgotten first. */
const MOST_CLIENTS = 10_000;

/** So many requests a minute for each client, in windows that begin with a client's first request. */
export class ClientLimit {
  readonly #perMinute: number;
  readonly #now: () => number;
  /** Oldest window first. */
  readonly #windows = new Map<string, { readonly since: number; count: number }>();

  /** @param now milliseconds on a clock that never goes back */
  constructor(perMinute: number, now: () => number) {
    this.#perMinute = perMinute;
    this.#now = now;
  }

  /** Counts a request. @returns 0 where it may be made, or in how many seconds the next one may */
  take(address: string): number {
    const client = clientOf(address);
    const now = this.#now();
    const window = this.#windows.get(client);
    if (window === undefined || now - window.since >= 60_000) {
      this.#windows.delete(client);
      this.#windows.set(client, { since: now, count: 1 });
      const [oldest] = this.#windows.keys();
      if (this.#windows.size > MOST_CLIENTS && oldest !== undefined) this.#windows.delete(oldest);
      return 0;
    }
    window.count += 1;
    return window.count <= this.#perMinute ? 0 : Math.ceil((window.since + 60_000 - now) / 1000);
  }
}

/** An address; of IPv6 the network, of which one client has all addresses (RFC 6177 §2). */
function clientOf(text: string): string {
  const address = parseAddress(text);
  if (address === undefined) return 'unknown';
  return address.kind() === 'ipv4' ? address.toString() : address.toByteArray().slice(0, 8).join(' ');
}
