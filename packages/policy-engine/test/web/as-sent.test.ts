/** A request as its client sent it, where a proxy is trusted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asSentBehind } from '../../dist/platform/web/request/as-sent.js';

const asSent = asSentBehind(1);
const form = () =>
  new Request('http://127.0.0.1:8080/sign-up', {
    method: 'POST',
    body: new URLSearchParams({ mail: 'ada@shop.example' }),
    headers: { cookie: 'user=1', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example' },
  });

test('a form reaches the engine whole, at the address that the client sees', async () => {
  const { request } = asSent(form(), { ip: '127.0.0.1' });
  assert.equal(request.url, 'https://shop.example/sign-up');
  assert.equal((await request.formData()).get('mail'), 'ada@shop.example');
});

test('of a form that the host has read or is reading, everything but the body is known', async () => {
  const read = form();
  await read.formData();
  const reading = form();
  const reader = reading.body?.getReader();
  for (const one of [read, reading]) {
    const { request } = asSent(one, { ip: '127.0.0.1' });
    assert.deepEqual(
      [request.url, request.method, request.headers.get('cookie'), request.body],
      ['https://shop.example/sign-up', 'POST', 'user=1', null],
    );
  }
  await reader?.cancel();
});
