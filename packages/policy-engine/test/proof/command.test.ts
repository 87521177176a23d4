/** The commands for auditors: exit codes, output, and the comparison of a receipt with a noted checkpoint. */
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
import { assertDescribed, type DescribedApi } from '../support/openapi.ts';
import { ask, decide, engineOn, newKeys, publish, RULES } from './support.ts';

const keys = newKeys();
const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-ledger-'));
const file = path.join(folder, 'host.db');

let engine: PolicyEngine;

before(async () => {
  engine = engineOn(await connectDatabase(file), { ledgerKey: keys.secret, ledger: { batchSize: 5 } });
  await engine.migrate();
  for (const rule of RULES) await publish(engine, rule);
  for (let index = 0; index < 3; index++) {
    await decide(engine, `user-3-${index}`, 'age');
    await decide(engine, `user-3-${index}`, 'cookie');
    await engine.ledger.seal();
  }
});
after(async () => {
  await engine.database.close();
  rmSync(folder, { recursive: true });
});

async function json(at: string, asking: Parameters<typeof ask>[2] = {}): Promise<{ status: number; body: unknown }> {
  const response = await ask(engine, at, asking);
  const api: DescribedApi = engine.openApiDocument();
  await assertDescribed(api, 'GET', at, response.clone());
  return { status: response.status, body: await response.json() };
}

async function receiptOf(user: string, rule = 'age'): Promise<Receipt> {
  const { status, body } = await json(`/user_terms/${rule}/receipt.json`, { user });
  assert.equal(status, 200);
  return body as Receipt;
}

const run = (...args: readonly string[]) => runCommand(['ledger', ...args]);

function written(name: string, content: unknown): string {
  const at = path.join(folder, name);
  writeFileSync(at, typeof content === 'string' ? content : JSON.stringify(content));
  return at;
}

/** A checkpoint of another ledger with the same key and name. */
async function otherNote(): Promise<string> {
  const database = await connectDatabase(':memory:');
  const [vkey = ''] = await engine.ledger.vkeys();
  const ledger = { origin: vkey.slice(0, vkey.indexOf('+')) };
  const other = engineOn(database, { ledgerKey: keys.secret, ledger });
  await other.migrate();
  await publish(other, 'age');
  for (const user of ['one', 'two', 'three']) await decide(other, user, 'age');
  const { checkpoint } = await other.ledger.seal();
  await database.close();
  return checkpoint!.note;
}

