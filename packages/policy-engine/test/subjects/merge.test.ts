/** Two accounts of one person become one: decisions, requests and the ledger, with proof (pythonitalia/amy#2370). */
import assert from 'node:assert/strict';
import { before, beforeEach, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import { ledgerVkey, verifyReceipt } from 'policy-engine/ledger';
import { ask, decide, empty, engineOn, newKeys, publish } from '../proof/support.ts';
import { forEachDatabase } from '../support/databases.ts';

const keys = newKeys();

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;
  let users: Set<string>;

  before(async () => {
    database = await target.open();
  });
  beforeEach(async () => {
    users = new Set(['old', 'new', 'third', 'admin']);
    engine = engineOn(database, {
      ledgerKey: keys.secret,
      portabilityRules: [{ name: 'account', member: (user: object) => ({ ...user }) }],
      erasureRules: [{ name: 'profile', erasure: { action: 'run', erase: () => {} } }],
      erasure: { graceDays: 14 },
      userResource: {
        find: (id: string) => (users.has(id) ? { id } : null),
        search: (text: string) => [...users].filter((id) => id.includes(text)).map((id) => ({ id })),
      },
    });
    await engine.migrate();
    await empty(database);
    for (const rule of ['cookie', 'age', 'privacy_terms']) await publish(engine, rule);
  });

  const standing = async (user: string) => {
    const response = await ask(engine, `/people/${user}.json`, { user: 'admin' });
    const { consents } = (await response.json()) as { consents: { rule: string; state: string }[] };
    return Object.fromEntries(consents.map(({ rule, state }) => [rule, state]));
  };
  const verified = async () => {
    await engine.ledger.seal();
    const { findings, pending } = await engine.ledger.verify();
    assert.deepEqual({ findings, pending }, { findings: [], pending: 0 });
  };
  const receiptsHold = async (user: string) => {
    const origin = (await engine.ledger.vkeys())[0]!.split('+')[0]!;
    const events = await engine.ledger.eventsAbout({ userId: user, visitorId: null });
    for (const { leaf } of events) {
      const receipt = await engine.ledger.receipt(leaf.id);
      assert.deepEqual(verifyReceipt(JSON.stringify(receipt), ledgerVkey(origin, keys.public)).problems, []);
    }
    return events;
  };

  test('decisions become one, a rejection wins, and the ledger proves the merge', async () => {
    await decide(engine, 'old', 'cookie', 'reject');
    await decide(engine, 'old', 'age', 'accept');
    await decide(engine, 'old', 'privacy_terms', 'accept');
    await decide(engine, 'new', 'privacy_terms', 'reject');
    await decide(engine, 'new', 'cookie', 'accept');
    await engine.ledger.seal();
    const [oldest] = (await engine.ledger.eventsAbout({ userId: 'old', visitorId: null })).toReversed();
    const legacy = JSON.stringify(await engine.ledger.receipt(oldest!.leaf.id));

    const merge = await engine.mergeAccounts({ from: 'old', into: 'new' });
    assert.deepEqual(
      { ...merge, rules: merge.rules.toSorted() },
      { from: 'old', into: 'new', isNew: true, rules: ['age', 'cookie'] },
    );
    assert.deepEqual(await standing('new'), { cookie: 'rejected', age: 'accepted', privacy_terms: 'rejected' });
    await verified();
    const events = await receiptsHold('new');
    assert.equal(events.length, 8);
    const proof = events.find(({ leaf }) => leaf.kind === 'merge')!;
    const receipt = await engine.ledger.receipt(proof.leaf.id);
    const { into, user } = receipt!.openings!.subject;
    assert.deepEqual([user, into, receipt!.event.number, receipt!.event.decision], ['old', 'new', 4, null]);
    const forged = {
      ...receipt!,
      openings: { ...receipt!.openings!, subject: { ...receipt!.openings!.subject, into: 'x' } },
    };
    assert.equal(verifyReceipt(JSON.stringify(forged), null).valid, false);
    const { into: _, ...without } = receipt!.openings!.subject;
    const bare = { ...receipt!, openings: { ...receipt!.openings!, subject: without } };
    assert.equal(verifyReceipt(JSON.stringify(bare), null).valid, false);
    // A receipt from before still verifies, and the next one says that there is a later decision of the same person.
    assert.equal(verifyReceipt(legacy, null).valid, true);
    const cookie = events.find(
      ({ leaf }) => leaf.rule === 'cookie' && leaf.kind === 'decision' && leaf.decision === 'rejected',
    );
    assert.equal((await engine.ledger.receipt(cookie!.leaf.id))?.later?.exists, true);

    assert.deepEqual(await engine.mergeAccounts({ from: 'old', into: 'new' }), { ...merge, isNew: false, rules: [] });
    await verified();
  });

  test('what is decided later in the account that ended counts for the other; its requests are refused', async () => {
    await decide(engine, 'old', 'cookie', 'accept');
    await engine.mergeAccounts({ from: 'old', into: 'new' });
    assert.equal((await standing('new'))['cookie'], 'accepted');
    await decide(engine, 'old', 'cookie', 'reject');
    await decide(engine, 'old', 'age', 'accept');
    assert.deepEqual(await standing('new'), { cookie: 'rejected', age: 'accepted', privacy_terms: 'passive' });
    const own = await ask(engine, '/user_terms.json', { user: 'old' });
    assert.match(await own.text(), /"rejected"/);
    const refused = await ask(engine, '/user_portability_requests.json', { user: 'old', method: 'POST' });
    assert.deepEqual([refused.status, ((await refused.json()) as { code: string }).code], [409, 'account_merged']);
    await assert.rejects(engine.erasure.create({ id: 'old' }), { code: 'account_merged' });
    await verified();
    await receiptsHold('new');
  });

  test('requests move, open ones refuse the merge, and so do accounts that cannot be merged', async () => {
    const closed = await engine.requests.create({ id: 'old' });
    await engine.requests.deny(closed.id, 'No');
    const body = { body: 'We found two accounts.' };
    await ask(engine, `/requests/portability/${closed.id}/messages.json`, { user: 'admin', method: 'POST', body });
    const open = await engine.requests.create({ id: 'old' });
    const merge = (from: unknown, into: unknown) =>
      engine.mergeAccounts({ from, into } as { from: string; into: string });
    await assert.rejects(merge('old', 'new'), { code: 'merge_refused' });
    await engine.requests.deny(open.id, 'No');
    const erasure = await engine.erasure.create({ id: 'new' });
    await assert.rejects(merge('old', 'new'), { code: 'merge_refused' });
    await engine.erasure.cancel(erasure.id);
    await assert.rejects(merge('old', 'old'), { code: 'merge_refused' });
    for (const id of ['', 7, null, 'x'.repeat(300)]) await assert.rejects(merge('old', id), { code: 'invalid_input' });
    await assert.rejects(merge('old', 'nobody'), { code: 'not_found' });
    await assert.rejects(merge('nobody', 'new'), { code: 'not_found' });
    await merge('old', 'new');
    const moved = await ask(engine, `/portability_requests/${closed.id}.json`, { user: 'admin' });
    assert.equal(((await moved.json()) as { user_id: string }).user_id, 'new');
    const { rows } = await database.execute<{ user_id: string }>('select user_id from policy_manager_request_messages');
    assert.deepEqual(
      rows.map(({ user_id: owner }) => owner),
      ['new'],
      'its messages, too',
    );
    await assert.rejects(merge('old', 'third'), { code: 'account_merged' });
    await assert.rejects(merge('third', 'old'), { code: 'account_merged' });
    await verified();
  });

  test('an erasure erases both, also after a chain of merges, and the ledger verifies', async () => {
    await decide(engine, 'old', 'cookie', 'accept');
    await decide(engine, 'new', 'age', 'accept');
    await engine.mergeAccounts({ from: 'old', into: 'new' });
    await engine.mergeAccounts({ from: 'new', into: 'third' });
    assert.deepEqual(await standing('third'), { cookie: 'accepted', age: 'accepted', privacy_terms: 'passive' });
    await verified();
    await engine.ledger.erase('third');
    await verified();
    const { rows } = await database.execute<{ n: unknown }>(
      'select count(*) as n from policy_manager_ledger_identities where subject is not null or merged_into is not null',
    );
    assert.equal(Number(rows[0]?.n), 0);
    assert.equal((await ask(engine, '/people/old.json', { user: 'admin' })).status, 200);
    const accounts = await database.execute<{ n: unknown }>('select count(*) as n from policy_manager_ledger_accounts');
    assert.equal(Number(accounts.rows[0]?.n), 0);
  });

  test('an administrator sees who the other account is and what will count, before merging', async () => {
    await decide(engine, 'old', 'cookie', 'reject');
    await decide(engine, 'new', 'cookie', 'accept');
    await decide(engine, 'new', 'age', 'accept');
    const page = async (into: string, headers = {}) => {
      const path = `/people/old/merge${into === '' ? '' : `?into=${encodeURIComponent(into)}`}`;
      const response = await ask(engine, path, { user: 'admin', headers: { accept: 'text/html', ...headers } });
      return { status: response.status, html: await response.text() };
    };
    const isFinal = (html: string) => /type="hidden" name="into" value="([^"]*)"/.exec(html)?.[1] ?? null;
    const asked = await page('');
    assert.match(asked.html, /name="into"/);
    assert.equal(isFinal(asked.html), null);
    // Neither this account nor the one that nobody has.
    for (const text of ['old', 'zzz']) {
      const none = await page(text);
      assert.match(none.html, /No other account matches/);
      assert.equal(isFinal(none.html), null);
    }
    users.add('new-2');
    const several = await page('ne');
    assert.deepEqual([...several.html.matchAll(/merge\?into=([\w-]+)"/g)].map(([, id]) => id ?? '').toSorted(), [
      'new',
      'new-2',
    ]);
    assert.equal(isFinal(several.html), null);
    const viewed = async () => {
      const { rows } = await database.execute<{ n: unknown }>(
        "select count(*) as n from policy_manager_person_lookups where user_id = 'new'",
      );
      return Number(rows[0]?.n);
    };
    const before = await viewed();
    // An ID in full, although the host finds others by it, too.
    const exact = await page('new');
    assert.equal(isFinal(exact.html), 'new');
    const cells = [...exact.html.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell]) =>
      cell!.replaceAll(/<[^>]+>/g, ''),
    );
    assert.deepEqual(cells.slice(-8), [
      'Cookie',
      'Rejected',
      'Accepted',
      'Rejected',
      'Age',
      'No decision',
      'Accepted',
      'Accepted',
    ]);
    assert.equal((await viewed()) - before, 1, 'it is recorded whose decisions were shown');
    const sent = await page('new', { 'sec-fetch-site': 'cross-site' });
    assert.equal(isFinal(sent.html), null);
    assert.match(sent.html, /View this person\?/);
    const { rules } = await engine.mergeAccounts({ from: 'old', into: 'new' });
    assert.deepEqual(
      [rules, await standing('new')],
      [['cookie'], { cookie: 'rejected', age: 'accepted', privacy_terms: 'passive' }],
    );
    assert.equal((await page('third')).status, 409);
  });

  test('an administrator merges accounts on the page of the one that ends', async () => {
    await decide(engine, 'old', 'cookie', 'reject');
    const form = await ask(engine, '/people/old/merge', { user: 'admin', headers: { accept: 'text/html' } });
    assert.match(await form.text(), /name="into"/);
    const path = '/people/old/merge.json';
    assert.equal((await ask(engine, path, { user: 'old', method: 'POST', body: { into: 'new' } })).status, 403);
    assert.equal((await ask(engine, path, { user: 'admin', method: 'POST', body: { into: '' } })).status, 422);
    const merged = await ask(engine, path, { user: 'admin', method: 'POST', body: { into: 'new' } });
    assert.deepEqual(await merged.json(), { from: 'old', into: 'new', is_new: true, rules: ['cookie'] });
    const page = await ask(engine, '/people/old', { user: 'admin', headers: { accept: 'text/html' } });
    assert.match(await page.text(), /merged into[^<]*<a href="[^"]*\/people\/new"/);
    const audit = (await (await ask(engine, '/audit.json', { user: 'admin' })).json()) as {
      entries: { action: string; actor: string }[];
    };
    assert.equal(audit.entries.find(({ action }) => action === 'accounts_merged')?.actor, 'admin');
    await verified();
  });
});
