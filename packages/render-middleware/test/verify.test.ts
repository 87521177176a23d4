/** Crawlers and those who send their user agent, against a real name server. */
import assert from 'node:assert/strict';
import { isIP } from 'node:net';
import { describe, it } from 'node:test';
import { agents, type Fallback, findAgent, RenderMiddlewareError } from 'render-middleware';
import { renderMiddleware } from 'render-middleware/express';
import { crawlerIdentities, crawlerVerifier, type VerifierOptions } from 'render-middleware/verify';
import { GOOGLEBOT, HOSTS, ORIGIN_PAGE } from './support/hosts.ts';
import { NameServer } from './support/name-server.ts';
import { StandInRenderer } from './support/stand-in-renderer.ts';

const V6 = '2001:db8:0:0:0:0:0:7';
const V6_NAME = `${'7'.padEnd(24, '0').split('').join('.')}.8.b.d.0.1.0.0.2.ip6.arpa`;

const records = {
  'PTR 9.113.0.203.in-addr.arpa': ['crawl-203-0-113-9.googlebot.com'],
  'A crawl-203-0-113-9.googlebot.com': ['203.0.113.9'],
  // Whoever owns an address may give it any name; the name's owner does not give it the address.
  'PTR 66.113.0.203.in-addr.arpa': ['crawl-66-249-66-1.googlebot.com'],
  'A crawl-66-249-66-1.googlebot.com': ['66.249.66.1'],
  'PTR 67.113.0.203.in-addr.arpa': ['googlebot.com.impostor.example', 'notgooglebot.com'],
  'A googlebot.com.impostor.example': ['203.0.113.67'],
  'A notgooglebot.com': ['203.0.113.67'],
  [`PTR ${V6_NAME}`]: ['msnbot-7.search.msn.com'],
  'AAAA msnbot-7.search.msn.com': [V6],
};

const agentOf = (userAgent: string) => findAgent(userAgent) ?? assert.fail(userAgent);

async function verifying(options: Omit<VerifierOptions, 'resolver'> = {}) {
  const names = await NameServer.start(records);
  const verify = crawlerVerifier({ resolver: names.resolver, timeout: 5000, ...options });
  return { names, say: (userAgent: string, address: string) => verify({ agent: agentOf(userAgent), address }) };
}

describe('the verifier', () => {
  it('knows the published ranges without DNS requests', async () => {
    const { names, say } = await verifying();
    await using _ = names;
    for (const [userAgent, address] of [
      ['Googlebot/2.1', '66.249.66.1'],
      ['Googlebot/2.1', '::ffff:66.249.66.1'],
      ['Googlebot/2.1', '2001:4860:4801:10::5'],
      ['bingbot/2.0', '157.55.39.1'],
      ['Applebot/0.1', '17.241.208.161'],
      ['DuckDuckBot/1.1', '20.191.45.212'],
      ['GPTBot/1.2', '52.230.152.9'],
      ['OAI-SearchBot/1.0', '51.8.102.7'],
      ['ChatGPT-User/1.0', '20.169.78.130'],
      ['ClaudeBot/1.0', '216.73.216.4'],
      ['PerplexityBot/1.0', '18.97.9.97'],
    ] as const) {
      assert.equal(await say(userAgent, address), 'verified', `${userAgent} ${address}`);
    }
    // The range of one crawler is no proof for another.
    assert.equal(await say('GPTBot/1.2', '66.249.66.1'), 'unverified');
    assert.deepEqual(names.questions, []);
  });

  it('verifies an address by its name, for both families, with one request', async () => {
    const { names, say } = await verifying();
    await using _ = names;
    const many = await Promise.all(Array.from({ length: 5 }, () => say('Googlebot/2.1', '203.0.113.9')));
    assert.deepEqual(new Set(many), new Set(['verified']));
    assert.equal(await say('Googlebot/2.1', '203.0.113.9'), 'verified');
    assert.equal(names.questions.length, 2);
    assert.equal(await say('bingbot/2.0', V6), 'verified');
  });

  it('accepts neither a forged name, nor a similar one, nor none', async () => {
    const { names, say } = await verifying();
    await using _ = names;
    for (const address of ['203.0.113.66', '203.0.113.67', '203.0.113.68', 'nonsense', '']) {
      assert.equal(await say('Googlebot/2.1', address), 'unverified', address);
    }
    assert.ok(!names.questions.includes('A notgooglebot.com'));
  });

  it('does not wait for a name server that does not respond', async () => {
    const { names, say } = await verifying({ timeout: 50 });
    await using _ = names;
    names.isSilent = true;
    assert.equal(await say('Googlebot/2.1', '203.0.113.9'), 'unverified');
  });

  it('returns unverifiable for crawlers without published addresses', async () => {
    const { names, say } = await verifying();
    await using _ = names;
    assert.equal(await say('Twitterbot/1.0', '203.0.113.68'), 'unverifiable');
  });

  it('accepts newer ranges, and refuses invalid ones', async () => {
    const identity = { tokens: ['Twitterbot'], source: 'https://x.example', ranges: ['203.0.113.0/24'] };
    const { names, say } = await verifying({ identities: [identity] });
    await using _ = names;
    assert.equal(await say('Twitterbot/1.0', '203.0.113.68'), 'verified');
    for (const range of ['203.0.113.0', '203.0.113.0/33', 'a/8', '']) {
      const identities = [{ ...identity, ranges: [range] }];
      assert.throws(() => crawlerVerifier({ identities }), RenderMiddlewareError, range);
    }
    assert.throws(() => crawlerVerifier({ timeout: 0 }), /timeout must be a whole number above 0/);
  });
});

