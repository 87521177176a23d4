/** A browser's cookies by name, domain and partition (RFC 6265bis), and requests with them over HTTP to a server of this process. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { PolicyEngine } from 'policy-engine';
import { policyEngine } from 'policy-engine/node';

/** A server with the engine. */
export async function serve(engine: PolicyEngine): Promise<{ readonly port: number } & AsyncDisposable> {
  const server = createServer(policyEngine(engine)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Stored {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  readonly isHostOnly: boolean;
  /** Site at the top of the window; null for a cookie that is not partitioned. */
  readonly partition: string | null;
}

/** What came back. */
export interface Answered {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
  readonly lines: readonly string[];
}

/** One browser. */
export class Jar {
  readonly stored: Map<string, Stored> = new Map();
  readonly #port: number;
  readonly #scheme: string;
  /** The site at the top of the window: a frame of another site gets no cookies but partitioned ones. */
  top: string;

  constructor(port: number, top: string, scheme: 'http' | 'https' = 'https') {
    this.#port = port;
    this.#scheme = scheme;
    this.top = top;
  }

  /** `name=value` of what a host gets. */
  sentTo(host: string): string[] {
    const isFramed = !`.${host}`.endsWith(`.${this.top}`);
    return [...this.stored.values()]
      .filter(({ domain, isHostOnly, partition }) => {
        if (partition === null ? isFramed : partition !== this.top) return false;
        return isHostOnly ? host === domain : `.${host}`.endsWith(`.${domain}`);
      })
      .map(({ name, value }) => `${name}=${value}`);
  }

  /** Sends a request as a page of the host does. */
  async ask(method: string, host: string, path: string, body?: unknown, headers = {}): Promise<Answered> {
    const sent = send({
      port: this.#port,
      method,
      path: `/policies${path}`,
      headers: {
        host,
        'x-forwarded-proto': this.#scheme,
        'sec-fetch-site': 'same-origin',
        accept: 'application/json',
        cookie: this.sentTo(host).join('; '),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
    });
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const lines = response.headers['set-cookie'] ?? [];
    for (const line of lines) this.#keep(host, line);
    const answer = await text(response);
    const isJson = response.headers['content-type']?.includes('json') === true;
    const { statusCode: status = 0 } = response;
    return {
      status,
      headers: response.headers,
      body: isJson ? (JSON.parse(answer) as Record<string, unknown>) : {},
      lines,
    };
  }

  #keep(host: string, line: string): void {
    const [pair = '', ...rest] = line.split('; ');
    const attributes = new Map(rest.map((one) => [one.split('=')[0]!, one.split('=')[1]]));
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const given = attributes.get('Domain');
    if (given !== undefined && (!`.${host}`.endsWith(`.${given}`) || name.startsWith('__Host-'))) return;
    if (attributes.has('Secure') && this.#scheme !== 'https') return;
    if (name.startsWith('__') && !attributes.has('Secure')) return;
    const isFramed = !`.${host}`.endsWith(`.${this.top}`);
    const isPartitioned = attributes.has('Partitioned');
    if (isFramed && !(attributes.get('SameSite') === 'None' && isPartitioned && attributes.has('Secure'))) return;
    const partition = isPartitioned ? this.top : null;
    const one = { name, value, domain: given ?? host, isHostOnly: given === undefined, partition };
    const key = JSON.stringify({ ...one, value: '' });
    if (attributes.get('Max-Age') === '0') this.stored.delete(key);
    else this.stored.set(key, one);
  }
}
