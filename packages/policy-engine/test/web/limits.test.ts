/** Writes are limited per subject, reads are not. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { getTestEngine, TEST_ORIGIN, type TestEngine } from 'policy-engine/testing';
import { clientNetworkOf } from '../../dist/platform/web/request/network.js';
import { WriteLimiter } from '../../dist/platform/web/limits/write-limiter.js';

test('the limit allows its number of changes in any sixty seconds, and never more', () => {
  let now = 60_000 * 1000;
  const limiter = new WriteLimiter(10, () => now);
  for (let write = 0; write < 10; write += 1) assert.equal(limiter.take('anna'), 0);
  assert.equal(limiter.take('anna'), 66);
  now += 59_999;
  assert.equal(limiter.take('anna'), 7);
  now += 6_001;
  assert.equal(limiter.take('anna'), 0);
  assert.equal(limiter.take('anna'), 6);
});

test('a client that waits for Retry-After may write again, at any rate and time', () => {
  let now = 0;
  for (const rate of [1, 2, 7, 120]) {
    const limiter = new WriteLimiter(rate, () => now);
    for (let round = 0; round < 200; round += 1) {
      const seconds = limiter.take('anna');
      if (seconds === 0) now += 137;
      else {
        now += seconds * 1000;
        assert.equal(limiter.take('anna'), 0, `${rate} a minute, round ${round}`);
      }
    }
  }
});

test('subjects have separate limits, and the memory for them is bounded', () => {
  const limiter = new WriteLimiter(1, () => 1000);
  assert.equal(limiter.take('anna'), 0);
  assert.equal(limiter.take('bob'), 0);
  assert.ok(limiter.take('anna') > 0);
  for (let subject = 0; subject < 30_000; subject += 1) limiter.take(`subject ${subject}`);
  assert.equal(limiter.size, 20_000);
});

const accept = (test: TestEngine, headers: Record<string, string>, ip?: string) =>
  test.engine.fetch(
    new Request(`${TEST_ORIGIN}/policies/user_terms/cookie/accept.json`, { method: 'PUT', headers }),
    ip === undefined ? {} : { ip },
  );

async function limited(writeLimit: number | false): Promise<TestEngine> {
  const made = await getTestEngine({ writeLimit });
  await made.as('admin').json('POST', '/policies/categories/cookie/terms.json', {
    description: 'Cookies',
    state: 'published',
  });
  return made;
}

test('a user who writes too often is told when to retry, while other users and reads are not limited', async () => {
  await using engine = await limited(3);
  const anna = { 'x-test-user': 'anna' };
  for (let write = 0; write < 3; write += 1) assert.equal((await accept(engine, anna, '203.0.113.1')).status, 200);
  const refused = await accept(engine, anna, '203.0.113.2');
  assert.equal(refused.status, 429);
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal(((await refused.json()) as { code: string }).code, 'too_many_requests');
  assert.equal((await engine.as('anna').json('GET', '/policies/user_terms.json')).status, 200);
  assert.equal((await accept(engine, { 'x-test-user': 'bob' }, '203.0.113.1')).status, 200);
});

test('visitors are limited by network; without a known address they do not block each other', async () => {
  await using engine = await limited(2);
  assert.equal((await accept(engine, {}, '203.0.113.1')).status, 200);
  assert.equal((await accept(engine, {}, '203.0.113.200')).status, 200);
  assert.equal((await accept(engine, {}, '203.0.113.3')).status, 429);
  assert.equal((await accept(engine, {}, '203.0.114.3')).status, 200);
  for (let write = 0; write < 5; write += 1) assert.equal((await accept(engine, {})).status, 200);
});

test('the page of the limit is in the person’s language', async () => {
  await using engine = await limited(1);
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', 'accept-language': 'es' },
    body: '_method=PUT',
  };
  await engine.as('anna').fetch('/policies/user_terms/cookie/accept', init);
  const refused = await engine.as('anna').fetch('/policies/user_terms/cookie/accept', init);
  assert.equal(refused.status, 429);
  assert.match(await refused.text(), /lang="es"/);
});

test('false disables the limit of writes', async () => {
  await using engine = await limited(false);
  const anna = { 'x-test-user': 'anna' };
  for (let write = 0; write < 200; write += 1) assert.equal((await accept(engine, anna)).status, 200);
});

test('a foreign page does not use up the limit of a user', async () => {
  await using engine = await limited(1);
  const foreign = await accept(engine, { 'x-test-user': 'anna', 'sec-fetch-site': 'cross-site' });
  assert.equal(foreign.status, 403);
  assert.equal((await accept(engine, { 'x-test-user': 'anna' })).status, 200);
});

suite('a rejection or withdrawal', () => {
  const send = ({ engine }: TestEngine, { method = 'PUT', path, body, form, headers = {}, ip }: Sent) =>
    engine.fetch(
      new Request(`${TEST_ORIGIN}/policies${path}`, {
        method,
        headers: {
          ...(form === undefined ? { accept: 'application/json' } : { 'content-type': FORM }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: form ?? (body && JSON.stringify(body)) ?? null,
      }),
      ip === undefined ? {} : { ip },
    );

  interface Sent {
    readonly method?: string;
    readonly path: string;
    readonly body?: object;
    readonly headers?: Readonly<Record<string, string>>;
    readonly ip?: string;
    readonly form?: string;
  }

  const FORM = 'application/x-www-form-urlencoded';
  const LIMIT = 3;
  const NEAR = '203.0.113.7';
  const REFUSE = { path: '/user_terms/cookie/reject.json' };
  const ACCEPT = { path: '/user_terms/cookie/accept.json' };

  /** An engine whose network 203.0.113.0/24 has sent too many requests, all of them invalid. */
  async function exhausted(): Promise<TestEngine> {
    const made = await limited(LIMIT);
    for (let nth = 0; nth < 40; nth += 1) {
      const answer = await send(made, { path: '/user_terms/nothing/reject.json', ip: `203.0.113.${nth}` });
      assert.equal(answer.status, nth < LIMIT ? 404 : 429);
    }
    return made;
  }

  test('is accepted if others at the network or proxy have sent too much; an acceptance must wait', async () => {
    await using made = await exhausted();
    assert.equal((await send(made, { ...ACCEPT, ip: NEAR })).status, 429);
    const refused = await send(made, { ...REFUSE, ip: NEAR });
    assert.equal(refused.status, 200);
    assert.equal(((await refused.json()) as { state: string }).state, 'rejected');
  });

  const refusals: ReadonlyArray<readonly [name: string, sent: Sent]> = [
    ['in the privacy settings', { path: '/consent.json', body: { decisions: { cookie: false } } }],
    ['by the signal of the browser', { path: '/consent.json', body: { decisions: {} }, headers: { 'sec-gpc': '1' } }],
    ['of everything in a form', { method: 'POST', path: '/consent', form: 'all=reject' }],
    ['of one rule in a form', { method: 'POST', path: '/consent', form: 'decisions[cookie]=reject' }],
    ['on the page of the policy', { method: 'POST', path: '/user_terms/cookie/reject', form: '_method=PUT' }],
  ];
  for (const [name, sent] of refusals) {
    test(`a rejection ${name} is accepted after the limit of others is exhausted`, async () => {
      await using made = await exhausted();
      const response = await send(made, { ...sent, ip: NEAR });
      assert.ok([200, 303].includes(response.status), String(response.status));
    });
  }

  for (const [name, sent] of [
    ['to an unknown rule', { path: '/user_terms/nothing/reject.json' }],
    ['to a rule that needs an account', { path: '/user_terms/age/reject.json' }],
    [
      'with an unknown rule among them',
      { path: '/consent.json', body: { decisions: { cookie: false, nothing: false } } },
    ],
    ['that is malformed', { path: '/consent.json', body: { decisions: { cookie: 'no' } } }],
    ['that rejects nothing', { path: '/consent.json', body: { decisions: {} } }],
    ['that is an acceptance', { path: '/consent.json', body: { decisions: { cookie: true } } }],
    ['that is long', { path: '/consent.json', body: { decisions: { cookie: false }, more: 'x'.repeat(20_000) } }],
  ] as const) {
    test(`a request ${name} does not count towards the limit for rejections`, async () => {
      await using made = await exhausted();
      for (let nth = 0; nth < LIMIT * 10; nth += 1) assert.equal((await send(made, { ...sent, ip: NEAR })).status, 429);
      assert.equal((await send(made, { ...REFUSE, ip: NEAR })).status, 200);
    });
  }

  test('of a visitor who decided before is not limited by valid rejections of others at the same address', async () => {
    await using made = await limited(LIMIT);
    const visitor = await send(made, { ...ACCEPT, ip: NEAR });
    const cookie = visitor.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const statuses = new Set<number>();
    for (let nth = 0; nth < LIMIT * 10; nth += 1) statuses.add((await send(made, { ...REFUSE, ip: NEAR })).status);
    assert.deepEqual([...statuses], [200, 429], 'still bounded');
    assert.equal((await send(made, { ...REFUSE, ip: '203.0.113.8' })).status, 200, 'another address of the network');
    assert.equal((await send(made, { ...REFUSE, ip: NEAR, headers: { cookie } })).status, 200);
    assert.equal((await send(made, { ...REFUSE, ip: NEAR, headers: { 'x-test-user': 'anna' } })).status, 200);
  });

  test('of a user has a limit separate from other writes', async () => {
    await using made = await limited(LIMIT);
    const headers = { 'x-test-user': 'anna' };
    for (let nth = 0; nth < 10; nth += 1) await send(made, { ...ACCEPT, headers });
    assert.equal((await send(made, { ...ACCEPT, headers })).status, 429);
    const several = { path: '/user_terms/accept_multiples.json', body: { user: { policy_rule_cookie: false } } };
    const statuses = [];
    for (const sent of [REFUSE, several, REFUSE, REFUSE])
      statuses.push((await send(made, { ...sent, headers })).status);
    assert.deepEqual(statuses, [200, 200, 200, 429]);
  });
});

