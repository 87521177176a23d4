import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyAddress } from 'page-renderer';
import { Lookups } from '../dist/guard/lookups.js';
import { AddressPolicy } from '../dist/guard/policy.js';

const CASES: Record<string, string[]> = {
  public: ['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111', '::ffff:1.1.1.1', '64:ff9b::101:101'],
  loopback: ['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '::1', '::', '::ffff:127.0.0.1', '::ffff:7f00:1'],
  'link-local': ['169.254.1.1', 'fe80::1', 'fe80::1%eth0', '::ffff:169.254.1.1'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1', 'fc00::1', '64:ff9b::a00:1'],
  metadata: [
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    '169.254.170.2',
  ],
  reserved: [
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    'ff02::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '64:ff9b:1::1',
    '4000::1',
    '127.1',
    '0x7f000001',
    '017700000001',
    'example.com',
    '',
  ],
};

for (const [kind, addresses] of Object.entries(CASES)) {
  for (const address of addresses) {
    test(`${address || 'nothing'} is ${kind}`, () => {
      assert.equal(classifyAddress(address), kind);
    });
  }
}

test('names of a domain whose servers do not respond leave threads for the names of others', async () => {
  const asked: string[] = [];
  const silent = new Map<string, (addresses: string[]) => void>();
  const resolve = async (name: string): Promise<readonly string[]> => {
    asked.push(name);
    if (name.endsWith('.slow.test')) return new Promise((done) => silent.set(name, done));
    if (name === 'down.test') throw Object.assign(new Error('try again'), { code: 'EAI_AGAIN' });
    if (name === 'none.test') throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    return ['1.1.1.1'];
  };
  const lookups = new Lookups(resolve, { domain: 2, host: 3 });
  const waiting = ['a', 'a', 'b', 'c', 'd'].map((name) => lookups.find(`${name}.slow.test`));
  const policy = new AddressPolicy([], lookups);
  assert.equal((await policy.judge('fast.test', 443)).outcome, 'allowed');
  assert.equal((await policy.judge('none.test', 443)).outcome, 'unknown-host');
  // It is not known whether the host exists.
  assert.equal((await policy.judge('down.test', 443)).outcome, 'connection-failed');
  assert.deepEqual(asked, ['a.slow.test', 'b.slow.test', 'fast.test', 'none.test', 'down.test']);
  for (const name of ['a', 'b', 'c', 'd']) {
    silent.get(`${name}.slow.test`)?.(['1.1.1.2']);
    // oxlint-disable-next-line no-await-in-loop -- each makes room for the next one
    await new Promise(setImmediate);
  }
  for (const addresses of await Promise.all(waiting)) assert.deepEqual(addresses, ['1.1.1.2']);
  assert.equal(asked.filter((name) => name.endsWith('.slow.test')).length, 4);
});

test('names of many domains in one page leave threads for the names of other pages', async () => {
  const asked: string[] = [];
  const { promise: answer, resolve: end } = Promise.withResolvers<readonly string[]>();
  const resolve = async (name: string): Promise<readonly string[]> => {
    asked.push(name);
    return name.startsWith('silent') ? answer : ['1.1.1.1'];
  };
  const policy = new AddressPolicy([], new Lookups(resolve, { domain: 2, host: 3 }));
  const page = { host: 'hostile.test', port: 443, isListed: false };
  const waiting = Array.from({ length: 9 }, (_, one) => policy.judge(`silent${one}.test${one}`, 443, page));
  const other = { host: 'shop.test', port: 443, isListed: false };
  assert.equal((await policy.judge('cdn.test', 443, other)).outcome, 'allowed');
  assert.equal(
    (await policy.judge('hostile.test', 443)).outcome,
    'allowed',
    'the name of a page itself is not among them',
  );
  assert.deepEqual(asked, ['silent0.test0', 'silent1.test1', 'silent2.test2', 'cdn.test', 'hostile.test']);
  end(['1.1.1.2']);
  for (const { outcome } of await Promise.all(waiting)) assert.equal(outcome, 'allowed');
});

// https://www.rfc-editor.org/rfc/rfc6761#section-6.4
test('a name of the domain invalid does not exist, also where no name server responds', async () => {
  assert.deepEqual(await new Lookups().find('shop.invalid'), []);
});
