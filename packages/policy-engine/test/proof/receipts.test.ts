/** Receipts: first pending, then a proof that verifies without the database; and who may see which. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { PolicyEngine } from 'policy-engine';
import type { Receipt } from 'policy-engine/ledger';
import { connectDatabase } from 'policy-engine';
import { ledgerVkey, verifyReceipt } from 'policy-engine/ledger';
import { eventKinds } from '../../dist/modules/proof/ledger/event.js';
import { hashOf } from '../../dist/modules/terms/markdown/text.js';
import { createId } from '../../dist/platform/database/statements/ids.js';
import { Computer } from '../support/computer.ts';
import { assertDescribed, type DescribedApi } from '../support/openapi.ts';
import { ask, decide, engineOn, newKeys, publish, RULES } from './support.ts';

const [keys, otherKeys] = [newKeys(), newKeys()];
const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-ledger-'));
const file = path.join(folder, 'host.db');

/** Receipts of a decision, a publication, an administration, a judgement and a takeover, with their keys. */
function vectorsOfTheDocs(): [receipts: Receipt[], keys: string] {
  const file = readFileSync(new URL('../../docs/ledger-vectors.json', import.meta.url), 'utf8');
  const vectors = JSON.parse(file) as { keys: string[]; receipts: string[]; restored: { receipts: string[] } };
  const receipts = [...vectors.receipts, ...vectors.restored.receipts].map((text) => JSON.parse(text) as Receipt);
  return [receipts, vectors.keys.join('\n')];
}

let engine: PolicyEngine;
let api: DescribedApi | undefined;

before(async () => {
  engine = engineOn(await connectDatabase(file), { ledgerKey: keys.secret, ledger: { batchSize: 5 } });
  await engine.migrate();
  for (const rule of RULES) await publish(engine, rule);
});
after(async () => {
  await engine.database.close();
  rmSync(folder, { recursive: true });
});

async function json(at: string, asking: Parameters<typeof ask>[2] = {}): Promise<{ status: number; body: unknown }> {
  const response = await ask(engine, at, asking);
  api ??= engine.openApiDocument();
  await assertDescribed(api, 'GET', at, response.clone());
  return { status: response.status, body: await response.json() };
}

async function receiptOf(user: string, rule = 'age'): Promise<Receipt> {
  const { status, body } = await json(`/user_terms/${rule}/receipt.json`, { user });
  assert.equal(status, 200);
  return body as Receipt;
}

