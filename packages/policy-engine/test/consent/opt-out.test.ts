/** “Your Privacy Choices”: opting out of sale and sharing, and the way back. The numbers are those of the guide “Regions”. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { createPolicyEngine } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';
import { createQueries } from '../../dist/schema.js';
import { Computer, type Sending } from '../support/computer.ts';
import { forEachDatabase } from '../support/databases.ts';

const GPC = { 'sec-gpc': '1' };
const TABLES = [
  'ledger_events',
  'ledger_identities',
  'ledger_checkpoints',
  'ledger_tiles',
  'ledger_accounts',
  'ledger_visitors',
  'user_terms',
] as const;

interface Choices {
  readonly opted_out: boolean;
  readonly by_gpc: boolean;
  readonly rules: { name: string; state: string; needs_confirmation: boolean; receipt_url: string | null }[];
}

interface Consent {
  readonly ask: boolean;
  readonly unconfirmed?: string[];
  readonly gates: Record<string, string>;
}

const script = (rule: string) => ({ name: rule, rule, script: `<script>${rule}()</script>`, environments: ['test'] });

let database: Database;
let engine: PolicyEngine;
const BEGIN = new Date('2026-03-01T12:00:00Z');
let now = BEGIN;

function engineOn(db: Database): PolicyEngine {
  return createPolicyEngine({
    database: db,
    rules: [
      { name: 'analytics', sessionless: true, lasts: { acceptance: 24 } },
      { name: 'ads', sessionless: true, sells: true },
      { name: 'profiles', sessionless: true, sells: true },
    ],
    scripts: [script('analytics'), script('ads'), script('profiles')],
    environment: 'test',
    currentUser: (request) => {
      const id = request.headers.get('x-test-user');
      return id === null ? null : { id, record: null };
    },
    isAdminMethod: ({ id }) => id === 'admin',
    writeLimit: false,
    now: () => now,
    logger: { error: (message, details) => assert.fail(`${message}: ${String(details['error'])}`) },
  });
}

/** A browser. */
class Person extends Computer {
  readonly user: string | undefined;

  constructor(user?: string) {
    super(engine);
    this.user = user;
  }

  override request(path: string, sending: Sending = {}): Request {
    return super.request(path, { user: this.user, ...sending });
  }

  async choices(headers = {}): Promise<Choices> {
    return (await this.json('GET', '/privacy_choices.json', { headers })).body;
  }

  async consent(headers = {}): Promise<Consent> {
    return (await this.json('GET', '/consent.json', { headers })).body;
  }

  /** What runs in a page of the host. */
  async runs(headers = {}): Promise<string[]> {
    const html = await engine.consentContext(this.request('/', { headers })).renderScripts();
    return [...html.matchAll(/(\w+)\(\)<\/script>/g)].map(([, name = '']) => name);
  }

  async optOut(): Promise<Choices> {
    const { status, body } = await this.json('POST', '/privacy_choices.json');
    assert.equal(status, 200);
    return body;
  }

  async put(decisions: Record<string, boolean>, more = {}, headers = {}): Promise<Consent> {
    const { status, body } = await this.json('PUT', '/consent.json', { body: { decisions, ...more }, headers });
    assert.equal(status, 200);
    return body;
  }

  async accept(rule: string, more = {}): Promise<{ status: number; code?: string }> {
    const { status, body } = await this.json('PUT', `/user_terms/${rule}/accept.json`, { body: more });
    return { status, code: (body as { code?: string }).code! };
  }

  /** A form, and where it leads. */
  async form(path: string, fields: Record<string, string>): Promise<{ status: number; to: string | null }> {
    const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
    const sent = new Headers({ ...headers, 'sec-fetch-site': 'same-origin', cookie: this.header });
    if (this.user !== undefined) sent.set('x-test-user', this.user);
    const body = new URLSearchParams(fields).toString();
    const url = `http://engine.test/policies${path}`;
    const response = await engine.fetch(new Request(url, { method: 'POST', headers: sent, body }));
    this.keep(response.headers.getSetCookie());
    return { status: response.status, to: response.headers.get('location') };
  }

  async page(path: string, headers = {}): Promise<string> {
    const sent = { ...headers, accept: 'text/html' };
    const response = await engine.fetch(this.request(`/policies${path}`, { headers: sent }));
    this.keep(response.headers.getSetCookie());
    return response.text();
  }
}

