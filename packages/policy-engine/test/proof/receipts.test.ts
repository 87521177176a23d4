/** Receipts: pending, then proof that holds without the database; and who may see which. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { PolicyEngine } from 'policy-engine';
import type { Receipt } from 'policy-engine/ledger';
import { connectDatabase } from 'policy-engine';
import { verifyReceipt } from 'policy-engine/ledger';
import { runCommand } from '../support/command.ts';
import { Computer } from '../support/computer.ts';
import { assertDescribed, type DescribedApi } from '../support/openapi.ts';
import { ask, decide, engineOn, newKeys, publish, RULES } from './support.ts';

const [keys, otherKeys] = [newKeys(), newKeys()];
const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-ledger-'));
const file = path.join(folder, 'host.db');

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

const run = (...args: string[]) => runCommand(['ledger', ...args]);

function written(name: string, content: unknown): string {
  const at = path.join(folder, name);
  writeFileSync(at, typeof content === 'string' ? content : JSON.stringify(content));
  return at;
}

describe('a receipt', () => {
  test('is pending until the event is sealed, and proves nothing before', async () => {
    await decide(engine, 'first', 'age');
    const receipt = await receiptOf('first');
    assert.deepEqual([receipt.state, receipt.proof, receipt.head], ['pending', null, null]);
    assert.deepEqual(verifyReceipt(receipt, keys.public), {
      valid: false,
      problems: ['it is pending: no head covers the event yet'],
      headHash: null,
    });
    await engine.ledger.seal();
    assert.equal((await receiptOf('first')).state, 'sealed');
  });

  test('verifies for every place in batches of every width', async () => {
    for (let width = 1; width <= 5; width++) {
      const users = Array.from({ length: width }, (_, index) => `user-${width}-${index}`);
      for (const user of users) await decide(engine, user, 'age');
      await engine.ledger.seal();
      for (const user of users) {
        const receipt = await receiptOf(user);
        assert.equal(receipt.proof?.size, width);
        assert.deepEqual(verifyReceipt(receipt, keys.public).problems, []);
        assert.equal(receipt.opened?.subject.user, user);
      }
    }
  });

  test('does not hold with one value changed, whichever', async () => {
    const receipt = await receiptOf('user-5-2');
    const parts = ['leaf', 'proof', 'head'] as const;
    let tried = 0;
    const refuse = (changed: unknown, what: string) => {
      assert.equal(verifyReceipt(changed, keys.public).valid, false, what);
      tried += 1;
    };
    for (const part of parts) {
      for (const [name, value] of Object.entries(receipt[part]!)) {
        refuse({ ...receipt, [part]: { ...receipt[part], [name]: changedValue(value) } }, `${part}.${name}`);
      }
    }
    for (const group of ['subject', 'circumstances'] as const) {
      for (const [name, value] of Object.entries(receipt.opened![group])) {
        const opened = { ...receipt.opened, [group]: { ...receipt.opened![group], [name]: changedValue(value) } };
        refuse({ ...receipt, opened }, `opened.${group}.${name}`);
      }
    }
    for (const name of ['leaf_hash', 'head_hash', 'signature'] as const) {
      refuse({ ...receipt, [name]: changedValue(receipt[name]) }, name);
    }
    assert.equal(tried, 10 + 4 + 8 + 3 + 4 + 3);
    refuse(null, 'nothing');
    refuse({}, 'an empty object');
  });

  test('does not hold with another key, though it names that key itself', async () => {
    const receipt = await receiptOf('user-5-2');
    assert.deepEqual(verifyReceipt({ ...receipt, public_key: otherKeys.public }, otherKeys.public).problems, [
      'the signature is not of this key',
    ]);
  });

  test('is a page to print, in the language of the reader', async () => {
    const headers = { accept: 'text/html', 'accept-language': 'es' };
    const html = await (await ask(engine, '/user_terms/age/receipt', { user: 'user-5-2', headers })).text();
    assert.match(html, /Justificante de una decisión/);
    assert.match(html, new RegExp((await receiptOf('user-5-2')).head_hash ?? 'none'));
  });

  test('after erasure still proves that somebody decided, and not who', async () => {
    await decide(engine, 'gone', 'age');
    await engine.ledger.seal();
    const [event] = await engine.ledger.eventsAbout({ userId: 'gone', visitorId: null });
    await engine.ledger.erase('gone');
    const receipt = await engine.ledger.receipt(event!.leaf.id);
    assert.equal(receipt!.opened, null);
    assert.deepEqual(verifyReceipt(receipt, keys.public).problems, []);
    assert.doesNotMatch(JSON.stringify(receipt), /gone/);
  });
});

/** A value of the same kind that is another one. */
function changedValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return value.toReversed().slice(1);
  if (typeof value !== 'string') return 'x';
  return (value.startsWith('a') ? 'b' : 'a') + value.slice(1);
}

