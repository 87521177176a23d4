/**
 * Cases of accounts that are merged, of decisions that are imported or taken over, and of options that are no options, typed in from the
 * page of facts and apart from the code. Each is walked through the API on a day and in a place.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { PolicyEngineOptions } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN, type TestClient, type TestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';

const RULES = [
  { name: 'ads', sessionless: true, purpose: 'ads', posture: 'law' },
  { name: 'statistics', sessionless: true, purpose: 'statistics', posture: { facts: ['U4'] } },
] as const;

interface Found {
  readonly ask: boolean;
  readonly gates: Record<string, string>;
  readonly unconfirmed?: readonly string[];
  readonly rules: readonly { name: string; version: number; two_steps?: boolean; valid_until?: string }[];
}

forEachDatabase((target) => {
  let now: Date;
  let made: TestEngine;
  let people = 0;
  const on = (day: string) => void (now = new Date(`${day}T12:00:00Z`));
  before(async () => {
    on('2019-01-01');
    made = await getTestEngine<string>({
      database: await target.open(),
      rules: [...RULES],
      region: (request) => request.headers.get('x-region'),
      userResource: { find: async (id) => ({ id }) },
      now: () => now,
    });
    for (const { name } of RULES) {
      const body = { description: name, state: 'published' };
      await made.as('admin').json('POST', `/policies/categories/${name}/terms.json`, body);
    }
  });

  const sent = (region: string | null, gpc = false): Record<string, string> => ({
    ...(region !== null && { 'x-region': region }),
    ...(gpc && { 'sec-gpc': '1' }),
  });
  const see = async (client: TestClient, region: string | null, gpc = false): Promise<Found> =>
    JSON.parse(await (await client.fetch('/policies/consent.json', { headers: sent(region, gpc) })).text()) as Found;
  const put = async (client: TestClient, body: object, region: string | null, gpc = false): Promise<Found> => {
    const headers = { ...sent(region, gpc), 'content-type': 'application/json' };
    const response = await client.fetch('/policies/consent.json', {
      method: 'PUT',
      headers,
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200);
    return JSON.parse(await response.text()) as Found;
  };
  const decide = (client: TestClient, decisions: Record<string, boolean>, region: string | null, gpc = false) =>
    put(client, { decisions }, region, gpc);
  /** Two accounts of one person. */
  const two = (): readonly [string, string] => [`a${(people += 1)}`, `b${people}`];
  const merged = async (from: string, into: string): Promise<TestClient> => {
    await made.engine.mergeAccounts({ from, into });
    return made.as(into);
  };

  describe('accounts that become one', () => {
    for (const way of [0, 1]) {
      test(`in California, one accepted and the other sent the signal: out, silent for a year, back in two steps (K1, K7, K9), ${way}`, async () => {
        const pair = two();
        on('2026-03-01');
        await decide(made.as(pair[0]), { ads: true }, 'us-ca');
        on('2026-04-01');
        await decide(made.as(pair[1]), {}, 'us-ca', true);
        on('2026-05-01');
        const client = await merged(pair[way]!, pair[1 - way]!);
        assert.equal((await see(client, 'us-ca')).gates['ads'], 'rejected');
        on('2027-03-31');
        assert.equal((await see(client, 'us-ca')).gates['ads'], 'rejected');
        const answer = await decide(client, { ads: true }, 'us-ca');
        assert.deepEqual([answer.unconfirmed, answer.gates['ads']], [['ads'], 'rejected']);
        const confirmed = await put(client, { decisions: { ads: true }, confirmed: true }, 'us-ca');
        assert.equal(confirmed.gates['ads'], 'accepted');
      });
    }

    test('in Switzerland, one was told and decided nothing, the other objected: it stops for both (C3)', async () => {
      const [from, into] = two();
      on('2026-11-01');
      const told = made.as(into);
      const { rules } = await see(told, 'ch');
      const texts = Object.fromEntries(rules.map(({ name, version }) => [name, version]));
      const shown = { locale: 'en', choices: [], texts };
      await put(told, { decisions: {}, shown }, 'ch');
      assert.equal((await see(told, 'ch')).gates['ads'], 'accepted');
      await decide(made.as(from), { ads: false }, 'ch');
      await merged(from, into);
      for (const region of ['ch', 'us-ca', 'us-co', 'fr', null]) {
        assert.equal((await see(told, region)).gates['ads'], 'rejected', String(region));
      }
    });

    test('in France, an acceptance ends six months after it was made, whichever account made it (F2)', async () => {
      const [from, into] = two();
      on('2026-06-01');
      await decide(made.as(from), { ads: true }, 'fr');
      on('2026-11-27');
      const client = await merged(from, into);
      assert.equal((await see(client, 'fr')).gates['ads'], 'accepted');
      on('2026-12-01');
      const later = await see(client, 'fr');
      assert.deepEqual([later.gates['ads'], later.ask], ['passive', true]);
    });

    test('an acceptance that has ended does not run again by a merge, in no place', async () => {
      const [from, into] = two();
      on('2024-11-01');
      await decide(made.as(from), { ads: true }, 'es');
      on('2026-11-27');
      const client = await merged(from, into);
      for (const region of ['es', 'fr', 'de', null]) {
        assert.notEqual((await see(client, region)).gates['ads'], 'accepted', String(region));
      }
    });
  });

  describe('decisions that are imported', () => {
    const imported = async (decision: 'accepted' | 'rejected', at: string, rule = 'ads') => {
      people += 1;
      const user_id = `imported${people}`;
      await made.engine.importDecisions([{ rule, version: 1, decision, user_id, at: `${at}T12:00:00Z` }]);
      return made.as(user_id);
    };

    test('a no of 1 June in France: silent on 27 November, may be asked on 2 December (cases 19 and 20)', async () => {
      on('2026-11-27');
      const client = await imported('rejected', '2026-06-01');
      await decide(client, { statistics: false }, 'fr');
      assert.equal((await see(client, 'fr')).ask, false);
      on('2026-12-02');
      assert.equal((await see(client, 'fr')).ask, true);
      assert.notEqual((await see(client, 'fr')).gates['ads'], 'accepted');
    });

    test('a yes of November 2024 in Spain is asked again in November 2026 (case 26)', async () => {
      on('2026-11-27');
      const client = await imported('accepted', '2024-11-01');
      const { ask, gates } = await see(client, 'es');
      assert.deepEqual([ask, gates['ads']], [true, 'passive']);
    });

    test('a no of March in California: no prompt in December, one after a year, two steps (cases 5 and 6)', async () => {
      on('2026-12-01');
      const client = await imported('rejected', '2026-03-01');
      await decide(client, { statistics: false }, 'us-ca');
      assert.equal((await see(client, 'us-ca')).ask, false);
      on('2027-03-02');
      const later = await see(client, 'us-ca');
      assert.deepEqual([later.ask, later.gates['ads']], [true, 'passive']);
      assert.equal(later.rules.find(({ name }) => name === 'ads')?.two_steps, true);
    });

    test('a yes that the signal meets: out, in each place (K1, CO, CT2, E4)', async () => {
      for (const region of ['us-ca', 'us-co', 'us-ct', 'fr', 'de', null]) {
        on('2026-11-27');
        const client = await imported('accepted', '2026-10-01');
        assert.equal((await see(client, region, true)).gates['ads'], 'rejected', String(region));
        await decide(client, {}, region, true);
        assert.equal((await see(client, region)).gates['ads'], 'rejected', `${region}, without the signal`);
      }
    });
  });

  test('an acceptance of a visitor in France that an account in Texas takes over ends as in France (F2)', async () => {
    on('2026-11-01');
    const visitor = made.as(null);
    await decide(visitor, { ads: true }, 'fr');
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'x-test-user': 'adopting', 'sec-fetch-site': 'same-origin', ...sent('us-tx') };
    const context = made.engine.consentContext(new Request(TEST_ORIGIN, { method: 'POST', headers }));
    await context.adoptVisitorDecision('ads');
    const { gates, rules } = await see(made.as('adopting'), 'us-tx');
    assert.equal(gates['ads'], 'accepted');
    assert.equal(rules.find(({ name }) => name === 'ads')?.valid_until, '2027-04-30');
  });

  test('a no to statistics from the day before the United Kingdom exempts them stays one (U1, U4, case 27)', async () => {
    on('2026-02-04');
    const [objecting, silent] = [made.as('uk-no'), made.as('uk-silent')];
    await decide(objecting, { statistics: false }, 'gb');
    assert.deepEqual([(await see(silent, 'gb')).gates['statistics']], ['passive']);
    on('2026-02-05');
    assert.equal((await see(objecting, 'gb')).gates['statistics'], 'rejected');
    assert.equal((await see(silent, 'gb')).gates['statistics'], 'accepted');
    assert.equal((await see(silent, 'fr')).gates['statistics'], 'passive');
  });
});

