/** The DevTools channel, with a stand-in for the browser at the other end of its pipes. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { Connection } from '../../dist/devtools/connection.js';
import { DevToolsError } from '../../dist/devtools/errors.js';
import { MessageReader } from '../../dist/devtools/messages.js';

const LIMIT = 10_000;

/** A connection, and the pipes of its browser. */
function connect(onFault: (error: unknown) => void = (error) => assert.fail(String(error))) {
  const [commands, answers] = [new PassThrough(), new PassThrough()];
  const sent: Array<{ id: number; method: string; sessionId?: string }> = [];
  commands.on('data', (chunk: Buffer) => {
    for (const text of chunk.toString().split('\0')) if (text !== '') sent.push(JSON.parse(text) as (typeof sent)[0]);
  });
  const connection = new Connection({ commands, answers }, onFault, LIMIT);
  const write = async (...messages: Array<object | string>) => {
    for (const message of messages)
      answers.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\0`);
    await turn();
    await turn();
  };
  const attached = (sessionId: string, parent?: string) =>
    write({
      method: 'Target.attachedToTarget',
      params: { sessionId, targetInfo: {}, waitingForDebugger: false },
      ...(parent && { sessionId: parent }),
    });
  return { connection, sent, write, answers, commands, attached };
}

function failsAs(failure: DevToolsError['failure']): (error: unknown) => boolean {
  return (error) => error instanceof DevToolsError && error.failure === failure;
}

test('messages are cut at zero bytes, however they arrive', () => {
  const messages: string[] = [];
  const handler = { onMessage: (text: string) => void messages.push(text), onOversized: () => assert.fail('none is') };
  const whole = Buffer.from('{"a":"é"}\0{}\0{"b":[1,2]}\0');
  for (let size = 1; size <= whole.length; size++) {
    messages.length = 0;
    const reader = new MessageReader(handler);
    for (let from = 0; from < whole.length; from += size) reader.push(whole.subarray(from, from + size));
    assert.deepEqual(messages, ['{"a":"é"}', '{}', '{"b":[1,2]}'], `in pieces of ${size} bytes`);
  }
});

test('of a message that is too large the ends are kept, and the next one is whole', () => {
  for (const size of [1, 7, 600, 5_000]) {
    const messages: string[] = [];
    const ends: Array<[string, string]> = [];
    const onOversized = (head: string, tail: string) => void ends.push([head, tail]);
    const reader = new MessageReader({ onMessage: (text) => void messages.push(text), onOversized }, 1_000);
    const whole = Buffer.from(`{"id":7,"x":"${'x'.repeat(3_000)}","sessionId":"AB"}\0{}\0`);
    for (let from = 0; from < whole.length; from += size) reader.push(whole.subarray(from, from + size));
    assert.deepEqual(messages, ['{}']);
    const [[head, tail] = ['', '']] = ends;
    assert.deepEqual([ends.length, head.length, tail.length], [1, 512, 512]);
    assert.ok(head.startsWith('{"id":7,"x":"xxx'));
    assert.ok(tail.endsWith('xxx","sessionId":"AB"}'));
  }
});

test('a response resolves its command, and an error rejects it as refused', async () => {
  const { connection, sent, write } = connect();
  const [first, second] = [connection.root.send('Browser.getVersion'), connection.root.send('Browser.close')];
  await write({ id: 2, error: { code: 1, message: 'no' } }, { id: 1, result: { product: 'Chrome/1' } });
  assert.equal((await first).product, 'Chrome/1');
  await assert.rejects(second, failsAs('refused'));
  assert.deepEqual(
    sent.map(({ method }) => method),
    ['Browser.getVersion', 'Browser.close'],
  );
});

test('a response that is too large fails only its command', async () => {
  const { connection, write, attached } = connect();
  await attached('A');
  const page = connection.session('A');
  let overflows = 0;
  page.onOverflow(() => void (overflows += 1));
  const [large, other] = [page.send('Page.captureScreenshot'), page.send('Page.enable')];
  await write({ id: 1, result: { data: 'x'.repeat(LIMIT) }, sessionId: 'A' });
  await assert.rejects(large, failsAs('too-large'));
  await write({ id: 2, result: {}, sessionId: 'A' });
  await other;
  await write({ method: 'Runtime.consoleAPICalled', params: { x: 'x'.repeat(LIMIT) }, sessionId: 'A' });
  assert.deepEqual([overflows, connection.isClosed], [2, false]);
});

test('a flood of data is reported once', async () => {
  const { connection, write, attached } = connect();
  await attached('A');
  let floods = 0;
  connection.session('A').onFlood(20_000, () => void (floods += 1));
  const event = { method: 'Page.frameResized', params: { x: 'x'.repeat(LIMIT / 2) }, sessionId: 'A' };
  for (let n = 0; n < 10; n++) await write(event);
  assert.equal(floods, 1);
});

test('commands to a page that has ended fail, and those to its frames and workers', async () => {
  const { connection, write, attached } = connect();
  await attached('A');
  await attached('B', 'A');
  await attached('C', 'B');
  await attached('D');
  const [inner, beside] = [connection.session('C').send('Page.enable'), connection.session('D').send('Page.enable')];
  await write({ method: 'Target.detachedFromTarget', params: { sessionId: 'A' } });
  await assert.rejects(inner, failsAs('detached'));
  await assert.rejects(connection.session('B').send('Page.enable'), failsAs('detached'));
  await write({ id: 2, result: {}, sessionId: 'D' });
  await beside;
});

test('an invalid message, and the end of a pipe, end the connection, and each command fails', async () => {
  const ends: Array<(one: ReturnType<typeof connect>) => unknown> = [
    ({ write }) => write('{"id":'),
    ({ answers }) => answers.end(),
    ({ answers }) => answers.destroy(new Error('read ECONNRESET')),
    ({ commands }) => commands.destroy(new Error('write EPIPE')),
    ({ connection }) => connection.close(),
  ];
  for (const end of ends) {
    const one = connect();
    await one.attached('A');
    const asked = one.connection.session('A').send('Page.enable');
    await end(one);
    await assert.rejects(asked, failsAs('disconnected'));
    await one.connection.closed;
    await assert.rejects(one.connection.root.send('Browser.getVersion'), failsAs('disconnected'));
    assert.ok(one.connection.session('A').isEnded);
  }
});

test('messages without a listener are ignored', async () => {
  const { connection, write } = connect();
  await write(
    {},
    { id: 99, result: {} },
    { id: 98, error: { message: 'x' } },
    { method: 'No.such', params: {} },
    { method: 'Page.enable', sessionId: 'unknown' },
    { method: 'Target.detachedFromTarget', params: {} },
    { id: 'text' },
    { method: 'Target.attachedToTarget' },
  );
  assert.equal(connection.isClosed, false);
});

test('an error in a listener is reported, and other listeners get the next event', async () => {
  const faults: unknown[] = [];
  const { connection, write } = connect((error) => void faults.push(error));
  let heard = 0;
  connection.root.on('Target.targetDestroyed', () => {
    heard += 1;
    if (heard === 1) throw new Error('ours');
  });
  await write({ method: 'Target.targetDestroyed', params: {} }, { method: 'Target.targetDestroyed', params: {} });
  assert.deepEqual([heard, faults.length], [2, 1]);
});
