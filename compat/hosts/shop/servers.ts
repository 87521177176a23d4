/** Servers in addition to the tested host. */
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';

/** The response of the renderer. */
export const RENDERED = '<title>drawn for a bot</title>';

/** A stand-in for a page renderer: its response is one sentence. */
export async function startRenderer(): Promise<Server> {
  const renderer = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'x-renderer': 'stand-in' }).end(RENDERED);
  });
  await once(renderer.listen(0, '127.0.0.1'), 'listening');
  return renderer;
}

/** A proxy that adds `X-Forwarded-*` to a request, unless the request already has them. */
export async function startProxy(port: number): Promise<Server> {
  const proxy = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const said = { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http', 'x-forwarded-host': headers.host };
    const asked = request({ host: '127.0.0.1', port, method, path: url, headers: { ...said, ...headers } });
    asked.on('error', () => outgoing.destroy());
    asked.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(asked);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return proxy;
}
