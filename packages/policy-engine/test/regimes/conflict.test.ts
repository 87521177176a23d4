/** A signal of the browser that comes after an acceptance, on every database. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { getTestEngine, TEST_ORIGIN, type TestClient, type TestEngine } from 'policy-engine/testing';
import { forEachDatabase } from '../support/databases.ts';

const GPC = { 'sec-gpc': '1' };
const TOLD = /data-when="conflict"/;

interface Settings {
  readonly ask: boolean;
  readonly gates: Record<string, string>;
  readonly gpc: {
    readonly honoured: boolean;
    readonly overridden: boolean;
    readonly conflict: boolean;
    readonly unrecorded: boolean;
  };
}

forEachDatabase((target) => {
  let made: TestEngine;
  before(async () => {
    made = await getTestEngine<string>({
      database: await target.open(),
      rules: [
        { name: 'ads', sessionless: true },
        { name: 'fonts', sessionless: true, gpc: false },
      ],
      scripts: [{ name: 'pixel', script: '<script>count()</script>', environments: ['test'], rule: 'ads' }],
    });
    for (const rule of ['ads', 'fonts']) {
      const body = { description: rule, state: 'published' };
      await made.as('admin').json('POST', `/policies/categories/${rule}/terms.json`, body);
    }
  });

  const cookieOf = ({ cookies }: TestClient) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  /** What JSON says; the page of the host must agree. */
  async function seen(client: TestClient, headers: Record<string, string> = {}, user?: string): Promise<Settings> {
    const response = await client.fetch('/policies/consent.json', { headers });
    const settings: Settings = JSON.parse(await response.text());
    const cookie = cookieOf(client);
    const request = new Request(TEST_ORIGIN, {
      headers: { ...headers, ...(cookie !== '' && { cookie }), ...(user !== undefined && { 'x-test-user': user }) },
    });
    const page = made.engine.consentContext(request);
    const runs = settings.gates['ads'] === 'accepted';
    assert.equal((await page.renderScripts()).includes('count()'), runs);
    assert.equal(await page.hasConsented('ads'), runs);
    assert.equal(TOLD.test(await page.renderBanner()), settings.gpc.conflict);
    return settings;
  }

  async function put(client: TestClient, decisions: Record<string, boolean>, headers: Record<string, string> = {}) {
    const response = await client.fetch('/policies/consent.json', {
      method: 'PUT',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ decisions }),
    });
    assert.equal(response.status, 200);
    const settings: Settings = JSON.parse(await response.text());
    return settings;
  }

  /** The events of a rule since a moment of the test, oldest first. */
  async function eventsSince(known: number) {
    const sql =
      'select e.decision, e.how, e.gpc, i.subject, i.visitor from policy_manager_ledger_events e ' +
      "join policy_manager_ledger_identities i on i.event_id = e.id where e.kind = 'decision' order by e.id";
    const { rows } =
      await made.engine.database.execute<Record<'decision' | 'how' | 'gpc' | 'subject' | 'visitor', string | null>>(
        sql,
      );
    return { rows: rows.slice(known), count: rows.length };
  }

  const words = ({ decision, how, gpc }: { decision: string | null; how: string | null; gpc: string | null }) =>
    [decision, how, ...(gpc === null ? [] : [gpc])].join(' ');

  describe('a signal after the acceptance of a visitor', () => {
    test('stops what they accepted, is recorded as their withdrawal, and tells of the conflict until they decide', async () => {
      const { count } = await eventsSince(0);
      const visitor = made.as(null);
      await put(visitor, { ads: true, fonts: true });
      assert.equal((await seen(visitor)).gates['ads'], 'accepted');

      const first = await seen(visitor, GPC);
      assert.deepEqual([first.gates['ads'], first.gates['fonts'], first.ask], ['rejected', 'accepted', true]);
      assert.deepEqual(first.gpc, {
        signal: true,
        honoured: true,
        overridden: false,
        conflict: true,
        unrecorded: true,
      });

      const noted = await put(visitor, {}, GPC);
      assert.deepEqual(
        [noted.gates['ads'], noted.ask, noted.gpc.conflict, noted.gpc.unrecorded],
        ['rejected', true, true, false],
      );
      assert.equal(visitor.cookies.get('policy_rule_ads'), 'rejected');
      const { rows } = await eventsSince(count);
      assert.deepEqual(rows.map(words), ['accepted banner', 'accepted banner', 'rejected gpc honoured']);
      assert.equal(rows[2]?.visitor, rows[0]?.visitor);

      assert.equal((await seen(visitor, GPC)).gpc.unrecorded, false);
      const without = await seen(visitor);
      assert.deepEqual([without.gates['ads'], without.gpc.conflict], ['rejected', true]);
    });

    test('is overridden by an acceptance despite it, which is recorded as such and counts with and without the signal', async () => {
      const { count } = await eventsSince(0);
      const visitor = made.as(null);
      await put(visitor, { ads: true });
      await put(visitor, {}, GPC);
      const again = await put(visitor, { ads: true }, GPC);
      assert.deepEqual([again.gates['ads'], again.gpc.conflict, again.gpc.overridden], ['accepted', false, true]);
      assert.deepEqual((await eventsSince(count)).rows.map(words), [
        'accepted banner',
        'rejected gpc honoured',
        'accepted banner overridden',
      ]);
      for (const headers of [GPC, {}]) {
        const { gates, gpc } = await seen(visitor, headers);
        assert.deepEqual([gates['ads'], gpc.conflict, gpc.unrecorded], ['accepted', false, false]);
      }
    });

    test('is confirmed by a refusal: nobody is told or asked again', async () => {
      const visitor = made.as(null);
      await put(visitor, { ads: true, fonts: false });
      await put(visitor, {}, GPC);
      const refused = await put(visitor, { ads: false }, GPC);
      for (const { ask, gates, gpc } of [refused, await seen(visitor, GPC), await seen(visitor)]) {
        assert.deepEqual([ask, gates['ads'], gpc.conflict], [false, 'rejected', false]);
      }
    });

    test('also ends an acceptance that only a cookie of the page says, and names nobody', async () => {
      const { count } = await eventsSince(0);
      const visitor = made.as(null);
      (visitor.cookies as Map<string, string>).set('policy_rule_ads', 'accepted');
      assert.equal((await seen(visitor, GPC)).gates['ads'], 'rejected');
      await put(visitor, {}, GPC);
      assert.equal(visitor.cookies.get('policy_rule_ads'), 'rejected');
      const { rows } = await eventsSince(count);
      assert.deepEqual(rows.map(words), ['rejected gpc honoured']);
      assert.equal(rows[0]?.visitor, null);
      assert.equal((await seen(visitor)).gates['ads'], 'rejected');
    });
  });

  describe('a signal after the acceptance of an account', () => {
    test('ends it on all devices, with and without the signal, and an acceptance despite it counts on all', async () => {
      const { count } = await eventsSince(0);
      const [laptop, phone] = [made.as('anna'), made.as('anna')];
      await put(laptop, { ads: true, fonts: false });
      const first = await seen(phone, GPC, 'anna');
      assert.deepEqual([first.gates['ads'], first.gpc.conflict, first.gpc.unrecorded], ['rejected', true, true]);
      await put(phone, {}, GPC);
      const told = await seen(phone, GPC, 'anna');
      assert.deepEqual([told.gates['ads'], told.gpc.conflict, told.gpc.unrecorded], ['rejected', true, false]);

      const elsewhere = await seen(laptop, {}, 'anna');
      assert.deepEqual([elsewhere.gates['ads'], elsewhere.ask], ['rejected', false]);
      assert.deepEqual((await eventsSince(count)).rows.map(words), [
        'accepted banner',
        'rejected banner',
        'rejected gpc honoured',
      ]);

      await put(phone, { ads: true }, GPC);
      assert.equal(words((await eventsSince(count)).rows.at(-1)!), 'accepted banner overridden');
      const third = made.as('anna');
      for (const [client, headers] of [
        [phone, GPC],
        [laptop, {}],
        [third, GPC],
      ] as const) {
        const { gates, gpc } = await seen(client, headers, 'anna');
        assert.deepEqual([gates['ads'], gpc.conflict], ['accepted', false]);
      }
    });

    test('that was accepted without a session, by the host, is ended by the first request with the signal', async () => {
      const request = new Request(TEST_ORIGIN, { headers: { ...GPC, 'x-test-user': 'bob' } });
      await put(made.as('bob'), { ads: true });
      const page = made.engine.consentContext(request);
      assert.deepEqual([await page.hasConsented('ads'), await page.stateOf('ads')], [false, 'rejected']);
    });
  });

  test('the privacy centre tells of the conflict, and the ledger holds', async () => {
    const visitor = made.as(null);
    await put(visitor, { ads: true });
    await put(visitor, {}, GPC);
    const response = await visitor.fetch('/policies/privacy', { headers: { ...GPC, accept: 'text/html' } });
    assert.match(await response.text(), /You accepted something below earlier/);
    await made.engine.ledger.seal();
    assert.equal((await made.engine.ledger.verify()).ok, true);
  });
});
