/** Figures per day, on each database. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { addUpDecisions, ROLLUP_LAG } from '../../dist/modules/consent/figures/rollup.js';
import { engineNaming } from '../../dist/schema.js';
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
  by_rule: (Counts & { rule: string; sells?: boolean; acceptance_rate: number | null })[];
  by_version: (Counts & { rule: string; version: number })[];
  by_language: (Counts & { language: string })[];
  versions: { rule: string; version: number; published_at: string }[];
  totals: Counts & { acceptance_rate: number | null; gpc_share: number | null; opt_outs: number };
}

forEachDatabase((target) => {
  test('decisions are counted by day, for all rules or one, and only administrators see the figures', async () => {
    const database = await target.open();
    let time = Date.parse('2026-11-01T12:00:00.000Z');
    await using made = await getTestEngine<string>({
      database,
      rules: [
        { name: 'cookie', sessionless: true },
        { name: 'analytics', sessionless: true, sells: true },
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
    const csv = await (await admin.fetch('/policies/consent/figures/export.csv?from=2026-11-20&to=2026-11-21')).text();
    assert.equal(csv, 'day,accepted,rejected,gpc,gpc_overridden\r\n2026-11-20,1,1,0,0\r\n2026-11-21,1,3,4,1\r\n');
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
      opt_outs: 3,
    });
    // The number is a link to its list, and that of a query written apart.
    const html = { headers: { accept: 'text/html', 'accept-language': 'en' } };
    const page = await (await admin.fetch('/policies/consent/figures?from=2026-11-20&to=2026-11-21', html)).text();
    const [, href = '', shown] = /<dt>Opt-outs[^<]*<\/dt><dd><a href="([^"]+)">(\d+)</.exec(page) ?? [];
    const list = await admin.json('GET', href.replaceAll('&amp;', '&').replace('/ledger?', '/ledger.json?'));
    const { rows } = await database.execute(`select count(*) as n from policy_manager_ledger_events
      where kind = 'decision' and rule = 'analytics' and decision = 'rejected' and at >= '2026-11-20' and at < '2026-11-22'`);
    assert.deepEqual([shown, (list.body as { total: number }).total, Number(rows[0]?.['n'])], ['3', 3, 3]);
    // So is each other number, by day and with the browser's signal.
    const numbers = [...page.matchAll(/<a href="([^"]*\/ledger\?[^"]*)">(\d+)</g)];
    const addresses = numbers.map(([, address = '']) => address.replaceAll('&amp;', '&'));
    for (const filter of ['gpc=any', 'gpc=overridden', 'from=2026-11-21&to=2026-11-21', 'decision=accepted']) {
      assert.ok(
        addresses.some((address) => address.includes(filter)),
        filter,
      );
    }
    for (const [index, [, , count]] of numbers.entries()) {
      const { body } = await admin.json('GET', addresses[index]!.replace('/ledger?', '/ledger.json?'));
      assert.equal(String((body as { total: number }).total), count, addresses[index]);
    }
    const signalled = await admin.json(
      'GET',
      '/policies/ledger.json?gpc=honoured&from=2026-11-21&to=2026-11-21&days=utc',
    );
    assert.equal((signalled.body as { total: number }).total, 3);
    assert.deepEqual(
      all.by_rule.map(({ rule, sells = false }) => [rule, sells]),
      [
        ['analytics', true],
        ['cookie', false],
      ],
    );
    assert.deepEqual(
      all.by_version.map(({ rule, version, accepted, rejected }) => [rule, version, accepted, rejected]),
      [
        ['analytics', 1, 0, 3],
        ['cookie', 1, 2, 1],
      ],
    );
    assert.deepEqual(
      all.by_rule.map(({ rule, acceptance_rate: rate }) => [rule, rate]),
      [
        ['analytics', 0],
        ['cookie', 2 / 3],
      ],
    );
    assert.equal(
      all.by_language.reduce((sum, { accepted, rejected }) => sum + accepted + rejected, 0),
      6,
    );
    const one = await report('?from=2026-11-20&to=2026-11-21&rule=analytics');
    assert.deepEqual([one.totals.accepted, one.totals.rejected, one.rule], [0, 3, 'analytics']);
    // The daily totals equal the events, however often the aggregation is restarted, and later events are added to them.
    const naming = engineNaming(database.dialect);
    const soon = { database, naming, now: () => new Date(Date.now() + 2 * ROLLUP_LAG) };
    assert.equal(await addUpDecisions({ ...soon, now: () => new Date() }), 0);
    assert.equal(await addUpDecisions(soon), 1);
    assert.equal(await addUpDecisions(soon), 0);
    assert.deepEqual(await report('?from=2026-11-20&to=2026-11-21'), all);
    const marks = await report('?from=2026-11-01&to=2026-11-02');
    assert.deepEqual(marks.versions.map(({ rule, version }) => `${rule} ${version}`).toSorted(), [
      'analytics 1',
      'cookie 1',
    ]);
    await decide('2026-11-21T11:00:00.000Z', { cookie: true });
    time = Date.parse('2026-11-22T08:00:00.000Z');
    assert.equal((await report('?from=2026-11-20&to=2026-11-21')).totals.accepted, all.totals.accepted + 1);
    const usual = await report('');
    assert.deepEqual([usual.from, usual.to, usual.days.length], ['2026-10-24', '2026-11-22', 30]);
    assert.equal(usual.totals.accepted, 5);
    const turned = await report('?from=2026-11-22&to=2026-11-20&rule=');
    assert.deepEqual([turned.from, turned.to, turned.rule], ['2026-11-20', '2026-11-22', null]);
    assert.equal((await report('?from=1999-01-01&to=2026-11-22')).days.length, 3660);
    assert.deepEqual((await report('?from=2020-01-01&to=2020-01-02')).totals.acceptance_rate, null);
    assert.equal((await admin.json('GET', '/policies/consent/figures.json?from=2026-13-01')).status, 422);
    assert.equal((await made.as('anna').json('GET', '/policies/consent/figures.json')).status, 403);
    assert.equal((await made.as(null).json('GET', '/policies/consent/figures.json')).status, 401);
  });
});
