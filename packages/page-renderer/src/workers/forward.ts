/** Requests that the main process handles. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Agent, request as ask } from 'node:http';
import { pipeline } from 'node:stream';
import { RendererError } from '../kernel/errors.ts';
import { answerError } from '../server/answers/error.ts';

/** The client's address of a forwarded request. */
const PEER = 'x-page-renderer-peer';
/** The host of a request that has none (HTTP/1.0); not a name of this machine. */
const NO_HOST = 'host.invalid';
/** Headers of one connection only (RFC 9110 §7.6.1); the framing of a body is set anew in responses. */
const OF_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade']);

/** Forwards requests to the process that listens on a Unix socket, and its responses back. */
export function forwardTo(socketPath: string): RequestListener {
  const agent = new Agent({ keepAlive: true });
  return (incoming, response) => {
    const { method, url: path, socket } = incoming;
    const headers = [...without(incoming.rawHeaders, PEER), PEER, socket.remoteAddress ?? ''];
    if (incoming.headers.host === undefined) headers.push('Host', NO_HOST);
    const passed = ask({ socketPath, agent, method, path, headers, setDefaultHeaders: false });
    const fail = () => answerClosing(incoming, response);
    passed.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, without(answer.rawHeaders, 'transfer-encoding'));
      // If the response is incomplete there, it is incomplete here.
      pipeline(answer, response, () => {});
    });
    passed.on('error', fail);
    response.on('close', () => response.writableFinished || passed.destroy());
    incoming.pipe(passed);
  };
}

/** Makes forwarded requests look as they arrived to the listener. */
export function asForwarded(listener: RequestListener): RequestListener {
  return (incoming, response) => {
    const value = incoming.headers[PEER];
    Object.defineProperty(incoming.socket, 'remoteAddress', { value, configurable: true });
    listener(incoming, response);
  };
}

/** Names and values in turn, without hop-by-hop headers and one more. */
function without(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, index) => {
    const of = rawHeaders[index - (index % 2)]?.toLowerCase() ?? '';
    return of !== name && !OF_CONNECTION.has(of);
  });
}

/** The other process has ended, and this one ends, too. */
function answerClosing(incoming: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const error = new RendererError('closing', 'The service is shutting down', { retryAfter: 5 });
  const requestId = String(incoming.headers['x-request-id'] ?? '');
  const answer = answerError(error, incoming.headers.accept ?? null, requestId, false);
  response.writeHead(answer.status, [...answer.headers].flat());
  void answer.text().then((text) => response.end(text));
}
