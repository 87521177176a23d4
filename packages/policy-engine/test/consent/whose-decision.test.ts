/** Which person a decision belongs to, in a browser that several people use (P1, P2). */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Computer, visitorIn } from '../support/computer.ts';
import { forEachDatabase } from '../support/databases.ts';
import { NOTHING_TO_ADOPT as nothing, sceneOn, type Term } from './shared-computer.ts';

forEachDatabase((target) => {
  const here = sceneOn(target);
  const { account, adopt, decide, engineOn, events, page, signOut, terms } = here;

  describe('consent is not forged', () => {
    test('a shared computer: the acceptance of one visitor does not count for two people who open accounts without a banner', async () => {
      await decide('cookie', 'accept');
      for (const user of ['anna', 'bob']) {
        assert.equal(await page(user).hasConsented('cookie'), true, 'the browser’s decision holds in the browser');
        const { cookie } = await terms(user);
        assert.deepEqual([cookie!.state, cookie!.browser, cookie!.unproved], ['passive', 'accepted', false]);
        const { body } = await here.computer.json('GET', '/consent.json', { user });
        assert.equal((body as { rules: { of_browser?: boolean }[] }).rules[0]!.of_browser, true);
        assert.equal('cookie' in (await terms(user, '/user_terms/pending.json')), false);
        await decide('age', 'accept', user);
        assert.equal(await account(user).hasConsentedCookie(), false);
        assert.ok((await account(user).pendingPolicies()).includes('cookie'));
        await signOut(user);
      }
      const said = (await events()).map(({ rule, subject, how }) => [rule, subject, how]);
      assert.deepEqual(said, [
        ['cookie', null, 'api'],
        ['age', 'anna', 'api'],
        ['age', 'bob', 'api'],
      ]);
    });

    test('planted cookies: scripts are rendered for them, but the rules are asked again and no decision is recorded', async () => {
      for (const cookie of [
        'policy_rule_cookie=accepted',
        'policy_rule_cookie=accepted; policy_rule_cookie_version=1',
      ]) {
        here.computer.keep(cookie.split('; '));
        assert.match(await page('anna').renderScripts(), /count\(\)/);
        const { cookie: term } = await terms('anna');
        assert.deepEqual([term!.state, term!.browser, term!.unproved], ['passive', 'accepted', true]);
        assert.ok('cookie' in (await terms('anna', '/user_terms/pending.json')));
        const { body } = await here.computer.json('GET', '/consent.json');
        const settings = body as { ask: boolean; rules: Term[] };
        assert.deepEqual(
          [settings.ask, settings.rules[0]!.state, settings.rules[0]!.unproved],
          [true, 'accepted', true],
        );
        await assert.rejects(adopt('anna'), nothing);
      }
      assert.deepEqual(await events(), []);
      // A real acceptance afterwards is the first one.
      await decide('cookie', 'accept');
      assert.equal((await events()).length, 1);
      const { body } = await here.computer.json('GET', '/consent.json');
      assert.equal('unproved' in (body as { rules: Term[] }).rules[0]!, false);
    });

    test('a plain cookie that was changed afterwards has no more effect than a planted one', async () => {
      await decide('cookie', 'reject');
      here.computer.cookies.set('policy_rule_cookie', 'accepted');
      await assert.rejects(adopt('anna'), nothing);
      const { cookie } = await terms('anna');
      assert.deepEqual([cookie!.browser, cookie!.unproved], ['accepted', true]);
    });

    test('reading a page of the host, also cross-site, adopts nothing, whatever the page calls', async () => {
      await decide('cookie', 'accept');
      const before = await events();
      const crossSite = { 'sec-fetch-site': 'cross-site' };
      for (const headers of [{}, crossSite]) {
        const opened = page('anna', headers);
        await opened.pendingPolicies();
        await opened.renderBanner();
        await assert.rejects(opened.adoptVisitorDecision('cookie'), { code: 'method_not_allowed' });
      }
      for (const method of ['GET', 'HEAD']) {
        await assert.rejects(adopt('anna', 'cookie', { method }), { code: 'method_not_allowed' });
      }
      await assert.rejects(adopt('anna', 'cookie', { headers: crossSite }), { code: 'cross_site_request' });
      assert.deepEqual(await events(), before);
    });

    test('an account’s own decision takes precedence over the browser’s', async () => {
      await decide('cookie', 'reject', 'anna');
      await signOut('anna');
      await decide('cookie', 'accept');
      assert.equal(await page('anna').hasConsented('cookie'), false);
      assert.doesNotMatch(await page('anna').renderScripts(), /count/);
      assert.equal((await terms('anna'))['cookie']!.state, 'rejected');
      assert.equal(await page('bob').hasConsented('cookie'), true);
    });
  });

  describe('a person’s decision does not prove anything about another person', () => {
    test('a decision of an account ends in the browser when it signs out, and the next account makes its own', async () => {
      await decide('cookie', 'reject');
      await adopt('anna');
      const first = visitorIn(here.computer);
      await signOut('anna');
      assert.deepEqual([...here.computer.cookies.keys()], []);
      await decide('cookie', 'accept');
      assert.notEqual(visitorIn(here.computer), first);
      const receipt = (await here.computer.json('GET', '/user_terms/cookie/receipt.json', { user: 'anna' })).body as {
        event: { decision: string };
      };
      assert.equal(receipt.event.decision, 'rejected');
      assert.equal((await terms('anna'))['cookie']!.state, 'rejected');
      assert.equal(await here.engine.ledger.erase('anna'), 2, 'the adoption, and what it took over');
      const left = (await events()).filter(({ visitor }) => visitor !== null);
      assert.deepEqual(
        left.map(({ visitor, decision }) => [visitor, decision]),
        [[visitorIn(here.computer), 'accepted']],
      );
    });

    test('the first request without the account, or with another, ends it if the host does not call signOut', async () => {
      for (const next of [undefined, 'bob']) {
        await decide('marketing', 'accept', 'anna');
        assert.equal(await page(next).hasConsented('marketing'), false);
        assert.ok(here.computer.cookies.has('policy_rule_marketing'));
        await here.computer.json('GET', '/consent.json', { user: next });
        for (const name of ['policy_rule_marketing', 'policy_rule_marketing_version', 'policy_proof']) {
          assert.equal(here.computer.cookies.has(name), false, `${name}, then ${next}`);
        }
      }
    });

    test('a visitor’s earlier decision outlives the session of an account that did not take it over', async () => {
      await decide('cookie', 'accept');
      const visitor = visitorIn(here.computer);
      await decide('marketing', 'accept', 'anna');
      await signOut('anna');
      assert.equal(visitorIn(here.computer), visitor);
      assert.equal(await page().hasConsented('cookie'), true);
      assert.equal(await page().hasConsented('marketing'), false);
    });

    test('erasing one person keeps the decisions of others under the same visitor', async () => {
      await decide('cookie', 'accept');
      await decide('marketing', 'reject');
      await adopt('anna', 'cookie');
      assert.equal(await here.engine.ledger.erase('anna'), 2);
      const left = (await events()).filter(({ visitor, subject }) => visitor !== null || subject !== null);
      assert.deepEqual(
        left.map(({ rule, decision }) => [rule, decision]),
        [['marketing', 'rejected']],
      );
      await here.engine.ledger.seal();
      const { ok, erased } = await here.engine.ledger.verify();
      assert.deepEqual([ok, erased], [true, 2]);
    });

    test('a visitor’s ID, as printed in receipts, cannot be used to append or read', async () => {
      await decide('cookie', 'accept');
      const visitor = visitorIn(here.computer)!;
      const [mine] = (await here.computer.json('GET', '/ledger/events.json')).body as { id: string }[];
      const receipt = (await here.computer.json('GET', `/ledger/events/${mine!.id}.json`)).body as {
        openings: { subject: { visitor: string } };
      };
      assert.equal(receipt.openings.subject.visitor, visitor);
      const thief = new Computer(here.engine);
      const signature = here.computer.cookies.get('policy_visitor')!.split('.').at(-1)!;
      for (const value of [visitor, `x.${visitor}.-.${signature}`, `${visitor}.-.${'0'.repeat(22)}`]) {
        thief.cookies.set('policy_visitor', value);
        assert.equal((await thief.json('GET', '/ledger/events.json')).status, 401, value);
        assert.equal((await thief.json('GET', `/ledger/events/${mine!.id}.json`)).status, 401, value);
        await thief.json('PUT', '/user_terms/cookie/reject.json');
        assert.notEqual(visitorIn(thief), visitor);
      }
      const about = await here.engine.ledger.eventsAbout({ userId: null, visitorId: visitor });
      assert.deepEqual(
        about.map(({ leaf }) => leaf.decision),
        ['accepted'],
      );
    });

    test('`visitor` in a body is ignored', async () => {
      await decide('cookie', 'accept');
      const visitor = visitorIn(here.computer)!;
      const thief = new Computer(here.engine);
      await thief.json('PUT', '/user_terms/cookie/reject.json', { body: { visitor } });
      assert.notEqual(visitorIn(thief), visitor);
      assert.equal((await here.engine.ledger.eventsAbout({ userId: null, visitorId: visitor })).length, 1);
    });

    test('the click ID of a page identifies one click of a new visitor, not a visitor', async () => {
      const body = { click: 'a-random-word-of-a-page' };
      await here.computer.json('PUT', '/user_terms/cookie/accept.json', { body });
      const later = engineOn(here.database, { now: () => new Date(Date.now() + 2 * 60_000) });
      const reader = new Computer(later);
      await reader.json('PUT', '/user_terms/cookie/reject.json', { body });
      assert.notEqual(visitorIn(reader), visitorIn(here.computer));
      assert.equal(
        (await here.engine.ledger.eventsAbout({ userId: null, visitorId: visitorIn(here.computer)! })).length,
        1,
      );
    });
  });
});
