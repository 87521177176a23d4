import { createServer, connect } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { AddressPolicy, JudgedTarget, Judgement } from './policy.ts';

/** Longest time a connection may take to say where it wants to go, in milliseconds. */
const HANDSHAKE_TIMEOUT = 10_000;
/** Longest time to reach an address, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;
/** Connections one page may hold open at once; a browser opens 6 per host. */
const MAX_CONNECTIONS = 256;
/** Hosts and ports remembered per listener. */
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

/** Why a connection was not made. */
export interface EgressFailure {
  kind: 'refused' | 'unknown-host' | 'connection-failed';
  reason: string;
}

/** What was decided on all connections that were asked for to a host and port. */
export interface EgressDecision {
  readonly host: string;
  readonly port: number;
  /** How many were asked for. */
  readonly connections: number;
  /** The last failure; undefined where every connection was made. */
  readonly failure: EgressFailure | undefined;
  /** What the name resolved to when it was judged last; of a host that is allowed, what may be connected to. */
  readonly addresses: readonly string[];
}

/** One page's way out. Close it when the page is closed: that ends its connections. */
export interface EgressListener extends AsyncDisposable {
  /** For Chromium's `--proxy-server` or `Target.createBrowserContext`. */
  readonly proxyServer: string;
  /** Opens it for what one page asks for. Until then nothing is let through. @param target where the page comes from */
  assign(target: JudgedTarget): void;
  /** The last failure of a connection to this host and port, as Chromium itself only knows that the proxy failed. */
  failureOf(host: string, port: number): EgressFailure | undefined;
  /** What was decided so far, in the order in which hosts were first asked for; of very many, the first. */
  decisions(): EgressDecision[];
  /** Calls the listener with the number of bytes that have come in over all connections, as they come. */
  onBytes(listener: (total: number) => void): void;
  close(): Promise<void>;
}

/**
 * Opens a SOCKS5 proxy (RFC 1928, CONNECT only) on a loopback port of its own. Chromium sends every connection of a
 * browser context through it with the host's name, unresolved; the proxy resolves the name once, asks the policy, and
 * connects to the very addresses that were judged. This guard sits below the browser, so redirects, sub-resources,
 * frames, WebSockets and DNS rebinding meet it like everything else.
 */
export async function openEgress(policy: AddressPolicy): Promise<EgressListener> {
  let target: JudgedTarget | undefined;
  const failures = new Map<string, EgressFailure>();
  const decisions = new Map<string, EgressDecision>();
  const sockets = new Set<Socket>();
  let received = 0;
  let onBytes: ((total: number) => void) | undefined;
  const count = (chunk: Buffer) => {
    received += chunk.byteLength;
    onBytes?.(received);
  };
  const server = createServer((client) => {
    if (sockets.size >= MAX_CONNECTIONS || !target) return void client.destroy();
    track(sockets, client);
    const judge = (host: string, port: number) => policy.judge(host, port, target);
    serve(client, { judge, sockets, count }, (host, port, addresses, failure) => {
      const name = `${host}:${port}`;
      if (failure && failures.size < MAX_OUTCOMES) failures.set(name, failure);
      const before = decisions.get(name);
      if (!before && decisions.size >= MAX_OUTCOMES) return;
      const connections = (before?.connections ?? 0) + 1;
      decisions.set(name, { host, port, connections, failure: failure ?? before?.failure, addresses });
    }).catch(() => client.destroy());
  });
  await listen(server);
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  };
  return {
    proxyServer: `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`,
    assign: (to) => {
      target = to;
    },
    failureOf: (host, port) => failures.get(`${host.replace(/^\[|\]$/g, '')}:${port}`),
    decisions: () => [...decisions.values()],
    onBytes: (listener) => {
      onBytes = listener;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function track(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
  // A reset by either side is everyday life for a proxy; 'close' follows and does the work.
  socket.on('error', () => {});
}

type Report = (host: string, port: number, addresses: readonly string[], failure?: EgressFailure) => void;

interface Way {
  judge: (host: string, port: number) => Promise<Judgement>;
  sockets: Set<Socket>;
  /** Told of what comes in. */
  count: (chunk: Buffer) => void;
}

async function serve(client: Socket, { judge, sockets, count }: Way, report: Report): Promise<void> {
  client.setNoDelay(true);
  client.setTimeout(HANDSHAKE_TIMEOUT, () => client.destroy());
  const request = await readRequest(client);
  if (!request) return reply(client, REPLY.commandNotSupported);
  client.setTimeout(0);
  const { host, port } = request;
  const judgement = await judge(host, port);
  if (judgement.outcome !== 'allowed') {
    const addresses = judgement.outcome === 'refused' ? judgement.addresses : [];
    report(host, port, addresses, { kind: judgement.outcome, reason: judgement.reason });
    return reply(client, judgement.outcome === 'refused' ? REPLY.refused : REPLY.hostUnreachable);
  }
  try {
    const upstream = await dial(judgement.addresses, port);
    report(host, port, judgement.addresses);
    track(sockets, upstream);
    if (client.destroyed) return void upstream.destroy();
    reply(client, REPLY.succeeded);
    upstream.on('data', count);
    splice(client, upstream);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    const reason = `${host}:${port} ${describeConnectError(code)}`;
    report(host, port, judgement.addresses, { kind: 'connection-failed', reason });
    reply(client, code === 'ECONNREFUSED' ? REPLY.connectionRefused : REPLY.generalFailure);
  }
}

/** Reads greeting and request; answers the greeting. `undefined` for anything but a CONNECT. */
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

/** Returns a function that resolves with exactly `n` bytes; rejects when the connection closes before. */
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

/** Connects to the first of the judged addresses that answers ("happy eyeballs", RFC 8305). */
function dial(addresses: string[], port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const socket = connect({
      host: 'judged.invalid',
      port,
      autoSelectFamily: true,
      // The name above is never looked up: these are the only addresses this connection can go to.
      lookup: (_name, _options, callback) => callback(null, found),
    });
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })),
      CONNECT_TIMEOUT,
    );
    socket.setNoDelay(true);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
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
