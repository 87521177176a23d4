/** Where the cookies of a decision are: on one host, shared below a domain, or apart for each site that frames the page. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PolicyEngineOptions } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';
import { Jar, serve } from '../support/jar.ts';

const SECRET = 'the key of the cookies of this site, long enough';
const [WWW, BARE] = ['www.shop.example', 'shop.example'];

async function engineWith(options: Partial<PolicyEngineOptions> = {}) {
  const logged: string[] = [];
  const made = await getTestEngine<string>({
    rules: [{ name: 'analytics', sessionless: true }],
    cookieSecret: SECRET,
    trustProxy: true,
    logger: { error: (message: string) => void logged.push(message) },
    ...(options as object),
  });
  if (options.database === undefined) {
    const text = { description: 'A', state: 'published' };
    await made.as('admin').json('POST', '/policies/categories/analytics/terms.json', text);
  }
  return { ...made, logged, [Symbol.asyncDispose]: () => made[Symbol.asyncDispose]() };
}

const decide = (jar: Jar, host: string, accepts: boolean) =>
  jar.ask('PUT', host, '/consent.json', { decisions: { analytics: accepts } });
async function stateOf(jar: Jar, host: string) {
  const { body } = await jar.ask('GET', host, '/consent.json');
  const [rule] = body['rules'] as { state: string; unproved?: boolean }[];
  return `${rule!.state}${rule!.unproved === true ? ', unproved' : ''}${body['ask'] === true ? ', asks' : ''}`;
}
const namesOf = (jar: Jar) => [...jar.stored.values()].map(({ name, domain }) => `${name} ${domain}`).toSorted();
/** The decisions as a script of a page of the host reads them. */
const readable = (jar: Jar, host: string) =>
  jar
    .sentTo(host)
    .filter((pair) => pair.startsWith('policy_rule_'))
    .toSorted()
    .join(';');

describe('consent.json', () => {
  test('says which decisions the cookies of the browser contain after it, and is not stored', async () => {
    await using made = await engineWith();
    await using server = await serve(made.engine);
    const jar = new Jar(server.port, BARE);
    const first = await jar.ask('GET', WWW, '/consent.json');
    assert.equal(first.body['seen'], '');
    assert.match(first.headers['cache-control'] ?? '', /no-store/);
    const decided = await decide(jar, WWW, true);
    assert.match(
      String(decided.body['seen']),
      /^policy_rule_analytics=accepted;policy_rule_analytics_until=\d{4}-\d\d-\d\d;policy_rule_analytics_version=1$/,
    );
    assert.equal(decided.body['seen'], readable(jar, WWW));
    assert.equal((await jar.ask('GET', WWW, '/consent.json')).body['seen'], readable(jar, WWW));
    assert.equal((await decide(jar, WWW, false)).body['seen'], readable(jar, WWW));
    assert.match(readable(jar, WWW), /=rejected;/);
  });

  test('says nothing of cookies that the same answer deletes', async () => {
    await using made = await engineWith();
    await using server = await serve(made.engine);
    const jar = new Jar(server.port, BARE);
    const signedIn = { 'x-test-user': 'ada' };
    await jar.ask('PUT', WWW, '/consent.json', { decisions: { analytics: true } }, signedIn);
    assert.match(readable(jar, WWW), /accepted/);
    const { body } = await jar.ask('GET', WWW, '/consent.json');
    assert.deepEqual([body['seen'], readable(jar, WWW)], ['', '']);
  });
});

describe('of two cookies of one name', () => {
  // https://github.com/orestbida/cookieconsent/issues/180
  test('a rejection wins, in either order, and the banner shows the same', async () => {
    await using made = await engineWith();
    for (const values of [
      ['accepted', 'rejected'],
      ['rejected', 'accepted'],
    ]) {
      const cookie = values.map((value) => `policy_rule_analytics=${value}`).join('; ');
      const request = new Request('https://www.shop.example/', { headers: { cookie } });
      const consent = made.engine.consentContext(request);
      assert.equal(await consent.stateOf('analytics'), 'rejected');
      const { seen } = await consent.consentSnapshot();
      assert.equal(seen, 'policy_rule_analytics=rejected');
    }
  });

  test('an acceptance counts for the older text, and of two choices of vendors none is accepted', async () => {
    await using made = await engineWith();
    const asked = { description: 'B', state: 'published' };
    await made.as('admin').json('POST', '/policies/categories/analytics/terms.json', asked);
    const stateWith = (cookie: string) =>
      made.engine
        .consentContext(new Request('https://www.shop.example/', { headers: { cookie } }))
        .stateOf('analytics');
    const versions = (one: number, other: number) =>
      `policy_rule_analytics=accepted; policy_rule_analytics_version=${one}; policy_rule_analytics_version=${other}`;
    assert.deepEqual(
      await Promise.all([stateWith(versions(2, 2)), stateWith(versions(2, 0)), stateWith(versions(0, 2))]),
      ['accepted', 'passive', 'passive'],
    );
  });
});

