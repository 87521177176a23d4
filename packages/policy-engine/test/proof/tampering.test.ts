/** Any change of a sealed ledger is detected; a lawful erasure is not reported. */
import assert from 'node:assert/strict';
import { before, beforeEach, describe, test } from 'node:test';
import type { Database, PolicyEngine } from 'policy-engine';
import type { LedgerFinding as Finding } from 'policy-engine/ledger';
import { hashOf } from '../../dist/modules/terms/markdown/text.js';
import { Computer, visitorIn } from '../support/computer.ts';
import { forEachDatabase } from '../support/databases.ts';
import {
  ask,
  CHECKPOINTS_BEFORE,
  decide,
  cutTo,
  decisionsOn,
  empty,
  EMPTY,
  engineOn,
  FIRST,
  handsOn,
  isTime,
  newKeys,
  noted,
  publish,
  RULES,
  textOfNote,
} from './support.ts';

const [keys, otherKeys] = [newKeys(), newKeys()];
const settings = { batchSize: 4 };

/** Another value of the same length, with one byte changed. */
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

  test('verify finds nothing in an unchanged ledger, also with a pending event', async () => {
    const lines: Finding[] = [];
    const outcome = await engine.ledger.verify({ report: (finding) => lines.push(finding) });
    const { ok, events, pending, checkpoints, erased, signaturesChecked } = outcome;
    assert.deepEqual(lines, []);
    assert.deepEqual(
      { ok, events, pending, checkpoints, erased, signaturesChecked },
      { ok: true, events: 20, pending: 1, checkpoints: 6, erased: 0, signaturesChecked: 'given' },
    );
    assert.deepEqual(outcome.checkpoint, await engine.ledger.checkpoint());
  });

  test('one changed byte in any column of a sealed event, its identity, a checkpoint or a tile is detected', async () => {
    // Only the data of the sealer's own events is null in an adoption; its identity has no null.
    const [adoption] = await rowsOf('ledger_events', "kind = 'adoption'");
    const [identity] = await rowsOf('ledger_identities', `event_id = '${String(adoption!['id'])}'`);
    const [checkpoint] = await rowsOf('ledger_checkpoints', `number = ${CHECKPOINTS_BEFORE + 3}`);
    const [tile] = await rowsOf('ledger_tiles', "tile = '0/0'");
    const targets = [
      ['ledger_events', adoption!, `leaf = '${String(adoption!['leaf'])}'`],
      ['ledger_identities', identity!, `subject_salt = '${String(identity!['subject_salt'])}'`],
      ['ledger_checkpoints', checkpoint!, `root = '${String(checkpoint!['root'])}'`],
      ['ledger_tiles', tile!, `hashes = '${String(tile!['hashes'])}'`],
    ] as const;
    const ofTheSealer = new Set(['about', 'about_hash', 'reason', 'about_count']);
    let tried = 0;
    for (const [table, row, where] of targets) {
      for (const [column, value] of Object.entries(row)) {
        const [other, expected] = EMPTY[column] ?? [];
        if (expected !== undefined) {
          assert.equal(value, null);
          await set(table, column, other, where);
          assert.deepEqual(codes(await found()), expected);
          await set(table, column, null, where);
          continue;
        }
        // The database's time is not a part of the proof: see `clocks`.
        if (column === 'stored_at') continue;
        // Only determines which of two checkpoints a receipt uses: the cosignatures are in the note, and the receipt states them.
        if (column === 'cosigned') continue;
        if (ofTheSealer.has(column)) {
          assert.equal(value, null);
          await set(table, column, column === 'about_count' ? 1 : 'x', where);
          assert.deepEqual(codes(await found()), ['event_changed'], column);
          await set(table, column, null, where);
          continue;
        }
        assert.notEqual(value, null, `${table}.${column} has to have a value for this test`);
        const changed = tampered(value);
        // The row is found again by a column other than the changed one.
        const again = where.startsWith(column) ? where.replace(String(value), String(changed)) : where;
        await set(table, column, changed, where);
        assert.notDeepEqual(await found(), [], `${table}.${column}: ${String(value)} → ${String(changed)}`);
        await set(table, column, value, again);
        tried += 1;
      }
    }
    assert.equal(tried, 18 + 9 + 4 + 2);
    assert.deepEqual(await found(), []);
  });

  test('a changed event is named, whichever of its values changed', async () => {
    await set('ledger_events', 'decision', 'rejected', `sealed = ${FIRST}`);
    const findings = await found();
    assert.deepEqual(codes(findings), ['event_changed', 'projection_changed']);
    assert.match(findings[0]!.message, /^event 9 \([0-9a-f-]{36}\) was changed$/);
  });

  test('a value that was added where there was none is detected', async () => {
    await set(
      'ledger_identities',
      'visitor',
      'somebody',
      `subject = 'bob' and event_id = (select min(id) from policy_manager_ledger_events where sealed = ${FIRST + 3})`,
    );
    assert.deepEqual(codes(await found()), ['identity_changed']);
  });

  test('a missing event is detected', async () => {
    await database.execute(`delete from policy_manager_ledger_events where sealed = ${FIRST + 5}`);
    const findings = await found();
    assert.deepEqual(codes(findings), ['event_missing', 'identity_added', 'projection_added', 'tree_changed']);
    assert.equal(findings[0]!.message, 'event 14 is missing');
  });

  for (const [name, position] of [
    ['beside another one', FIRST + 5],
    ['after the last', FIRST + 11],
    ['far behind', 1_000_000],
    ['at the very end of what the column holds', 2 ** 31 - 1],
    ['before the first', -1],
  ] as const) {
    test(`an event inserted in ${name} is detected`, async () => {
      const [event] = await rowsOf('ledger_events', `sealed = ${FIRST + 5}`);
      await insert('ledger_events', { ...event, id: '00000000-forged', sealed: position });
      assert.ok(codes(await found()).includes('event_added'));
    });
  }

  test('two events with swapped places, numbers or contents are detected', async () => {
    const swap = async (one: number, other: number) => {
      await set('ledger_events', 'sealed', 99, `sealed = ${one}`);
      await set('ledger_events', 'sealed', one, `sealed = ${other}`);
      await set('ledger_events', 'sealed', other, 'sealed = 99');
    };
    await swap(FIRST + 4, FIRST + 5);
    assert.deepEqual(codes(await found()), ['tree_changed']);
    await swap(FIRST + 4, FIRST + 5);
    assert.deepEqual(await found(), []);
    await swap(FIRST, FIRST + 10);
    const findings = await found();
    assert.equal(findings.length, 2, 'both batches');
  });

  for (const number of [1, 2, 3]) {
    test(`checkpoint ${number} of 3 dropped is detected`, async () => {
      await database.execute(
        `delete from policy_manager_ledger_checkpoints where number = ${CHECKPOINTS_BEFORE + number}`,
      );
      const expected = number === 3 ? ['event_added', 'tile_changed'] : ['checkpoint_missing'];
      assert.deepEqual(codes(await found()), expected);
    });
  }

  test('a checkpoint signed again with another key is detected', async () => {
    const logger = { error: () => {} };
    const forging = { ...settings, flagForeign: false };
    const forger = engineOn(database, { ledgerKey: otherKeys.secret, ledger: forging, logger });
    await cutTo(database, FIRST + 8);
    await assert.rejects(forger.ledger.seal(), /signed by no known key/, 'nothing is built on what others signed');
    const knowing = { ...forging, earlierKeys: [keys.public] };
    const patient = engineOn(database, { ledgerKey: otherKeys.secret, ledger: knowing, logger });
    assert.equal((await patient.ledger.seal()).events, 4);
    const unsigned = [4, 8, 9, 13, 17].map((size) => {
      return { code: 'signature_missing', message: `checkpoint ${size}: the note is signed by no known key` };
    });
    assert.deepEqual(await found({}, forger), unsigned);
    assert.deepEqual(await found(), [
      { code: 'signature_missing', message: 'checkpoint 21: the note is signed by no known key' },
    ]);
  });

  test('a checkpoint with a missing or changed signature is detected', async () => {
    const { note } = (await engine.ledger.checkpoint())!;
    const change = async (other: string) => {
      await set('ledger_checkpoints', 'note', other, `number = ${CHECKPOINTS_BEFORE + 3}`);
      return codes(await found());
    };
    assert.ok((await change(textOfNote(note))).includes('checkpoint_changed'));
    assert.ok((await change(note.replace('=\n\n', ' =\n\n'))).includes('checkpoint_changed'), 'base64 with a space');
    const end = note.lastIndexOf('=\n') - 1;
    const same = String.fromCharCode(note.charCodeAt(end) + 1);
    assert.notDeepEqual(
      await change(note.slice(0, end) + same + note.slice(end + 1)),
      [],
      'base64 that means the same',
    );
    const inside = note.length - 20;
    const other = note[inside] === 'A' ? 'B' : 'A';
    assert.deepEqual(await change(note.slice(0, inside) + other + note.slice(inside + 1)), ['signature_wrong']);
    const stranger = `— witness.example ${Buffer.alloc(76, 1).toString('base64')}\n`;
    assert.deepEqual(await change(note + stranger), [], 'signatures of unknown keys are ignored');
  });

  describe('a ledger that was completely rewritten with the right key', () => {
    const rewrite = async () => {
      const noted = (await engine.ledger.checkpoint())!.note;
      await empty(database);
      for (const user of ['anna', 'bob', 'carol']) await decide(engine, user, 'age', 'reject');
      await engine.ledger.seal();
      return noted;
    };
    test('is detected only by comparison with a checkpoint that was noted elsewhere', async () => {
      const noted = await rewrite();
      assert.deepEqual(await found(), []);
      assert.deepEqual(codes(await found({ noted })), ['noted_checkpoint_contradicted']);
    });
    test('does not match a noted checkpoint if it was truncated', async () => {
      const noted = (await engine.ledger.checkpoint())!.note;
      assert.deepEqual(await found({ noted }), []);
      assert.deepEqual(await found({ noted: (await engine.ledger.checkpoint(FIRST + 4))!.note }), [], 'an older one');
      await cutTo(database, FIRST + 8);
      await database.execute(
        'delete from policy_manager_ledger_identities where event_id in (select id from policy_manager_ledger_events where sealed is null)',
      );
      await database.execute('delete from policy_manager_ledger_events where sealed is null');
      assert.deepEqual(codes(await found({ noted })), [
        'event_missing',
        'noted_checkpoint_contradicted',
        'projection_added',
        'projection_changed',
      ]);
    });
  });

  describe('a text that people decided on', () => {
    const text = async (rule: string) => {
      const [term] = await rowsOf('terms', `rule = '${rule}' and version = 1`);
      return { term: term!, row: `id = '${String(term!['id'])}'` };
    };

    test('is detected if it was rewritten', async () => {
      const { term, row } = await text('age');
      await set('terms', 'description', '# age, and all your data\n', row);
      assert.deepEqual(await found(), [
        { code: 'text_changed', message: 'the text of age, version 1, in en is not what was published' },
      ]);
      await set('terms', 'hash', hashOf('# age, and all your data\n'), row);
      const [publication, only, ...others] = await found();
      assert.deepEqual([only?.code, others], ['text_missing', []], 'with its hash');
      assert.deepEqual(publication, {
        code: 'publication_changed',
        message: 'the text of age, version 1, in en was published with another text: see event 1',
      });
      assert.match(only!.message, /^event 9 \(.*\) is about a text of age, version 1, that is not there$/);
      await set('terms', 'hash', null, row);
      assert.deepEqual(
        codes(await found()),
        ['publication_changed', 'text_changed', 'text_missing'],
        'and without one',
      );
      await set('terms', 'hash', term['hash'], row);
      await set('terms', 'description', term['description'], row);
      assert.deepEqual(await found(), []);
    });

    test('a text with another version number, or turned back into a draft, is found', async () => {
      const { row } = await text('age');
      await set('terms', 'version', 7, row);
      assert.deepEqual(codes(await found()), ['projection_changed', 'publication_changed', 'text_missing']);
      await set('terms', 'version', 1, row);
      await set('terms', 'state', 'draft', row);
      assert.deepEqual(codes(await found()), ['publication_missing', 'text_missing']);
      await set('terms', 'state', 'published', row);
    });

    test('a text changed in another language is found', async () => {
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

  test('an erased identity is distinguished, and every proof still verifies', async () => {
    const before = await engine.ledger.eventsAbout({ userId: 'anna', visitorId: null });
    assert.equal(before.length, 4);
    assert.equal(await engine.ledger.erase('anna'), 4);
    assert.equal(await engine.ledger.erase('dave'), 2, 'the adoption, and what was taken over');
    const { ok, erased, events, pending } = await engine.ledger.verify();
    assert.deepEqual({ ok, erased, events, pending }, { ok: true, erased: 6, events: 20, pending: 8 });
    assert.deepEqual(await engine.ledger.eventsAbout({ userId: 'anna', visitorId: null }), []);
    const { rows } = await database.execute('select * from policy_manager_ledger_identities');
    assert.doesNotMatch(JSON.stringify(rows), /anna|dave/);
  });

  test('a checkpoint that claims more events than there are, over the maximum gap, is detected', async () => {
    const [event] = await rowsOf('ledger_events', `sealed = ${FIRST + 5}`);
    await insert('ledger_events', { ...event, id: '00000000-forged', sealed: 2 ** 31 - 1 });
    await set('ledger_checkpoints', 'size', 2 ** 31 - 1, `number = ${CHECKPOINTS_BEFORE + 3}`);
    const findings = await found();
    assert.ok(codes(findings).includes('checkpoint_changed'), JSON.stringify(findings));
    assert.ok(codes(findings).includes('event_added'), JSON.stringify(findings));
  });

  test('two simultaneous clicks of one visitor are one decision', async () => {
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

  test('the key of the database signs only until another key is configured', async () => {
    await empty(database);
    const keyless = engineOn(database);
    await decide(keyless, 'anna', 'age');
    await keyless.ledger.seal();
    const outcome = await keyless.ledger.verify();
    assert.deepEqual([outcome.ok, outcome.signaturesChecked, keyless.ledger.hasOwnKey], [true, 'stored', false]);
    const opened = engineOn(database, { ledgerKey: keys.secret });
    assert.deepEqual(codes(await found({}, opened)), ['signature_missing'], 'anybody who can write there can sign');
    await decide(opened, 'bob', 'age');
    const { checkpoint } = await opened.ledger.seal();
    assert.equal(checkpoint!.note.split('\n— ').length, 3, 'the change is signed with both');
    assert.deepEqual(await found({}, opened), []);
    await decide(opened, 'dave', 'age');
    assert.equal((await opened.ledger.seal()).checkpoint!.note.split('\n— ').length, 2);
    await decide(opened, 'erin', 'age');
    await assert.rejects(keyless.ledger.seal(), /signed by no known key/, 'an engine without the key goes no further');
    const changing = { earlierKeys: [keys.secret], flagForeign: false };
    const secretly = engineOn(database, { ledgerKey: otherKeys.secret, ledger: changing });
    const rotated = await secretly.ledger.seal();
    assert.equal(rotated.checkpoint!.note.split('\n— ').length, 3, 'as is any later change');
    assert.deepEqual(await found({}, secretly), []);
    assert.deepEqual(await found({}, opened), [], 'who knows only the former key can follow to here');
    const later = engineOn(database, { ledgerKey: otherKeys.secret, ledger: { earlierKeys: [keys.public] } });
    await decide(later, 'carol', 'age');
    await later.ledger.seal();
    assert.deepEqual(await found({}, later), []);
    assert.deepEqual(codes(await found({}, opened)), ['signature_missing']);
  });
});
