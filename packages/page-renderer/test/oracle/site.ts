/** Serves the pages of the oracle, and everything that they wait for. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OraclePage } from './pages.ts';
import { frameScript, pageHtml, workerScript } from './script.ts';

export interface OracleSite extends AsyncDisposable {
  /** Adds a page, and returns its address. */
  add(page: OraclePage): string;
  /** Adds a page as HTML, and returns its address. */
  addHtml(html: string): string;
}

const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

export async function startOracleSite(): Promise<OracleSite> {
  const pages = new Map<string, string>();
  const server = createServer(
    (request, response) => void answer(pages, request, response).catch(() => response.destroy()),
  );
  const sockets = new Set<Socket>();
  server.on('upgrade', (request, stream) => {
    const socket = stream as Socket;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    void openSocket(request, socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  let count = 0;
  const addHtml = (html: string): string => {
    count += 1;
    pages.set(`/page/${count}`, html);
    return `${origin}/page/${count}`;
  };
  const add = (page: OraclePage): string => {
    const next = page.next && add(page.next.page);
    return addHtml(pageHtml(page, { otherSite: `http://localhost:${port}`, next }));
  };
  return {
    add,
    addHtml,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function answer(pages: Map<string, string>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://oracle.test');
  const wait = Number(searchParams.get('wait'));
  const send = (type: string, body: string | Buffer) =>
    void response.writeHead(200, { 'Content-Type': type }).end(body);
  const page = pages.get(pathname);
  if (page !== undefined) return send('text/html; charset=utf-8', page);
  if (pathname === '/stream') {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).flushHeaders();
    for (let part = 0; part < Number(searchParams.get('parts')); part += 1) {
      await sleep(wait);
      response.write('part');
    }
    return void response.end();
  }
  if (pathname === '/events') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    await sleep(wait);
    return void response.write('event: mark\ndata: come\n\n');
  }
  await sleep(wait);
  if (pathname === '/head') return response.writeHead(200, { 'Content-Type': 'text/plain' }).flushHeaders();
  if (pathname === '/module.js') return send('text/javascript', 'export default 1;');
  if (pathname === '/classic.js')
    return send('text/javascript', `window.loaded?.(${JSON.stringify(searchParams.get('id'))})`);
  if (pathname === '/worker.js') return send('text/javascript', workerScript());
  if (pathname === '/image.gif') return send('image/gif', PIXEL);
  if (pathname === '/frame.html')
    return send('text/html', frameScript(searchParams.get('by') as 'timer', Number(searchParams.get('for'))));
  return send('text/plain', 'come');
}

/** Accepts a socket (RFC 6455 §4.2.2) and sends one message after a delay. */
async function openSocket(request: IncomingMessage, socket: Socket): Promise<void> {
  socket.on('error', () => {});
  const key = `${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`;
  const accept = createHash('sha1').update(key).digest('base64');
  const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
  socket.write([...head, `Sec-WebSocket-Accept: ${accept}`, '', ''].join('\r\n'));
  await sleep(Number(new URL(request.url ?? '', 'http://oracle.test').searchParams.get('wait')));
  const text = Buffer.from('come');
  if (!socket.destroyed) socket.write(Buffer.concat([Buffer.from([0x81, text.byteLength]), text]));
}
