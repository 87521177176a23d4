/**
 * Requests to addresses that a third party may have chosen. Protects against private and metadata addresses, and names
 * that resolve to one, at once or the second time. Redirects are not followed: the caller sends a new request.
 */
import { type LookupAddress, lookup } from 'node:dns';
import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** The address is not public, and its host is not allowed. */
export class AddressRefused extends Error {
  override name: string = 'AddressRefused';

  constructor() {
    super('The address is not public');
  }
}

/** A request. */
export interface OutgoingRequest {
  /** Default: `GET`. */
  readonly method?: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly signal: AbortSignal;
}

/** Resolves a name once and connects only to the checked addresses, so that a second lookup can't return others. */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    if (error) return callback(error, '');
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new AddressRefused(), '');
    }
    if (options.all === true) return callback(null, addresses);
    const [first] = addresses;
    callback(null, first?.address ?? '', first?.family);
  });
};

/** Connections to the public internet, and to hosts that are allowed by name. */
export class OutgoingConnections implements Disposable {
  readonly #allowed: ReadonlySet<string>;
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;

  /**
   * @param allowedHosts in lower case, with or without a port; these may be at private addresses
   * @param maxSockets of one host
   */
  constructor(allowedHosts: ReadonlySet<string>, maxSockets: number = 8) {
    this.#allowed = allowedHosts;
    this.#http = new HttpAgent({ keepAlive: true, maxSockets });
    this.#https = new HttpsAgent({ keepAlive: true, maxSockets });
  }

  /**
   * Resolves to the head of the response; the caller reads its body or destroys it.
   *
   * @throws {AddressRefused} for a private address; otherwise the error of the connection
   */
  async ask(url: URL, { method = 'GET', headers, body, signal }: OutgoingRequest): Promise<IncomingMessage> {
    const isFree = this.#allowed.has(url.host) || this.#allowed.has(url.hostname);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // An IP address needs no lookup, so it is checked here.
    if (!isFree && isIP(host) !== 0 && !isPublicAddress(host)) throw new AddressRefused();
    const secure = url.protocol === 'https:';
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    (secure ? httpsRequest : httpRequest)(url, {
      agent: secure ? this.#https : this.#http,
      method,
      headers,
      signal,
      ...(!isFree && { lookup: lookupPublic }),
    })
      .once('response', resolve)
      .on('error', reject)
      .end(body);
    return promise;
  }

  [Symbol.dispose](): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}
