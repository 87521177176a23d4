/** Reports of pages that a shared cache shows to somebody for whom they were not made. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';

test('three reports in 14 days are a finding, in whichever process they arrive, and contain nothing about who sent them', async () => {
  let now = new Date('2026-03-01T12:00:00Z');
  const options = { rules: [{ name: 'analytics', sessionless: true }], now: () => now };
  await using made = await getTestEngine<string>(options);
  await using other = await getTestEngine<string>({ ...options, database: made.engine.database });
  const report = async (
    engine = made.engine,
    headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' },
  ) => {
    const address = `${TEST_ORIGIN}/policies/consent.json?foreign=1`;
    assert.equal((await engine.fetch(new Request(address, { headers }))).status, 200);
  };
  const found = async () => {
    const all = await made.engine.check();
    return all.filter(({ code }) => code === 'pages_of_others').map(({ subject, severity }) => ({ subject, severity }));
  };
  await report();
  await report(other.engine);
  // Another site must not be able to fill the report.
  await report(made.engine, { 'sec-fetch-site': 'cross-site' });
  await other.engine.stop();
  assert.deepEqual(await found(), []);
  now = new Date('2026-03-02T12:00:00Z');
  await report();
  assert.deepEqual(await found(), [{ subject: '3', severity: 'warning' }]);
  await made.engine.stop();
  const { rows } = await made.engine.database.execute('select * from policy_manager_found_cookies order by name');
  assert.deepEqual(
    rows.map(({ name, requests, without_consent: without }) => [name, Number(requests), Number(without)]),
    [
      [' foreign 2026-03-01', 2, 0],
      [' foreign 2026-03-02', 1, 0],
    ],
  );
  // They are no cookies.
  const { body } = await made.as('admin').json('GET', '/policies/cookies/found.json');
  assert.deepEqual(
    (body as { cookies: { name: string }[] }).cookies.filter(({ name }) => name.includes('foreign')),
    [],
  );
  now = new Date('2026-03-16T12:00:00Z');
  assert.deepEqual(await found(), []);
});
