/** Identification of clients, for limits. */
import { isWithin, parseAddress } from '../../guard/addresses.ts';
import { parseRange } from '../../guard/listed-networks.ts';
import type { ClientKind } from '../../telemetry/definitions.ts';
import type { AccessRequest } from './request.ts';
import type { Credential } from './render-access.ts';

/** A client: identified by its credential, otherwise by its address. */
export interface Client {
  readonly kind: ClientKind;
  /** The same for all requests of a client. */
  readonly name: string;
}

type Address = NonNullable<ReturnType<typeof parseAddress>>;

/** Maximum number of entries of `X-Forwarded-For` that are read. */
const MOST_PROXIES = 20;

/** See the head of the file. */
export class Clients {
  readonly #trusted: ReadonlyArray<[Address, number]>;

  /** @param trustedProxies addresses and CIDR blocks whose `X-Forwarded-For` is trusted */
  constructor(trustedProxies: readonly string[]) {
    this.#trusted = trustedProxies.map(parseRange).filter((range) => range !== undefined);
  }

  of(request: AccessRequest, credential: Credential = { kind: 'none' }): Client {
    switch (credential.kind) {
      case 'token':
        return { kind: 'token', name: `token ${credential.index}` };
      case 'key':
        return { kind: 'key', name: `key ${credential.id}` };
      case 'none':
        return { kind: 'address', name: nameOf(this.#addressOf(request)) };
    }
  }

  /** The client of the last trusted proxy: anybody may write the entries before it in the header. */
  #addressOf({ env, req }: AccessRequest): Address | undefined {
    let address = parseAddress(env?.incoming?.socket.remoteAddress ?? '');
    const forwarded = (req.header('x-forwarded-for') ?? '').split(',').slice(-MOST_PROXIES);
    while (address && this.#isTrusted(address) && forwarded.length > 0) {
      const before = parseAddress(withoutPort(forwarded.pop() ?? ''));
      if (!before) return address;
      address = before;
    }
    return address;
  }

  #isTrusted(address: Address): boolean {
    return this.#trusted.some((range) => isWithin(address, range));
  }
}

/** For IPv6 the network, since one client has all its addresses (RFC 6177 §2). */
function nameOf(address: Address | undefined): string {
  if (address === undefined) return 'address unknown';
  const bytes = address.toByteArray();
  return `address ${address.kind() === 'ipv4' ? bytes.join('.') : bytes.slice(0, 8).join(' ')}`;
}

/** `192.0.2.1:80` and `[2001:db8::1]:80`, as written by some proxies. */
function withoutPort(text: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? [];
  return bracketed ?? plain ?? text.trim();
}