test('a decision with a last day counts until the end of that day, and a new decision has none', async () => {
  let now = new Date('2026-11-28T12:00:00Z');
  await using made = await engineWith({ now: () => now });
  await using server = await serve(made.engine);
  const jar = new Jar(server.port, BARE);
  await decide(jar, WWW, true);
  jar.stored.set('until', {
    name: 'policy_rule_analytics_until',
    value: '2026-11-29',
    domain: WWW,
    isHostOnly: true,
    partition: null,
  });
  assert.equal(await stateOf(jar, WWW), 'accepted');
  now = new Date('2026-11-29T23:59:00Z');
  assert.equal(await stateOf(jar, WWW), 'accepted');
  now = new Date('2026-11-30T00:01:00Z');
  assert.equal(await stateOf(jar, WWW), 'passive, asks');
  const { lines } = await decide(jar, WWW, true);
  assert.ok(lines.some((line) => line.startsWith('policy_rule_analytics_until=; ')));
});

describe('cookieDomain', () => {
  test('shares decisions and their proofs between the hosts below it', async () => {
    await using made = await engineWith({ cookieDomain: '.shop.example' });
    await using server = await serve(made.engine);
    const jar = new Jar(server.port, BARE);
    await decide(jar, WWW, true);
    assert.deepEqual(namesOf(jar), [
      '__Secure-policy_proof_shared shop.example',
      '__Secure-policy_visitor_shared shop.example',
      'policy_rule_analytics shop.example',
      'policy_rule_analytics_until shop.example',
      'policy_rule_analytics_version shop.example',
    ]);
    assert.equal(await stateOf(jar, BARE), 'accepted');
    assert.equal(await stateOf(jar, 'm.shop.example'), 'accepted');
    await decide(jar, BARE, false);
    assert.equal(await stateOf(jar, WWW), 'rejected');
    assert.equal(jar.stored.size, 5);
  });

  for (const [before, after] of [
    [{}, { cookieDomain: '.shop.example' }],
    [{ cookieDomain: '.shop.example' }, {}],
    [{}, { embeddable: true }],
    [{ embeddable: true }, {}],
    [{ cookieDomain: 'shop.example' }, { cookieDomain: 'shop.example', embeddable: true }],
    [{ cookieDomain: 'shop.example', embeddable: true }, {}],
  ]) {
    test(`of ${JSON.stringify(before)} and then ${JSON.stringify(after)}, a decision leaves one cookie of each name`, async () => {
      await using old = await engineWith(before);
      await using oldServer = await serve(old.engine);
      const jar = new Jar(oldServer.port, BARE);
      await decide(jar, WWW, true);
      await using made = await engineWith({ ...after, database: old.engine.database });
      await using server = await serve(made.engine);
      const later = new Jar(server.port, BARE);
      for (const [key, one] of jar.stored) later.stored.set(key, one);
      assert.match(await stateOf(later, WWW), /^accepted/);
      const { body } = await decide(later, WWW, false);
      assert.equal(later.stored.size, 5, namesOf(later).join('\n'));
      assert.equal(await stateOf(later, WWW), 'rejected');
      assert.equal(body['seen'], readable(later, WWW));
      await decide(later, WWW, true);
      assert.equal(await stateOf(later, WWW), 'accepted');
      assert.equal(later.stored.size, 5);
    });
  }

  test('of which a sibling has set the proof does not count where it has ended', async () => {
    await using shared = await engineWith({ cookieDomain: '.shop.example' });
    await using sharedServer = await serve(shared.engine);
    const sibling = new Jar(sharedServer.port, BARE);
    await decide(sibling, WWW, true);
    await using made = await engineWith({ database: shared.engine.database });
    await using server = await serve(made.engine);
    const jar = new Jar(server.port, BARE);
    for (const [key, one] of sibling.stored) jar.stored.set(key, one);
    assert.equal(await stateOf(jar, WWW), 'accepted, unproved, asks');
  });

  test('is ignored for a host that is not below it, which the log says once', async () => {
    await using made = await engineWith({ cookieDomain: '.shop.example' });
    await using server = await serve(made.engine);
    const jar = new Jar(server.port, 'other.example');
    await decide(jar, 'www.other.example', true);
    await decide(jar, 'www.other.example', false);
    assert.equal(await stateOf(jar, 'www.other.example'), 'rejected');
    assert.deepEqual(
      made.logged.filter((line) => line.includes('cookieDomain')),
      ['cookieDomain is ignored for requests to www.other.example, which is not below shop.example'],
    );
  });

  for (const [cookieDomain, problem] of [
    [
      '127.0.0.1',
      /cookieDomain: "127.0.0.1" is an address: there are no hosts below it; write a domain such as ".shop.example"/,
    ],
    ['co.uk', /cookieDomain: "co.uk" is a public suffix/],
    ['.github.io', /cookieDomain: ".github.io" is a public suffix/],
    ['localhost', /cookieDomain: "localhost" is one word: .* write a domain such as ".shop.example"/],
    ['https://shop.example', /cookieDomain: .* is not a domain such as "shop.example"/],
  ] as const) {
    test(`cannot be ${cookieDomain}`, async () => {
      await assert.rejects(engineWith({ cookieDomain }), problem);
    });
  }

  test('must be above an address of the site', async () => {
    const publicOrigins = ['https://www.shop.example'];
    await assert.rejects(
      engineWith({ cookieDomain: 'shop.test', publicOrigins }),
      /cookieDomain: none of publicOrigins is below "shop.test"; write the domain they have in common/,
    );
    await using made = await engineWith({ cookieDomain: 'shop.example', publicOrigins });
    assert.ok(made.engine);
  });
});