describe('a receipt', () => {
  test('is pending until the event is sealed, and proves nothing before', async () => {
    await decide(engine, 'first', 'age');
    const receipt = await receiptOf('first');
    assert.deepEqual([receipt.proof, receipt.later, receipt.cosigned], [null, null, false]);
    assert.deepEqual(verifyReceipt(receipt, keys.public), {
      valid: false,
      problems: ['it is pending: no checkpoint covers the event yet'],
      checkpoint: null,
      cosignatures: [],
    });
    await engine.ledger.seal();
    assert.notEqual((await receiptOf('first')).proof, null);
  });

  test('verifies for every index in batches of every size', async () => {
    for (let width = 1; width <= 5; width++) {
      const users = Array.from({ length: width }, (_, index) => `user-${width}-${index}`);
      for (const user of users) await decide(engine, user, 'age');
      const sealed = (await engine.ledger.seal()).checkpoint!.size;
      for (const user of users) {
        const receipt = await receiptOf(user);
        const { problems, checkpoint } = verifyReceipt(receipt, keys.public);
        assert.deepEqual(problems, []);
        assert.equal(checkpoint?.size, sealed, 'the smallest checkpoint that covers it');
        assert.equal(receipt.openings?.subject.user, user);
      }
    }
  });

  test('does not verify with any value changed', async () => {
    const receipt = await receiptOf('user-5-2');
    let tried = 0;
    const refuse = (changed: unknown, what: string) => {
      assert.equal(verifyReceipt(changed, keys.public).valid, false, what);
      tried += 1;
    };
    const inside = (value: object, path: readonly string[]): void => {
      for (const [name, member] of Object.entries(value)) {
        const at = [...path, name];
        refuse(replaced(receipt, at, changedValue(member)), `${at.join('.')} changed`);
        refuse(without(receipt, at), `${at.join('.')} missing`);
        if (typeof member === 'object' && member !== null) inside(member, at);
      }
      refuse(replaced(receipt, [...path, 'state'], 'sealed'), `a member added to ${path.join('.') || 'the receipt'}`);
    };
    inside(receipt, []);
    // Members, changed and missing: of the receipt, event, openings, text, later; and one added to each of their objects.
    assert.equal(tried, 2 * (9 + 11 + 2 + 3 + 4 + 2 + 3) + 7);
    refuse(null, 'nothing');
    refuse({}, 'an empty object');
  });

  test('does not verify with any line of its proof changed', async () => {
    const receipt = await receiptOf('user-5-2');
    const lines = receipt.proof!.split('\n');
    const refuse = (changed: readonly string[], what: string) => {
      assert.equal(verifyReceipt({ ...receipt, proof: changed.join('\n') }, keys.public).valid, false, what);
    };
    for (const [at, line] of lines.entries()) {
      refuse(lines.with(at, `${line}x`), `line ${at + 1} longer`);
      refuse(lines.toSpliced(at, 1), `line ${at + 1} missing`);
    }
    refuse(lines.toSpliced(1, 0, `extra ${Buffer.from('x').toString('base64')}`), 'a line that no signature covers');
  });

  test('is parsed strictly by the command and as text: duplicate members are refused', async () => {
    const text = JSON.stringify(await receiptOf('user-5-2'));
    assert.equal(verifyReceipt(text, keys.public).valid, true);
    for (const [what, changed] of [
      ['a member twice', text.replace('"event":', '"cosigned":false,"event":')],
      ['a decision twice', text.replace('"decision":', '"decision":"rejected","decision":')],
      ['a number with a fraction', text.replace('"version":1,', '"version":1.0,')],
      ['a number with an exponent', text.replace('"version":1,', '"version":1e0,')],
      ['half of a surrogate pair', text.replace('"user":"user-5-2"', String.raw`"user":"\ud800"`)],
      ['one of them escaped', text.replace('"decision":', String.raw`"decisio\u006e":"rejected","decision":`)],
    ] as const) {
      assert.notEqual(changed, text);
      assert.equal(verifyReceipt(changed, keys.public).valid, false, what);
    }
  });

  test('is accepted only if each event has the members of its type', async () => {
    const [vectors, keyLines] = vectorsOfTheDocs();
    const byKind = new Map(vectors.map((receipt) => [receipt.event.kind, receipt]));
    const none = ['this is not a receipt, or one with members that it does not have'];
    const members = { about: createId(), about_hash: 'ab'.repeat(32), reason: 'changed', about_count: 1, number: 1 };
    const ages = { decided_at: '2026-11-28T09:30:00.000Z', months: 6, posture: 'exempt', fact: 'UK U4 2026-02-05' };
    const more = { ...members, ...ages, gpc: 'honoured', adopted: 'ab'.repeat(32) };
    for (const [kind, receipt] of byKind) {
      assert.deepEqual(verifyReceipt(receipt, keyLines).problems, [], kind);
      const { event } = receipt;
      const refuse = (changed: object, what: string) =>
        assert.deepEqual(verifyReceipt({ ...receipt, event: changed }, keyLines).problems, none, `${kind}: ${what}`);
      const isOptional = (name: string) =>
        (kind === 'takeover' && name === 'reason') ||
        (kind === 'adoption' && name === 'decided_at') ||
        (event.rule !== null && ['number', 'gpc', 'months', 'posture', 'fact'].includes(name));
      for (const [name, value] of Object.entries(more)) {
        if (!Object.hasOwn(event, name) && !(isOptional(name) && event.decision !== null)) {
          refuse({ ...event, [name]: value }, `${name} added`);
        }
      }
      for (const name of Object.keys(event)) {
        if (!isOptional(name)) refuse(without(event, [name]) as object, `${name} missing`);
      }
      for (const other of eventKinds) if (other !== kind) refuse({ ...event, kind: other }, other);
      const turned = event.rule === null ? 'age' : null;
      for (const [name, value] of [
        ['rule', turned],
        ['version', turned && 1],
        ['text_hash', turned && 'ab'.repeat(32)],
        ['decision', event.decision === null ? 'accepted' : null],
        ['id', 'x'],
        ['at', '2026-02-30T00:00:00.000Z'],
        ['version', 0],
      ] as const) {
        refuse({ ...event, [name]: value }, name);
      }
    }
    assert.equal(byKind.size, 7, [...byKind.keys()].join());
  });

  test('does not verify with another key', async () => {
    const receipt = await receiptOf('user-5-2');
    assert.deepEqual(verifyReceipt(receipt, otherKeys.public).problems, ['the note is signed by no known key']);
  });

  test('verifies with the key line of its ledger, and not with that of another', async () => {
    const receipt = await receiptOf('user-5-2');
    const [vkey] = await engine.ledger.vkeys();
    assert.deepEqual(verifyReceipt(receipt, vkey!).problems, []);
    assert.equal(vkey, ledgerVkey(vkey!.slice(0, vkey!.indexOf('+')), keys.public));
    assert.equal(verifyReceipt(receipt, ledgerVkey('other.example', keys.public)).valid, false);
  });

  test('states, signed, whether there is a later decision of the person on the rule', async () => {
    await decide(engine, 'changing', 'privacy_terms');
    await decide(engine, 'changing', 'age');
    await engine.ledger.seal();
    const [event] = await engine.ledger.eventsAbout({ userId: 'changing', visitorId: null }, { rule: 'privacy_terms' });
    const first = (await engine.ledger.receipt(event!.leaf.id))!;
    assert.deepEqual([first.later?.exists, first.later?.size], [false, (await engine.ledger.checkpoint())?.size]);
    await decide(engine, 'changing', 'privacy_terms', 'reject');
    await engine.ledger.seal();
    const again = (await engine.ledger.receipt(event!.leaf.id))!;
    assert.deepEqual([again.later?.exists, again.later?.size], [true, (await engine.ledger.checkpoint())?.size]);
    assert.equal(again.proof, first.proof, 'against the same checkpoint');
    assert.deepEqual(verifyReceipt(again, keys.public).problems, []);
    const hidden = { ...again, later: { ...again.later, exists: false } };
    assert.deepEqual(verifyReceipt(hidden, keys.public).problems.length, 1);
    assert.deepEqual(verifyReceipt({ ...again, later: null }, keys.public).problems, [
      'it does not say whether there is a later event',
    ]);
  });

  test('contains only the text decided on', async () => {
    const receipt = await receiptOf('user-5-2');
    assert.equal(receipt.text?.words, '# age\n');
    const other = { hash: hashOf('# other\n'), words: '# other\n' };
    assert.deepEqual(verifyReceipt({ ...receipt, text: other }, keys.public).problems, [
      'the text is not the one that was decided on',
    ]);
  });

  test('has a printable page, in the language of the reader', async () => {
    const headers = { accept: 'text/html', 'accept-language': 'es' };
    const html = await (await ask(engine, '/user_terms/age/receipt', { user: 'user-5-2', headers })).text();
    assert.match(html, /Justificante de una decisión/);
    const { proof, event } = await receiptOf('user-5-2');
    assert.ok(html.includes(proof!.split('\n').at(-2)!), 'the signature');
    assert.ok(html.includes(event.text_hash!));
    assert.match(html, /Qué prueba este justificante/);
    assert.match(html, /Qué no prueba/);
    assert.match(html, /<a [^>]*\.json"[^>]* download="receipt\.json"/);
    assert.match(html, /no hay ninguna decisión posterior/);
    assert.match(html, /<div class="pe-prose"[^>]*>\s*<h2>age<\/h2>/, 'the text decided on');
  });

  test('a receipt after an erasure still proves that somebody decided, but not who', async () => {
    await decide(engine, 'gone', 'age');
    await engine.ledger.seal();
    const [event] = await engine.ledger.eventsAbout({ userId: 'gone', visitorId: null });
    await engine.ledger.erase('gone');
    const waiting = await engine.ledger.receipt(event!.leaf.id);
    assert.deepEqual([waiting!.openings, waiting!.later, waiting!.erasure], [null, null, null]);
    assert.deepEqual(verifyReceipt(waiting, keys.public).problems, [
      'it does not say whom it is about, and nothing proves that they were erased',
    ]);
    await engine.ledger.seal();
    const receipt = await engine.ledger.receipt(event!.leaf.id);
    assert.deepEqual(verifyReceipt(receipt, keys.public).problems, []);
    assert.doesNotMatch(JSON.stringify(receipt), /gone/);
    const other = await receiptOf('user-5-2');
    assert.equal(
      verifyReceipt({ ...other, openings: null, later: null }, keys.public).valid,
      false,
      'openings removed',
    );
    const borrowed = { ...other, openings: null, later: null, erasure: receipt!.erasure };
    assert.match(verifyReceipt(borrowed, keys.public).problems.join(), /does not verify/, 'the tombstone of another');
  });
});

/** A different value of the same type. */
function changedValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return value.toReversed().slice(1);
  if (typeof value !== 'string') return 'x';
  return (value.startsWith('a') ? 'b' : 'a') + value.slice(1);
}

