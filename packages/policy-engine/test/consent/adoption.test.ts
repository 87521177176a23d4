/** An account takes over a decision of its browser once, and only at its owner's request. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Computer, visitorIn } from '../support/computer.ts';
import { forEachDatabase } from '../support/databases.ts';
import { NOTHING_TO_ADOPT as nothing, sceneOn } from './shared-computer.ts';

forEachDatabase((target) => {
  const here = sceneOn(target);
  const { account, adopt, decide, events, page, publish, signOut, terms } = here;

  describe('adopting a visitor’s decision', () => {
    test('adds an event of the account that names the visitor’s event, runs no callback, and happens once', async () => {
      await decide('cookie', 'accept');
      const old = visitorIn(here.computer)!;
      assert.deepEqual(here.calls, ['nobody']);
      const policies = here.engine.policiesOf({ id: 'anna' }, here.computer.request('/', { method: 'POST' }));
      const [offered, ...more] = await policies.adoptableDecisions();
      assert.deepEqual([offered!.rule, offered!.decision, more], ['cookie', 'accepted', []]);
      await adopt('anna');
      assert.deepEqual(here.calls, ['nobody']);
      const [decision, adoption] = await events();
      assert.deepEqual(
        [adoption!.kind, adoption!.how, adoption!.subject, adoption!.decision, adoption!.adopted],
        ['adoption', 'adopted', 'anna', 'accepted', decision!.leaf],
      );
      assert.equal(await account('anna').hasConsentedCookie(), true);
      assert.notEqual(visitorIn(here.computer), old);
      await assert.rejects(adopt('anna'), nothing);
      assert.deepEqual(await page('anna').adoptableDecisions(), []);
    });

    test('an adoption takes over single rules; the others are held until the account signs out', async () => {
      for (const rule of ['cookie', 'marketing']) await decide(rule, 'accept');
      const policies = here.engine.policiesOf({ id: 'anna' }, here.computer.request('/', { method: 'POST' }));
      for (const { rule } of await policies.adoptableDecisions()) await policies.adoptVisitorDecision(rule);
      assert.deepEqual(await policies.adoptableDecisions(), []);
      assert.deepEqual(
        (await events()).map(({ kind }) => kind),
        ['decision', 'decision', 'adoption', 'adoption'],
      );

      const other = new Computer(here.engine);
      here.computer = other;
      for (const rule of ['cookie', 'marketing']) await decide(rule, 'accept');
      await adopt('bob', 'cookie');
      assert.deepEqual(
        [(await terms('bob'))['marketing']!.state, (await terms('bob'))['marketing']!.browser],
        ['passive', 'accepted'],
      );
      await assert.rejects(adopt('bob', 'marketing'), nothing);
      await signOut('bob');
      assert.equal(await page().hasConsented('marketing'), false);
    });

    test('closes the visitor: a copy of the cookies can neither append events nor be taken over again', async () => {
      await decide('cookie', 'accept');
      const old = visitorIn(here.computer)!;
      const copy = new Computer(here.engine);
      const kept = new Map(here.computer.cookies);
      for (const [name, value] of kept) copy.cookies.set(name, value);
      await adopt('anna');
      here.computer = copy;
      await assert.rejects(adopt('bob'), nothing);
      await decide('cookie', 'reject');
      assert.notEqual(visitorIn(copy), old);
      const about = await here.engine.ledger.eventsAbout({ userId: null, visitorId: old });
      assert.deepEqual(
        about.map(({ leaf }) => leaf.decision),
        ['accepted'],
      );
      // Also after the account that took it over is erased.
      await here.engine.ledger.erase('anna');
      const late = new Computer(here.engine);
      for (const [name, value] of kept) late.cookies.set(name, value);
      here.computer = late;
      await assert.rejects(adopt('bob'), nothing);
    });

    test('works for only one of two simultaneous accounts, and nothing is appended after it', async () => {
      for (let round = 0; round < 4; round++) {
        here.computer = new Computer(here.engine);
        await decide('cookie', 'accept');
        const old = visitorIn(here.computer)!;
        const cookie = here.computer.header;
        const as = (user: string) =>
          here.engine
            .policiesOf({ id: user }, here.computer.request('/', { method: 'POST', headers: { cookie } }))
            .adoptVisitorDecision('cookie')
            .then(
              () => 'adopted',
              (error: { code: string }) => error.code,
            );
        const reject = here.computer.request('/policies/user_terms/cookie/reject.json', {
          method: 'PUT',
          headers: { cookie },
        });
        const [one, other] = await Promise.all([as(`one-${round}`), as(`two-${round}`), here.engine.fetch(reject)]);
        const adopted = [one, other].filter((outcome) => outcome === 'adopted').length;
        const about = await here.engine.ledger.eventsAbout({ userId: null, visitorId: old });
        // If the rejection came first, there is no acceptance left to take over.
        if (about.length === 1) assert.equal(adopted, 1);
        else assert.ok(adopted <= 1 && [one, other].includes('nothing_to_adopt'));
        const adoptions = (await events()).filter(({ visitor, kind }) => visitor === old && kind === 'adoption');
        assert.equal(adoptions.length, adopted);
      }
    });

    test('is refused for a replaced text, for an identical decision of the account, and without an account', async () => {
      await decide('cookie', 'accept');
      await decide('marketing', 'accept');
      await decide('marketing', 'accept', 'anna');
      await assert.rejects(adopt('anna', 'marketing'), nothing);
      await publish('cookie');
      await assert.rejects(adopt('anna'), nothing);
      await assert.rejects(adopt('anna', 'age'), nothing);
      await assert.rejects(adopt('anna', 'nonsense'), { code: 'not_found' });
      await assert.rejects(here.engine.policiesOf({ id: 'anna' }).adoptVisitorDecision('cookie'), nothing);
      const opened = here.engine.consentContext(here.computer.request('/', { method: 'POST' }));
      await assert.rejects(opened.adoptVisitorDecision('cookie'), { code: 'sign_in_required' });
    });

    test('an acceptance reported by the host is recorded as such, with or without a visitor', async () => {
      await decide('marketing', 'reject');
      const policies = here.engine.policiesOf({ id: 'finn' }, here.computer.request('/', { method: 'POST' }));
      await policies.acceptPolicyFrom('cookie');
      here.computer.keep(policies.policyCookies());
      const own = (await events()).filter(({ subject }) => subject === 'finn');
      assert.deepEqual(
        own.map(({ rule, how, visitor }) => [rule, how, visitor]),
        [['cookie', 'host', null]],
      );
      const { cookie, marketing } = await terms('finn');
      assert.deepEqual([cookie!.state, marketing!.state, marketing!.browser], ['accepted', 'passive', 'rejected']);
    });
  });
});
