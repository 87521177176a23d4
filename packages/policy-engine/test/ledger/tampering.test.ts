/** Whatever is done to a sealed ledger is found; what the law wants erased is not missed. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Database, Finding, PolicyEngine, Row } from 'policy-engine';
import { newEvent } from '../../dist/ledger/event.js';
import { rowsOf as eventRows } from '../../dist/ledger/rows.js';
import { forEachDatabase } from '../support/databases.ts';
import { ask, decide, empty, engineOn, newKeys, publish, RULES } from './support.ts';

const [keys, otherKeys] = [newKeys(), newKeys()];
const settings = { batchSize: 4 };

/** Another value of the same length, one byte apart. */
function tampered(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  const text = String(value);
  return text.slice(0, -1) + (text.endsWith('1') ? '2' : '1');
}

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;

  before(async () => {
    database = await target.open();
    engine = engineOn(database, { ledgerKey: keys.secret, ledger: settings });
    await engine.migrate();
    for (const rule of RULES) await publish(engine, rule);
  });

  // Ten decisions and a link in three batches, and one event that is pending.
  beforeEach(async () => {
    await empty(database);
    for (const user of ['anna', 'bob', 'carol']) {
      await ask(engine, '/user_terms/age/accept.json', { method: 'PUT', user, ip: '203.0.113.9', headers: BROWSER });
      await ask(engine, '/user_terms/cookie/reject.json', { method: 'PUT', user, headers: { 'sec-gpc': '1' } });
      await decide(engine, user, 'privacy_terms');
    }
    const visitorId = '5f0c2f9e-9a53-4c55-8b1d-0c1df6a1c003';
    await ask(engine, '/user_terms/cookie/accept.json', { method: 'PUT', cookie: `policy_visitor=${visitorId}` });
    const from = { locale: 'en', userAgent: 'Browser', ip: '203.0.113.0/24', shown: '{}' };
    await engine.ledger.link(database, { userId: 'dave', visitorId }, 'api', from);
    assert.equal((await engine.ledger.seal()).events, 11);
    await decide(engine, 'anna', 'cookie');
  });

  const BROWSER = { 'user-agent': 'Browser' };
  const place = (index: number) => (database.dialect === 'postgres' ? `$${index}` : '?');
  const rowsOf = async (table: string, where: string) =>
    (await database.execute(`select * from policy_manager_${table} where ${where}`)).rows;
  const set = async (table: string, column: string, value: unknown, where: string) => {
    const sql = `update policy_manager_${table} set ${column} = ${place(1)} where ${where}`;
    assert.equal((await database.execute(sql, [value])).affectedRows, 1, sql);
  };
  const insert = (table: string, row: Row) => {
    const columns = Object.keys(row);
    const places = columns.map((_, index) => place(index + 1));
    return database.execute(
      `insert into policy_manager_${table} (${columns.join(', ')}) values (${places.join(', ')})`,
      Object.values(row),
    );
  };
  const found = async (options: Parameters<PolicyEngine['ledger']['verify']>[0] = {}, by = engine) => {
    const { ok, findings, found: count } = await by.ledger.verify(options);
    assert.equal(ok, findings.length === 0);
    assert.equal(count, findings.length);
    return findings;
  };
  const codes = (findings: readonly Finding[]) => [...new Set(findings.map(({ code }) => code))].toSorted();

  test('nothing is found where nothing was done, also with a pending event', async () => {
    const lines: Finding[] = [];
    const outcome = await engine.ledger.verify({ report: (finding) => lines.push(finding) });
    const { ok, events, pending, heads, erased, signaturesChecked } = outcome;
    assert.deepEqual(lines, []);
    assert.deepEqual(
      { ok, events, pending, heads, erased, signaturesChecked },
      { ok: true, events: 11, pending: 1, heads: 3, erased: 0, signaturesChecked: true },
    );
    assert.equal(outcome.head, (await engine.ledger.head())?.hash);
  });

  test('one byte in any column of a sealed event, its identity or a head', async () => {
    // Event 10 is the link, whose identity has no null; events of the two before have a rule.
    const [link] = await rowsOf('ledger_events', "kind = 'link'");
    const [decision] = await rowsOf('ledger_events', "kind = 'decision' and sealed = 1");
    const [identity] = await rowsOf('ledger_identities', `event_id = '${String(link!['id'])}'`);
    const [head] = await rowsOf('ledger_heads', 'sequence = 3');
    const targets = [
      ['ledger_events', decision!, `leaf = '${String(decision!['leaf'])}'`],
      ['ledger_identities', identity!, `subject_salt = '${String(identity!['subject_salt'])}'`],
      ['ledger_heads', head!, `root = '${String(head!['root'])}'`],
    ] as const;
    let tried = 0;
    for (const [table, row, where] of targets) {
      for (const [column, value] of Object.entries(row)) {
        assert.notEqual(value, null, `${table}.${column} has to have a value for this test`);
        const changed = tampered(value);
        // The row is found again by a column that is not the one that is changed.
        const again = where.startsWith(column) ? where.replace(String(value), String(changed)) : where;
        await set(table, column, changed, where);
        assert.notDeepEqual(await found(), [], `${table}.${column}: ${String(value)} → ${String(changed)}`);
        await set(table, column, value, again);
        tried += 1;
      }
    }
    assert.equal(tried, 13 + 9 + 9);
    assert.deepEqual(await found(), []);
  });

  test('a changed event is named, whichever of its values it was', async () => {
    await set('ledger_events', 'decision', 'rejected', 'sealed = 0');
    const findings = await found();
    assert.deepEqual(codes(findings), ['event_changed']);
    assert.match(findings[0]!.message, /^event 0 \([0-9a-f-]{36}\) was changed$/);
  });

  test('a value where there was none', async () => {
    await set(
      'ledger_identities',
      'visitor',
      'somebody',
      "subject = 'bob' and event_id = (select min(id) from policy_manager_ledger_events where sealed = 3)",
    );
    assert.deepEqual(codes(await found()), ['identity_changed']);
  });

  test('an event that is gone', async () => {
    await database.execute('delete from policy_manager_ledger_events where sealed = 5');
    const findings = await found();
    assert.deepEqual(codes(findings), ['batch_changed', 'event_missing', 'identity_added']);
    assert.equal(findings[0]!.message, 'event 5 is missing');
  });

  for (const [name, position] of [
    ['beside another one', 5],
    ['after the last', 11],
    ['far behind', 1_000_000],
    ['at the very end of what the column holds', 2 ** 31 - 1],
    ['before the first', -1],
  ] as const) {
    test(`an event put in ${name}`, async () => {
      const [event] = await rowsOf('ledger_events', 'sealed = 5');
      await insert('ledger_events', { ...event, id: '00000000-forged', sealed: position });
      assert.ok(codes(await found()).includes('event_added'));
    });
  }

  test('two events that changed places, numbers or contents', async () => {
    const swap = async (one: number, other: number) => {
      await set('ledger_events', 'sealed', 99, `sealed = ${one}`);
      await set('ledger_events', 'sealed', one, `sealed = ${other}`);
      await set('ledger_events', 'sealed', other, 'sealed = 99');
    };
    await swap(4, 5);
    assert.deepEqual(codes(await found()), ['batch_changed']);
    await swap(4, 5);
    assert.deepEqual(await found(), []);
    await swap(0, 10);
    const findings = await found();
    assert.equal(findings.length, 2, 'both batches');
  });

  for (const sequence of [1, 2, 3]) {
    test(`head ${sequence} of 3 dropped`, async () => {
      await database.execute(`delete from policy_manager_ledger_heads where sequence = ${sequence}`);
      const expected = sequence === 3 ? ['event_added'] : ['event_added', 'head_missing'];
      assert.deepEqual(codes(await found()), expected);
    });
  }

  test('a head signed again with another key', async () => {
    const logger = { error: () => {} };
    const forger = engineOn(database, { ledgerKey: otherKeys.secret, ledger: settings, logger });
    await database.execute('delete from policy_manager_ledger_heads where sequence = 3');
    await database.execute('update policy_manager_ledger_events set sealed = null where sealed >= 8');
    assert.equal((await forger.ledger.seal()).events, 4);
    assert.deepEqual(await found({}, forger), [
      { code: 'signature_wrong', message: 'the signature of head 1 was made with an unknown key' },
      { code: 'signature_wrong', message: 'the signature of head 2 was made with an unknown key' },
    ]);
    assert.deepEqual(await found(), [
      { code: 'signature_wrong', message: 'the signature of head 3 was made with an unknown key' },
    ]);
  });

  test('a head whose signature was taken away', async () => {
    const [head] = await rowsOf('ledger_heads', 'sequence = 3');
    await set('ledger_heads', 'signature', null, 'sequence = 3');
    assert.deepEqual(codes(await found()), ['signature_wrong']);
    await set('ledger_heads', 'signature', String(head!['signature']).replace('=', ' ='), 'sequence = 3');
    assert.deepEqual(codes(await found()), ['signature_wrong'], 'base64 that only means the same');
  });

  describe('the ledger rewritten from end to end with the right key', () => {
    const rewrite = async () => {
      const noted = (await engine.ledger.head())!.hash;
      for (const table of ['ledger_events', 'ledger_identities', 'ledger_heads', 'user_terms']) {
        await database.execute(`delete from policy_manager_${table}`);
      }
      for (const user of ['anna', 'bob', 'carol']) await decide(engine, user, 'age', 'reject');
      await engine.ledger.seal();
      return noted;
    };
    test('shows only against a head that was noted elsewhere', async () => {
      const noted = await rewrite();
      assert.deepEqual(await found(), []);
      assert.deepEqual(codes(await found({ noted })), ['noted_head_missing']);
    });
    test('as does one that was cut', async () => {
      const noted = (await engine.ledger.head())!.hash;
      assert.deepEqual(await found({ noted }), []);
      await database.execute('delete from policy_manager_ledger_heads where sequence = 3');
      await database.execute(
        'delete from policy_manager_ledger_identities where event_id in (select id from policy_manager_ledger_events where sealed >= 8)',
      );
      await database.execute('delete from policy_manager_ledger_events where sealed >= 8');
      assert.deepEqual(codes(await found({ noted })), ['noted_head_missing']);
    });
  });

  test('an erased identity is told apart, and every proof still holds', async () => {
    const before = await engine.ledger.eventsAbout({ userId: 'anna', visitorId: null });
    assert.equal(before.length, 4);
    assert.equal(await engine.ledger.erase('anna'), 4);
    assert.equal(await engine.ledger.erase('dave'), 2, 'the link, and what was linked');
    const { ok, erased, events, pending } = await engine.ledger.verify();
    assert.deepEqual({ ok, erased, events, pending }, { ok: true, erased: 6, events: 11, pending: 1 });
    assert.deepEqual(await engine.ledger.eventsAbout({ userId: 'anna', visitorId: null }), []);
    const { rows } = await database.execute('select * from policy_manager_ledger_identities');
    assert.doesNotMatch(JSON.stringify(rows), /anna|dave/);
  });

  test('a head that claims more than there is, over a gap as wide as the column', async () => {
    const [event] = await rowsOf('ledger_events', 'sealed = 5');
    await insert('ledger_events', { ...event, id: '00000000-forged', sealed: 2 ** 31 - 1 });
    await set('ledger_heads', 'size', 2 ** 31 - 1 - 8, 'sequence = 3');
    const findings = await found();
    assert.ok(codes(findings).includes('head_changed'), JSON.stringify(findings));
  });

  describe('what was written past the engine before it was sealed', () => {
    const suspected: { event?: unknown; reason?: unknown }[] = [];
    const watching = () => {
      suspected.length = 0;
      const logger = { error: (_: string, details: object) => void suspected.push(details) };
      return engineOn(database, { ledgerKey: keys.secret, ledger: settings, logger });
    };
    /** Makes a copy of the pending event with its identity, as consistent as its own hashes can be made without the key. */
    const forge = (at: string) => {
      const circumstances = { locale: 'en', userAgent: null, ip: null };
      const facts = { rule: 'age', version: 1, textHash: 'a'.repeat(64), decision: 'accepted', how: 'api' } as const;
      const subject = { userId: 'mallory', visitorId: null };
      const event = newEvent({ ...facts, kind: 'decision', at: new Date(at), subject, circumstances });
      return { event, rows: eventRows(event) };
    };
    for (const { name, reason, tamper } of [
      { name: 'a changed decision', reason: 'changed', tamper: `update @events set decision = 'rejected' where @` },
      { name: 'a changed name', reason: 'identity_changed', tamper: `update @identities set subject = 'bob' where @` },
      { name: 'a name taken away', reason: 'identity_missing', tamper: 'delete from @identities where @' },
    ]) {
      test(`${name} is sealed and said, once`, async () => {
        const [pending] = await rowsOf('ledger_events', 'sealed is null');
        const [table, column] = tamper.includes('@events') ? ['events', 'id'] : ['identities', 'event_id'];
        const where = `${column} = '${String(pending!['id'])}'`;
        await database.execute(tamper.replace(`@${table}`, `policy_manager_ledger_${table}`).replace('@', where));
        const watched = watching();
        assert.equal((await watched.ledger.seal()).events, 1);
        const told = { event: pending!['id'], rule: 'cookie', reason };
        assert.deepEqual(suspected, [told]);
        const [noted] = await rowsOf('admin_actions', `subject = '${String(pending!['id'])}'`);
        assert.equal(noted?.['action'], 'ledger_suspected');
        await watched.ledger.seal();
        assert.equal(suspected.length, 1);
      });
    }

    test('a whole event that fits its own hashes lacks the mark of the host', async () => {
      const { event, rows } = forge('2026-01-01T00:00:00.000Z');
      await insert('ledger_events', rows.event);
      await insert('ledger_identities', rows.identity);
      await watching().ledger.seal();
      assert.deepEqual(suspected, [{ event: event.leaf.id, rule: 'age', reason: 'not_appended_here' }]);
    });

    test('without a key nobody can tell, and what the engine appends is never suspected', async () => {
      await decide(engine, 'bob', 'cookie');
      await watching().ledger.seal();
      assert.deepEqual(suspected, []);
      const { rows } = forge('2026-01-01T00:00:00.000Z');
      await insert('ledger_events', rows.event);
      await insert('ledger_identities', rows.identity);
      await engineOn(database, { ledgerKey: keys.secret, ledger: { reportUnmarked: false } }).ledger.seal();
    });
  });

  test('who is erased was vouched for before, and the log says that somebody was', async () => {
    await database.execute('delete from policy_manager_admin_actions');
    assert.equal(await engine.ledger.erase('anna'), 4);
    const { rows } = await database.execute('select action, subject from policy_manager_admin_actions');
    assert.deepEqual(rows, [{ action: 'ledger_erased', subject: null }]);
  });

  describe('who is erased in a transaction of the host, before what they decided is sealed', () => {
    const suspected: { event?: unknown; reason?: unknown }[] = [];
    let watched: PolicyEngine;
    beforeEach(() => {
      suspected.length = 0;
      const logger = { error: (_: string, details: object) => void suspected.push(details) };
      watched = engineOn(database, { ledgerKey: keys.secret, ledger: settings, logger });
    });
    const erase = () => database.transaction((transaction) => watched.ledger.erase('anna', transaction));
    const ofPending = async () => {
      const [pending] = await rowsOf('ledger_events', 'sealed is null');
      return { id: String(pending!['id']), row: `event_id = '${String(pending!['id'])}'` };
    };

    test('is vouched for, and leaves nothing', async () => {
      const { row } = await ofPending();
      assert.equal(await erase(), 4);
      assert.equal(await erase(), 0, 'again there is nobody to erase');
      const kept = await rowsOf('ledger_identities', row);
      assert.equal(kept.length, 1);
      assert.doesNotMatch(JSON.stringify(kept), /anna/);
      const before = await watched.ledger.verify();
      assert.deepEqual([before.findings, before.erased, before.pending], [[], 4, 1]);
      assert.equal((await watched.ledger.seal()).events, 1);
      assert.deepEqual(suspected, []);
      assert.deepEqual(await rowsOf('ledger_identities', row), []);
      const after = await watched.ledger.verify();
      assert.deepEqual([after.findings, after.erased, after.pending], [[], 4, 0]);
    });

    test('stays when the host takes it back', async () => {
      const failing = database.transaction(async (transaction) => {
        await watched.ledger.erase('anna', transaction);
        throw new Error('the account could not be deleted');
      });
      await assert.rejects(failing, /could not be deleted/);
      assert.equal((await watched.ledger.eventsAbout({ userId: 'anna', visitorId: null })).length, 4);
    });

    test('what was changed before is said then, for nobody could say it later', async () => {
      const { id } = await ofPending();
      await set('ledger_events', 'decision', 'rejected', `id = '${id}'`);
      await erase();
      assert.deepEqual(suspected, [{ event: id, rule: 'cookie', reason: 'changed' }]);
    });

    test('a word that this host did not give is none', async () => {
      const { id, row } = await ofPending();
      await erase();
      await set('ledger_identities', 'subject_salt', 'f'.repeat(64), row);
      await watched.ledger.seal();
      assert.deepEqual(suspected, [{ event: id, rule: 'cookie', reason: 'identity_missing' }]);
    });
  });

  test('two clicks at once of one visitor are one decision', async () => {
    const visitor = 'a8f5f167-1d3c-4a51-9d5d-24a2f9c1d3e7';
    const click = (body: object, cookie?: string) =>
      ask(engine, '/user_terms/cookie/accept.json', { method: 'PUT', body, ...(cookie !== undefined && { cookie }) });
    const events = () => rowsOf('ledger_identities', `visitor = '${visitor}'`);
    const first = await Promise.all(Array.from({ length: 4 }, () => click({ visitor })));
    for (const { status } of first) assert.equal(status, 200);
    assert.equal((await events()).length, 1);
    const cookie = `policy_visitor=${visitor}; policy_rule_cookie=rejected; policy_rule_cookie_version=1`;
    await Promise.all(
      Array.from({ length: 4 }, () =>
        ask(engine, '/user_terms/cookie/reject.json', { method: 'PUT', cookie: `policy_visitor=${visitor}` }),
      ),
    );
    assert.equal((await events()).length, 2);
    await Promise.all(Array.from({ length: 4 }, () => click({}, cookie)));
    assert.equal((await events()).length, 3);
  });

  test('without a key the chain is checked, and a later key vouches for it', async () => {
    await empty(database);
    const unsigned = engineOn(database);
    await decide(unsigned, 'anna', 'age');
    await unsigned.ledger.seal();
    const outcome = await unsigned.ledger.verify();
    assert.deepEqual([outcome.ok, outcome.signaturesChecked, unsigned.ledger.isSigned], [true, false, false]);
    assert.deepEqual(codes(await found()), ['signature_missing']);
    await decide(engine, 'bob', 'age');
    await engine.ledger.seal();
    assert.deepEqual(await found(), []);
    const later = engineOn(database, { ledgerKey: otherKeys.secret, ledger: { earlierKeys: [keys.public] } });
    await decide(later, 'carol', 'age');
    await later.ledger.seal();
    assert.deepEqual(await found({}, later), []);
  });
});
