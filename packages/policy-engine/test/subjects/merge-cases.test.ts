/** Accounts that are merged while something is going on: conflicts, requests, erasures, several merges at once, sign-ins afterwards. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { ledgerVkey, verifyReceipt } from 'policy-engine/ledger';
import { ask, decide, empty, engineOn, newKeys, ORIGIN, publish } from '../proof/support.ts';
import { Computer } from '../support/computer.ts';
import { forEachDatabase } from '../support/databases.ts';

const keys = newKeys();
const RULES = ['cookie', 'age', 'privacy_terms'] as const;
const OPEN = { code: 'merge_refused' };
const ENDED = { code: 'account_merged' };

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;
  let users: Set<string>;
  let erased: string[];

  before(async () => {
    database = await target.open();
    await engineNow().migrate();
    await empty(database);
    for (const rule of RULES) await publish(engineNow(), rule);
  });
  const engineNow = () =>
    engineOn(database, {
      ledgerKey: keys.secret,
      portabilityRules: [{ name: 'account', member: (user: object) => ({ ...user }) }],
      erasureRules: [{ name: 'profile', erasure: { action: 'run', erase: ({ id }) => void erased.push(id) } }],
      erasure: { graceDays: 0 },
      userResource: { find: (id: string) => (users.has(id) ? { id } : null) },
    });
  /** Each test has accounts of its own. */
  let nth = 0;
  let [old, kept, third] = ['', '', ''];
  beforeEach(() => {
    nth += 1;
    [old, kept, third] = [`old-${nth}`, `kept-${nth}`, `third-${nth}`];
    users = new Set([old, kept, third, 'admin']);
    erased = [];
    engine = engineNow();
  });

  const merge = (from = old, into = kept) => engine.mergeAccounts({ from, into });
  const standing = async (user = kept) => {
    const response = await ask(engine, `/people/${encodeURIComponent(user)}.json`, { user: 'admin' });
    const { consents } = (await response.json()) as { consents: { rule: string; state: string }[] };
    return Object.fromEntries(consents.map(({ rule, state }) => [rule, state]));
  };
  const verified = async (user = kept) => {
    await engine.ledger.seal();
    const { findings, pending } = await engine.ledger.verify();
    assert.deepEqual({ findings, pending }, { findings: [], pending: 0 });
    const origin = (await engine.ledger.vkeys())[0]!.split('+')[0]!;
    for (const { leaf } of await engine.ledger.eventsAbout({ userId: user, visitorId: null })) {
      const receipt = await engine.ledger.receipt(leaf.id);
      assert.deepEqual(verifyReceipt(JSON.stringify(receipt), ledgerVkey(origin, keys.public)).problems, []);
    }
  };
  const requestNow = async (id: string) => {
    const response = await ask(engine, `/portability_requests/${id}.json`, { user: 'admin' });
    return (await response.json()) as { state: string; user_id: string };
  };
  const work = async () => {
    for (let round = 0; round < 3; round += 1) await engine.jobs.runDue();
  };

  describe('a rejection wins', () => {
    const conflicts = [
      ['reject', 'accept', 'rejected'],
      ['accept', 'reject', 'rejected'],
      ['accept', 'accept', 'accepted'],
      ['reject', 'reject', 'rejected'],
      ['accept', null, 'accepted'],
      ['reject', null, 'rejected'],
      [null, 'accept', 'accepted'],
      [null, null, 'passive'],
    ] as const;
    for (const [of, and, state] of conflicts) {
      for (const order of of !== null && and !== null ? ['first', 'last'] : ['first']) {
        test(`of ${of} in the account that ends, decided ${order}, and ${and}: ${state}`, async () => {
          const decisions = [
            [old, of],
            [kept, and],
          ] as const;
          for (const [user, verb] of order === 'first' ? decisions : decisions.toReversed()) {
            if (verb !== null) await decide(engine, user, 'cookie', verb);
          }
          const { rules } = await merge();
          assert.equal((await standing())['cookie'], state);
          assert.deepEqual(
            rules,
            (of === 'reject' && and !== 'reject') || (of === 'accept' && and === null) ? ['cookie'] : [],
          );
          await verified();
        });
      }
    }

    test('also over an acceptance that followed a withdrawal in the same account', async () => {
      for (const verb of ['accept', 'reject', 'accept'] as const) await decide(engine, old, 'age', verb);
      await decide(engine, kept, 'age', 'reject');
      await merge();
      assert.equal((await standing())['age'], 'rejected');
      await decide(engine, kept, 'age');
      assert.equal((await standing())['age'], 'accepted', 'what is decided afterwards counts');
      await verified();
    });
  });

  describe('with requests', () => {
    test('an open copy of the account that stays does not refuse, and its file has the decisions of both', async () => {
      await decide(engine, old, 'cookie', 'reject');
      await decide(engine, kept, 'age');
      const open = await engine.requests.create({ id: kept });
      await merge();
      assert.equal((await requestNow(open.id)).state, 'pending');
      const events = await engine.ledger.eventsAbout({ userId: kept, visitorId: null });
      assert.deepEqual(events.map(({ leaf }) => leaf.rule ?? leaf.kind).toSorted(), [
        'age',
        'cookie',
        'cookie',
        'merge',
      ]);
      await engine.requests.deny(open.id, 'No');
    });

    for (const whose of ['ends', 'stays'] as const) {
      test(`an erasure on hold of the account that ${whose} refuses, and nothing has changed`, async () => {
        await decide(engine, old, 'cookie', 'reject');
        const { id } = await engine.erasure.create({ id: whose === 'ends' ? old : kept });
        await engine.erasure.hold(id, 'Court order 7');
        await assert.rejects(merge(), OPEN);
        assert.equal((await standing())['cookie'], 'passive');
        assert.equal((await engine.erasure.find(id)).state, 'held');
        await engine.erasure.release(id);
        await engine.erasure.cancel(id);
        await merge();
        assert.equal((await standing())['cookie'], 'rejected');
        await verified();
      });

      test(`an erasure that runs in the account that ${whose} refuses until it has ended`, async () => {
        await decide(engine, old, 'cookie', 'reject');
        const user = whose === 'ends' ? old : kept;
        const { id } = await engine.erasure.create({ id: user });
        await engine.erasure.confirm(id);
        await assert.rejects(merge(), OPEN);
        await work();
        assert.equal((await engine.erasure.find(id)).state, 'completed');
        assert.deepEqual(erased, [user]);
        if (whose === 'ends') users.delete(old);
      });
    }

    test('closed requests of both are listed with the account that stays', async () => {
      const ids: string[] = [];
      for (const user of [old, kept]) {
        const { id } = await engine.requests.create({ id: user });
        await engine.requests.deny(id, 'No');
        ids.push(id);
      }
      await merge();
      for (const id of ids) assert.equal((await requestNow(id)).user_id, kept);
    });

    test('an erasure afterwards erases the decisions of both', async () => {
      await decide(engine, old, 'cookie', 'reject');
      await decide(engine, kept, 'age');
      await merge();
      const { id } = await engine.erasure.create({ id: kept });
      await engine.erasure.confirm(id);
      await work();
      assert.equal((await engine.erasure.find(id)).state, 'completed');
      for (const user of [old, kept]) {
        assert.deepEqual(await engine.ledger.eventsAbout({ userId: user, visitorId: null }), []);
      }
      await verified();
    });
  });

  describe('several times', () => {
    test('the same merge twice at once is done once', async () => {
      await decide(engine, old, 'cookie', 'reject');
      const both = await Promise.all([merge(), merge()]);
      assert.deepEqual(both.map(({ isNew }) => String(isNew)).toSorted(), ['false', 'true']);
      const events = await engine.ledger.eventsAbout({ userId: kept, visitorId: null });
      assert.equal(events.filter(({ leaf }) => leaf.kind === 'merge').length, 1);
      await verified();
    });

    test('two that contradict each other at once: one is done, the other refused', async () => {
      await decide(engine, old, 'cookie', 'reject');
      await decide(engine, kept, 'age');
      const both = await Promise.allSettled([merge(), merge(kept, old)]);
      assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      const into = both[0].status === 'fulfilled' ? kept : old;
      assert.deepEqual(await standing(into), { cookie: 'rejected', age: 'accepted', privacy_terms: 'passive' });
      await verified(into);
    });

    test('it cannot be undone by the opposite one, nor repeated into a third', async () => {
      await merge();
      await assert.rejects(merge(kept, old), ENDED);
      await assert.rejects(merge(old, third), ENDED);
      await assert.rejects(merge(third, old), ENDED);
      await assert.rejects(merge(kept, kept), OPEN);
    });

    test('two accounts into one, and that into another: the strictest of all counts', async () => {
      await decide(engine, old, 'cookie', 'reject');
      await decide(engine, third, 'age', 'reject');
      await decide(engine, kept, 'cookie');
      await decide(engine, kept, 'age');
      await merge();
      await merge(third, kept);
      const last = `last-${nth}`;
      users.add(last);
      await decide(engine, last, 'privacy_terms', 'reject');
      await merge(kept, last);
      assert.deepEqual(await standing(last), { cookie: 'rejected', age: 'rejected', privacy_terms: 'rejected' });
      await verified(last);
    });

    test('a decision while it is merged is kept, before or after', async () => {
      await decide(engine, kept, 'cookie');
      await Promise.all([merge(), decide(engine, old, 'cookie', 'reject'), decide(engine, old, 'age')]);
      assert.deepEqual(await standing(), { cookie: 'rejected', age: 'accepted', privacy_terms: 'passive' });
      await verified();
    });
  });

  describe('afterwards', () => {
    test('what a browser decided and brings to the account that ended counts for the other, at each sign-in', async () => {
      await merge();
      await merge(kept, third);
      for (const decision of [true, false]) {
        const computer = new Computer(engine, ORIGIN);
        await computer.json('PUT', '/consent.json', {
          body: { decisions: { cookie: decision }, shown: { locale: 'en' } },
        });
        const signIn = computer.request('/sign-in', { method: 'POST', user: old });
        await engine.consentContext(signIn).adoptVisitorDecision('cookie');
      }
      assert.equal((await standing(third))['cookie'], 'rejected');
      await verified(third);
    });

    test('a new version of a text is to be decided again, with what each had decided on', async () => {
      await decide(engine, old, 'privacy_terms');
      await publish(engine, 'privacy_terms', '# another version');
      await decide(engine, kept, 'privacy_terms');
      await merge();
      assert.equal((await standing())['privacy_terms'], 'accepted');
      await verified();
    });

    test('the host may have deleted the account that ended', async () => {
      await decide(engine, old, 'cookie', 'reject');
      users.delete(old);
      await merge();
      assert.equal((await standing())['cookie'], 'rejected');
      await verified();
    });

    for (const [name, from] of [
      ['in another script', 'Ünïcødé 李 🙂'],
      ['with signs of paths', 'a/b?c=d&e#f\'"<>%20'],
      ['of the longest length', 'x'.repeat(255)],
      ['that differs in case alone', 'KEPT'],
    ] as const) {
      test(`IDs are taken as they are: one ${name}`, async () => {
        const own = name.includes('case') ? kept.toUpperCase() : name.includes('longest') ? from : `${from}${nth}`;
        users.add(own);
        await engine.ledger.seal();
        await merge(own, kept);
        assert.equal((await merge(own, kept)).isNew, false);
        const [proof] = await engine.ledger.eventsAbout({ userId: kept, visitorId: null });
        const { openings } = (await engine.ledger.seal(), await engine.ledger.receipt(proof!.leaf.id))!;
        assert.deepEqual([openings?.subject.user, openings?.subject.into], [own, kept]);
        await verified();
      });
    }
  });
});