type Json = Readonly<Record<string, unknown>>;

/** A copy with another value at a path. */
function replaced(value: unknown, [name = '', ...rest]: readonly string[], other: unknown): unknown {
  const record = value as Json;
  return { ...record, [name]: rest.length === 0 ? other : replaced(record[name], rest, other) };
}

/** A copy without a member. */
function without(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  const { [name]: member, ...others } = value as Json;
  return rest.length === 0 ? others : { ...others, [name]: without(member, rest) };
}

describe('visibility of events and receipts:', () => {
  test('a user sees their own, and nobody else’s', async () => {
    const own = (await json('/ledger/events.json', { user: 'user-4-1' })).body as { id: string; url: string }[];
    assert.equal(own.length, 1);
    const at = `/ledger/events/${own[0]!.id}.json`;
    assert.equal((await json(at, { user: 'user-4-1' })).status, 200);
    assert.equal((await json(at, { user: 'user-4-2' })).status, 404);
    assert.equal((await json(at)).status, 401);
    assert.equal((await json('/user_terms/privacy_terms/receipt.json', { user: 'user-4-1' })).status, 404);
    assert.equal((await json('/user_terms/nonsense/receipt.json', { user: 'user-4-1' })).status, 404);
  });

  test('a visitor sees those of their browser, and keeps them in the account', async () => {
    const computer = new Computer(engine);
    assert.equal((await computer.json('PUT', '/user_terms/cookie/reject.json')).status, 200);
    const cookie = computer.header;
    const own = (await json('/ledger/events.json', { cookie })).body as { id: string }[];
    assert.equal(own.length, 1);
    const at = `/ledger/events/${own[0]!.id}.json`;
    assert.equal((await json(at, { cookie })).status, 200);
    assert.equal((await json(at, { user: 'eve' })).status, 404);
    const signIn = computer.request('/sign-in', { method: 'POST' });
    await engine.policiesOf({ id: 'eve' }, signIn).adoptVisitorDecision('cookie');
    assert.equal((await json(at, { user: 'eve' })).status, 200);
    const { event: adoption } = (await json('/user_terms/cookie/receipt.json', { user: 'eve' })).body as Receipt;
    assert.deepEqual([adoption.kind, adoption.how, adoption.decision], ['adoption', 'adopted', 'rejected']);
    assert.equal(adoption.adopted, (await engine.ledger.event(own[0]!.id))?.hash);
  });

  test('administrators see all, filtered and paged, with subject IDs only', async () => {
    await ask(engine, '/user_terms/age/reject.json', {
      method: 'PUT',
      user: 'noted',
      ip: '203.0.113.9',
      headers: { 'user-agent': 'Secretive' },
    });
    type Listed = { total: number; events: { kind: string; subject: string | null; rule: string }[] };
    const { status, body } = await json('/ledger.json?rule=age&decision=rejected', { user: 'admin' });
    assert.equal(status, 200);
    assert.deepEqual(
      (body as Listed).events.map(({ subject, rule }) => [subject, rule]),
      [['noted', 'age']],
    );
    assert.doesNotMatch(JSON.stringify(body), /203\.0|Secretive/);
    const decided = (await json('/ledger.json', { user: 'admin' })).body as Listed;
    assert.equal(decided.total, decided.events.length);
    assert.ok(decided.total > 15);
    // Events of the sealer do not hide people's decisions; each other type has its own list.
    const kindsOf = async (kind: string) => {
      const { events } = (await json(`/ledger.json?kind=${kind}`, { user: 'admin' })).body as Listed;
      return [...new Set(events.map((event) => event.kind))].toSorted();
    };
    // An adoption repeats a decision, and would be counted twice.
    assert.deepEqual(new Set(decided.events.map(({ kind }) => kind)), new Set(['decision']));
    assert.deepEqual(await kindsOf('publications'), ['publication']);
    assert.deepEqual(await kindsOf('takeovers'), []);
    assert.deepEqual(await kindsOf('all'), ['administration', 'adoption', 'decision', 'publication']);
    assert.equal((await json('/ledger.json?kind=secret', { user: 'admin' })).status, 422);
    assert.equal((await json('/ledger.json', { user: 'noted' })).status, 403);
    const html = await (
      await ask(engine, '/ledger?rule=&decision=', { user: 'admin', headers: { accept: 'text/html' } })
    ).text();
    assert.match(html, /noted/);
    assert.doesNotMatch(html, /Secretive/);
  });

  test('the list of all can be searched by person, period and rule, for every type, page by page', async () => {
    type Listed = { total: number; events: { id: string; kind: string; subject: string | null; at: string }[] };
    const listed = async (query: string) => (await json(`/ledger.json?${query}`, { user: 'admin' })).body as Listed;
    const all = await listed('kind=all');
    const times = all.events.map(({ at }) => at);
    assert.deepEqual(times, times.toSorted().toReversed());
    assert.deepEqual(new Set((await listed('subject=noted')).events.map(({ subject }) => subject)), new Set(['noted']));
    assert.deepEqual((await listed('subject=nobody')).events, []);
    assert.deepEqual((await listed('to=2001-01-01')).events, []);
    const ofRule = await listed('kind=all&rule=age');
    const expected = all.events.filter((event) => (event as unknown as { rule: string }).rule === 'age');
    assert.deepEqual(
      ofRule.events.map(({ id }) => id).slice(0, expected.length),
      expected.map(({ id }) => id),
    );
    const rejected = await listed('decision=rejected');
    assert.equal(rejected.total, rejected.events.length);
    assert.deepEqual((await listed('kind=flags&decision=rejected')).events, []);
    assert.deepEqual((await listed('page=99')).events, []);
  });

  test('administrators can export the list of all as a file', async () => {
    const file = (format: string, user = 'admin') => ask(engine, `/ledger/export.${format}?kind=decisions`, { user });
    const rows = (await (await file('json')).json()) as { id: string }[];
    const { events } = (await json('/ledger.json', { user: 'admin' })).body as { events: { id: string }[] };
    assert.deepEqual(rows.slice(0, events.length), events);
    assert.equal((await (await file('csv')).text()).trimEnd().split('\r\n').length, rows.length + 1);
    assert.equal((await file('csv', 'noted')).status, 403);
  });
});