describe('what is no option is refused with what to write', () => {
  const rule = { name: 'ads', sessionless: true, purpose: 'ads' } as const;
  const region = () => null;
  const refused: readonly (readonly [string, RegExp, object])[] = [
    ['a region that is no function', /region.*function/s, { rules: [rule], region: 'fr' }],
    ['an age of no days', /lasts\.acceptance.*1/s, { rules: [{ ...rule, lasts: { acceptance: 0 } }] }],
    ['half a month', /lasts\.refusal/, { rules: [{ ...rule, lasts: { refusal: 0.5 } }] }],
    ['months as text', /lasts\.acceptance/, { rules: [{ ...rule, lasts: { acceptance: '6' } }] }],
    ['an age that never ends', /lasts\.acceptance/, { rules: [{ ...rule, lasts: { acceptance: Infinity } }] }],
    ['a wait in another word', /refusals.*refusal/s, { rules: [{ ...rule, lasts: { refusals: 6 } }] }],
    ['postures in no region', /posture\.regions/, { rules: [{ ...rule, posture: { regions: [] } }], region }],
    [
      'a country in place of its state',
      /"us" is not known/,
      { rules: [{ ...rule, posture: { regions: ['us'] } }], region },
    ],
    [
      'a fact of another place',
      /"K1" is no fact/,
      { rules: [{ ...rule, posture: { regions: ['fr'], facts: ['K1'] } }], region },
    ],
    ['two purposes', /purpose/, { rules: [{ ...rule, purpose: ['ads', 'statistics'], posture: 'law' }], region }],
  ];
  for (const [what, message, options] of refused) {
    test(what, async () => {
      await assert.rejects(getTestEngine<string>(options as Partial<PolicyEngineOptions>), message);
    });
  }

  test('a region that comes later, is a number or throws counts as none, and is reported', async () => {
    const answers: readonly (() => unknown)[] = [
      async () => 'us-ca',
      () => 5,
      () => {
        throw new Error('no region');
      },
    ];
    for (const answer of answers) {
      const reports: string[] = [];
      await using made = await getTestEngine<string>({
        rules: [{ ...rule, posture: 'law' }],
        region: answer as () => string,
        logger: { error: (message) => void reports.push(message) },
      });
      await made
        .as('admin')
        .json('POST', '/policies/categories/ads/terms.json', { description: 'x', state: 'published' });
      const { gates, ask } = (await made.as(null).json('GET', '/policies/consent.json')).body as Found;
      assert.deepEqual([gates['ads'], ask], ['passive', true]);
      assert.ok(
        reports.some((one) => /option region failed/.test(one)),
        reports.join(),
      );
    }
  });
});