describe('the data on crawlers', () => {
  it('contains ranges with their date and first address, tokens of the list, and a way to verify each', () => {
    const tokens = new Set(agents.map(({ token }) => token));
    for (const { tokens: own, ranges, hosts, source, published, seen } of crawlerIdentities) {
      assert.equal(/^\d{4}-\d{2}-\d{2}$/.test(published ?? seen ?? ''), ranges !== undefined, source);
      for (const token of own) assert.ok(tokens.has(token), token);
      assert.ok(ranges ?? hosts, source);
      for (const range of ranges ?? []) {
        const [net = '', bits] = range.split('/');
        assert.notEqual(isIP(net), 0, range);
        if (isIP(net) === 4) {
          const number = net.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
          assert.equal(number % 2 ** (32 - Number(bits)), 0, `${range} begins within itself`);
        }
      }
    }
  });
});

for (const [framework, startHost] of HOSTS) {
  it(`${framework}: an unverified claim gets a copy from the cache or the page itself, a verified one a render`, async () => {
    const cached = new Set(['https://shop.example/kept']);
    await using names = await NameServer.start(records);
    await using renderer = await StandInRenderer.start((request, response) => {
      const isKept = cached.has(decodeURIComponent(request.url ?? '').replace('/render/', ''));
      const isRefused = request.headers['cache-control'] === 'only-if-cached' && !isKept;
      response.writeHead(isRefused ? 504 : 200, { 'x-renderer': 'stand-in' }).end(isKept ? 'kept' : 'fresh');
    });
    const reasons: Fallback['reason'][] = [];
    await using host = await startHost({
      proxyUrl: renderer.url,
      origin: 'https://shop.example',
      verify: crawlerVerifier({ resolver: names.resolver, timeout: 5000 }),
      clientAddress: ({ headers }) =>
        headers instanceof Headers ? (headers.get('x-client') ?? undefined) : String(headers['x-client']),
      onFallback: ({ reason }) => void reasons.push(reason),
    });
    const impostor = { 'user-agent': GOOGLEBOT, 'x-client': '203.0.113.66' };
    assert.equal((await host.get('/kept', impostor)).body, 'kept');
    assert.equal((await host.get('/', impostor)).body, ORIGIN_PAGE);
    assert.deepEqual(reasons, ['unverified']);
    assert.equal((await host.get('/', { ...impostor, 'x-client': '203.0.113.9' })).body, 'fresh');
  });
}

it('the address is that of the connection by default', async () => {
  const seen: string[] = [];
  await using renderer = await StandInRenderer.start();
  const verify = ({ address }: { address: string }) => {
    seen.push(address);
    return Promise.resolve('verified' as const);
  };
  // Next and React Router tell no address.
  for (const [framework, startHost] of HOSTS.filter(([name]) => !/Next|React Router/.test(name))) {
    await using host = await startHost({ proxyUrl: renderer.url, origin: 'https://shop.example', verify });
    await host.get('/', { 'x-forwarded-for': '66.249.66.1' });
    assert.match(seen.pop() ?? '', /127\.0\.0\.1$/, framework);
  }
  assert.throws(
    () => renderMiddleware({ proxyUrl: renderer.url, verify: 'yes' } as never),
    /verify must be a function/,
  );
});
