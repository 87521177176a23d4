/** The conversion of Node's requests and responses, for every framework. */
import assert from 'node:assert/strict';
import http from 'node:http';
import http2 from 'node:http2';
import { test } from 'node:test';
import { createNodeHandler } from '../../dist/hosts/request/node-handler.js';
import { reply } from '../../dist/platform/web/response/reply.js';
import { listening } from '../../../../testing/listening.ts';

function handlerOf(fetch: (request: Request) => Promise<Response>) {
  return createNodeHandler({ basePath: '', fetch });
}

test('a body over HTTP/2 is read, although no header announces it', async () => {
  const handle = handlerOf(async (request) => reply(200, `${request.method} ${await request.text()}`));
  const server = http2.createServer((request, response) => {
    const known = { url: request.url, protocol: 'http', host: request.authority, ip: undefined };
    void handle(request as never, response as never, known);
  });
  await using running = await listening(server);
  const client = http2.connect(running.url);
  try {
    const stream = client.request({ ':method': 'PUT', ':path': '/user_terms', 'content-type': 'application/json' });
    stream.end('{"a":1}');
    let said = '';
    for await (const chunk of stream.setEncoding('utf8')) said += String(chunk);
    assert.equal(said, 'PUT {"a":1}');
  } finally {
    client.destroy();
  }
});

test('a stream whose client is gone before it starts is closed, and so is its file', async () => {
  const asked = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const handle = handlerOf(async () => {
    asked.resolve();
    await gone.promise;
    return reply(200, new ReadableStream({ cancel: () => cancelled.resolve() }));
  });
  const server = http.createServer((request, response) => {
    response.once('close', () => gone.resolve());
    void handle(request, response, { url: '/', protocol: 'http', host: request.headers.host, ip: undefined });
  });
  await using running = await listening(server);
  const request = http.get({ port: running.port, agent: false });
  request.on('error', () => {});
  await asked.promise;
  request.destroy();
  await cancelled.promise;
});
