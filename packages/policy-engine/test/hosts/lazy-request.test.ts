import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazyRequest } from '../../dist/hosts/request/lazy-request.js';

test('a lazily created request is equal to an eager one', async () => {
  const made: string[] = [];
  const request = lazyRequest({
    method: 'POST',
    url: () => {
      made.push('url');
      return 'https://shop.example/cart?a=1';
    },
    headers: { cookie: 'a=1', 'x-user': 'anna', ':path': '/cart', 'set-cookie': ['a', 'b'] },
  });
  assert.ok(request instanceof Request);
  assert.equal(request.headers.get('x-user'), 'anna');
  assert.deepEqual(made, [], 'nothing is made before it is asked for');
  assert.equal(request.method, 'POST');
  assert.equal(request.url, 'https://shop.example/cart?a=1');
  assert.equal(request.headers, request.headers);
  assert.equal(request.signal.aborted, false);
  assert.equal(request.body, null);
  assert.equal(request.bodyUsed, false);
  assert.equal(await request.text(), '');
  const copy = new Request(request.clone(), { headers: { 'x-user': 'bela' } });
  assert.equal(copy.url, request.url);
  assert.equal(copy.headers.get('x-user'), 'bela');
  assert.deepEqual(made, ['url']);
});

test('lazily created headers equal those of the platform, before and after they are complete', () => {
  const { headers } = lazyRequest({
    method: 'GET',
    url: () => 'https://shop.example/',
    headers: { cookie: 'a=1', ':path': '/', 'set-cookie': ['a', 'b'], empty: '' },
  });
  for (const made of [false, true]) {
    if (made) headers.set('x-more', '1');
    assert.ok(headers instanceof Headers);
    assert.equal(headers.get('Cookie'), 'a=1');
    assert.equal(headers.get('empty'), '');
    assert.equal(headers.get('constructor'), null);
    assert.equal(headers.has('set-cookie'), true);
    assert.equal(headers.get('x-more'), made ? '1' : null);
  }
  assert.deepEqual([...new Headers(headers).keys()], ['cookie', 'empty', 'set-cookie', 'x-more']);
});