describe('embeddable', () => {
  const FRAME = 'www.shop.example';

  // https://github.com/orestbida/cookieconsent/issues/472
  test('keeps a decision in a frame of another site, which is the same visitor at the next one', async () => {
    await using made = await engineWith({ embeddable: true });
    await using server = await serve(made.engine);
    const jar = new Jar(server.port, 'news.example');
    const { lines } = await decide(jar, FRAME, true);
    assert.equal(lines.length, 5);
    for (const line of lines) assert.match(line, /; Secure; SameSite=None; Partitioned$/);
    assert.equal(await stateOf(jar, FRAME), 'accepted');
    const visitor = () =>
      jar
        .sentTo(FRAME)
        .find((pair) => pair.includes('policy_visitor'))
        ?.split('.')[1];
    const known = visitor();
    await decide(jar, FRAME, false);
    assert.equal(visitor(), known);
    assert.equal(await stateOf(jar, FRAME), 'rejected');
    jar.top = 'blog.example';
    assert.equal(await stateOf(jar, FRAME), 'passive, asks');
  });

  test('without it a frame of another site keeps nothing', async () => {
    await using made = await engineWith();
    await using server = await serve(made.engine);
    const jar = new Jar(server.port, 'news.example');
    await decide(jar, FRAME, true);
    assert.equal(jar.stored.size, 0);
  });

  test('also keeps there that Global Privacy Control was recorded', async () => {
    await using made = await engineWith({ embeddable: true });
    await using server = await serve(made.engine);
    const jar = new Jar(server.port, 'news.example');
    const signal = { 'sec-gpc': '1' };
    await jar.ask('PUT', FRAME, '/consent.json', { decisions: {} }, signal);
    const { body } = await jar.ask('GET', FRAME, '/consent.json', undefined, signal);
    assert.equal((body['gpc'] as { unrecorded: boolean }).unrecorded, false);
  });

  test('admits no request of the page around the frame, whose cookies browsers now send', async () => {
    await using made = await engineWith({ embeddable: true });
    await using server = await serve(made.engine);
    const jar = new Jar(server.port, 'news.example');
    await decide(jar, FRAME, true);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://news.example' },
      { 'sec-fetch-site': 'same-site', origin: 'https://ads.shop.example' },
      { 'sec-fetch-site': '', origin: 'https://news.example' },
      { 'sec-fetch-site': '', origin: 'null' },
      { 'sec-fetch-site': '', referer: 'https://news.example/' },
      { 'sec-fetch-site': '', ...form },
    ]) {
      const { status, lines } = await jar.ask('POST', FRAME, '/consent', { all: 'reject' }, { ...form, ...headers });
      assert.deepEqual([status, lines], [403, []], JSON.stringify(headers));
    }
    assert.equal(await stateOf(jar, FRAME), 'accepted');
    // In the frame, the page is of the same origin as the engine, whatever is around it.
    assert.equal((await decide(jar, FRAME, false)).status, 200);
  });

  test('needs https in production', async () => {
    const publicOrigins = ['http://www.shop.example'];
    await assert.rejects(
      engineWith({ embeddable: true, publicOrigins, environment: 'production' }),
      /embeddable: needs https, and "http:\/\/www.shop.example" is in publicOrigins; write its https address/,
    );
    await using made = await engineWith({ embeddable: true, environment: 'production' });
    await using server = await serve(made.engine);
    const jar = new Jar(server.port, BARE, 'http');
    const { lines } = await decide(jar, WWW, true);
    assert.ok(lines.every((line) => line.endsWith('SameSite=Lax')));
    assert.deepEqual(
      made.logged.filter((line) => line.includes('embeddable')),
      ['embeddable needs https: without it, browsers keep no cookies in frames of other sites'],
    );
  });
});
