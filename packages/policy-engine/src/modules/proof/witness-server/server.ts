/** A witness over HTTP. The proxy in front of it provides TLS. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatVkey, LONGEST_REQUEST, refusal, type WitnessAnswer } from '../log/index.ts';
import type { WitnessKey } from './key.ts';
import type { Witness } from './witness.ts';

/** What is served, and where. */
export interface WitnessServerOptions {
  readonly witness: Pick<Witness, 'add' | 'checkpoint'>;
  readonly key: WitnessKey;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Called with each answer, and with errors. */
  readonly say: (line: string) => void;
}

/** A running server. */
export interface WitnessServer {
  readonly url: string;
  /** Stops it once requests in progress are answered. */
  close(): Promise<void>;
}

const TEXT = 'text/plain; charset=utf-8';
const CHECKPOINT = /^\/(?<log>[0-9a-f]{64})\/checkpoint$/;

/** Starts a server. */
export async function serveWitness(options: WitnessServerOptions): Promise<WitnessServer> {
  const { host, port, say } = options;
  const server = createServer((request, response) => {
    answer(request, options)
      .catch((error: unknown): WitnessAnswer => {
        say(`failed: ${error instanceof Error ? error.message : String(error)}`);
        return { status: 500, contentType: TEXT, body: 'the witness failed\n' };
      })
      .then((answered) => send(request, response, answered))
      .catch((error: unknown) => say(`failed: ${String(error)}`));
  });
  server.requestTimeout = 30_000;
  server.headersTimeout = 10_000;
  server.maxConnections = 200;
  server.listen(port, host);
  await once(server, 'listening');
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      await closed;
    },
  };
}

async function answer(request: IncomingMessage, { witness, key, say }: WitnessServerOptions): Promise<WitnessAnswer> {
  const { method = '', url = '/' } = request;
  const path = url.split('?', 1)[0] ?? '/';
  if (path === '/add-checkpoint') {
    if (method !== 'POST') return { status: 405, contentType: TEXT, body: 'use POST\n' };
    const body = await bodyOf(request);
    if (body === null) return { status: 413, contentType: TEXT, body: `more than ${LONGEST_REQUEST} bytes\n` };
    const answered = await witness.add(body);
    say(`${answered.status} add-checkpoint ${summaryOf(body, answered)}`);
    return answered;
  }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, contentType: TEXT, body: 'use GET\n' };
  if (path === '/') return { status: 200, contentType: TEXT, body: `${formatVkey(key.key)}\n` };
  const log = CHECKPOINT.exec(path)?.groups?.['log'];
  const note = log === undefined ? null : await witness.checkpoint(log);
  return note === null ? refusal(404, 'nothing here') : { status: 200, contentType: TEXT, body: note };
}

/** Log, size and reason for the terminal. The request may contain anything. */
function summaryOf(body: Buffer, { status, body: said }: WitnessAnswer): string {
  const [, origin = '', size = ''] = /\n\n([^\n]*)\n([^\n]*)\n/.exec(body.toString('utf8')) ?? [];
  const shown = JSON.stringify(`${origin} ${size}`.slice(0, 120));
  return status === 200 ? shown : `${shown}: ${said.trim().slice(0, 200)}`;
}

/** @returns null if the request is too large */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LONGEST_REQUEST) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function send(request: IncomingMessage, response: ServerResponse, { status, contentType, body }: WitnessAnswer): void {
  const headers: Record<string, string> = { 'content-type': contentType, 'x-content-type-options': 'nosniff' };
  // After a request that was not read to its end, the connection can't carry another one.
  if (!request.complete) headers['connection'] = 'close';
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}
