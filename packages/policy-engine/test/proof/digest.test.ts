/** The newest checkpoint is mailed to the administrators, and these mails reveal a rewritten database. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { PolicyEngine, PolicyEngineOptions } from 'policy-engine';
import { connectDatabase } from 'policy-engine';
import { runCommand } from '../support/command.ts';
import { bodies, startSmtp, type TestSmtp } from '../mail/support.ts';
import { decide, empty, engineOn, FIRST, newKeys, publish, RULES } from './support.ts';

const keys = newKeys();
const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-digest-'));
const file = path.join(folder, 'host.db');

let engine: PolicyEngine;
let smtp: TestSmtp;
let clock = new Date('2026-03-01T12:00:00Z');

function hostWith(options: Pick<PolicyEngineOptions, 'mail'>, database = engine.database) {
  return engineOn(database, {
    ledgerKey: keys.secret,
    fromEmail: 'privacy@shop.example',
    adminEmailInbox: 'inbox@shop.example',
    publicOrigins: ['http://host.test'],
    now: () => clock,
    ...options,
  });
}

before(async () => {
  smtp = await startSmtp();
  const database = await connectDatabase(file);
  engine = hostWith({ mail: { transport: smtp.url } }, database);
  await engine.migrate();
});
after(async () => {
  await engine.database.close();
  await smtp[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function digestOf(day: string, by = engine): Promise<string | undefined> {
  smtp.mails.length = 0;
  clock = new Date(`${day}T05:00:01Z`);
  await by.jobs.runDue();
  await by.jobs.runDue();
  assert.ok(smtp.mails.length <= 1, 'one mail a day');
  const [mail] = smtp.mails;
  if (mail === undefined) return undefined;
  assert.deepEqual(mail.to, ['inbox@shop.example']);
  return bodies(mail).text;
}

test('the newest checkpoint is mailed daily, and reveals a rewritten database', async () => {
  await engine.jobs.runDue();
  assert.equal(await digestOf('2026-03-02'), undefined, 'nothing is there yet');
  for (const rule of RULES) await publish(engine, rule);
  for (const user of ['anna', 'bob']) {
    await decide(engine, user, 'age');
    await engine.ledger.seal();
  }
  await decide(engine, 'carol', 'age');

  const noted = (await digestOf('2026-03-03')) ?? '';
  const checkpoint = (await engine.ledger.checkpoint())!;
  assert.deepEqual([checkpoint.number, checkpoint.size], [3, FIRST + 3], 'what was pending is sealed before');
  for (const line of checkpoint.note.trimEnd().split('\n')) assert.ok(noted.includes(line), noted);
  assert.match(noted, /noted_checkpoint_contradicted/);
  assert.match(noted, /http:\/\/host\.test\/policies\/ledger/);
  assert.equal(smtp.mails[0]?.header('subject'), 'Ledger checkpoint 12');

  // The steps of the mail, with the mail itself as the note.
  const mail = path.join(folder, 'mail.txt');
  writeFileSync(mail, noted);
  const verify = () => runCommand(['ledger', 'verify', '-d', file, '--checkpoint', mail]);
  const good = await verify();
  assert.deepEqual([good.status, good.stderr], [0, '']);

  await empty(engine.database);
  await decide(engine, 'anna', 'age', 'reject');
  const later = await digestOf('2026-03-04');
  assert.equal(smtp.mails[0]?.header('subject'), 'Ledger checkpoint 4');
  assert.ok(!later?.includes(checkpoint.note.split('\n')[2]!));
  const bad = await verify();
  assert.equal(bad.status, 1);
  assert.match(bad.stdout, /^noted_checkpoint_contradicted: the noted checkpoint covers 12 events, this ledger 4: /m);
});

test('the checkpoint mail can be switched off', async () => {
  const silent = hostWith({ mail: { transport: smtp.url, ledgerDigest: false } });
  assert.equal(await digestOf('2026-03-09', silent), undefined);
});