test('without a client address there is an overall limit, which is reported once and found by the check', async () => {
  const reports: string[] = [];
  await using made = await getTestEngine({ writeLimit: 2, logger: { error: (message) => void reports.push(message) } });
  const codes = async () => (await made.engine.check()).map(({ code }) => code);
  const wrong = () =>
    made.engine.fetch(new Request(`${TEST_ORIGIN}/policies/user_terms/x/accept.json`, { method: 'PUT' }));
  assert.ok(!(await codes()).includes('no_client_address'));
  const statuses: number[] = [];
  for (let nth = 0; nth < 201; nth += 1) statuses.push((await wrong()).status);
  assert.deepEqual(new Set(statuses.slice(0, 200)), new Set([404]));
  assert.equal(statuses.at(-1), 429);
  assert.equal(reports.filter((message) => message.includes('client address')).length, 1);
  assert.ok((await codes()).includes('no_client_address'));
});

test('a client is identified by its IPv4 address, or the first half of its IPv6 address', () => {
  const client = (ip: string) => clientNetworkOf(ip);
  assert.equal(client('203.0.113.9'), '203.0.113.9');
  assert.equal(client('2001:db8:1:2:3::4'), '2001:db8:1:2::/64');
  assert.equal(client('2001:db8::4%eth0'), '2001:db8:0:0::/64');
  assert.equal(client('nothing'), null);
});