describe('who sees what', () => {
  test('one’s own events and receipts, those of nobody else', async () => {
    const own = (await json('/ledger/events.json', { user: 'user-4-1' })).body as { id: string; url: string }[];
    assert.equal(own.length, 1);
    const at = `/ledger/events/${own[0]!.id}.json`;
    assert.equal((await json(at, { user: 'user-4-1' })).status, 200);
    assert.equal((await json(at, { user: 'user-4-2' })).status, 404);
    assert.equal((await json(at)).status, 401);
    assert.equal((await json('/user_terms/privacy_terms/receipt.json', { user: 'user-4-1' })).status, 404);
    assert.equal((await json('/user_terms/nonsense/receipt.json', { user: 'user-4-1' })).status, 404);
  });

  test('a visitor sees those of their browser, and takes them along to the account', async () => {
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
    const { leaf } = (await json('/user_terms/cookie/receipt.json', { user: 'eve' })).body as Receipt;
    assert.deepEqual([leaf.kind, leaf.how, leaf.decision], ['adoption', 'adopted', 'rejected']);
    const visitors = (await json(at, { user: 'eve' })).body as Receipt;
    assert.equal(leaf.adopted, visitors.leaf_hash);
  });

  test('administrators see all, filtered and paged, with subject ids and no more', async () => {
    await ask(engine, '/user_terms/age/reject.json', {
      method: 'PUT',
      user: 'noted',
      ip: '203.0.113.9',
      headers: { 'user-agent': 'Secretive' },
    });
    type Listed = { total: number; events: { subject: string | null; rule: string }[] };
    const { status, body } = await json('/ledger.json?rule=age&decision=rejected', { user: 'admin' });
    assert.equal(status, 200);
    assert.deepEqual(
      (body as Listed).events.map(({ subject, rule }) => [subject, rule]),
      [['noted', 'age']],
    );
    assert.doesNotMatch(JSON.stringify(body), /203\.0|Secretive/);
    const everything = (await json('/ledger.json', { user: 'admin' })).body as Listed;
    assert.equal(everything.total, everything.events.length);
    assert.ok(everything.total > 15);
    assert.equal((await json('/ledger.json', { user: 'noted' })).status, 403);
    const html = await (
      await ask(engine, '/ledger?rule=&decision=', { user: 'admin', headers: { accept: 'text/html' } })
    ).text();
    assert.match(html, /noted/);
    assert.doesNotMatch(html, /Secretive/);
  });
});

describe('policy-engine ledger', () => {
  const publicKey = written('public.pem', keys.public);

  test('verify says that nothing was found, or what was', async () => {
    await engine.ledger.seal();
    const head = (await engine.ledger.head())!;
    const passed = await run('verify', '-d', file, '--key', publicKey, '--head', head.hash);
    assert.deepEqual([passed.status, passed.stderr], [0, '']);
    assert.match(passed.stdout, new RegExp(`newest head ${head.hash}\nNothing was changed since it was sealed\\.\n$`));
    assert.equal((await run('verify', '-d', file, '--head', written('head.json', head))).status, 0);
    assert.match((await run('verify', '-d', file)).stdout, /Signatures were not checked/);

    await engine.database.execute("update policy_manager_ledger_events set how = 'import' where sealed = 3");
    const failed = await run('verify', '-d', file, '--key', publicKey, '--head', 'f'.repeat(64));
    assert.equal(failed.status, 1);
    const lines = failed.stdout.trimEnd().split('\n');
    assert.match(lines[0]!, /^event_changed: event 3 \(\S+\) was changed$/);
    assert.match(lines[1]!, /^noted_head_missing: /);
    assert.equal(lines.at(-1), '2 findings.');
    await engine.database.execute("update policy_manager_ledger_events set how = 'api' where sealed = 3");
  });

  test('verify-receipt needs no database', async () => {
    const receipt = await receiptOf('user-3-0');
    const good = await run('verify-receipt', written('good.json', receipt), '--key', publicKey);
    assert.deepEqual([good.status, good.stderr], [0, '']);
    assert.match(good.stdout, /^The receipt holds, under head [0-9a-f]{64}\.\n$/);
    const forged = { ...receipt, leaf: { ...receipt.leaf, decision: 'rejected' } };
    const bad = await run('verify-receipt', written('bad.json', forged), '--key', publicKey);
    assert.deepEqual([bad.status, bad.stdout], [1, 'the leaf is not what its hash says\n']);
    assert.equal(
      (await run('verify-receipt', written('text.json', 'no JSON'), '--key', publicKey)).stdout,
      'this is not a receipt\n',
    );
  });

  for (const [name, args, message] of [
    [
      'a key that is none',
      ['verify', '-d', file, '--key', written('no.pem', 'nothing')],
      /not a key in PEM or JWK form/,
    ],
    ['a head that is none', ['verify', '-d', file, '--head', written('no.txt', 'nothing')], /holds no hash of a head/],
    ['a receipt without a key', ['verify-receipt', 'x.json'], /give the public key with --key/],
    ['an unknown verb', ['erase'], /unknown command "ledger erase"/],
  ] as const) {
    test(`${name} is one line and exit code 1`, async () => {
      const { status, stderr } = await run(...args);
      assert.equal(status, 1);
      assert.match(stderr, message);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
    });
  }
});
