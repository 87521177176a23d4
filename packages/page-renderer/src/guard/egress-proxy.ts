import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { parseAddress } from './addresses.ts';
import { dial } from './dial.ts';
import type { Network } from './network.ts';
import type { JudgedTarget } from './policy.ts';
import type { EgressPlace } from './egress-place.ts';
import { LOOPBACK } from './egress-place.ts';

/** Time limit for a connection to name its destination, in milliseconds. */
const HANDSHAKE_TIMEOUT = 10_000;
/** Maximum number of open connections of one page; a browser opens 6 per host. */
const MAX_CONNECTIONS = 256;
/** Maximum number of hosts and ports remembered per listener. */
const MAX_OUTCOMES = 1_000;

/** SOCKS5 reply codes (RFC 1928 §6). */
const REPLY = {
  succeeded: 0x00,
  generalFailure: 0x01,
  refused: 0x02,
  hostUnreachable: 0x04,
  connectionRefused: 0x05,
  commandNotSupported: 0x07,
} as const;

/** Why a connection was refused or failed. */
export interface EgressFailure {
  kind: 'refused' | 'unknown-host' | 'connection-failed';
  reason: string;
}

/** The decisions on all connections that were requested to a host and port. */
export interface EgressDecision {
  readonly host: string;
  readonly port: number;
  /** Number of requested connections. */
  readonly connections: number;
  /** The last failure; undefined if every connection was made. */
  readonly failure: EgressFailure | undefined;
  /** The addresses that the name resolved to at the last check; for an allowed host those that may be connected to. */
  readonly addresses: readonly string[];
}

/** The network access of one page. */
export interface Egress {
  /** The last failure of a connection to this host and port, because Chromium only knows that the proxy failed. */
  failureOf(host: string, port: number): EgressFailure | undefined;
  /** The decisions so far, in the order of the first request of each host; limited to the first ones. */
  decisions(): EgressDecision[];
  /** Calls the listener with the number of bytes received over all connections, as they arrive. */
  onBytes(listener: (total: number) => void): void;
  /** Waits for the check before a connection is used; one that is not admitted is closed. */
  admit(check: () => Promise<boolean>): void;
  /** Ends all connections and refuses further ones: from then on the page reaches nothing. */
  stop(): void;
}

/** The network access of pages that are rendered one after the other. Close it after the last one. */
export interface EgressListener extends AsyncDisposable {
  /** For Chromium's `--proxy-server` or `Target.createBrowserContext`; undefined if the network of the browser is the guard. */
  readonly proxyServer: string | undefined;
  /** Opens it for the requests of one page. Until then nothing is allowed. @param target origin of the page */
  assign(target: JudgedTarget): Egress;
  /** Closes it after a page, and ends the page's connections. */
  release(): void;
  close(): Promise<void>;
}

/**
 * Opens a SOCKS5 proxy (RFC 1928, CONNECT only) on a port of its own, by default only for this machine. Chromium sends every connection of a
 * browser context through it with the unresolved name of the host; the proxy resolves the name once, applies the policy, and
 * connects only to the addresses that were checked. This guard is below the browser, so it also applies to redirects,
 * sub-requests, frames, WebSockets and DNS rebinding.
 */
