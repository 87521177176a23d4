/**
 * What the place of a request changes: how long decisions count, what takes a second step, and what a plain request with a signal
 * records. Each case is a short history of one person; the day of `now` is moved as it says.
 */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { getTestEngine, TEST_ORIGIN, type TestClient, type TestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';
import { HISTORIES, type Step } from './place-histories.ts';

const GPC = { 'sec-gpc': '1' };
const RULES = [
  { name: 'any', sessionless: true },
  { name: 'ads', sessionless: true, purpose: 'ads', posture: 'law' },
  { name: 'statistics', sessionless: true, purpose: 'statistics', posture: { facts: ['U4', 'F5'] } },
  { name: 'sale', sessionless: true, sells: true },
  { name: 'long', sessionless: true, lasts: { acceptance: 36, refusal: 1 } },
  { name: 'terms', blocking: true },
] as const;

interface Settings {
  readonly ask: boolean;
  readonly gates: Record<string, string>;
  readonly gpc: { readonly conflict: boolean; readonly unrecorded: boolean };
  readonly unconfirmed?: readonly string[];
  readonly rules: readonly {
    readonly name: string;
    readonly version: number;
    readonly state: string;
    readonly two_steps?: boolean;
    readonly valid_until?: string;
    readonly not_asked_before?: string;
    readonly runs_after_notice?: boolean;
  }[];
}

forEachDatabase((target) => {
  const FIRST = new Date('2026-11-28T12:00:00Z');
  let now = FIRST;
  let made: TestEngine;
  let people = 0;
  before(async () => {
    made = await getTestEngine<string>({
      database: await target.open(),
      rules: [...RULES],
      region: (request) => request.headers.get('x-region'),
      now: () => now,
    });
    for (const { name } of RULES) {
      const body = { description: name, state: 'published' };
      await made.as('admin').json('POST', `/policies/categories/${name}/terms.json`, body);
    }
  });

  const sentFrom = (region: string | null, gpc = false): Record<string, string> => ({
    ...(region !== null && { 'x-region': region }),
    ...(gpc && GPC),
  });

  async function settings(client: TestClient, headers: Record<string, string>): Promise<Settings> {
    return JSON.parse(await (await client.fetch('/policies/consent.json', { headers })).text()) as Settings;
  }

  async function put(client: TestClient, body: object, headers: Record<string, string>): Promise<Settings> {
    const sent = { ...headers, 'content-type': 'application/json' };
    const response = await client.fetch('/policies/consent.json', {
      method: 'PUT',
      headers: sent,
      body: JSON.stringify(body),
    });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text) as Settings;
  }

  async function take(client: TestClient, step: Step): Promise<void> {
    if ('on' in step) now = new Date(`${step.on}T12:00:00Z`);
    else if ('decide' in step) await put(client, { decisions: step.decide }, sentFrom(step.in, step.gpc));
    else if ('confirm' in step)
      await put(client, { decisions: { [step.confirm]: true }, confirmed: true }, sentFrom(step.in));
    else {
      const { rules } = await settings(client, sentFrom(step.see, step.gpc));
      const texts = Object.fromEntries(rules.map(({ name, version }) => [name, version]));
      await put(client, { decisions: {}, shown: { locale: 'en', choices: [], texts } }, sentFrom(step.see, step.gpc));
    }
  }

  for (const holder of ['a visitor', 'an account'] as const) {
    describe(holder, () => {
      for (const { says, steps, in: region, gpc, rule, finds } of HISTORIES) {
        test(says, async () => {
          now = FIRST;
          const client = made.as(holder === 'a visitor' ? null : `person${(people += 1)}`);
          for (const step of steps) await take(client, step);
          const found = await settings(client, sentFrom(region, gpc));
          const one = found.rules.find(({ name }) => name === rule);
          assert.ok(one);
          const all = {
            gate: found.gates[rule],
            ask: found.ask,
            until: one.valid_until,
            notBefore: one.not_asked_before,
            twoSteps: one.two_steps === true,
            awaits: one.runs_after_notice === true,
          };
          const asked = Object.fromEntries(Object.keys(finds).map((key) => [key, all[key as keyof typeof all]]));
          assert.deepEqual(asked, finds);
        });
      }
    });
  }

  test('an account on two devices: the second step is asked on both, and the notice is given on each', async () => {
    now = FIRST;
    const [one, other] = [made.as('twice'), made.as('twice')];
    await take(one, { decide: { any: false }, in: 'us-ca' });
    const answer = await put(other, { decisions: { any: true, statistics: true } }, sentFrom('us-ca'));
    assert.deepEqual(
      [answer.unconfirmed, answer.gates['any'], answer.gates['statistics']],
      [['any'], 'rejected', 'accepted'],
    );
    await take(one, { see: 'ch' });
    assert.equal((await settings(one, sentFrom('ch'))).gates['ads'], 'accepted');
    assert.equal((await settings(other, sentFrom('ch'))).gates['ads'], 'passive');
  });

  test('the page of ages names the places in which decisions count for another time', async () => {
    now = FIRST;
    const admin = made.as('admin');
    const { body } = await admin.json('GET', '/policies/ages.json');
    const { places } = body as {
      places: { region: string; rule: string; acceptance: number | null; refusal: number | null }[];
    };
    const words = places.map(({ region, rule, acceptance, refusal }) => `${region} ${rule} ${acceptance} ${refusal}`);
    assert.deepEqual([...new Set(places.map(({ region }) => region))], ['es', 'fr', 'it', 'us-ca']);
    for (const one of ['es long 24 24', 'fr any 6 6', 'fr long 6 6', 'it long 36 6', 'us-ca any 12 12']) {
      assert.ok(words.includes(one), `${one}: ${words.join()}`);
    }
    assert.ok(!places.some(({ rule }) => rule === 'terms'));
    const page = await (await admin.fetch('/policies/ages', { headers: { accept: 'text/html' } })).text();
    for (const place of ['France', 'United States (US-CA)']) assert.ok(page.includes(place), place);
  });

  test('receipts name the months of the place', async () => {
    now = FIRST;
    await take(made.as('receipts'), { decide: { any: true, long: false }, in: 'fr' });
    const events = await made.engine.ledger.eventsAbout({ userId: 'receipts', visitorId: null });
    const months = Object.fromEntries(events.map(({ leaf }) => [leaf.rule, leaf.months]));
    assert.deepEqual(months, { any: 6, long: 6 });
  });

  test('the form of one choice leads to the second step, which names no sale, and its page takes it', async () => {
    now = FIRST;
    const client = made.as(null);
    await take(client, { decide: { any: false }, in: 'us-ca' });
    const headers = {
      ...sentFrom('us-ca'),
      accept: 'text/html',
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    };
    const chosen = await client.fetch('/policies/consent', { method: 'POST', headers, body: 'decisions[any]=accept' });
    const to = chosen.headers.get('location') ?? '';
    assert.match(to, /\/privacy_choices\/return\?rule=any$/);
    const html = await (
      await client.fetch(new URL(to, TEST_ORIGIN).pathname + new URL(to, TEST_ORIGIN).search, { headers })
    ).text();
    assert.match(html, /Accept this again\?/);
    assert.doesNotMatch(html, /sold or shared/);
    const confirmed = await client.fetch('/policies/privacy_choices/return', {
      method: 'POST',
      headers,
      body: 'confirmed=1&rules[]=any',
    });
    assert.match(confirmed.headers.get('location') ?? '', /\/privacy#browser$/);
    assert.equal((await settings(client, sentFrom('us-ca'))).gates['any'], 'accepted');
  });

  describe('a plain request with the signal', () => {
    const count = async () => {
      const sql = "select how from policy_manager_ledger_events where how = 'gpc'";
      return (await made.engine.database.execute(sql)).rows.length;
    };
    const open = (client: TestClient, address: string, more: Record<string, string> = {}) =>
      client.fetch(address, { headers: { accept: 'text/html', ...GPC, ...more } });
    /** A page of the host, without scripts and without the cookies of the engine. */
    const hostPage = async (user: string | null, cookie = '', more: Record<string, string> = {}) => {
      const headers = {
        ...GPC,
        ...more,
        ...(user !== null && { 'x-test-user': user }),
        ...(cookie !== '' && { cookie }),
      };
      return made.engine.consentContext(new Request(TEST_ORIGIN, { headers })).renderBanner();
    };

    test('records the refusal of an account once, which then counts on a device without the signal', async () => {
      now = FIRST;
      const before = await count();
      await hostPage('plain');
      const after = await count();
      assert.ok(after > before);
      await hostPage('plain');
      await open(made.as('plain'), '/policies/privacy');
      assert.equal(await count(), after);
      const { gates, ask } = await settings(made.as('plain'), {});
      assert.deepEqual([gates['any'], gates['sale'], ask], ['rejected', 'rejected', false]);
    });

    test('ends an acceptance of an account; the script of the page tells of the conflict afterwards', async () => {
      now = FIRST;
      const [phone, laptop] = [made.as('plain2'), made.as('plain2')];
      await take(laptop, { decide: { any: true }, in: null });
      assert.match(await hostPage('plain2'), /"conflict":true,"unrecorded":true/);
      assert.equal((await settings(laptop, {})).gates['any'], 'rejected');
      const told = await put(phone, { decisions: {} }, GPC);
      assert.equal(told.gpc.conflict, true);
      assert.equal((await settings(phone, GPC)).gpc.conflict, true);
      assert.equal((await put(phone, { decisions: { any: false } }, GPC)).gpc.conflict, false);
    });

    test('ends the acceptance of a visitor, on the pages of the engine', async () => {
      now = FIRST;
      for (const address of ['/policies/privacy', '/policies/privacy_choices']) {
        const client = made.as(null);
        await take(client, { decide: { any: true, sale: true }, in: null });
        const before = await count();
        await open(client, address);
        assert.equal(await count(), before + 2, address);
        assert.equal((await settings(client, {})).gates['any'], 'rejected', address);
      }
    });

    test('records nothing of a visitor who is not known, of a bot, of another site, of programs and without the signal', async () => {
      now = FIRST;
      const client = made.as('unseen');
      await take(client, { decide: { any: true }, in: null });
      const before = await count();
      await open(made.as(null), '/policies/privacy');
      await hostPage(null);
      await hostPage('unseen', '', { 'user-agent': 'page-renderer/1' });
      await hostPage('unseen', '', { 'sec-gpc': '0' });
      await open(client, '/policies/privacy', {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'no-cors',
        'sec-fetch-dest': 'image',
      });
      await client.fetch('/policies/privacy_choices.json', { headers: GPC });
      await client.fetch('/policies/consent.json', { headers: GPC });
      assert.equal(await count(), before);
    });
  });
});
