/** The list of decisions in a language: its number is that of its entries, whatever the days of its period. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addUpDecisions, ROLLUP_LAG } from '../../dist/modules/consent/figures/rollup.js';
import { engineNaming } from '../../dist/schema.js';
import { forEachDatabase } from '../support/databases.ts';
import { ask, engineOn, publish } from './support.ts';

interface Listed {
  readonly total: number;
  readonly events: readonly unknown[];
}

forEachDatabase((target) => {
  test('decisions in a language are counted by the totals of their days, and the hours of other days by their events', async () => {
    const zoned = await target.open();
    let at = '';
    const inTokyo = engineOn(zoned, { timeZone: 'Asia/Tokyo', now: () => new Date(at) });
    const list = async (query: string) => {
      const answer = await ask(inTokyo, `/ledger.json?language=fr&${query}`, { user: 'admin' });
      const { events, total } = (await answer.json()) as Listed;
      return [total, events.length];
    };
    at = '2026-03-01T00:00:00Z';
    await inTokyo.migrate();
    for (const rule of ['age', 'cookie']) await publish(inTokyo, rule);
    for (const [index, moment] of ['01T14:30', '01T15:30', '02T10:00', '02T16:00', '03T15:30'].entries()) {
      at = `2026-03-${moment}:00Z`;
      for (const [rule, verb] of [
        ['age', 'accept'],
        ['cookie', index < 2 ? 'reject' : 'accept'],
      ] as const) {
        const asked = { method: 'PUT', user: `u${index}`, headers: { 'accept-language': index === 2 ? 'de' : 'fr' } };
        assert.equal((await ask(inTokyo, `/user_terms/${rule}/${verb}.json`, asked)).status, 200);
      }
    }
    const counts = {
      '': 8,
      'decision=rejected': 2,
      'rule=age': 4,
      'rule=age&version=2': 0,
      'gpc=any': 0,
      'kind=all': 8,
      'from=2026-03-02&to=2026-03-02': 2,
      'from=2026-03-02&to=2026-03-03': 4,
      'from=2026-03-02': 6,
      'to=2026-03-03&rule=cookie': 3,
      'from=2026-03-02&to=2026-03-02&days=utc': 2,
      'q=u0': 2,
    };
    const listed = async () => {
      for (const [query, count] of Object.entries(counts)) assert.deepEqual(await list(query), [count, count], query);
    };
    await listed();
    const naming = engineNaming(zoned.dialect);
    await addUpDecisions({ database: zoned, naming, now: () => new Date(Date.now() + 2 * ROLLUP_LAG) });
    await listed();
    // What is read is the totals: with others, lists count otherwise.
    await zoned.execute(`update policy_manager_decision_days set total = 1000 where locale = 'fr' and rule = 'age'`);
    assert.deepEqual(await list('rule=age&from=2026-03-02&to=2026-03-03'), [1001, 2]);
    assert.deepEqual(await list('rule=age&kind=all'), [4, 4]);
  });
});