export async function openEgress(network: Network, place: EgressPlace = LOOPBACK): Promise<EgressListener> {
  if (place.kind === 'unguarded') return unguarded();
  const { listenOn, host, peers } = place;
  let use: EgressUse | undefined;
  const server = createServer((client) => {
    if (peers && !peers.includes(parseAddress(client.remoteAddress ?? '')?.toString() ?? '')) {
      return void client.destroy();
    }
    if (!use || use.sockets.size >= MAX_CONNECTIONS) return void client.destroy();
    track(use.sockets, client);
    serve(client, network, use).catch(() => client.destroy());
  });
  await listen(server, listenOn);
  const release = () => {
    use?.stop();
    use = undefined;
  };
  const close = async () => {
    release();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  };
  return {
    proxyServer: `socks5://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`,
    assign: (target) => {
      release();
      return (use = new EgressUse(target));
    },
    release,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** No guard: connections are neither checked nor counted. */
function unguarded(): EgressListener {
  const close = async () => {};
  const none = () => {};
  const egress: Egress = { failureOf: () => undefined, decisions: () => [], onBytes: none, admit: none, stop: none };
  return { proxyServer: undefined, assign: () => egress, release: () => {}, close, [Symbol.asyncDispose]: close };
}

async function listen(server: Server, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  // Resets by either side are normal for a proxy; 'close' follows and does the work.
  socket.on('error', () => {});
}

class EgressUse implements Egress {
  readonly target: JudgedTarget;
  readonly sockets = new Set<Socket>();
  readonly #failures = new Map<string, EgressFailure>();
  readonly #decisions = new Map<string, EgressDecision>();
  #received = 0;
  #isStopped = false;
  #check: () => Promise<boolean> = async () => true;
  readonly #listeners: Array<(total: number) => void> = [];

  constructor(target: JudgedTarget) {
    this.target = target;
  }

  failureOf(host: string, port: number): EgressFailure | undefined {
    return this.#failures.get(`${host.replace(/^\[|\]$/g, '')}:${port}`);
  }

  decisions(): EgressDecision[] {
    return [...this.#decisions.values()];
  }

  onBytes(listener: (total: number) => void): void {
    this.#listeners.push(listener);
  }

  admit(check: () => Promise<boolean>): void {
    this.#check = check;
  }

  stop(): void {
    this.#isStopped = true;
    for (const socket of this.sockets) socket.destroy();
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Whether a connection may be used. */
  async admits(): Promise<boolean> {
    const isAdmitted = await this.#check().catch(() => false);
    return isAdmitted && !this.#isStopped;
  }

  report(host: string, port: number, addresses: readonly string[], failure?: EgressFailure): void {
    const name = `${host}:${port}`;
    if (failure && this.#failures.size < MAX_OUTCOMES) this.#failures.set(name, failure);
    const before = this.#decisions.get(name);
    if (!before && this.#decisions.size >= MAX_OUTCOMES) return;
    const connections = (before?.connections ?? 0) + 1;
    this.#decisions.set(name, { host, port, connections, failure: failure ?? before?.failure, addresses });
  }

  /** Called with the bytes that arrive. */
  count(chunk: Buffer): void {
    this.#received += chunk.byteLength;
    for (const listener of this.#listeners) listener(this.#received);
  }
}

async function serve(client: Socket, { policy, count }: Network, use: EgressUse): Promise<void> {
  client.setNoDelay(true);
  client.setTimeout(HANDSHAKE_TIMEOUT, () => client.destroy());
  const request = await readRequest(client);
  if (!request) return reply(client, REPLY.commandNotSupported);
  client.setTimeout(0);
  const { host, port } = request;
  // Not even the name is looked up.
  if (use.isStopped) return reply(client, REPLY.refused);
  const judgement = await policy.judge(host, port, use.target);
  if (judgement.outcome !== 'allowed') {
    const addresses = judgement.outcome === 'refused' ? judgement.addresses : [];
    if (judgement.outcome === 'refused') count('refused', 1);
    use.report(host, port, addresses, { kind: judgement.outcome, reason: judgement.reason });
    return reply(client, judgement.outcome === 'refused' ? REPLY.refused : REPLY.hostUnreachable);
  }
  try {
    const admitted = use.admits();
    const upstream = await dial(judgement.addresses, port);
    track(use.sockets, upstream);
    if (!(await admitted)) {
      upstream.destroy();
      return reply(client, REPLY.refused);
    }
    use.report(host, port, judgement.addresses);
    if (client.destroyed) return void upstream.destroy();
    reply(client, REPLY.succeeded);
    upstream.on('data', (chunk) => {
      count('from-sites', chunk.byteLength);
      use.count(chunk);
    });
    client.on('data', (chunk) => count('to-sites', chunk.byteLength));
    splice(client, upstream);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const reason = `${host}:${port} ${describeConnectError(code)}`;
    use.report(host, port, judgement.addresses, { kind: 'connection-failed', reason });
    reply(client, code === 'ECONNREFUSED' ? REPLY.connectionRefused : REPLY.generalFailure);
  }
}

/** Reads greeting and request, and answers the greeting. `undefined` for anything but a CONNECT. */
async function readRequest(client: Socket): Promise<{ host: string; port: number } | undefined> {
  const read = reader(client);
  const [version, methods] = await read(2);
  if (version !== 5) throw new Error('not SOCKS5');
  await read(methods ?? 0);
  client.write(Buffer.from([5, 0]));
  const [, command, , addressType] = await read(4);
  let host: string;
  if (addressType === 1) host = (await read(4)).join('.');
  else if (addressType === 3) host = (await read((await read(1))[0] ?? 0)).toString('latin1');
  else if (addressType === 4) host = ipaddr.fromByteArray([...(await read(16))]).toString();
  else return undefined;
  const port = (await read(2)).readUInt16BE();
  return command === 1 ? { host, port } : undefined;
}

/** Returns a function that resolves with exactly `n` bytes; rejects if the connection closes before. */
function reader(socket: Socket): (n: number) => Promise<Buffer> {
  return async (n) => {
    if (n === 0) return Buffer.alloc(0);
    for (;;) {
      const chunk = socket.read(n) as Buffer | null;
      if (chunk?.length === n) return chunk;
      if (chunk || socket.destroyed || socket.readableEnded) throw new Error('connection closed');
      await new Promise<void>((resolve) => {
        const wake = () => {
          socket.off('readable', wake).off('close', wake).off('end', wake);
          resolve();
        };
        socket.on('readable', wake).on('close', wake).on('end', wake);
      });
    }
  };
}

function reply(client: Socket, code: number): void {
  const message = Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
  if (code === REPLY.succeeded) client.write(message);
  else client.end(message);
}

function splice(client: Socket, upstream: Socket): void {
  client.pipe(upstream);
  upstream.pipe(client);
  client.once('close', () => upstream.destroy());
  upstream.once('close', () => client.destroySoon());
}

function describeConnectError(code: string | undefined): string {
  switch (code) {
    case 'ECONNREFUSED':
      return 'refused the connection';
    case 'ETIMEDOUT':
      return 'did not answer in time';
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'cannot be reached from here';
    default:
      return 'could not be connected to';
  }
}
