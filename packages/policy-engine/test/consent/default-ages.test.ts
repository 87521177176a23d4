/** Decisions from before there were default ages: they count as before until an administrator confirms the defaults. */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Database } from 'policy-engine';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';

const RULES = [
  { name: 'cookie', sessionless: true },
  { name: 'ads', sessionless: true, lasts: { acceptance: 24, refusal: 24 } },
  { name: 'terms', blocking: true },
];
const CODE = 'default_ages_unconfirmed';

forEachDatabase((target) => {
  let now = new Date('2024-01-15T12:00:00Z');
  let database: Database;
  let made: TestEngine;
  const start = async () => getTestEngine<string>({ database, rules: RULES, now: () => now });

  before(async () => {
    database = await target.open();
    made = await start();
    for (const { name } of RULES) {
      const body = { description: name, state: 'published' };
      await made.as('admin').json('POST', `/policies/categories/${name}/terms.json`, body);
    }
    const decide = (user: string, rule: string, verb: string) =>
      made.as(user).json('PUT', `/policies/user_terms/${rule}/${verb}.json`);
    for (const user of ['anna', 'bob']) await decide(user, 'cookie', 'accept');
    await decide('carl', 'cookie', 'reject');
    await decide('anna', 'ads', 'accept');
    await decide('anna', 'terms', 'accept');
    for (const decisions of [[true], [false], [false, true]]) {
      const visitor = made.as(null);
      for (const cookie of decisions) {
        now = new Date(now.getTime() + 1000);
        await visitor.json('PUT', '/policies/consent.json', { decisions: { cookie } });
      }
    }
  });
  /** As an earlier version left the database, and the migration found it. */
  beforeEach(async () => {
    now = new Date('2026-11-28T12:00:00Z');
    await database.execute('update policy_manager_user_terms set months = null');
    await database.execute('update policy_manager_ledger_events set months = null');
    await database.execute('delete from policy_manager_admin_actions');
    await database.execute('delete from policy_manager_consent_settings');
    await database.execute(
      "insert into policy_manager_consent_settings (name, value) values ('default_ages', 'unconfirmed')",
    );
    made = await start();
  });

  const stateOf = async (user: string, rule: string, by = made) => {
    const { body } = await by.as(user).json('GET', '/policies/user_terms.json');
    return (body as { name: string; state: string }[]).find(({ name }) => name === rule)?.state;
  };
  const found = async () => (await made.engine.check()).find(({ code }) => code === CODE);
  const confirm = (by = made, user = 'admin') => by.as(user).json('PUT', '/policies/ages/defaults.json');
  const page = async (path: string) => {
    const response = await made.as('admin').fetch(path, { headers: { accept: 'text/html' } });
    assert.equal(response.status, 200);
    return response.text();
  };
  const ages = async () => (await made.as('admin').json('GET', '/policies/ages.json')).body;

  test('a new installation is confirmed from the beginning', async () => {
    await database.execute('delete from policy_manager_consent_settings');
    made = await start();
    assert.equal(await found(), undefined);
    assert.equal(await stateOf('anna', 'cookie'), 'passive');
  });

  test('nobody is asked again because of a default, while an age that the configuration names counts at once', async () => {
    assert.equal(await stateOf('anna', 'cookie'), 'accepted');
    assert.equal(await stateOf('carl', 'cookie'), 'rejected');
    assert.equal(await stateOf('anna', 'ads'), 'passive');
    assert.equal(await stateOf('anna', 'terms'), 'accepted');
  });

  test('the check, the home page and the page say what it changes, for how many people', async () => {
    assert.match((await found())!.message, /cookie: 3\.$/);
    const home = await page('/policies/home');
    assert.match(home, /Cookie: 3\.<\/p>/);
    assert.match(home, /href="\/policies\/ages"/);
    assert.deepEqual(await ages(), {
      rules: [
        { name: 'cookie', acceptance: { months: 12, is_default: true }, refusal: { months: 6, is_default: true } },
        { name: 'ads', acceptance: { months: 24, is_default: false }, refusal: { months: 24, is_default: false } },
        {
          name: 'terms',
          acceptance: { months: null, is_default: false },
          refusal: { months: null, is_default: false },
        },
      ],
      places: [],
      is_confirmed: false,
      affected: [
        { rule: 'cookie', decision: 'accepted', months: 12, people: 2, visitors: 0 },
        { rule: 'cookie', decision: 'rejected', months: 6, people: 1, visitors: 0 },
      ],
    });
    assert.match(await page('/policies/ages'), /Apply the defaults to older decisions/);
  });

  test('counts only decisions that are too old', async () => {
    now = new Date('2025-01-14T23:59:59Z');
    assert.deepEqual(((await ages()) as { affected: unknown }).affected, [
      { rule: 'cookie', decision: 'rejected', months: 6, people: 1, visitors: 1 },
    ]);
    now = new Date('2025-01-15T00:00:00Z');
    assert.equal(((await ages()) as { affected: unknown[] }).affected.length, 2);
  });

  test('counts visitors by their last decision, as long as a browser keeps it', async () => {
    const visitorsOf = async (decision: string) =>
      ((await ages()) as { affected: { decision: string; visitors: number }[] }).affected.find(
        (one) => one.decision === decision,
      )?.visitors;
    now = new Date('2025-01-20T00:00:00Z');
    // One accepted, one rejected, and one accepted after a rejection.
    assert.deepEqual([await visitorsOf('accepted'), await visitorsOf('rejected')], [2, 1]);
    now = new Date('2025-03-01T00:00:00Z');
    assert.deepEqual([await visitorsOf('accepted'), await visitorsOf('rejected')], [0, 0]);
  });

  test('after it is confirmed, they count as long as the defaults say; two processes at once record it once', async () => {
    const other = await start();
    assert.equal(await stateOf('anna', 'cookie', other), 'accepted');
    const answers = await Promise.all([confirm(), confirm(other), confirm()]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [204, 204, 204],
    );
    assert.equal((await confirm()).status, 204);
    assert.equal(await stateOf('anna', 'cookie'), 'passive');
    assert.equal(await stateOf('anna', 'terms'), 'accepted');
    const third = await start();
    assert.equal(await stateOf('anna', 'cookie', third), 'passive');
    assert.equal(await found(), undefined);
    const { rows } = await database.execute<{ action: string }>(
      "select action from policy_manager_admin_actions where action = 'default_ages_confirmed'",
    );
    assert.equal(rows.length, 1);
  });

  test('only an administrator confirms it', async () => {
    assert.equal((await confirm(made, 'anna')).status, 403);
    assert.equal(await stateOf('anna', 'cookie'), 'accepted');
  });
});
