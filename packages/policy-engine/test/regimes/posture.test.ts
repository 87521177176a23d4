/** Postures by region: what runs before a decision, on every database, and which declarations are refused. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { PolicyEngineOptions, RuleOptions } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN, type TestClient, type TestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';

const GPC = { 'sec-gpc': '1' };
const STATISTICS = { name: 'statistics', sessionless: true, purpose: 'statistics', lasts: { refusal: 6 } } as const;
const BY_LAW: Partial<PolicyEngineOptions> = {
  rules: [
    { ...STATISTICS, posture: { facts: ['U4'] } },
    { name: 'ads', sessionless: true, purpose: 'ads', posture: { regions: ['us-ca', 'us-co'] } },
    { name: 'media', sessionless: true, purpose: 'ads' },
  ],
  scripts: [
    { name: 'counter', script: '<script>count()</script>', environments: ['test'], rule: 'statistics' },
    { name: 'pixel', script: '<script>pixel()</script>', environments: ['test'], rule: 'ads' },
    {
      name: 'player',
      provider: 'Video Ltd',
      purpose: 'statistics',
      posture: 'law',
      script: '<script>play()</script>',
      environments: ['test'],
      rule: 'media',
    },
  ],
  region: (request) => request.headers.get('x-region'),
};

interface Settings {
  readonly ask: boolean;
  readonly gates: Record<string, string>;
  readonly rules: readonly {
    readonly name: string;
    readonly state: string;
    readonly posture?: string;
    readonly version: number;
    readonly runs_undecided?: boolean;
    readonly runs_after_notice?: boolean;
  }[];
}

forEachDatabase((target) => {
  let now = new Date('2026-11-28T12:00:00Z');
  let made: TestEngine;
  before(async () => {
    made = await getTestEngine<string>({ ...BY_LAW, database: await target.open(), now: () => now });
    for (const rule of ['statistics', 'ads', 'media']) {
      const body = { description: rule, state: 'published' };
      await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, body);
    }
  });

  const at = (region: string | null, more: Record<string, string> = {}): Record<string, string> => ({
    ...more,
    ...(region !== null && { 'x-region': region }),
  });

  /** Shows the banner of a region to somebody, as its script says. */
  async function tell(client: TestClient, headers: Record<string, string>): Promise<void> {
    const { rules } = await settingsOf(client, headers);
    const texts = Object.fromEntries(rules.map(({ name, version }) => [name, version]));
    const body = JSON.stringify({ decisions: {}, shown: { locale: 'en', choices: [], texts } });
    const sent = { ...headers, 'content-type': 'application/json' };
    const response = await client.fetch('/policies/consent.json', { method: 'PUT', headers: sent, body });
    assert.equal(response.status, 200, await response.text());
  }

  /** The gates that are open, by JSON; the page of the host must agree. */
  async function running(client: TestClient, headers: Record<string, string>): Promise<string[]> {
    const { gates, rules } = await settingsOf(client, headers);
    const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const request = new Request(TEST_ORIGIN, { headers: { ...headers, ...(cookie !== '' && { cookie }) } });
    const page = made.engine.consentContext(request);
    const html = await page.renderScripts();
    for (const [gate, call] of [
      ['statistics', 'count()'],
      ['ads', 'pixel()'],
      ['media:Video%20Ltd', 'play()'],
    ] as const) {
      assert.equal(html.includes(call), gates[gate] === 'accepted', `${gate} in ${headers['x-region']}`);
    }
    assert.equal(await page.hasConsented('statistics'), gates['statistics'] === 'accepted');
    assert.equal(await page.hasConsented('media', 'Video Ltd'), gates['media:Video%20Ltd'] === 'accepted');
    const isOptOut = rules.some(
      (rule) => rule.runs_after_notice === true || (rule.runs_undecided === true && rule.posture === 'opt-out'),
    );
    const runs = rules.some((rule) => rule.runs_undecided === true);
    const banner = await page.renderBanner();
    assert.deepEqual(
      [banner.includes('some run until you opt out'), banner.includes('Some already run')],
      [isOptOut, runs && !isOptOut],
    );
    return Object.keys(gates).filter((gate) => gates[gate] === 'accepted');
  }

  async function settingsOf(client: TestClient, headers: Record<string, string>): Promise<Settings> {
    return JSON.parse(await (await client.fetch('/policies/consent.json', { headers })).text()) as Settings;
  }

  async function put(client: TestClient, decisions: Record<string, boolean>, headers: Record<string, string>) {
    const response = await client.fetch('/policies/consent.json', {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ decisions }),
    });
    assert.equal(response.status, 200);
  }

  describe('without a decision', () => {
    test('what runs until an opt-out waits for the notice, of its text and in this browser; what is exempt does not', async () => {
      const visitor = made.as(null);
      assert.deepEqual(await running(visitor, at('us-ca')), []);
      const { ask, rules } = await settingsOf(visitor, at('us-ca'));
      assert.deepEqual([ask, rules.map((rule) => rule.runs_after_notice)], [true, [true, true, true]]);
      // A request that shows nothing, or other texts, tells nobody.
      await put(visitor, {}, at('us-ca'));
      const shown = { locale: 'en', choices: [], texts: { statistics: 7, ads: 'x' } };
      const headers = at('us-ca', { 'content-type': 'application/json' });
      const body = JSON.stringify({ decisions: {}, shown });
      await visitor.fetch('/policies/consent.json', { method: 'PUT', headers, body });
      assert.deepEqual(await running(visitor, at('us-ca')), []);
      assert.deepEqual(await running(visitor, at('gb')), ['statistics']);
      await tell(visitor, at('us-ca'));
      assert.deepEqual(await running(visitor, at('us-ca')), ['statistics', 'ads', 'media:Video%20Ltd']);
      assert.deepEqual(await running(made.as(null), at('us-ca')), []);
    });

    test('what needs no consent first runs, with a notice, in the regions that the rule names', async () => {
      const visitor = made.as(null);
      await tell(visitor, at('us-ca'));
      assert.deepEqual(await running(visitor, at('us-ca')), ['statistics', 'ads', 'media:Video%20Ltd']);
      assert.deepEqual(await running(visitor, at('US-CO')), ['statistics', 'ads', 'media:Video%20Ltd']);
      assert.deepEqual(await running(visitor, at('us-ct')), ['statistics', 'media:Video%20Ltd']);
      // The vendor names no fact, so that its posture in the United Kingdom is the stricter one.
      assert.deepEqual(await running(visitor, at('gb')), ['statistics']);
      assert.deepEqual(await running(visitor, at('fr')), []);
      const { ask, rules } = await settingsOf(visitor, at('gb'));
      assert.equal(ask, true);
      assert.deepEqual(
        rules.map(({ state, posture = 'opt-in', runs_undecided: runs = false }) => [state, posture, runs]),
        [
          ['passive', 'exempt', true],
          ['passive', 'opt-in', false],
          ['passive', 'opt-in', false],
        ],
      );
    });

    test('nothing runs for an unknown region, none, and pages that are rendered for bots', async () => {
      const visitor = made.as(null);
      for (const headers of [at(null), at('us'), at('xx'), at('us-ca', { 'user-agent': 'page-renderer/1' })]) {
        const page = made.engine.consentContext(new Request(TEST_ORIGIN, { headers }));
        assert.equal(await page.renderScripts(), '', JSON.stringify(headers));
        if (headers['user-agent'] === undefined) assert.deepEqual(await running(visitor, headers), []);
      }
    });

    test('a fact counts from its day on', async () => {
      const visitor = made.as(null);
      now = new Date('2026-02-04T23:59:59Z');
      assert.deepEqual(await running(visitor, at('gb')), []);
      now = new Date('2026-02-05T00:00:00Z');
      assert.deepEqual(await running(visitor, at('gb')), ['statistics']);
      now = new Date('2026-11-28T12:00:00Z');
    });
  });

  describe('an objection', () => {
    test('stops it at once, and no change of the region makes it run again', async () => {
      for (const client of [made.as(null), made.as('anna')]) {
        await put(client, { statistics: false, media: false }, at('us-ca'));
        for (const region of ['us-ca', 'us-ct', 'gb', 'fr', 'xx', null]) {
          const { gates } = await settingsOf(client, at(region));
          const open = [gates['statistics'], gates['media'], gates['media:Video%20Ltd']];
          assert.deepEqual(open, ['rejected', 'rejected', 'rejected'], String(region));
        }
      }
    });

    test('never ends in running: after its months the person is asked', async () => {
      for (const client of [made.as(null), made.as('bob')]) {
        await put(client, { statistics: false, ads: false, media: false }, at('us-ct'));
        assert.equal((await settingsOf(client, at('us-ct'))).ask, false);
        now = new Date('2027-05-29T00:00:00Z');
        const { ask, gates } = await settingsOf(client, at('us-ct'));
        // A browser keeps nothing of a refusal whose day has passed but its proof.
        assert.deepEqual([ask, gates['statistics']], [true, 'passive']);
        now = new Date('2026-11-28T12:00:00Z');
      }
    });
  });

  test('the signal of the browser is an objection, and its absence brings nothing back', async () => {
    const visitor = made.as(null);
    assert.deepEqual(await running(visitor, at('us-co', GPC)), []);
    await put(visitor, {}, at('us-co', GPC));
    assert.deepEqual(await running(visitor, at('us-co')), []);
    // What needs consent first may be asked again.
    const { rules } = await settingsOf(visitor, at('us-co'));
    assert.deepEqual(
      rules.map(({ state }) => state),
      ['rejected', 'rejected', 'passive'],
    );
  });

  test('an account that accepted despite the signal gets nothing without consent once that acceptance has ended', async () => {
    const acceptance = { lasts: { acceptance: 6 } } as const;
    await using other = await getTestEngine<string>({
      ...BY_LAW,
      rules: [{ ...STATISTICS, ...acceptance, posture: 'law' }],
      scripts: [],
      now: () => now,
    });
    const body = { description: 'Statistics', state: 'published' };
    await other.as('admin').json('POST', '/policies/categories/statistics/terms.json', body);
    const [despite, plain] = [other.as('dora'), other.as('emil')];
    await put(despite, { statistics: true }, at('us-ca', GPC));
    await put(plain, { statistics: true }, at('us-ca'));
    now = new Date('2027-06-01T00:00:00Z');
    for (const client of [despite, plain]) await tell(client, at('us-ca'));
    const found = [await settingsOf(despite, at('us-ca')), await settingsOf(plain, at('us-ca'))];
    now = new Date('2026-11-28T12:00:00Z');
    assert.deepEqual(
      found.map(({ gates }) => gates['statistics']),
      ['rejected', 'accepted'],
    );
  });

  test('an acceptance and an objection record posture, fact and region, in receipts as well', async () => {
    const { engine } = made;
    const client = made.as('carla');
    await put(client, { statistics: false }, at('GB'));
    await put(client, { ads: true }, at('us-ca'));
    await put(client, { media: true }, at(null));
    const events = await engine.ledger.eventsAbout({ userId: 'carla', visitorId: null });
    const found = new Map(events.map((event) => [event.leaf.rule, event]));
    const recorded = (rule: string) => {
      const { leaf, identity } = found.get(rule) ?? {};
      return [leaf?.posture, leaf?.fact, identity?.region ?? null];
    };
    assert.deepEqual(recorded('statistics'), ['exempt', 'GB U4 2026-02-05', 'gb']);
    assert.deepEqual(recorded('ads').slice(0, 1), ['opt-out']);
    assert.match(String(recorded('ads')[1]), /^US-CA K\d+ 2023$/);
    assert.deepEqual(recorded('media'), [null, null, null]);
    await engine.ledger.seal();
    assert.equal((await engine.ledger.verify()).ok, true);
    const receipt = await engine.ledger.receipt(found.get('statistics')?.leaf.id ?? '');
    assert.deepEqual([receipt?.event.posture, receipt?.event.fact], ['exempt', 'GB U4 2026-02-05']);
    assert.equal(receipt?.openings?.circumstances.region, 'gb');
  });
});

