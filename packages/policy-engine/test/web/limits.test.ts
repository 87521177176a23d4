/** Writes are limited per subject, reads are not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine, TEST_ORIGIN, type TestEngine } from 'policy-engine/testing';
import { WriteLimiter } from '../../dist/platform/web/limits/write-limiter.js';

test('as many as allowed in a minute, and never more in any sixty seconds', () => {
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

test('whoever waits as long as told may write, at any rate and moment', () => {
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

test('subjects do not count for each other, and the memory for them is bounded', () => {
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

test('a user who writes too much is told when to come back; others and reads go on', async () => {
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

test('anonymous visitors count by network; where no address is known they do not lock each other out', async () => {
  await using engine = await limited(2);
  assert.equal((await accept(engine, {}, '203.0.113.1')).status, 200);
  assert.equal((await accept(engine, {}, '203.0.113.200')).status, 200);
  assert.equal((await accept(engine, {}, '203.0.113.3')).status, 429);
  assert.equal((await accept(engine, {}, '203.0.114.3')).status, 200);
  for (let write = 0; write < 5; write += 1) assert.equal((await accept(engine, {})).status, 200);
});

test('a page says it in the person’s language', async () => {
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

test('false switches it off', async () => {
  await using engine = await limited(false);
  const anna = { 'x-test-user': 'anna' };
  for (let write = 0; write < 200; write += 1) assert.equal((await accept(engine, anna)).status, 200);
});

test('a foreign page can’t use up what a user may write', async () => {
  await using engine = await limited(1);
  const foreign = await accept(engine, { 'x-test-user': 'anna', 'sec-fetch-site': 'cross-site' });
  assert.equal(foreign.status, 403);
  assert.equal((await accept(engine, { 'x-test-user': 'anna' })).status, 200);
});
