/** A request that one process of the service forwards to another arrives unchanged, and so does its response. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener, RequestOptions, Server } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { serverFor } from '../../dist/server/listen/listen.js';
import { asForwarded, forwardTo } from '../../dist/workers/forward.js';

const folder = mkdtempSync(path.join(tmpdir(), 'forward-'));
const socket = path.join(folder, 'rest');
const seen: IncomingMessage[] = [];
let answer: (...given: Parameters<RequestListener>) => unknown = () => {};
let front: Server;
let back: Server;
let port: number;

before(async () => {
  back = serverFor(
    asForwarded((incoming, response) => {
      seen.push(incoming);
      answer(incoming, response);
    }),
  );
  back.listen(socket);
  await once(back, 'listening');
  front = createServer(forwardTo(socket)).listen(0, '127.0.0.1');
  await once(front, 'listening');
  ({ port } = front.address() as AddressInfo);
});
after(() => {
  for (const server of [front, back]) server.close().closeAllConnections();
  rmSync(folder, { recursive: true });
});

const bodyOf = async (message: IncomingMessage) => Buffer.concat(await message.toArray()).toString();

async function ask(options: RequestOptions, body?: string) {
  const asked = request({ port, host: '127.0.0.1', agent: false, ...options });
  asked.end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  return { response, body: await bodyOf(response) };
}

describe('a request that is passed on', () => {
  test('has the method, path, headers and body it came with', async () => {
    answer = async (incoming, response) => void response.end(await bodyOf(incoming));
    const headers = ['Host', 'service.test', 'X-Two', '1', 'X-Two', '2', 'Transfer-Encoding', 'chunked'];
    const { body } = await ask({ method: 'POST', path: '/render//x?a=%2F#b', headers }, 'the body');
    const [incoming] = seen.splice(0);
    assert.deepEqual([incoming?.method, incoming?.url, body], ['POST', '/render//x?a=%2F#b', 'the body']);
    assert.deepEqual([incoming?.headers.host, incoming?.headersDistinct['x-two']], ['service.test', ['1', '2']]);
  });

  test('keeps the address of its client, whatever its headers say', async () => {
    answer = (_, response) => void response.end();
    await ask({ path: '/', headers: { 'X-Page-Renderer-Peer': '10.1.2.3' } });
    assert.equal(seen.splice(0)[0]?.socket.remoteAddress, '127.0.0.1');
  });

  test('may have no host (HTTP/1.0), which gives it none of this machine', async () => {
    answer = (_, response) => void response.end('there');
    const raw = connect(port, '127.0.0.1').setEncoding('latin1');
    raw.write('GET / HTTP/1.0\r\n\r\n');
    const text = (await raw.toArray()).join('');
    assert.match(text, /^HTTP\/1.1 200[^]*there$/);
    assert.equal(seen.splice(0)[0]?.headers.host, 'host.invalid');
  });

  test('ends when whoever asked is gone', async () => {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    answer = (_, response) => {
      response.on('close', resolve);
      begin();
    };
    const asked = request({ port, host: '127.0.0.1', agent: false }).on('error', () => {});
    asked.end();
    await begun;
    asked.destroy();
    await gone;
    seen.length = 0;
  });
});

describe('an answer that is passed back', () => {
  test('has its status and headers, each as often as it was sent', async () => {
    answer = (_, response) =>
      void response.writeHead(404, 'Gone Fishing', ['Link', '<a>', 'Link', '<b>', 'Content-Length', '4']).end('none');
    const { response, body } = await ask({ path: '/' });
    assert.deepEqual([response.statusCode, body], [404, 'none']);
    assert.deepEqual([response.headersDistinct['link'], response.headers['content-length']], [['<a>', '<b>'], '4']);
    assert.equal(response.headersDistinct['date']?.length, 1);
  });

  test('has no body where there is none', async () => {
    answer = ({ method }, response) =>
      void (method === 'HEAD' ? response.writeHead(200, { 'Content-Length': 7 }) : response.writeHead(304)).end();
    const head = await ask({ path: '/', method: 'HEAD' });
    assert.deepEqual([head.response.headers['content-length'], head.body], ['7', '']);
    const known = await ask({ path: '/' });
    assert.deepEqual([known.response.statusCode, known.body], [304, '']);
  });

  test('is incomplete if the original is incomplete', async () => {
    answer = (_, response) => {
      response.write('the first half');
      setImmediate(() => response.destroy());
    };
    await assert.rejects(ask({ path: '/' }), { code: 'ECONNRESET' });
  });

  test('says that the service is shutting down where nobody answers', async () => {
    const nowhere = createServer(forwardTo(path.join(folder, 'nobody'))).listen(0, '127.0.0.1');
    await once(nowhere, 'listening');
    const { response, body } = await ask({ port: (nowhere.address() as AddressInfo).port, path: '/' });
    assert.deepEqual([response.statusCode, response.headers['retry-after']], [503, '5']);
    assert.equal((JSON.parse(body) as { code: string }).code, 'closing');
    nowhere.close();
  });
});
