/** Receivers that are broken, or have been taken over. */
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { LOOK, SECRET, startReceiver, webhooksEngine } from './support.ts';
import { listening } from '../../../../testing/listening.ts';

const DECISIONS = ['policy-engine.decision.recorded'];
const MEGABYTE = Buffer.alloc(1024 * 1024, 'x');

test('a redirect is not followed', async () => {
  await using receiver = await startReceiver();
  await using other = await startReceiver();
  receiver.answer = (response) => void response.writeHead(307, { location: other.url }).end();
  await using told = await webhooksEngine([{ name: 'moved', url: receiver.url, secret: SECRET, events: DECISIONS }]);
  await told.accept('anna');
  await told.pass(LOOK);
  const [delivery] = await told.deliveries('moved');
  assert.deepEqual(
    [delivery?.state, delivery?.status, delivery?.error],
    ['waiting', 307, 'Redirected (307), which is not followed'],
  );
  assert.equal(other.received.length, 0);
});

test('an endless response is cut off, and its beginning counts', async () => {
  await using receiver = await startReceiver();
  const hungUp = Promise.withResolvers<void>();
  receiver.answer = (response) => {
    response.writeHead(200);
    const more = (): void => {
      if (response.destroyed) hungUp.resolve();
      else if (response.write(MEGABYTE)) setImmediate(more);
      else response.once('drain', more).once('close', more);
    };
    more();
  };
  await using told = await webhooksEngine([{ name: 'endless', url: receiver.url, secret: SECRET, events: DECISIONS }]);
  await told.accept('anna');
  await told.pass(LOOK);
  await hungUp.promise;
  const [{ id, state } = { id: '', state: '' }] = await told.deliveries('endless');
  assert.equal(state, 'delivered');
  assert.equal((await told.delivery(id)).answer, 'x'.repeat(2048));
});

test('a response is stored in a form that every database supports, and shown as text', async () => {
  await using receiver = await startReceiver();
  receiver.answer = (response) => {
    response.writeHead(500);
    response.end(Buffer.concat([Buffer.from('<script>alert(1)</script>\0 é'), Buffer.from([0xff, 0xed, 0xa0, 0x80])]));
  };
  await using told = await webhooksEngine([{ name: 'odd', url: receiver.url, secret: SECRET, events: DECISIONS }]);
  await told.accept('anna');
  await told.pass(LOOK);
  const [{ id } = { id: '' }] = await told.deliveries('odd');
  const { answer } = await told.delivery(id);
  assert.match(answer ?? '', /^<script>alert\(1\)<\/script>\uFFFD é\uFFFD+$/);
  const page = await told.test.as('admin').fetch(`/policies/webhooks/${id}`, { headers: { accept: 'text/html' } });
  const html = await page.text();
  assert.ok(html.includes('&lt;script&gt;alert(1)'));
  assert.ok(!html.includes('<script>alert'));
});

test('a receiver that does not respond in time is not waited for until the next attempt', async () => {
  await using receiver = await startReceiver();
  // Sends nothing.
  receiver.answer = () => {};
  await using told = await webhooksEngine([{ name: 'slow', url: receiver.url, secret: SECRET, events: DECISIONS }], {
    webhookTimeoutSeconds: 1,
  });
  await told.accept('anna');
  await told.pass(LOOK);
  const [delivery] = await told.deliveries('slow');
  const page = await told.test.as('admin').fetch(`/policies/webhooks/${delivery?.id}`, {
    headers: { accept: 'text/html' },
  });
  assert.doesNotMatch(await page.text(), /Last response|The response had no content|Response code/, 'there was none');
  assert.deepEqual(
    [delivery?.state, delivery?.status, delivery?.error],
    ['waiting', null, 'No answer within 1 seconds'],
  );
});

test('a response body that does not end in time does not change its status', async () => {
  await using receiver = await startReceiver();
  receiver.answer = (response) => void response.writeHead(200).write('thank');
  await using told = await webhooksEngine([{ name: 'tarpit', url: receiver.url, secret: SECRET, events: DECISIONS }], {
    webhookTimeoutSeconds: 1,
  });
  await told.accept('anna');
  await told.pass(LOOK);
  const [{ id, state } = { id: '', state: '' }] = await told.deliveries('tarpit');
  assert.equal(state, 'delivered');
  assert.equal((await told.delivery(id)).answer, 'thank');
});

test('a receiver that hangs up, or speaks another protocol, is retried', async () => {
  const answers = ['', 'SSH-2.0-server\r\n', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`];
  await using server = await listening(
    createServer((socket) => void socket.on('error', () => {}).end(answers.shift() ?? '')),
  );
  const url = `${server.url}/`;
  await using told = await webhooksEngine([{ name: 'garbled', url, secret: SECRET, events: DECISIONS }]);
  for (const user of ['anna', 'ben', 'carla']) await told.accept(user);
  await told.pass(LOOK);
  const deliveries = await told.deliveries('garbled');
  assert.equal(deliveries.length, 3);
  for (const { state, status, error } of deliveries) {
    assert.deepEqual([state, status], ['waiting', null]);
    assert.match(error ?? '', /^The receiver can't be reached \((?:ECONNRESET|HPE_\w+)\)$/);
  }
});

test('a private address is reached only if the host allows it', async () => {
  await using receiver = await startReceiver();
  const { port } = new URL(receiver.url);
  // Its name resolves to this machine, but is not a known local name.
  const at = (host: string) => ({
    name: host,
    url: `https://${host}:${port}/events`,
    secret: SECRET,
    events: DECISIONS,
  });
  await using told = await webhooksEngine([at('10.0.0.1'), at('[::ffff:127.0.0.1]'), at('169.254.169.254')]);
  await told.accept('anna');
  await told.pass(LOOK);
  for (const name of ['10.0.0.1', '[::ffff:127.0.0.1]', '169.254.169.254']) {
    const [delivery] = await told.deliveries(name);
    assert.equal(delivery?.error, 'The address is not public (option webhookAllowedHosts)', name);
  }
  assert.equal(receiver.received.length, 0);
});

test('an unresponsive receiver does not delay others', async () => {
  await using slow = await startReceiver();
  await using quick = await startReceiver();
  const asked = Promise.withResolvers<void>();
  slow.answer = () => asked.resolve();
  const arrived = Promise.withResolvers<void>();
  quick.answer = (response) => {
    response.writeHead(204).end();
    if (quick.received.length === 20) arrived.resolve();
  };
  await using told = await webhooksEngine(
    [
      { name: 'slow', url: slow.url, secret: SECRET, events: DECISIONS },
      { name: 'quick', url: quick.url, secret: SECRET, events: DECISIONS },
    ],
    { now: () => new Date(), webhookTimeoutSeconds: 5 },
  );
  for (let nth = 0; nth < 20; nth += 1) await told.accept(`user-${nth}`);
  told.engine.start();
  try {
    await Promise.all([asked.promise, arrived.promise]);
    // Limited: only this many concurrent requests go to one receiver.
    assert.ok(slow.received.length <= 4, `${slow.received.length} requests`);
    assert.ok((await told.deliveries('slow')).every(({ state }) => state === 'waiting'));
  } finally {
    await slow[Symbol.asyncDispose]();
    await told.engine.stop();
  }
});
