import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classifyAddress } from 'page-renderer';

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
