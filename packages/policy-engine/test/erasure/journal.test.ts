/** The journal: what it contains, who can read it, and that people do not reappear with a restored backup. */
import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import type { Database, PolicyEngineOptions } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';
import type { TestRule } from 'policy-engine/testing';
import { JournalLines } from '../../dist/modules/erasure/journal/line.js';
import { runCommand } from '../support/command.ts';
import { forEachDatabase } from '../support/databases.ts';
import { readAll, writeAll } from '../faults/state.ts';
import { addPerson, countOf, DAY, makeShop, shopEngine, type ShopEngine } from './shop.ts';

const KEY = 'a key of the journal, with 32 characters or more';
const SHOP = ['shop_items', 'shop_orders', 'shop_reviews', 'shop_visits', 'shop_users'];
const OWN = ['erasure_requests', 'erasure_steps', 'erasure_kept', 'jobs', 'admin_actions', 'mails', 'job_schedules'];
const TABLES = [...SHOP, ...OWN.map((name) => `policy_manager_${name}`)];

const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-journal-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let nth = 0;
const freshFile = () => path.join(folder, `${(nth += 1)}`, 'erasures.log');

forEachDatabase((target) => {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
  });
  beforeEach(async () => {
    await makeShop(database);
    for (const table of OWN) await database.execute(`delete from policy_manager_${table}`);
  });

  type Erasure = NonNullable<PolicyEngineOptions<TestRule>['erasure']>;
  const engineWith = (erasure: Erasure, options: Partial<PolicyEngineOptions<TestRule>> = {}) =>
    shopEngine(database, { erasure: { graceDays: 0, journalKey: KEY, ...erasure }, ...options });
  const forget = async (shop: ShopEngine, user: string) => {
    const { id } = await shop.engine.erasure.create({ id: user });
    await shop.engine.erasure.confirm(id);
    await shop.work();
    return id;
  };

  test('an engine on a restored backup refuses requests until the lost erasures are repeated', async () => {
    const journal = freshFile();
    const shop = await engineWith({ journal, onRestore: 'refuse', backupRetentionDays: 90 });
    await addPerson(database, 'anna');
    await addPerson(database, 'bea');
    await addPerson(database, 'otto');
    const open = await shop.engine.erasure.create({ id: 'bea' });
    const backup = await readAll(database, TABLES);
    const anna = await forget(shop, 'anna');
    await shop.engine.erasure.confirm(open.id);
    await shop.work();
    assert.equal(await countOf(database, 'shop_users'), 1);
    const text = readFileSync(journal, 'utf8');
    assert.equal(text.trimEnd().split('\n').length, 2);
    assert.ok(!text.includes('anna') && !text.includes(anna), 'nobody can read who was erased');

    await writeAll(database, TABLES, backup);
    const restored = await engineWith({ journal, onRestore: 'refuse', backupRetentionDays: 90 });
    const refused = await restored.test.as('otto').json('GET', '/policies/user_terms/pending.json');
    assert.equal(refused.status, 503);
    assert.equal((refused.body as { code: string }).code, 'erasure_replay_needed');
    const found = (await restored.engine.check()).filter(({ code }) => code === 'erasure_replay_needed');
    assert.deepEqual(
      found.map(({ subject }) => subject),
      ['2'],
    );

    const report = await restored.engine.erasure.replay();
    assert.deepEqual(report, { entries: 2, replayed: 2, withdrawn: 0, failed: [], unreadable: 0 });
    assert.equal(await countOf(database, 'shop_users'), 1);
    assert.equal(await countOf(database, 'shop_visits'), 30);
    assert.equal((await restored.engine.erasure.find(anna)).state, 'completed');
    assert.equal((await restored.engine.erasure.find(open.id)).state, 'completed');
    restored.pass(2_000);
    const { status } = await restored.test.as('otto').json('GET', '/policies/user_terms/pending.json');
    assert.equal(status, 200);
    const again = await restored.engine.erasure.replay();
    assert.deepEqual(again, { entries: 2, replayed: 0, withdrawn: 0, failed: [], unreadable: 0 });
    restored.pass(DAY);
    await restored.work();
    assert.equal(await countOf(database, 'shop_users'), 1, 'the job that would go on finds nothing to do');
  });

  test('a replay reports what failed, and skips withdrawn requests', async () => {
    const journal = freshFile();
    const shop = await engineWith({ journal });
    for (const user of ['anna', 'bea']) await addPerson(database, user);
    const { id } = await shop.engine.erasure.create({ id: 'bea' });
    const backup = await readAll(database, TABLES);
    await shop.engine.erasure.confirm(id);
    await shop.work();
    await forget(shop, 'anna');
    await writeAll(database, TABLES, backup);
    const restored = await engineWith({
      journal,
      endSessions: () => {
        throw new Error('sessions are away');
      },
    });
    await restored.engine.erasure.cancel(id);
    const { replayed, withdrawn, failed } = await restored.engine.erasure.replay();
    assert.deepEqual([replayed, withdrawn, failed.map(({ error }) => error)], [0, 1, ['sessions are away']]);
    assert.equal(await countOf(database, 'shop_users', "id = 'bea'"), 1);
    const mended = await engineWith({ journal });
    mended.pass(DAY);
    await mended.work();
    assert.equal(await countOf(database, 'shop_users', "id = 'anna'"), 0, 'a job goes on');
    assert.equal((await mended.engine.erasure.replay()).failed.length, 0);
  });

  test('nothing is erased that the journal cannot record', async () => {
    const journal = path.join(folder, `file-${target.dialect}`, 'below');
    writeFileSync(path.dirname(journal), '');
    const shop = await engineWith({ journal });
    await addPerson(database, 'anna');
    const id = await forget(shop, 'anna');
    assert.equal((await shop.engine.erasure.find(id)).state, 'running');
    assert.equal(await countOf(database, 'shop_visits'), 30);
    rmSync(path.dirname(journal));
    shop.pass(DAY / 24);
    await shop.work();
    assert.equal((await shop.engine.erasure.find(id)).state, 'completed');
    assert.ok(existsSync(journal));
  });

  test('the journal deletes a line when no backup contains the data any more', async () => {
    const journal = freshFile();
    const shop = await engineWith({ journal, backupRetentionDays: 30 });
    for (const user of ['anna', 'bea']) await addPerson(database, user);
    await forget(shop, 'anna');
    shop.pass(20 * DAY);
    await forget(shop, 'bea');
    shop.pass(9 * DAY);
    await shop.work();
    assert.equal((await shop.engine.erasure.replay()).entries, 2);
    shop.pass(3 * DAY);
    await shop.work();
    assert.equal((await shop.engine.erasure.replay()).entries, 1);
    const codes = (await shop.engine.check()).map(({ code }) => code);
    assert.ok(!codes.includes('erasure_journal_failed') && !codes.includes('no_erasure_journal'), codes.join(' '));
  });

  if (target.dialect !== 'sqlite') return;

  test('the journal can be in a storage', async () => {
    const storage = localAttachments(path.join(folder, 'storage'));
    const shop = await engineWith({ journal: storage });
    for (const user of ['anna', 'bea']) await addPerson(database, user);
    const backup = await readAll(database, TABLES);
    for (const user of ['anna', 'bea']) await forget(shop, user);
    await writeAll(database, TABLES, backup);
    assert.equal((await shop.engine.erasure.replay()).replayed, 2);
  });

  test('the journal detects lines of another key, changed lines, and missing lines', async () => {
    const journal = freshFile();
    const shop = await engineWith({ journal });
    await addPerson(database, 'anna');
    await forget(shop, 'anna');
    const line = readFileSync(journal, 'utf8');
    const findings = async (erasure: Erasure = { journal }) =>
      (await (await engineWith(erasure)).engine.check())
        .filter(({ code }) => code.includes('journal'))
        .map(({ code, subject }) => `${code} ${subject ?? ''}`);
    assert.deepEqual(await findings(), []);
    const other = await engineWith({ journal, journalKey: KEY.toUpperCase() });
    assert.equal((await other.engine.erasure.replay()).unreadable, 1);
    const [before = '', sealed = '', signature = ''] = line.trimEnd().split('.');
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    writeFileSync(journal, `${[before, changed, signature].join('.')}\n`);
    assert.deepEqual(await findings(), [
      'erasure_journal_failed 1 lines were written with another key, or were changed',
      'erasure_journal_failed 1 erasures are not in it',
    ]);
    // The rest of the next line after a power cut.
    writeFileSync(journal, line);
    appendFileSync(journal, '1.half-a-li');
    assert.equal((await shop.engine.erasure.replay()).unreadable, 0);
    await addPerson(database, 'bea');
    await forget(shop, 'bea');
    assert.deepEqual([(await shop.engine.erasure.replay()).entries, await findings()], [2, []]);
    assert.deepEqual(await findings({ graceDays: 0 }), ['no_erasure_journal ']);
  });

  test('the exit code of the journal command tells what is left', async () => {
    const journal = freshFile();
    const main = JSON.stringify(import.meta.resolve('policy-engine'));
    const file = JSON.stringify(path.join(folder, 'shop.db'));
    // A module is loaded once per process, so each has a name of its own.
    const replayWith = (name: string, key: string, isBroken: boolean) => {
      const host = path.join(folder, `${name}.mjs`);
      const erase = isBroken ? "() => { throw new Error('away'); }" : '() => {}';
      const lines = [
        `import { createPolicyEngine, nodeSqliteDatabase } from ${main};`,
        `const erasure = { graceDays: 0, journal: ${JSON.stringify(journal)}, journalKey: ${JSON.stringify(key)} };`,
        `const erasureRules = [{ name: 'traces', erasure: { action: 'run', erase: ${erase} } }];`,
        `const shared = { rules: [{ name: 'cookie' }], currentUser: () => null, logger: { error() {} } };`,
        `const database = nodeSqliteDatabase(${file});`,
        `export const engine = createPolicyEngine({ ...shared, database, erasureRules, erasure });`,
        `await engine.migrate();`,
      ];
      writeFileSync(host, lines.join('\n'));
      return runCommand(['erasure', 'replay', '--engine', host]);
    };
    assert.equal((await replayWith('empty', KEY, false)).status, 0);
    mkdirSync(path.dirname(journal), { recursive: true });
    const entry = { requestId: 'r1', userId: 'anna', at: new Date() };
    writeFileSync(journal, `${new JournalLines(KEY).write(entry)}\n`);
    const failed = await replayWith('broken', KEY, true);
    assert.equal(failed.status, 1, failed.stderr);
    assert.match(failed.stdout, /1 erasures in the journal: 0 repeated, 1 failed/);
    assert.match(failed.stderr, /r1: .*away/);
    const done = await replayWith('mended', KEY, false);
    assert.equal(done.status, 0, done.stderr);
    assert.match(done.stdout, /1 repeated, 0 failed/);
    assert.equal((await replayWith('other-key', KEY.toUpperCase(), false)).status, 2);
    assert.equal((await runCommand(['erasure', 'replay', '--engine', path.join(folder, 'none.mjs')])).status, 2);
  });
});