describe('policy-engine ledger', () => {
  const publicKey = written('public.pem', keys.public);

  test('verify reports that nothing was found, or the findings', async () => {
    await engine.ledger.seal();
    const { note } = (await engine.ledger.checkpoint())!;
    const noted = written('noted.txt', note);
    const passed = await run('verify', '-d', file, '--key', publicKey, '--checkpoint', noted);
    assert.deepEqual([passed.status, passed.stderr], [0, '']);
    assert.ok(passed.stdout.includes(note));
    assert.match(passed.stdout, /Nothing was changed since it was sealed\.\n$/);
    const [vkey = ''] = await engine.ledger.vkeys();
    const asJson = await run('verify', '-d', file, '--key', vkey, '--json');
    const { ok, signaturesChecked, checkpoint } = JSON.parse(asJson.stdout);
    assert.deepEqual([asJson.status, ok, signaturesChecked, checkpoint.note], [0, true, 'given', note]);
    const receipt = written('receipt.json', await receiptOf('user-3-0'));
    assert.equal((await run('verify', '-d', file, '--checkpoint', receipt)).status, 0, 'noted in a receipt');
    assert.match((await run('verify', '-d', file)).stdout, /Signatures were not checked/);

    await engine.database.execute("update policy_manager_ledger_events set how = 'import' where sealed = 3");
    const failed = await run(
      'verify',
      '-d',
      file,
      '--key',
      publicKey,
      '--checkpoint',
      written('other.txt', await otherNote()),
    );
    assert.equal(failed.status, 1);
    const lines = failed.stdout.trimEnd().split('\n');
    assert.match(lines[0]!, /^event_changed: event 3 \(\S+\) was changed$/);
    assert.match(lines[1]!, /^noted_checkpoint_contradicted: /);
    assert.equal(lines.at(-1), '2 findings.');
    await engine.database.execute("update policy_manager_ledger_events set how = 'api' where sealed = 3");
  });

  test('key prints the verifier key line', async () => {
    const [vkey] = await engine.ledger.vkeys();
    assert.equal((await run('key', '-d', file, '--key', publicKey)).stdout, `${vkey}\n`);
    const { status, stderr } = await run('key', '-d', file);
    assert.equal(status, 2);
    assert.match(stderr, /is not in the database: pass it with --key/);
  });

  test('verify-receipt needs no database', async () => {
    const receipt = await receiptOf('user-3-0');
    const good = await run('verify-receipt', written('good.json', receipt), '--key', publicKey);
    assert.deepEqual([good.status, good.stderr], [0, '']);
    assert.match(good.stdout, /^The receipt is valid, under checkpoint \d+ of policy-engine\/[0-9a-f]{8}\.\n$/);
    const forged = { ...receipt, event: { ...receipt.event, decision: 'rejected' } };
    const bad = await run('verify-receipt', written('bad.json', forged), '--key', publicKey, '--json');
    assert.equal(bad.status, 1);
    const { valid, problems } = JSON.parse(bad.stdout);
    assert.equal(valid, false);
    assert.match(problems[0], /the proof does not lead from the event to the checkpoint/);
    assert.equal(
      (await run('verify-receipt', written('text.json', 'no JSON'), '--key', publicKey)).stdout,
      'this is not a receipt, or one with members that it does not have\n',
    );
    const added = { ...receipt, state: 'sealed' };
    assert.equal((await run('verify-receipt', written('added.json', added), '--key', publicKey)).status, 1);
  });

  test('verify-receipt --engine uses the keys of the engine that a module exports, and no others', async () => {
    const receipt = written('own.json', await receiptOf('user-3-0'));
    const host = import.meta.resolve('policy-engine');
    const module = (name: string, secret: string) =>
      written(
        name,
        `import { connectDatabase, createPolicyEngine } from ${JSON.stringify(host)};
         const database = await connectDatabase(${JSON.stringify(file)});
         const ledgerKey = ${JSON.stringify(secret)};
         export const engine = createPolicyEngine({ database, ledgerKey, rules: [{ name: 'age' }], currentUser: () => null });`,
      );
    const own = await run('verify-receipt', receipt, '--engine', module('own.mjs', keys.secret));
    assert.deepEqual([own.status, own.stderr], [0, '']);
    assert.match(own.stdout, /^The receipt is valid, under checkpoint/);
    const other = await run('verify-receipt', receipt, '--engine', module('other.mjs', newKeys().secret));
    assert.deepEqual([other.status, other.stderr], [1, '']);
    const both = await run('verify-receipt', receipt, '--engine', 'own.mjs', '--key', publicKey);
    assert.deepEqual([both.status, both.stderr], [2, 'policy-engine: give --key or --engine, not both\n']);
  });

  test('verify-receipt compares a receipt with a noted checkpoint, by a consistency proof', async () => {
    const receipt = await receiptOf('user-3-0');
    const { checkpoint } = verifyReceipt(receipt, keys.public);
    const last = (await engine.ledger.checkpoint())!;
    const { body } = await json(`/ledger/consistency.json?from=${checkpoint!.size}&to=${last.size}`);
    const tied = (note: string, ...more: string[]) =>
      run(
        'verify-receipt',
        written('r.json', receipt),
        '--key',
        publicKey,
        '--checkpoint',
        written('n.txt', note),
        ...more,
      );
    const proof = ['--consistency', written('consistency.json', body)];
    assert.deepEqual([(await tied(last.note, ...proof)).status, (await tied(last.note)).status], [0, 1]);
    const other = await tied(await otherNote(), ...proof);
    assert.equal(other.status, 1);
    assert.match(other.stdout, /it is not of the ledger of the noted checkpoint/);
  });

  for (const [name, args, message] of [
    ['an invalid key', ['verify', '-d', file, '--key', written('no.pem', 'nothing')], /not a key in PEM or JWK form/],
    [
      'an invalid checkpoint',
      ['verify', '-d', file, '--checkpoint', written('no.txt', 'nothing')],
      /holds no signed checkpoint/,
    ],
    ['a missing database', ['verify', '-d', path.join(folder, 'none.db')], /none\.db/],
    ['a receipt without a key', ['verify-receipt', 'x.json'], /give the key of the ledger with --key/],
  ] as const) {
    test(`${name} prints one line and has exit code 2: nothing was checked`, async () => {
      const { status, stderr } = await run(...args);
      assert.equal(status, 2);
      assert.match(stderr, message);
      assert.equal(stderr.trimEnd().split('\n').length, 1);
    });
  }
});

test('an unknown verb prints one line and has exit code 1', async () => {
  const { status, stderr } = await run('erase');
  assert.equal(status, 1);
  assert.match(stderr, /^policy-engine: unknown command "ledger erase"[^\n]*\n$/);
});
