/** An installation of gdpr_rails is taken over: texts, decisions, requests with files of both attachment modes. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after, beforeEach, test } from 'node:test';
import { createPolicyEngine, type Database, type PolicyEngine } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';
import { forEachDatabase } from '../support/databases.ts';
import { createPredecessor, fill, PREDECESSOR_RULES } from './tables.ts';

type TakeOverOptions = NonNullable<Parameters<PolicyEngine['takeOver']>[0]>;
type TakeOverProblem = Parameters<NonNullable<TakeOverOptions['onProblem']>>[0];

const NOW = new Date('2026-11-29T12:00:00Z');
const folder = mkdtempSync(path.join(tmpdir(), 'predecessor-'));
after(() => rmSync(folder, { recursive: true }));

const day = (text: string) => `${text} 10:00:00.123456`;
const dates = (created: string, updated = created) => ({ created_at: day(created), updated_at: day(updated) });

const TERMS = [
  { id: 1, description: 'Cookies of 2019.', rule: 'cookie', state: 'published', ...dates('2019-01-01') },
  {
    id: 2,
    description: 'Terms of 2019.',
    rule: 'privacy_terms',
    state: 'published',
    ...dates('2019-01-01', '2021-05-05'),
  },
  { id: 3, description: 'A draft.', rule: 'age', state: 'draft', ...dates('2019-01-01') },
  { id: 4, description: "Terms of 2020, it's new.", rule: 'privacy_terms', state: 'published', ...dates('2020-01-01') },
];
const USER_TERMS = [
  { id: 1, user_id: 7, term_id: 1, state: 'accepted', ...dates('2026-02-01') },
  { id: 2, user_id: 7, term_id: 4, state: 'accepted', ...dates('2020-02-01') },
  { id: 3, user_id: 8, term_id: 1, state: 'rejected', ...dates('2019-02-01', '2026-09-01') },
  { id: 4, user_id: 9, term_id: 1, state: 'passive', ...dates('2019-02-01') },
  // Its text was changed afterwards.
  { id: 5, user_id: 8, term_id: 2, state: 'accepted', ...dates('2019-03-01') },
];
const request = (id: number, user_id: number, state: string) => ({
  id,
  user_id,
  state,
  expire_at: null,
  ...dates('2026-11-01'),
});
const REQUESTS = [
  request(1, 7, 'completed'),
  request(2, 7, 'pending'),
  request(3, 8, 'progress'),
  request(4, 9, 'completed'),
];

forEachDatabase((opened) => {
  let database: Database;
  let engine: PolicyEngine;
  let storage: string;
  let own: string;
  let prefix: string;
  let round = 0;

  beforeEach(() => {
    storage = mkdtempSync(path.join(folder, 'storage-'));
    round += 1;
    [own, prefix] = [`pe${round}_`, `old${round}_`];
  });

  const requestsOf = async (userId: string) =>
    (await engine.requests.list()).requests.filter((one) => one.userId === userId);

  /** What the audit log says about takeovers, the newest first: by whom, and what. */
  async function logged() {
    const reading = createPolicyEngine({
      database,
      tablePrefix: own,
      rules: PREDECESSOR_RULES,
      currentUser: () => ({ id: 'admin-1', record: {} }),
      isAdminMethod: () => true,
    });
    const request = new Request('http://localhost/policies/audit.json?action=predecessor_taken_over');
    const { entries } = (await (await reading.fetch(request)).json()) as {
      entries: ReadonlyArray<{ actor: string | null; subject_name: string }>;
    };
    return entries.map(({ actor, subject_name: name }) => [actor, name]);
  }

  async function installation(isLegacy: boolean, { legacyAttachments = false } = {}) {
    database = await opened.open();
    await createPredecessor(database, prefix, isLegacy);
    await fill(database, `${prefix}terms`, TERMS);
    await fill(database, `${prefix}user_terms`, USER_TERMS);
    engine = createPolicyEngine({
      database,
      tablePrefix: own,
      rules: PREDECESSOR_RULES,
      currentUser: () => null,
      attachments: { storage: localAttachments(storage) },
      ...(legacyAttachments && { legacyAttachments: true, exporter: { path: path.join(storage, 'legacy') } }),
      now: () => NOW,
    });
    await engine.migrate();
  }

  test('Active Storage: dry run, refusal, takeover, and a second run that changes nothing', async () => {
    await installation(false);
    await fill(database, `${prefix}portability_requests`, REQUESTS);
    const files = mkdtempSync(path.join(folder, 'active-'));
    mkdirSync(path.join(files, 'ab/cd'), { recursive: true });
    writeFileSync(path.join(files, 'ab/cd/abcdef123'), 'the export of 7');
    writeFileSync(path.join(files, 'ab/cd/abcdxyz'), 'changed since');
    const checksum = createHash('md5').update('the export of 7').digest('base64');
    const blob = {
      filename: '7-out.zip',
      content_type: 'application/zip',
      metadata: null,
      created_at: day('2026-11-01'),
    };
    await fill(database, 'active_storage_blobs', [
      { id: 1, key: 'abcdef123', ...blob, byte_size: 15, checksum },
      { id: 2, key: 'abcdxyz', ...blob, byte_size: 13, checksum },
    ]);
    const attached = {
      name: 'attachment',
      record_type: 'PolicyManager::PortabilityRequest',
      created_at: day('2026-11-01'),
    };
    await fill(database, 'active_storage_attachments', [
      { id: 1, ...attached, record_id: 1, blob_id: 1 },
      { id: 2, ...attached, record_id: 4, blob_id: 2 },
    ]);

    const problems: TakeOverProblem[] = [];
    const dry = {
      prefix,
      dryRun: true,
      skipBad: true,
      files,
      onProblem: (problem: TakeOverProblem) => problems.push(problem),
    } as const;
    const expected = {
      texts: { taken: 3, known: 0, drafts: 1, bad: 0 },
      decisions: { taken: 3, known: 0, passive: 1, bad: 1 },
      requests: { taken: 4, known: 0, files: 1, filesMissing: 1, bad: 0 },
    };
    assert.deepEqual(await engine.takeOver(dry), expected);
    assert.deepEqual(
      problems.map(({ table, id }) => [table, id]),
      [['user_terms', '5']],
    );
    await assert.rejects(engine.takeOver({ prefix, files }), {
      code: 'import_refused',
      message: /user_terms 5: at 2019-03-01/,
    });
    assert.deepEqual(await engine.terms.list('cookie'), [], 'nothing was written');

    assert.deepEqual(await engine.takeOver({ prefix, files, skipBad: true, by: 'admin-1' }), expected);
    assert.deepEqual(await engine.takeOver({ prefix, files, skipBad: true }), {
      texts: { taken: 0, known: 3, drafts: 1, bad: 0 },
      decisions: { taken: 0, known: 3, passive: 1, bad: 1 },
      requests: { taken: 0, known: 4, files: 0, filesMissing: 0, bad: 0 },
    });
    // Now the person states that the text was the same.
    assert.equal((await engine.takeOver({ prefix, files, undatedTexts: true })).decisions.taken, 1);
    assert.deepEqual(await logged(), [
      [null, `Taken over: texts 0, decisions 1, requests 0, files 0; left out 0 (tables ${prefix}…)`],
      ['admin-1', `Taken over: texts 3, decisions 3, requests 4, files 1; left out 1 (tables ${prefix}…)`],
    ]);

    const stateOf = async (id: string, rule: string) => (await engine.policiesOf({ id }).policyUserTermOn(rule))?.state;
    assert.deepEqual(
      await Promise.all([stateOf('7', 'cookie'), stateOf('7', 'privacy_terms'), stateOf('8', 'cookie')]),
      ['accepted', 'accepted', 'rejected'],
    );
    const { ok } = await engine.ledger.verify();
    assert.equal(ok, true);
    const requests = await requestsOf('7');
    assert.deepEqual(requests.map(({ state }) => state).toSorted(), ['completed', 'pending']);
    const done = requests.find(({ state }) => state === 'completed');
    const stored = await localAttachments(storage).get(`portability/${done?.id ?? ''}-1.zip`);
    assert.equal(await text(stored), 'the export of 7');
    assert.deepEqual(
      (await requestsOf('9')).map(({ state }) => state),
      ['expired'],
    );
    assert.deepEqual(
      (await requestsOf('8')).map(({ state }) => state),
      ['pending'],
    );
  });

  test('legacy attachments: files are found as CarrierWave and Paperclip store them, never outside of the folder', async () => {
    await installation(true, { legacyAttachments: true });
    const files = mkdtempSync(path.join(folder, 'legacy-'));
    const paperclip = path.join(files, 'policy_manager/portability_requests/attachments/000/000/002/original');
    mkdirSync(paperclip, { recursive: true });
    writeFileSync(path.join(paperclip, '8-out.zip'), 'of paperclip');
    writeFileSync(path.join(files, '7-out.zip'), 'of carrierwave');
    writeFileSync(path.join(folder, 'secret'), 'not theirs');
    const none = { attachment: null, attachment_file_name: null };
    await fill(database, `${prefix}portability_requests`, [
      { ...request(1, 7, 'completed'), ...none, attachment: '7-out.zip' },
      { ...request(2, 8, 'completed'), ...none, attachment_file_name: '8-out.zip' },
      { ...request(3, 9, 'completed'), ...none, attachment: '../secret' },
    ]);
    const { requests } = await engine.takeOver({ prefix, files, skipBad: true });
    assert.deepEqual(requests, { taken: 3, known: 0, files: 2, filesMissing: 1, bad: 0 });
    const legacy = localAttachments(path.join(storage, 'legacy'));
    for (const [id, wanted] of [
      ['7', 'of carrierwave'],
      ['8', 'of paperclip'],
    ] as const) {
      const [only] = await requestsOf(id);
      assert.equal(await text(await legacy.get(`portability/${only?.id ?? ''}-1.zip`)), wanted);
    }
  });

  test('a run that was killed is completed by the next one', async () => {
    await installation(false);
    const many = Array.from({ length: 4000 }, (_, index) => ({
      id: index + 10,
      user_id: index + 100,
      term_id: 1,
      state: 'accepted',
      ...dates('2024-02-01'),
    }));
    await database.execute(`delete from ${prefix}user_terms`);
    await fill(database, `${prefix}user_terms`, many);
    const child = spawn(
      process.execPath,
      [path.join(import.meta.dirname, 'processes/take-over.ts'), opened.url, own, prefix],
      { stdio: 'inherit' },
    );
    const exited = once(child, 'exit');
    const count = async () =>
      Number((await database.execute(`select count(*) as n from ${own}ledger_events`)).rows[0]?.['n']);
    while (child.exitCode === null && (await count()) < 500) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill('SIGKILL');
    await exited;
    const before = await count();
    assert.ok(before >= 500 && before < 4000, `${before} were written`);
    const { decisions } = await engine.takeOver({ prefix });
    assert.deepEqual([decisions.taken, decisions.known], [4000 - before, before]);
    assert.equal((await engine.takeOver({ prefix })).decisions.known, 4000);
  });

  test('it says what is wrong with a database, a prefix and a rule', async () => {
    await installation(false);
    await assert.rejects(engine.takeOver({ prefix: own }), {
      code: 'import_refused',
      message: /those of this engine: set tablePrefix/,
    });
    await assert.rejects(engine.takeOver({ prefix: 'other_' }), {
      code: 'import_refused',
      message: /no table .*other_terms/,
    });
    await fill(database, `${prefix}terms`, [
      { id: 5, description: 'x', rule: 'fax', state: 'published', ...dates('2020-01-01') },
    ]);
    await assert.rejects(engine.takeOver({ prefix }), {
      code: 'import_refused',
      message: /terms 5: there is no rule "fax"/,
    });
  });
});
