/** Requests that another process of the service answers. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Agent, request as ask } from 'node:http';
import { pipeline } from 'node:stream';
import { RendererError } from '../errors.ts';
import { answerError } from '../server/answers/error.ts';

/** Says from where a request came that is passed on. */
const PEER = 'x-page-renderer-peer';
/** Of a request that has none (HTTP/1.0); no name of this machine. */
const NO_HOST = 'host.invalid';
/** Concern one connection and not what is sent on it (RFC 9110 §7.6.1); how a body is framed is said anew in answers. */
const OF_CONNECTION: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'upgrade']);

/** Passes requests on to the process that listens on a Unix socket, and its answers back. */
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
      // What breaks off there breaks off here.
      pipeline(answer, response, () => {});
    });
    passed.on('error', fail);
    response.on('close', () => response.writableFinished || passed.destroy());
    incoming.pipe(passed);
  };
}

/** Has the listener of forwarded requests see them as they came. */
export function asForwarded(listener: RequestListener): RequestListener {
  return (incoming, response) => {
    const value = incoming.headers[PEER];
    Object.defineProperty(incoming.socket, 'remoteAddress', { value, configurable: true });
    listener(incoming, response);
  };
}

/** Names and values in turn, without those of the connection and one more. */
function without(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, index) => {
    const of = rawHeaders[index - (index % 2)]?.toLowerCase() ?? '';
    return of !== name && !OF_CONNECTION.has(of);
  });
}

/** The other process is gone, and this one goes, too. */
function answerClosing(incoming: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const error = new RendererError('closing', 'The service is shutting down', { retryAfter: 5 });
  const requestId = String(incoming.headers['x-request-id'] ?? '');
  const answer = answerError(error, incoming.headers.accept ?? null, requestId, false);
  response.writeHead(answer.status, [...answer.headers].flat());
  void answer.text().then((text) => response.end(text));
}