describe('a declaration', () => {
  const region = () => null;
  const refused: readonly (readonly [RegExp, Partial<RuleOptions>, Partial<PolicyEngineOptions>?])[] = [
    [/needs the option region/, { purpose: 'ads', posture: 'law' }, {}],
    [/posture.*needs purpose: "statistics"/s, { posture: 'law' }],
    [/must be "statistics", "appearance" or "ads", not "fun"/, { purpose: 'fun' as 'ads', posture: 'law' }],
    [/must be "opt-in", "law" or an object/, { purpose: 'ads', posture: 'opt-out' as 'law' }],
    [/posture.region: Unrecognized key/, { purpose: 'ads', posture: { region: ['gb'] } as object }],
    [/does not fit with blocking: true/, { purpose: 'ads', posture: 'law', blocking: true }],
    [/does not fit with notice: true/, { purpose: 'ads', posture: 'law', notice: true, sessionless: false }],
    [/needs sessionless: true/, { purpose: 'ads', posture: 'law', sessionless: false }],
    [/"uk" is not known; the regions are .*gb/, { purpose: 'ads', posture: { regions: ['uk'] } }],
    [/"U4" is no fact by which ads run without consent there; /, { purpose: 'ads', posture: { facts: ['U4'] } }],
    [
      /"U4" is no fact by which statistics run without consent there; write one of F5, F6/,
      { purpose: 'statistics', posture: { regions: ['fr'], facts: ['U4'] } },
    ],
    [/"E1" is no fact by which/, { purpose: 'statistics', posture: { facts: ['E1'] } }],
  ];
  for (const [message, rule, more = { region }] of refused) {
    test(`is refused with what to write: ${message.source}`, async () => {
      const options = { rules: [{ name: 'x', sessionless: true, ...rule }], ...more };
      await assert.rejects(getTestEngine<string>(options), message);
    });
  }

  test('of a script needs its vendor, and a rule that visitors can reject', async () => {
    const script = {
      name: 's',
      script: '',
      environments: ['test'],
      rule: 'x',
      posture: 'law',
      purpose: 'ads',
    } as const;
    const withScript = (more: object, rule: object = {}) =>
      getTestEngine<string>({
        rules: [{ name: 'x', sessionless: true, ...rule }],
        scripts: [{ ...script, ...more }],
        region,
      });
    await assert.rejects(withScript({}), /needs provider/);
    await assert.rejects(
      withScript({ provider: 'A' }, { sessionless: false }),
      /needs a rule that is sessionless and not blocking/,
    );
    await (await withScript({ provider: 'A' }))[Symbol.asyncDispose]();
  });

  test('in words of no law, opt-in, needs neither region nor purpose', async () => {
    await using made = await getTestEngine<string>({ rules: [{ name: 'x', sessionless: true, posture: 'opt-in' }] });
    assert.equal(await made.engine.consentContext(new Request(TEST_ORIGIN)).hasConsented('x'), false);
  });
});
