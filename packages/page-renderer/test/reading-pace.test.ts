/** Clients that read slowly, or not at all. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { mock, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverFor } from '../dist/server/listen/listen.js';
import { atPace } from '../dist/server/listen/reading-pace.js';
import { eventually } from './support/processes.ts';

/** More than the buffers of a connection take. */
const LARGE = 24 * 1024 * 1024;

/** Sends a request, and reads nothing until it is resumed. */
async function unreading(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
}

test('a client that does not read a large response is disconnected, and one that reads it gets it whole', async () => {
  const body = Buffer.alloc(LARGE, 'x');
  let open = 0;
  const server = serverFor(
    (_, response) => {
      open += 1;
      response.on('close', () => (open -= 1)).end(body);
    },
    { grace: 60_000, rate: LARGE / 60_000, step: 20 },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  assert.equal((await response.arrayBuffer()).byteLength, LARGE);

  const hasty = serverFor((_, answer) => void answer.on('close', () => (open -= 1)).end(body), {
    grace: 50,
    rate: LARGE,
    step: 20,
  });
  hasty.listen(0, '127.0.0.1');
  await once(hasty, 'listening');
  open += 1;
  const client = await unreading((hasty.address() as AddressInfo).port);
  await eventually(() => open === 0, 'its response is given up');
  const ended = once(client, 'close');
  client.resume();
  await ended;
  assert.ok(client.bytesRead < LARGE, 'it has only a part');
  for (const one of [server, hasty]) {
    one.closeAllConnections();
    one.close();
  }
});

test('a response that takes long to be made is not one that is read slowly', async () => {
  const made = Promise.withResolvers<void>();
  const server = serverFor((_, response) => void made.promise.then(() => response.end('late')), {
    grace: 0,
    rate: 1,
    step: 5,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await sleep(100);
  made.resolve();
  assert.equal(await (await asked).text(), 'late');
  server.closeAllConnections();
  server.close();
});

test('parts of a text are given up for a slow reader, and not because of a slow source', async () => {
  const elapsed = performance.now.bind(performance);
  let ahead = 0;
  const clock = mock.method(performance, 'now', () => elapsed() + ahead);
  async function* parts() {
    for (const part of ['one', 'two', 'three']) {
      ahead += 3_600_000;
      yield part;
    }
  }
  const pace = { grace: 10_000, rate: 1, step: 1 };
  const read: string[] = [];
  for await (const part of atPace(parts(), () => assert.fail('a slow source'), pace)) read.push(part);
  clock.mock.restore();
  assert.deepEqual(read, ['one', 'two', 'three']);

  let isSlow = false;
  const slow = atPace(parts(), () => (isSlow = true), { ...pace, grace: 10 });
  await slow.next();
  await eventually(() => isSlow, 'it is given up');
  await slow.return(undefined);
});
