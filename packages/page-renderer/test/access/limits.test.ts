/** The client for which a request counts, and how many clients are remembered. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ClientLimit } from '../../dist/server/access/client-limit.js';
import { Clients } from '../../dist/server/access/clients.js';

/** The client of a request from an address, optionally through proxies. */
function clientOf(remoteAddress: string | undefined, forwarded?: string, trustedProxies: readonly string[] = []) {
  const header = (name: string) => (name === 'x-forwarded-for' ? forwarded : undefined);
  const env = { incoming: { socket: { remoteAddress } } };
  return new Clients(trustedProxies).of({ env, req: { method: 'GET', header } }).name;
}

test('a limit counts each client separately, and starts again after a minute', () => {
  let now = 0;
  const limit = new ClientLimit(2, () => now);
  assert.deepEqual([limit.take('a'), limit.take('a'), limit.take('a'), limit.take('b')], [0, 0, 60, 0]);
  now = 30_000;
  assert.equal(limit.take('a'), 30);
  now = 60_000;
  assert.deepEqual([limit.take('a'), limit.take('b', 2)], [0, 0]);
  assert.equal(limit.take('b'), 60);
});

test('a client may exceed its limit only with its first request', () => {
  const limit = new ClientLimit(1, () => 0);
  assert.deepEqual([limit.take('a', 2), limit.take('a')], [0, 60]);
  assert.deepEqual([limit.take('b'), limit.take('b', 2)], [0, 60]);
});

test('the memory for a hundred thousand clients is bounded', () => {
  const limit = new ClientLimit(1, () => 0);
  for (let client = 0; client < 100_000; client += 1) limit.take(String(client));
  assert.equal(limit.size, 10_000);
  assert.equal(limit.take('99999'), 60, 'the last ones are remembered');
});

describe('a client is known by its address', () => {
  test('of IPv6 by its network, and by IPv4 in IPv6 as by IPv4', () => {
    assert.equal(clientOf('2001:db8:1:1::1'), clientOf('2001:db8:1:1::2'));
    assert.notEqual(clientOf('2001:db8:1:1::1'), clientOf('2001:db8:1:2::1'));
    assert.equal(clientOf('::ffff:192.0.2.1'), clientOf('192.0.2.1'));
    assert.notEqual(clientOf('192.0.2.1'), clientOf('192.0.2.2'));
    assert.equal(clientOf(undefined), 'address unknown');
  });
  const far = clientOf('198.51.100.7');
  const proxy = clientOf('10.0.0.1');
  for (const [what, remote, forwarded, trusted, expected] of [
    ['X-Forwarded-For of anybody is not believed', '10.0.0.1', '198.51.100.7', [], proxy],
    ['that of a trusted proxy is', '10.0.0.1', '198.51.100.7', ['10.0.0.1'], far],
    ['also by its block, and as IPv4 in IPv6', '::ffff:10.0.0.1', '198.51.100.7', ['10.0.0.0/8'], far],
    ['through several of them', '10.0.0.1', '198.51.100.7, 10.2.0.1,10.3.0.1', ['10.0.0.0/8'], far],
    ['what the client wrote itself is not', '10.0.0.1', '1.2.3.4, 198.51.100.7', ['10.0.0.0/8'], far],
    ['nor if it wrote that it is a proxy of ours', '10.0.0.1', '10.9.9.9, 198.51.100.7', ['10.0.0.0/8'], far],
    ['a port is no part of it', '10.0.0.1', '198.51.100.7:55123', ['10.0.0.1'], far],
    ['without the header it is the proxy', '10.0.0.1', undefined, ['10.0.0.1'], proxy],
    ['so it is where the header holds something else', '10.0.0.1', 'unknown', ['10.0.0.1'], proxy],
    ['a request of a proxy itself is its own', '10.0.0.1', '10.0.0.1', ['10.0.0.0/8'], proxy],
    ['IPv6 in brackets', 'fd00::1', '[2001:db8:1:1::1]:443', ['fd00::/8'], clientOf('2001:db8:1:1::9')],
  ] as const) {
    test(what, () => assert.equal(clientOf(remote, forwarded, trusted), expected));
  }
  test('a long header is not read completely', () => {
    const trusted = ['10.0.0.0/8'];
    assert.equal(
      clientOf('10.0.0.1', `198.51.100.7,${'10.0.0.2,'.repeat(2_000)}10.0.0.3`, trusted),
      clientOf('10.0.0.2'),
    );
  });
});

test('a token and a signing key are clients of their own, wherever they are used', () => {
  const clients = new Clients([]);
  const from = (remoteAddress: string) => ({
    env: { incoming: { socket: { remoteAddress } } },
    req: { method: 'GET', header: () => undefined },
  });
  const [one, other] = [from('192.0.2.1'), from('192.0.2.2')];
  const token = { kind: 'token', index: 0 } as const;
  assert.deepEqual(clients.of(one, token), clients.of(other, token));
  assert.notDeepEqual(clients.of(one, token), clients.of(one, { kind: 'token', index: 1 }));
  assert.notDeepEqual(clients.of(one, token), clients.of(one, { kind: 'key', id: '0' }));
  assert.equal(clients.of(one, { kind: 'key', id: 'a' }).name, 'key a');
});
