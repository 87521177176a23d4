/** `trustProxy`: which proxies may state the origin of a request. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Proxies } from '../../dist/hosts/proxies.js';
import { getTestEngine } from 'policy-engine/testing';

type Trust = ConstructorParameters<typeof Proxies>[0];

const SENT = {
  host: 'inside:8080',
  'x-forwarded-for': '203.0.113.7, 198.51.100.2:4711, [2001:db8::5]:80',
  'x-forwarded-proto': 'https, http',
  'x-forwarded-host': 'shop.example:8443, inside',
};
const DIRECT = { protocol: 'http', host: 'inside:8080' };
const FORWARDED = { protocol: 'https', host: 'shop.example:8443' };

function arrival(trust: Trust, headers: Record<string, string> = SENT, address: string | undefined = '10.0.0.9') {
  return new Proxies(trust).arrival({ address, protocol: 'http', header: (name) => headers[name] });
}

describe('a request through three proxies with', () => {
  const rows: Array<[Trust, ReturnType<typeof arrival>]> = [
    [undefined, { ip: '10.0.0.9', ...DIRECT }],
    [false, { ip: '10.0.0.9', ...DIRECT }],
    [0, { ip: '10.0.0.9', ...DIRECT }],
    [[], { ip: '10.0.0.9', ...DIRECT }],
    [['10.0.1.0/24'], { ip: '10.0.0.9', ...DIRECT }],
    [true, { ip: '203.0.113.7', ...FORWARDED }],
    [1, { ip: '2001:db8::5', ...FORWARDED }],
    [2, { ip: '198.51.100.2', ...FORWARDED }],
    [9, { ip: '203.0.113.7', ...FORWARDED }],
    [['10.0.0.0/8'], { ip: '2001:db8::5', ...FORWARDED }],
    [['10.0.0.9', '2001:db8::/32', '198.51.100.2'], { ip: '203.0.113.7', ...FORWARDED }],
  ];
  for (const [trust, expected] of rows) {
    test(`behind three proxies, trustProxy ${JSON.stringify(trust)} gives the client address ${expected.ip}`, () =>
      assert.deepEqual(arrival(trust), expected));
  }
});

test('an invalid address ends the list of proxies, and so does a proxy without a header', () => {
  const headers = { host: 'a', 'x-forwarded-for': '203.0.113.7, unknown' };
  assert.equal(arrival(true, headers).ip, '10.0.0.9');
  assert.deepEqual(arrival(true, { host: 'a' }), { ip: '10.0.0.9', protocol: 'http', host: 'a' });
  assert.equal(arrival(true, { host: 'a', 'x-forwarded-proto': 'ftp' }).protocol, 'http');
});

test('an IPv4-mapped IPv6 address is in an IPv4 block', () => {
  assert.equal(arrival(['10.0.0.0/8'], SENT, '::ffff:10.0.0.9').ip, '2001:db8::5');
});

test('without an address of the platform, a number of proxies works, and a list of addresses does not', () => {
  const nobody = (trust: Trust) =>
    new Proxies(trust).arrival({
      address: undefined,
      protocol: 'http',
      header: (name) => (SENT as Record<string, string>)[name],
    });
  assert.equal(nobody(1).ip, '2001:db8::5');
  assert.deepEqual(nobody(['10.0.0.0/8']), { ip: undefined, ...DIRECT });
});

test('a list of a thousand addresses is read from its near end', () => {
  const forwarded = Array.from({ length: 1000 }, (_, index) => `10.0.${index >> 8}.${index & 255}`).join(',');
  assert.equal(arrival(['10.0.0.0/8'], { host: 'a', 'x-forwarded-for': forwarded }).ip, '10.0.3.212');
});

test('values that trust every proxy are refused at start', async () => {
  for (const trustProxy of ['true', -1, 1.5, 21, ['10.0.0.0/99'], ['proxy.internal'], [1], {}]) {
    await assert.rejects(getTestEngine({ trustProxy: trustProxy as never }), { code: 'configuration_invalid' });
  }
  await using made = await getTestEngine({ trustProxy: ['10.0.0.0/8', '::1'] });
  assert.deepEqual(made.engine.trustProxy, ['10.0.0.0/8', '::1']);
});
