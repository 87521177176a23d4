/** `trustProxy`: which proxies may state the origin of a request. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Proxies } from '../../dist/platform/network/proxies.js';
import { getTestEngine } from 'policy-engine/testing';

type Trust = ConstructorParameters<typeof Proxies>[0];

const SENT = {
  host: 'inside:8080',
  'x-forwarded-for': '203.0.113.7, 198.51.100.2:4711, [2001:db8::5]:80',
  'x-forwarded-proto': 'https, http',
  'x-forwarded-host': 'shop.example:8443, inside',
};
/** The same in the form of RFC 7239. */
const STANDARD = {
  host: 'inside:8080',
  forwarded:
    'for=203.0.113.7;proto=https;host="shop.example:8443", for="198.51.100.2:4711";proto=http;host=inside , For="[2001:db8::5]:80"',
};
const DIRECT = { protocol: 'http', host: 'inside:8080' };
const FORWARDED = { protocol: 'https', host: 'shop.example:8443' };

function arrival(trust: Trust, headers: Record<string, string> = SENT, address: string | undefined = '10.0.0.9') {
  const { host } = headers;
  return new Proxies(trust).arrival({ address, protocol: 'http', host, header: (name) => headers[name] });
}

describe('a request through three proxies with', () => {
  const near = { protocol: 'http', host: 'inside' };
  const rows: Array<[Trust, ReturnType<typeof arrival>, typeof near?]> = [
    [false, { ip: '10.0.0.9', ...DIRECT }],
    [0, { ip: '10.0.0.9', ...DIRECT }],
    [[], { ip: '10.0.0.9', ...DIRECT }],
    [['10.0.1.0/24'], { ip: '10.0.0.9', ...DIRECT }],
    [true, { ip: '203.0.113.7', ...FORWARDED }],
    // What a proxy wrote counts, and nothing that a client may have sent to it.
    [1, { ip: '2001:db8::5', ...near }, DIRECT],
    [2, { ip: '198.51.100.2', ...FORWARDED }, near],
    [3, { ip: '203.0.113.7', ...FORWARDED }],
    [9, { ip: '203.0.113.7', ...FORWARDED }],
    [['10.0.0.0/8'], { ip: '2001:db8::5', ...near }, DIRECT],
    [['10.0.0.0/8', '2001:db8::/32'], { ip: '198.51.100.2', ...FORWARDED }, near],
    [['10.0.0.9', '2001:db8::/32', '198.51.100.2'], { ip: '203.0.113.7', ...FORWARDED }],
  ];
  for (const [trust, expected, standard = {}] of rows) {
    test(`trustProxy ${JSON.stringify(trust)} gives the client address ${expected.ip}, in both forms of the headers`, () => {
      assert.deepEqual(arrival(trust), expected);
      // Its nearest proxy states neither protocol nor host.
      assert.deepEqual(arrival(trust, STANDARD), { ...expected, ...standard });
    });
  }
});

test('a list that is shorter than the row of proxies was replaced by a nearer one', () => {
  const headers = { host: 'a', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example' };
  for (const trust of [true, 1, 3, ['10.0.0.9']]) {
    assert.deepEqual(arrival(trust, headers), { ip: '10.0.0.9', protocol: 'https', host: 'shop.example' });
  }
});

test('Forwarded is read as RFC 7239 writes it, and a malformed one is ignored', () => {
  const of = (forwarded: string) => arrival(true, { host: 'a', forwarded });
  const own = { ip: '10.0.0.9', protocol: 'http', host: 'a' };
  const rows: Array<[forwarded: string, expected: Partial<typeof own>]> = [
    ['FOR=192.0.2.43 ; PROTO=HTTPS', { ip: '192.0.2.43', protocol: 'https' }],
    ['for="_gazonk";proto=https', { protocol: 'https' }],
    ['for=unknown, for=192.0.2.43', { ip: '192.0.2.43' }],
    ['for="[2001:db8:cafe::17]"', { ip: '2001:db8:cafe::17' }],
    ['for=192.0.2.43:_port', { ip: '192.0.2.43' }],
    ['secret=", proto=http;host=b";host="shop\\.example"', { host: 'shop.example' }],
    [';;,by=1.2.3.4;;host=shop.example', { host: 'shop.example' }],
    ['host="a/b"', {}],
    ['host="user@shop.example"', {}],
    ['proto=https;host="shop.example', {}],
    ['proto', {}],
    ['proto = https', {}],
    ['proto=https host=b', {}],
  ];
  for (const [forwarded, expected] of rows) assert.deepEqual(of(forwarded), { ...own, ...expected }, forwarded);
});

test('an IPv6 host, a port and the protocol alone are taken as reported, and other headers are not read', () => {
  const reported = (headers: Record<string, string>) => {
    const { protocol, host } = arrival(1, { host: 'a:8080', ...headers });
    return `${protocol}://${host}`;
  };
  assert.equal(reported({ 'x-forwarded-host': '[2001:db8::1]:8443' }), 'http://[2001:db8::1]:8443');
  assert.equal(reported({ 'x-forwarded-proto': 'https' }), 'https://a:8080');
  assert.equal(
    reported({ 'x-forwarded-port': '8443', 'x-forwarded-ssl': 'on', 'x-real-ip': '192.0.2.1' }),
    'http://a:8080',
  );
  assert.equal(reported({ 'x-forwarded-host': 'shop.example:99999' }), 'http://a:8080');
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
      host: SENT.host,
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

test('a prefix or a port that a client sends through a trusted proxy is in no link', async () => {
  await using made = await getTestEngine({ trustProxy: 1 });
  const ask = async (headers: Record<string, string>) => {
    const sent = { accept: 'text/html', 'x-forwarded-host': 'shop.example', 'x-forwarded-proto': 'https', ...headers };
    const request = new Request('http://inside:8080/policies/', { headers: sent });
    const answer = await made.engine.fetch(request, { ip: '10.0.0.9' });
    const nonce = /nonce="[^"]*"/g;
    return [answer.status, answer.headers.get('location'), (await answer.text()).replaceAll(nonce, '')];
  };
  const plain = await ask({});
  assert.deepEqual(await ask({ 'x-forwarded-prefix': '//evil.example', 'x-forwarded-port': '8443' }), plain);
});
