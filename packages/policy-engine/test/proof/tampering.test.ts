/** Whatever is done to a sealed ledger is found; what the law wants erased is not missed. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import type { LedgerFinding as Finding } from 'policy-engine/ledger';
import { hashOf } from '../../dist/modules/terms/text.js';
import { Computer, visitorIn } from '../support/computer.ts';
import { forEachDatabase } from '../support/databases.ts';
import {
  ask,
  decide,
  decisionsOn,
  empty,
  engineOn,
  handsOn,
  isTime,
  newKeys,
  noted,
  publish,
  RULES,
} from './support.ts';

const [keys, otherKeys] = [newKeys(), newKeys()];
const settings = { batchSize: 4 };

/** Another value of the same length, one byte apart. */
function tampered(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (isTime(value)) return new Date(Date.parse(value) + 1).toISOString();
  const text = String(value);
  return text.slice(0, -1) + (text.endsWith('1') ? '2' : '1');
}

forEachDatabase((target) => {
  let database: Database;
  let engine: PolicyEngine;
  let restore: () => Promise<void>;

  before(async () => {
    database = await target.open();
    engine = engineOn(database, { ledgerKey: keys.secret, ledger: settings });
    await engine.migrate();
    for (const rule of RULES) await publish(engine, rule);
  });

  before(async () => {
    await decisionsOn(engine);
    restore = await noted(database);
  });
  beforeEach(() => restore());

  const { rowsOf, set, insert } = handsOn(() => database);
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
    // Nothing of an adoption, nor of its identity, is null.
    const [adoption] = await rowsOf('ledger_events', "kind = 'adoption'");
    const [identity] = await rowsOf('ledger_identities', `event_id = '${String(adoption!['id'])}'`);
    const [head] = await rowsOf('ledger_heads', 'sequence = 3');
    const targets = [
      ['ledger_events', adoption!, `leaf = '${String(adoption!['leaf'])}'`],
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
    assert.equal(tried, 14 + 9 + 9);
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

  describe('a text that people decided on', () => {
    const text = async (rule: string) => {
      const [term] = await rowsOf('terms', `rule = '${rule}' and version = 1`);
      return { term: term!, row: `id = '${String(term!['id'])}'` };
    };

    test('rewritten', async () => {
      const { term, row } = await text('age');
      await set('terms', 'description', '# age, and all your data\n', row);
      assert.deepEqual(await found(), [
        { code: 'text_changed', message: 'the text of age, version 1, in en is not what was published' },
      ]);
      await set('terms', 'hash', hashOf('# age, and all your data\n'), row);
      const [only, ...others] = await found();
      assert.deepEqual([only?.code, others], ['text_missing', []], 'with its hash');
      assert.match(only!.message, /^event 0 \(.*\) is about a text of age, version 1, that is not there$/);
      await set('terms', 'hash', null, row);
      assert.deepEqual(codes(await found()), ['text_changed', 'text_missing'], 'and without one');
      await set('terms', 'hash', term['hash'], row);
      await set('terms', 'description', term['description'], row);
      assert.deepEqual(await found(), []);
    });

    test('under another number, or taken back', async () => {
      const { row } = await text('age');
      await set('terms', 'version', 7, row);
      assert.deepEqual(codes(await found()), ['text_missing']);
      await set('terms', 'version', 1, row);
      await set('terms', 'state', 'draft', row);
      assert.deepEqual(codes(await found()), ['text_missing']);
      await set('terms', 'state', 'published', row);
    });

    test('in another language', async () => {
      const { term } = await text('cookie');
      const { id, created_at, updated_at } = term;
      const translated = '# biscuit\n';
      const row = { id: 'fr', term_id: id, locale: 'fr', description: translated, hash: hashOf(translated), late: 1 };
      await insert('term_translations', { ...row, created_at, updated_at });
      const headers = { 'accept-language': 'fr' };
      const as = { method: 'PUT', user: 'fran', headers, body: { locale: 'fr', hash: hashOf(translated) } };
      const texts = engineOn(database, { ledgerKey: keys.secret, ledger: settings });
      assert.equal((await ask(texts, '/user_terms/cookie/accept.json', as)).status, 200);
      assert.deepEqual(await found(), []);
      await set('term_translations', 'description', '# cake\n', "id = 'fr'");
      assert.deepEqual(await found(), [
        { code: 'text_changed', message: 'the text of cookie, version 1, in fr is not what was published' },
      ]);
      await database.execute('delete from policy_manager_term_translations');
      assert.deepEqual(codes(await found()), ['text_missing']);
    });
  });

  test('an erased identity is told apart, and every proof still holds', async () => {
    const before = await engine.ledger.eventsAbout({ userId: 'anna', visitorId: null });
    assert.equal(before.length, 4);
    assert.equal(await engine.ledger.erase('anna'), 4);
    assert.equal(await engine.ledger.erase('dave'), 2, 'the adoption, and what was taken over');
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

  test('two clicks at once of one visitor are one decision', async () => {
    const word = 'a8f5f167-1d3c-4a51-9d5d-24a2f9c1d3e7';
    const send = (verb: 'accept' | 'reject', body: object, cookie?: string) =>
      ask(engine, `/user_terms/cookie/${verb}.json`, { method: 'PUT', body, ...(cookie !== undefined && { cookie }) });
    const fourTimes = <Type>(make: () => Promise<Type>) => Promise.all(Array.from({ length: 4 }, make));
    const computer = new Computer(engine);
    const first = await fourTimes(() => send('accept', { click: word }));
    for (const { status, headers } of first) {
      assert.equal(status, 200);
      computer.keep(headers.getSetCookie());
    }
    const visitor = visitorIn(computer);
    const events = () => rowsOf('ledger_identities', `visitor = '${visitor}'`);
    assert.equal((await events()).length, 1);
    const visitorAlone = `policy_visitor=${computer.cookies.get('policy_visitor')}`;
    const refused = await fourTimes(() => send('reject', {}, visitorAlone));
    assert.equal((await events()).length, 2);
    computer.keep(refused[0]!.headers.getSetCookie());
    await fourTimes(() => send('accept', {}, computer.header));
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
