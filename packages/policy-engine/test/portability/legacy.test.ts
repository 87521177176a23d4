/** Legacy attachments: a local folder, five columns, and a switch without data loss. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { nodeSqliteDatabase } from 'policy-engine';
import { localAttachments } from 'policy-engine/export';
import { MINE, requestsEngine } from './requests-engine.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-legacy-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const COLUMNS =
  'attachment, attachment_file_name, attachment_file_size, attachment_file_content_type, attachment_content_type';

test('the columns describe the file, and files of both storages stay readable after a switch', async () => {
  const database = nodeSqliteDatabase(':memory:');
  const usual = path.join(folder, 'usual');
  const legacy = path.join(folder, 'legacy');
  const options = {
    database,
    attachments: { storage: localAttachments(usual) },
    exporter: { path: legacy },
    portability: { autoConfirm: true },
  };
  const complete = async (user: string, legacyAttachments: boolean) => {
    const { ask, list, test: host } = await requestsEngine({ ...options, legacyAttachments });
    await ask(user, 'POST', `${MINE}.json`);
    await host.engine.jobs.runDue();
    const [request] = await list(user);
    assert.equal(request?.state, 'completed');
    return request;
  };
  const before = await complete('anna', false);
  const request = await complete('ben', true);
  const { rows } = await database.execute<Record<string, string | null>>(
    `select ${COLUMNS} from policy_manager_portability_requests order by created_at, id`,
  );
  const [annas, bens] = rows.map((columns) => Object.values(columns));
  assert.deepEqual(annas, [null, null, null, null, null]);
  const name = `${request.id}-1.zip`;
  const bytes = String(request.attachment?.bytes);
  assert.deepEqual(bens, [`portability/${name}`, name, bytes, 'application/zip', 'application/zip']);
  assert.equal(statSync(path.join(legacy, 'portability', name)).size, Number(bytes));

  for (const legacyAttachments of [true, false]) {
    const { list, test: host } = await requestsEngine({ ...options, legacyAttachments });
    for (const [user, { attachment }] of [
      ['anna', before],
      ['ben', request],
    ] as const) {
      const [one] = await list(user);
      const response = await host.as(user).fetch(one?.download_url ?? '');
      assert.equal(response.status, 200, `${user}, ${legacyAttachments}`);
      assert.equal((await response.arrayBuffer()).byteLength, attachment?.bytes);
    }
  }
  await complete('carla', false);
  await complete('dora', true);
  const { ask, list, setTime, test: host } = await requestsEngine({ ...options, legacyAttachments: false });
  for (const [user, { id }] of [
    ['anna', before],
    ['ben', request],
  ] as const) {
    await ask(user, 'DELETE', `${MINE}/${id}.json`);
  }
  await host.engine.jobs.runDue();
  for (const place of [usual, legacy]) assert.equal(readdirSync(path.join(place, 'portability')).length, 1);
  const afterHours = (hours: number) => new Date(Date.now() + 60 * 86_400_000 + hours * 3_600_000).toISOString();
  // Without the folder no file counts as deleted.
  const { exporter: _, ...without } = options;
  const forgetful = await requestsEngine(without);
  const [doras] = await forgetful.list('dora');
  assert.equal((await forgetful.test.as('dora').fetch(doras?.download_url ?? '')).status, 500);
  forgetful.setTime(afterHours(0));
  await forgetful.test.engine.jobs.runDue();
  assert.deepEqual([(await list('carla'))[0]?.state, (await list('dora'))[0]?.state], ['expired', 'completed']);
  setTime(afterHours(1));
  await host.engine.jobs.runDue();
  for (const user of ['carla', 'dora']) assert.equal((await list(user))[0]?.state, 'expired');
  const left = await database.execute<Record<string, string | null>>(
    `select ${COLUMNS} from policy_manager_portability_requests`,
  );
  assert.deepEqual(
    left.rows.map((columns) => Object.values(columns).every((value) => value === null)),
    [true, true],
  );
  for (const place of [usual, legacy]) assert.deepEqual(readdirSync(path.join(place, 'portability')), []);
  await database.close();
});

test('legacy attachments without a folder are refused at start', async () => {
  await assert.rejects(requestsEngine({ legacyAttachments: true }), { code: 'configuration_invalid' });
});
