/** A purpose is accepted without some of its vendors: what is recorded, what runs, and how later vendors are treated. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Database, PolicyEngine, PolicyEngineOptions } from 'policy-engine';
import { createPolicyEngine } from 'policy-engine';
import { verifyReceipt } from 'policy-engine/ledger';
import { createQueries } from '../../dist/schema.js';
import { Computer } from '../support/computer.ts';
import { forEachDatabase } from '../support/databases.ts';

const ACME = 'analytics:Acme%20Ltd';
const MAPS = `analytics:${encodeURIComponent('Maps & “Co” [EU]')}`;
const LATE = 'analytics:Late';
const script = (name: string, provider: string, rule = 'analytics') => ({
  name,
  script: `<script src="https://${name}.example/t.js"></script>`,
  environments: ['test'],
  rule,
  provider,
  domain: 'shop.example',
  cookies: [`_${name}`],
});
const SCRIPTS = [script('acme', 'Acme Ltd'), script('maps', 'Maps & “Co” [EU]'), script('own', '')];
const WITH_LATE = [...SCRIPTS, script('late', 'Late')];

interface Settings {
  readonly rules: { name: string; state: string; vendors: { name: string; state: string }[] }[];
  readonly gates: Record<string, string>;
  readonly errors: { field: string; code: string; detail: string }[];
}

forEachDatabase((target) => {
  describe('vendors', () => {
    const seen: unknown[] = [];
    const engineOn = (database: Database, options: Pick<PolicyEngineOptions, 'scripts'> = {}) =>
      createPolicyEngine({
        database,
        rules: [
          { name: 'analytics', sessionless: true, onAccept: ({ vendors }) => void seen.push(vendors) },
          { name: 'media', sessionless: true },
        ],
        scripts: SCRIPTS,
        environment: 'test',
        currentUser: (request: Request) => {
          const id = request.headers.get('x-user');
          return id === null ? null : { id, record: null };
        },
        isAdminMethod: ({ id }: { id: string }) => id === 'admin',
        writeLimit: false,
        logger: { error: () => {} },
        ledger: { origin: 'shop.example/vendors' },
        ...options,
      });

    let shared: { readonly database: Database; readonly engine: PolicyEngine } | undefined;
    let tests = 0;

    async function prepared() {
      const database = await target.open();
      const engine = engineOn(database);
      await engine.migrate();
      const admin = new Computer(engine);
      for (const rule of ['analytics', 'media']) {
        const body = { description: `${rule} ${Math.random()}`, state: 'published' };
        await admin.json('POST', `/categories/${rule}/terms.json`, { user: 'admin', body });
      }
      return { database, engine };
    }

    /** The context of a test: accounts and events of its own, in one database. */
    async function scene() {
      seen.length = 0;
      tests += 1;
      shared ??= await prepared();
      const { database, engine } = shared;
      const events = () => createQueries(database).selectFrom('ledger_events').selectAll().orderBy('id').execute();
      const before = new Set((await events()).map(({ id }) => id));
      const put = async (computer: Computer, decisions: Record<string, unknown>, user?: string) => {
        const { status, body } = await computer.json('PUT', '/consent.json', { user, body: { decisions } });
        return { status, body: body as Settings };
      };
      const get = async (computer: Computer, user?: string) =>
        (await computer.json('GET', '/consent.json', { user })).body as Settings;
      const leaves = async () =>
        (await events())
          .filter(({ id, kind }) => !before.has(id) && (kind === 'decision' || kind === 'adoption'))
          .map(({ kind, decision, vendors }) => [kind, decision, vendors]);
      return { database, engine, put, get, leaves, anna: `anna-${tests}` };
    }
    const choice = (refused: string[]) => JSON.stringify({ offered: ['Acme Ltd', 'Maps & “Co” [EU]'], refused });
    const runs = async (engine: PolicyEngine, computer: Computer, user?: string) => {
      const html = await engine.consentContext(computer.request('/', { user })).renderScripts();
      return ['acme', 'maps', 'own', 'late'].filter((name) => html.includes(`${name}.example`));
    };

    for (const isKnown of [false, true]) {
      const who = isKnown ? 'an account' : 'a visitor';

      test(`${who} accepts a purpose without a vendor, and later with it`, async () => {
        const { engine, put, get, leaves, anna } = await scene();
        const user = isKnown ? anna : undefined;
        const computer = new Computer(engine);
        const { status, body } = await put(computer, { analytics: true, [ACME]: false, [MAPS]: true }, user);
        assert.equal(status, 200);
        const gates = { analytics: 'accepted', media: 'passive', [ACME]: 'rejected', [MAPS]: 'accepted' };
        assert.deepEqual(body.gates, gates);
        assert.deepEqual((await get(computer, user)).gates, gates);
        assert.deepEqual(body.rules[0]!.vendors, [
          { name: 'Acme Ltd', state: 'rejected' },
          { name: 'Maps & “Co” [EU]', state: 'accepted' },
        ]);
        assert.deepEqual(await runs(engine, computer, user), ['maps', 'own']);
        const page = engine.consentContext(computer.request('/', { user }));
        assert.equal(await page.hasConsented('analytics'), true);
        assert.equal(await page.hasConsented('analytics', 'Acme Ltd'), false);
        assert.equal(await page.hasConsented('analytics', 'Nobody'), false);
        // The same choice again is not a change.
        await put(computer, { analytics: true, [MAPS]: true, [ACME]: false }, user);
        assert.deepEqual(await leaves(), [['decision', 'accepted', choice(['Acme Ltd'])]]);
        assert.deepEqual(seen, [{ offered: ['Acme Ltd', 'Maps & “Co” [EU]'], refused: ['Acme Ltd'] }]);
        await put(computer, { analytics: true }, user);
        assert.deepEqual(await runs(engine, computer, user), ['acme', 'maps', 'own']);
        await put(computer, { [ACME]: false }, user);
        await put(computer, { [MAPS]: false }, user);
        assert.deepEqual(await runs(engine, computer, user), []);
        assert.deepEqual((await leaves()).slice(1), [
          ['decision', 'accepted', null],
          ['decision', 'accepted', choice(['Acme Ltd'])],
          ['decision', 'rejected', null],
        ]);
      });

      test(`PUT /user_terms/{id}/accept of ${who} accepts a rule without a vendor`, async () => {
        const { engine, get, leaves, anna } = await scene();
        const user = isKnown ? anna : undefined;
        const computer = new Computer(engine);
        const accept = async (vendors?: Record<string, unknown>) => {
          const { status, body } = await computer.json('PUT', '/user_terms/analytics/accept.json', {
            user,
            body: { vendors },
          });
          return { status, body: body as Settings['rules'][number] & Pick<Settings, 'errors'> };
        };
        const { status, body } = await accept({ 'Acme Ltd': false, 'Maps & “Co” [EU]': true });
        assert.deepEqual([status, body.state], [200, 'accepted']);
        assert.deepEqual(
          body.vendors.map(({ state }) => state),
          ['rejected', 'accepted'],
        );
        assert.equal((await get(computer, user)).gates[ACME], 'rejected');
        assert.deepEqual(await runs(engine, computer, user), ['maps', 'own']);
        // A vendor that is left out stays as it is; the last one that is rejected rejects the rule.
        const { body: last } = await accept({ 'Maps & “Co” [EU]': false });
        assert.equal(last.state, 'rejected');
        const { status: wrong, body: problem } = await accept({ 'Acme Ltd': true, Nobody: true });
        assert.equal(wrong, 422);
        assert.deepEqual(
          problem.errors.map(({ field, code }) => [field, code]),
          [['vendors.Nobody', 'unknown']],
        );
        assert.equal((await accept()).body.vendors[0]!.state, 'accepted');
        assert.deepEqual(await leaves(), [
          ['decision', 'accepted', choice(['Acme Ltd'])],
          ['decision', 'rejected', null],
          ['decision', 'accepted', null],
        ]);
      });

      test(`a later vendor is not accepted by ${who} that chose among the earlier ones`, async () => {
        const { database, engine, put, anna } = await scene();
        const user = isKnown ? anna : undefined;
        const [chooser, whole] = [new Computer(engine), new Computer(engine)];
        await put(chooser, { analytics: true, [ACME]: true, [MAPS]: true }, user);
        await put(whole, { analytics: true }, user && `${user}-b`);
        const later = engineOn(database, { scripts: WITH_LATE });
        const settings = (await chooser.json('GET', '/consent.json', { user })).body as Settings;
        assert.equal(settings.gates[ACME], 'accepted');
        const after = new Computer(later);
        for (const [name, value] of chooser.cookies) after.cookies.set(name, value);
        const { gates } = (await after.json('GET', '/consent.json', { user })).body as Settings;
        assert.deepEqual([gates['analytics'], gates[ACME], gates[LATE]], ['accepted', 'accepted', 'passive']);
        assert.deepEqual(await runs(later, after, user), ['acme', 'maps', 'own']);
        // An acceptance of the whole purpose includes all its vendors, as before.
        assert.deepEqual(await runs(later, whole, user && `${user}-b`), ['acme', 'maps', 'own', 'late']);
      });
    }

    test('a decision that rejects a vendor deletes its cookies, and no others', async () => {
      const { engine, put } = await scene();
      const computer = new Computer(engine);
      await put(computer, { analytics: true });
      for (const name of ['acme', 'maps', 'own']) computer.cookies.set(`_${name}`, '1');
      await put(computer, { [ACME]: false });
      assert.deepEqual(
        ['_acme', '_maps', '_own'].filter((name) => computer.cookies.has(name)),
        ['_maps', '_own'],
      );
    });

    test('the receipt proves which vendors were offered and rejected', async () => {
      const { engine, put, anna } = await scene();
      await put(new Computer(engine), { analytics: true, [ACME]: false, [MAPS]: true }, anna);
      await engine.ledger.seal();
      const [event] = await engine.ledger.eventsAbout({ userId: anna, visitorId: null });
      const receipt = await engine.ledger.receipt(event!.leaf.id);
      const key = (await engine.ledger.vkeys()).join('\n');
      assert.deepEqual([receipt!.event.vendors, verifyReceipt(receipt, key).problems], [choice(['Acme Ltd']), []]);
      for (const vendors of [choice([]), choice(['Maps & “Co” [EU]']), 'none', undefined]) {
        const changed = { ...receipt, event: { ...receipt!.event, vendors } };
        assert.equal(verifyReceipt(changed, key).valid, false, vendors);
      }
      const found = await engine.ledger.verify();
      assert.deepEqual(found.findings, []);
    });

    test('vendors in the table of decisions are compared with the ledger, and repaired', async () => {
      const { database, engine, put, get, anna } = await scene();
      const computer = new Computer(engine);
      await put(computer, { analytics: true, [ACME]: false, [MAPS]: true }, anna);
      for (const vendors of [null, choice([]), 'no JSON']) {
        await createQueries(database).updateTable('user_terms').set({ vendors }).where('user_id', '=', anna).execute();
        if (vendors === 'no JSON') assert.equal((await get(computer, anna)).gates[MAPS], 'passive');
        const { findings } = await engine.ledger.verify();
        assert.deepEqual(
          findings.map(({ code }) => code),
          ['projection_changed'],
          String(vendors),
        );
        await engine.ledger.repair();
        assert.equal((await get(computer, anna)).gates[ACME], 'rejected');
      }
    });

    test('an account takes over the choices made in its browser, including vendors', async () => {
      const { engine, put, get, leaves, anna } = await scene();
      const computer = new Computer(engine);
      await put(computer, { analytics: true, [ACME]: false, [MAPS]: true });
      await put(new Computer(engine), { analytics: true }, anna);
      const page = engine.consentContext(computer.request('/', { user: anna, method: 'POST' }));
      assert.deepEqual(
        (await page.adoptableDecisions()).map(({ rule, decision }) => [rule, decision]),
        [['analytics', 'accepted']],
      );
      await page.adoptVisitorDecision('analytics');
      computer.keep(page.policyCookies());
      assert.deepEqual((await leaves()).at(-1), ['adoption', 'accepted', choice(['Acme Ltd'])]);
      assert.equal((await get(computer, anna)).gates[ACME], 'rejected');
    });

    test('changed cookies accept no rejected vendor', async () => {
      const { engine, put, get } = await scene();
      const computer = new Computer(engine);
      await put(computer, { analytics: true, [ACME]: false, [MAPS]: true });
      const cookie = 'policy_rule_analytics_vendors';
      const kept = computer.cookies.get(cookie)!;
      assert.match(kept, /^[\w-]{6}\.[\w-]{6}$/);
      for (const [value, acme] of [
        [undefined, 'passive'],
        ['', 'passive'],
        ['{"offered":[]}', 'passive'],
        [`${kept}${kept}`, 'passive'],
        [kept.replace('.', ''), 'passive'],
      ] as const) {
        if (value === undefined) computer.cookies.delete(cookie);
        else computer.cookies.set(cookie, value);
        const { gates, rules } = await get(computer);
        assert.deepEqual([gates['analytics'], gates[ACME]], ['accepted', acme], value);
        assert.deepEqual([rules[0]!.state, 'unproved' in rules[0]!], ['accepted', true], value);
        assert.deepEqual(await runs(engine, computer), ['own'], value);
      }
      // A page can claim more for itself, but that proves nothing.
      computer.cookies.set(cookie, `${kept.split('.').join('')}.`);
      assert.equal((await get(computer)).rules[0]!.vendors[0]!.state, 'accepted');
      assert.equal('unproved' in (await get(computer)).rules[0]!, true);
    });

    test('a gate with an unknown vendor of a rule is refused, and nothing is recorded', async () => {
      const { engine, put, leaves } = await scene();
      for (const gate of [
        'analytics:Nobody',
        'analytics:',
        'analytics:%E0%A4%A',
        'analytics:acme ltd',
        'media:Acme%20Ltd',
        'nothing:Acme%20Ltd',
        ':Acme%20Ltd',
        'analytics:__proto__',
        'constructor',
      ]) {
        const decisions = JSON.parse(`{ "analytics": true, ${JSON.stringify(gate)}: false }`) as Record<
          string,
          boolean
        >;
        const { status, body } = await put(new Computer(engine), decisions);
        assert.equal(status, 422, gate);
        assert.deepEqual(
          body.errors.map(({ field, code }) => [field, code]),
          [[`decisions.${gate}`, 'unknown']],
        );
      }
      for (const decisions of [{ [ACME]: 'no' }, { [`analytics:${'x'.repeat(3000)}`]: true }, { [ACME]: null }]) {
        assert.equal((await put(new Computer(engine), decisions)).status, 422);
      }
      assert.deepEqual(await leaves(), []);
    });

    test('one of two simultaneous choices is stored completely, and both are recorded', async () => {
      const { engine, put, get, leaves, anna } = await scene();
      const computer = new Computer(engine);
      await put(computer, { analytics: true, [ACME]: true, [MAPS]: true }, anna);
      const answers = await Promise.all([
        put(new Computer(engine), { analytics: true, [ACME]: false, [MAPS]: true }, anna),
        put(new Computer(engine), { analytics: true, [ACME]: true, [MAPS]: false }, anna),
        put(new Computer(engine), { analytics: true, [ACME]: false, [MAPS]: true }, anna),
      ]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      );
      const last = (await leaves()).at(-1)![2];
      const { gates } = await get(computer, anna);
      const refused = [gates[ACME], gates[MAPS]].indexOf('rejected') === 0 ? 'Acme Ltd' : 'Maps & “Co” [EU]';
      assert.equal(last, choice([refused]));
      assert.deepEqual((await engine.ledger.verify()).findings, []);
    });

    test('simultaneous choices of single vendors are all kept', async () => {
      const vendors = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `Vendor ${name}`);
      const scripts = vendors.map((vendor, number) => script(`v${number}`, vendor));
      const { database, put, anna } = await scene();
      const engine = engineOn(database, { scripts });
      const gate = (vendor: string) => `analytics:${encodeURIComponent(vendor)}`;
      const gates = (accepts: boolean) => Object.fromEntries(vendors.map((vendor) => [gate(vendor), accepts]));
      await put(new Computer(engine), { analytics: true, ...gates(true) }, anna);
      // Each withdraws from one vendor; together they withdraw from all but the last.
      const withdrawals = vendors
        .slice(0, -1)
        .map((vendor) => put(new Computer(engine), { [gate(vendor)]: false }, anna));
      const statuses = (await Promise.all(withdrawals)).map(({ status }) => status);
      assert.deepEqual([...new Set(statuses)], [200]);
      const { body } = await new Computer(engine).json('GET', '/consent.json', { user: anna });
      const { analytics, media, ...found } = (body as Settings).gates;
      assert.deepEqual([analytics, media], ['accepted', 'passive']);
      const wanted = vendors.map((vendor, number) => [gate(vendor), number === 5 ? 'accepted' : 'rejected']);
      assert.deepEqual(found, Object.fromEntries(wanted));
      assert.deepEqual((await engine.ledger.verify()).findings, []);
    });

    test('a plain form of the privacy centre chooses vendors; with nothing ticked the purpose is rejected', async () => {
      const { engine, leaves } = await scene();
      const computer = new Computer(engine);
      const page = async () => {
        const response = await engine.fetch(
          computer.request('/policies/privacy', { headers: { accept: 'text/html' } }),
        );
        return response.text();
      };
      const before = await page();
      assert.ok(before.includes(`name="decisions[${ACME}]"`) && before.includes(`name="decisions[${MAPS}]"`));
      assert.ok(!before.includes('name="decisions[media:'));
      const send = async (fields: [string, string][]) => {
        const request = computer.request('/policies/consent', { method: 'POST' });
        const headers = new Headers(request.headers);
        headers.set('content-type', 'application/x-www-form-urlencoded');
        const body = new URLSearchParams(fields).toString();
        const response = await engine.fetch(new Request(request.url, { method: 'POST', headers, body }));
        computer.keep(response.headers.getSetCookie());
        return response.status;
      };
      const [no, yes] = ['reject', 'accept'] as const;
      const fields = [ACME, MAPS].map((gate): [string, string] => [`decisions[${gate}]`, no]);
      assert.equal(await send([...fields, [`decisions[${MAPS}]`, yes]]), 303);
      assert.match(await page(), /Accepted without: [^<]*Acme Ltd/);
      assert.equal(await send(fields), 303);
      assert.deepEqual(await leaves(), [
        ['decision', 'accepted', choice(['Acme Ltd'])],
        ['decision', 'rejected', null],
      ]);
    });
  });
});
