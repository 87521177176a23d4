import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazyRequest } from '../../dist/hosts/lazy-request.js';

test('a request that is made when needed is like one that was made at once', async () => {
  const made: string[] = [];
  const request = lazyRequest({
    method: 'POST',
    url: () => {
      made.push('url');
      return 'https://shop.example/cart?a=1';
    },
    headers: () => {
      made.push('headers');
      return new Headers({ cookie: 'a=1', 'x-user': 'anna' });
    },
  });
  assert.ok(request instanceof Request);
  assert.equal(request.headers.get('x-user'), 'anna');
  assert.deepEqual(made, ['headers'], 'nothing is made before it is asked for');
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
  assert.deepEqual(made, ['headers', 'url']);
});