const publish = async (rule: string) => {
  const body = { description: `# ${rule} ${Math.random()}`, state: 'published' };
  const { status } = await new Person('admin').json('POST', `/categories/${rule}/terms.json`, { body });
  assert.equal(status, 201);
};

const events = async () =>
  (await createQueries(database).selectFrom('ledger_events').selectAll().orderBy('id').execute()).map(
    ({ rule, decision, how }) => `${rule} ${decision} ${how}`,
  );

forEachDatabase((target) => {
  test('the number of opt-outs of the panel is that of its list and of the figures, on all versions', async () => {
    const admin = new Person('admin');
    const visitor = new Person();
    await visitor.optOut();
    await new Person('anna').optOut();
    await new Person().put({ ads: false, analytics: false }, {}, { 'sec-gpc': '1' });
    await publish('ads');
    await new Person('anna').put({ ads: false });
    const read = async <T>(path: string): Promise<T> => (await admin.json('GET', path)).body;
    const { numbers } = await read<{
      numbers: { name: string; rule: string; count: number; url: string }[];
    }>('/numbers.json');
    const counted = numbers.filter(({ name }) => name === 'opt_outs');
    const listed = await Promise.all(
      counted.map(async ({ url }) => {
        const [path = '', query = ''] = url.replace('/policies', '').split('?');
        return (await read<{ total: number }>(`${path}.json?${query}`)).total;
      }),
    );
    assert.deepEqual(
      counted.map(({ rule, count }) => [rule, count]),
      [
        ['ads', 4],
        ['profiles', 3],
      ],
    );
    assert.deepEqual(listed, [4, 3]);
    const { totals } = await read<{ totals: { opt_outs: number } }>('/consent/figures.json');
    assert.equal(totals.opt_outs, 7);
    assert.match(await admin.page('/numbers'), /Opt-outs of sale and sharing/);
  });

  before(async () => {
    now = BEGIN;
    database = await target.open();
    engine = engineOn(database);
    await engine.migrate();
    for (const rule of ['analytics', 'ads', 'profiles']) await publish(rule);
  });
  beforeEach(async () => {
    now = BEGIN;
    for (const table of TABLES) await database.execute(`delete from policy_manager_${table}`);
    engine = engineOn(database);
  });

  describe('opting out (K6)', () => {
    for (const user of [undefined, 'anna']) {
      const who = user === undefined ? 'a visitor without an account' : 'an account';
      test(`takes one request of ${who}: what sells stops, the rest runs, and there is a receipt`, async () => {
        const person = new Person(user);
        await person.put({ analytics: true, ads: true, profiles: true });
        assert.deepEqual(await person.runs(), ['analytics', 'ads', 'profiles']);
        const choices = await person.optOut();
        assert.deepEqual([choices.opted_out, choices.by_gpc], [true, false]);
        assert.deepEqual(
          choices.rules.map(({ name, state, needs_confirmation: needs }) => [name, state, needs]),
          [
            ['ads', 'rejected', true],
            ['profiles', 'rejected', true],
          ],
        );
        assert.deepEqual(await person.runs(), ['analytics']);
        assert.deepEqual((await events()).slice(-2), ['ads rejected opt-out', 'profiles rejected opt-out']);
        for (const { receipt_url: url } of choices.rules) {
          assert.match(String(url), /^\/policies\/user_terms\/(?:ads|profiles)\/receipt$/);
          const { status, body } = await person.json('GET', `${String(url).slice('/policies'.length)}.json`);
          assert.deepEqual([status, (body as { event: { how: string } }).event.how], [200, 'opt-out']);
        }
      });
    }

    test('works as a plain form, which leads back to the page; the page says that the request is honoured', async () => {
      const visitor = new Person();
      assert.match(await visitor.page('/privacy_choices'), /<form method="post" action="\/policies\/privacy_choices">/);
      const { status, to } = await visitor.form('/privacy_choices', { return_to: '/shop' });
      assert.deepEqual([status, to], [303, '/policies/privacy_choices?return_to=%2Fshop']);
      const page = await visitor.page('/privacy_choices?return_to=%2Fshop');
      assert.match(page, /Opt-out request honoured\./);
      assert.match(page, /href="\/shop"/);
      assert.doesNotMatch(page, /action="\/policies\/privacy_choices"/);
    });

    test('again changes nothing', async () => {
      const person = new Person('anna');
      await person.optOut();
      const { length } = await events();
      await person.optOut();
      assert.equal((await events()).length, length);
    });

    test('shows that a signal of the browser is honoured, too, and can be recorded besides (K5)', async () => {
      const visitor = new Person();
      const choices = await visitor.choices(GPC);
      assert.deepEqual([choices.opted_out, choices.by_gpc], [true, true]);
      assert.ok(choices.rules.every(({ receipt_url: url, needs_confirmation: needs }) => url === null && needs));
      const page = await visitor.page('/privacy_choices', GPC);
      assert.match(page, /Opt-out request honoured\..*Global Privacy Control/s);
      assert.match(page, /action="\/policies\/privacy_choices"/);
    });
  });

  describe('the way back takes two steps (K7)', () => {
    for (const user of [undefined, 'anna']) {
      const who = user === undefined ? 'a visitor' : 'an account';
      test(`for ${who}: the first request changes nothing and says what to send`, async () => {
        const person = new Person(user);
        await person.optOut();
        assert.deepEqual(await person.accept('ads'), { status: 409, code: 'confirmation_needed' });
        const first = await person.put({ analytics: true, ads: true });
        assert.deepEqual(
          [first.unconfirmed, first.gates],
          [['ads'], { analytics: 'accepted', ads: 'rejected', profiles: 'rejected' }],
        );
        assert.deepEqual(await person.runs(), ['analytics']);
        const second = await person.put({ ads: true }, { confirmed: true });
        assert.deepEqual([second.unconfirmed, second.gates['ads']], [undefined, 'accepted']);
        assert.deepEqual(await person.accept('profiles', { confirmed: true }), { status: 200, code: undefined });
        assert.deepEqual(await person.runs(), ['analytics', 'ads', 'profiles']);
      });

      test(`for ${who}, with plain forms: “Accept all” leaves it, a choice of its own leads to the second step`, async () => {
        const person = new Person(user);
        await person.optOut();
        const all = await person.form('/consent', { all: 'accept', return_to: '/policies/privacy' });
        assert.deepEqual(all, { status: 303, to: '/policies/privacy' });
        assert.deepEqual(await person.runs(), ['analytics']);
        assert.match(await person.page('/privacy'), /Accepted, except for what you opted out of/);
        const one = await person.form('/consent', { 'decisions[ads]': 'accept', return_to: '/shop' });
        assert.equal(one.to, '/policies/privacy_choices/return?rule=ads&return_to=%2Fshop');
        const step = await person.page('/privacy_choices/return?rule=ads&return_to=%2Fshop');
        assert.match(step, /Allow the sale and sharing of your data again\?/);
        assert.doesNotMatch(step, /profiles/);
        assert.deepEqual(await person.runs(), ['analytics']);
        const fields = [...step.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
        const sent = Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
        const done = await person.form('/privacy_choices/return', sent);
        assert.deepEqual(done, { status: 303, to: '/shop' });
        assert.deepEqual(await person.runs(), ['analytics', 'ads']);
        assert.equal((await events()).at(-1), 'ads accepted opt-out');
      });
    }

    test('by the page of a text, too', async () => {
      const person = new Person('anna');
      await person.optOut();
      const { to } = await person.form('/user_terms/ads/accept', { _method: 'PUT' });
      assert.equal(to, '/policies/privacy_choices/return?rule=ads');
    });

    test('after a signal of the browser', async () => {
      const visitor = new Person();
      const first = await visitor.put({ ads: true }, {}, GPC);
      assert.deepEqual([first.unconfirmed, first.gates['ads']], [['ads'], 'rejected']);
      const second = await visitor.put({ ads: true }, { confirmed: true }, GPC);
      assert.equal(second.gates['ads'], 'accepted');
    });

    test('without `confirmed` the form of the second step changes nothing, and a text that is not in force is not accepted', async () => {
      const person = new Person('anna');
      await person.optOut();
      const send = (body: object) => person.json('POST', '/privacy_choices/return.json', { body });
      const codeOf = async (body: object) => ((await send(body)).body as { code: string }).code;
      assert.equal(await codeOf({}), 'confirmation_needed');
      assert.equal(await codeOf({ confirmed: true, texts: { ads: 7 } }), 'text_changed');
      assert.deepEqual(await person.runs(), []);
      assert.equal((await send({ confirmed: true, rules: ['ads', 'analytics', 'nothing'] })).status, 200);
      assert.deepEqual(await person.runs(), ['ads']);
    });

    test('whoever has not opted out accepts in one step', async () => {
      const person = new Person('anna');
      assert.equal((await person.accept('ads')).status, 200);
      assert.equal((await person.put({ profiles: true })).unconfirmed, undefined);
      assert.deepEqual(await person.runs(), ['ads', 'profiles']);
    });

    test('a box in a form of the host, an acceptance in another browser and a helper do not end an opt-out', async () => {
      const visitor = new Person();
      await visitor.put({ ads: true });
      await new Person('anna').optOut();
      const adopting = visitor.request('/', { user: 'anna', method: 'POST' });
      const context = engine.consentContext(adopting);
      assert.deepEqual(await context.adoptableDecisions(), []);
      await assert.rejects(context.adoptVisitorDecision('ads'), { code: 'nothing_to_adopt' });
      await assert.rejects(engine.policiesOf({ id: 'anna' }).acceptPolicyFrom('ads'), { code: 'confirmation_needed' });
      const recorded = await database.transaction((transaction) =>
        engine.recordPolicies(transaction, 'anna', { policy_rule_ads: '1', policy_rule_analytics: '1' }),
      );
      await recorded.afterCommit();
      assert.deepEqual(await new Person('anna').runs(), ['analytics']);
    });

    test('a form of the host at sign-up records the acceptance of somebody who has not opted out', async () => {
      const recorded = await database.transaction((transaction) =>
        engine.recordPolicies(transaction, 'new', { policy_rule_ads: '1' }),
      );
      await recorded.afterCommit();
      assert.deepEqual(await new Person('new').runs(), ['ads']);
    });
  });

  describe('nobody is asked again for twelve months (K9)', () => {
    for (const user of [undefined, 'anna']) {
      const who = user === undefined ? 'a visitor' : 'an account';
      test(`${who} is not asked, also on a new text; afterwards they may be, and it takes two steps`, async () => {
        const person = new Person(user);
        await person.put({ analytics: true });
        await person.optOut();
        now = new Date('2026-12-01T12:00:00Z');
        await publish('ads');
        await publish('profiles');
        assert.deepEqual([(await person.consent()).ask, await person.runs()], [false, ['analytics']]);
        now = new Date('2027-03-01T12:00:00Z');
        assert.equal((await person.consent()).ask, false);
        now = new Date('2027-03-02T12:00:00Z');
        const { ask, gates } = await person.consent();
        assert.deepEqual([ask, gates['ads']], [true, 'passive']);
        assert.deepEqual(await person.accept('ads'), { status: 409, code: 'confirmation_needed' });
      });
    }
  });
});

describe('a rule that sells data', () => {
  const refused = async (rule: object, message: RegExp) => {
    const rules = [{ name: 'ads', sells: true, sessionless: true, ...rule }];
    await assert.rejects(getTestEngine({ rules }), { code: 'configuration_invalid', message });
  };

  test('is refused with what to write, where people could not opt out of it', async () => {
    await refused({ sessionless: false }, /rules\[0\]\.sells.* needs sessionless: true/);
    await refused({ blocking: true }, /rules\[0\]\.blocking.* does not fit with sells: true/);
    await refused({ validatesOn: ['create'] }, /rules\[0\]\.validatesOn.* does not fit with sells: true/);
    await refused({ gpc: false }, /rules\[0\]\.gpc.* does not fit with sells: true/);
    await refused({ notice: true }, /rules\[0\]\.sells.* does not fit with notice: true/);
    await refused({ lasts: { refusal: 11 } }, /rules\[0\]\.lasts.* of 11 months .*; write 12 or more, or leave it out/);
    await using made = await getTestEngine({
      rules: [{ name: 'ads', sells: true, sessionless: true, lasts: { refusal: 24 } }],
    });
    assert.ok(made.engine);
  });

  test('without one, the page says that nothing is sold, and an opt-out changes nothing', async () => {
    await using made = await getTestEngine({ rules: [{ name: 'cookie', sessionless: true }] });
    const visitor = made.as(null);
    const { status, body } = await visitor.json('POST', '/policies/privacy_choices.json');
    assert.deepEqual([status, (body as Choices).opted_out, (body as Choices).rules], [200, false, []]);
  });
});
