/** Figures per day, on each database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';
import { apiOf, assertDescribed } from '../support/openapi.ts';

interface Counts {
  accepted: number;
  rejected: number;
  gpc: number;
  gpc_overridden: number;
}
interface Report {
  from: string;
  to: string;
  rule: string | null;
  days: (Counts & { day: string })[];
  totals: Counts & { acceptance_rate: number | null; gpc_share: number | null };
}

forEachDatabase((target) => {
  test('decisions are counted by day, for all rules or one, and only for administrators', async () => {
    const database = await target.open();
    let time = Date.parse('2026-11-01T12:00:00.000Z');
    await using made = await getTestEngine<string>({
      database,
      rules: [
        { name: 'cookie', sessionless: true },
        { name: 'analytics', sessionless: true },
      ],
      now: () => new Date(time),
    });
    const admin = made.as('admin');
    for (const rule of ['cookie', 'analytics']) {
      await admin.json('POST', `/policies/categories/${rule}/terms.json`, { description: rule, state: 'published' });
    }
    const decide = async (at: string, decisions: Record<string, boolean>, signal = false) => {
      time = Date.parse(at);
      const answer = await made.as(null).fetch('/policies/consent.json', {
        method: 'PUT',
        headers: { 'content-type': 'application/json', ...(signal && { 'sec-gpc': '1' }) },
        body: JSON.stringify({ decisions }),
      });
      assert.equal(answer.status, 200);
    };
    await decide('2026-11-19T23:59:59.999Z', { cookie: true, analytics: true });
    await decide('2026-11-20T00:00:00.000Z', { cookie: true, analytics: false });
    await decide('2026-11-21T10:00:00.000Z', { cookie: true }, true);
    await decide('2026-11-21T23:59:59.999Z', {}, true);
    time = Date.parse('2026-11-22T08:00:00.000Z');
    const report = async (query: string): Promise<Report> => {
      const path = `/consent/figures.json${query}`;
      const response = await admin.fetch(`/policies${path}`);
      await assertDescribed(apiOf(made.engine), 'GET', path, response);
      return JSON.parse(await response.text());
    };
    const all = await report('?from=2026-11-20&to=2026-11-21');
    assert.deepEqual(all.days, [
      { day: '2026-11-20', accepted: 1, rejected: 1, gpc: 0, gpc_overridden: 0 },
      { day: '2026-11-21', accepted: 1, rejected: 3, gpc: 4, gpc_overridden: 1 },
    ]);
    assert.deepEqual(all.totals, {
      accepted: 2,
      rejected: 4,
      gpc: 4,
      gpc_overridden: 1,
      acceptance_rate: 2 / 6,
      gpc_share: 4 / 6,
    });
    const one = await report('?from=2026-11-20&to=2026-11-21&rule=analytics');
    assert.deepEqual([one.totals.accepted, one.totals.rejected, one.rule], [0, 3, 'analytics']);
    const usual = await report('');
    assert.deepEqual([usual.from, usual.to, usual.days.length], ['2026-10-24', '2026-11-22', 30]);
    assert.equal(usual.totals.accepted, 4);
    const turned = await report('?from=2026-11-22&to=2026-11-20&rule=');
    assert.deepEqual([turned.from, turned.to, turned.rule], ['2026-11-20', '2026-11-22', null]);
    assert.equal((await report('?from=1999-01-01&to=2026-11-22')).days.length, 366);
    assert.deepEqual((await report('?from=2020-01-01&to=2020-01-02')).totals.acceptance_rate, null);
    assert.equal((await admin.json('GET', '/policies/consent/figures.json?from=2026-13-01')).status, 422);
    assert.equal((await made.as('anna').json('GET', '/policies/consent/figures.json')).status, 403);
    assert.equal((await made.as(null).json('GET', '/policies/consent/figures.json')).status, 401);
  });
});
