/** The networks, ports and pages that `allowPrivateNetworks` allows (findings L10 and L11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AddressPolicy } from '../dist/guard/policy.js';

async function outcome(
  policy: AddressPolicy,
  host: string,
  port: number,
  target?: Parameters<AddressPolicy['judge']>[2],
) {
  return (await policy.judge(host, port, target)).outcome;
}

test('an entry with a port allows only that port', async () => {
  for (const entry of ['127.0.0.1:8080', '127.0.0.0/8:8080', { network: '127.0.0.1', ports: [8080] }]) {
    const policy = new AddressPolicy([entry]);
    assert.equal(await outcome(policy, '127.0.0.1', 8080), 'allowed');
    assert.equal(await outcome(policy, '127.0.0.1', 8081), 'refused');
  }
  const name = new AddressPolicy(['localhost:8080']);
  assert.deepEqual(
    [
      await outcome(name, 'localhost', 8080),
      await outcome(name, 'localhost', 80),
      await outcome(name, '127.0.0.1', 8080),
    ],
    ['allowed', 'refused', 'refused'],
  );
  const six = new AddressPolicy(['[::1]:8080', 'fd00::1']);
  assert.deepEqual(
    [await outcome(six, '[::1]', 8080), await outcome(six, '[::1]', 80), await outcome(six, '[fd00::1]', 80)],
    ['allowed', 'refused', 'allowed'],
  );
});

test('IPv4 in IPv6 is the IPv4 address, in entries too', async () => {
  for (const entry of ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:127.0.0.0/104', '[::ffff:127.0.0.1]:80']) {
    const policy = new AddressPolicy([entry]);
    assert.equal(await outcome(policy, '127.0.0.1', 80), 'allowed', entry);
    assert.equal(await outcome(policy, '[::ffff:127.0.0.1]', 80), 'allowed', entry);
    assert.equal(await outcome(policy, '10.0.0.1', 80), 'refused', entry);
  }
});

test('targetOnly allows an address only for pages that are rendered from it, and nothing else for these', async () => {
  const policy = new AddressPolicy([{ network: '127.0.0.0/8', targetOnly: true }]);
  const judged = await policy.judge('127.0.0.1', 8080);
  assert.deepEqual(judged, { outcome: 'allowed', addresses: ['127.0.0.1'], isListed: true });
  const own = { host: '127.0.0.1', port: 8080, isListed: true };
  assert.equal(await outcome(policy, '127.0.0.1', 8080, own), 'allowed');
  assert.equal(await outcome(policy, '127.0.0.1', 8081, own), 'refused');
  assert.equal(await outcome(policy, '127.0.0.2', 8080, own), 'refused');
  const stranger = { host: '93.184.216.34', port: 443, isListed: false };
  assert.equal(await outcome(policy, '127.0.0.1', 8080, stranger), 'refused');
  assert.equal(await outcome(policy, '93.184.216.34', 443, stranger), 'allowed');
});

test('a name that was public when its page was checked cannot lead into the network later', async () => {
  const policy = new AddressPolicy([{ network: '127.0.0.0/8', targetOnly: true }]);
  const rebound = { host: 'localhost', port: 80, isListed: false };
  assert.equal(await outcome(policy, 'localhost', 80, rebound), 'refused');
  // The opposite direction: content of the private network is not sent out.
  const moved = { host: '93.184.216.34', port: 80, isListed: true };
  assert.equal(await outcome(policy, '93.184.216.34', 80, moved), 'refused');
});

test('an invalid network is refused', () => {
  for (const entry of ['http://x', '10.0.0.0/33', '127.0.0.1:0', '127.0.0.1:70000', '', { network: 'a b' }]) {
    assert.throws(() => new AddressPolicy([entry]), { code: 'invalid-configuration' }, JSON.stringify(entry));
  }
});
