/** What the engine itself knows of a person is in their export: what they decided, on which text, and what was noted of it. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { readZip, temporaryFolder } from '../export/export.ts';
import { ALL, MINE, requestsEngine } from './requests-engine.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) <b>Browser</b>';

test('decisions are exported with the text they were made on, whatever is in force, and with all that was noted', async () => {
  await using engine = await requestsEngine();
  await using folder = await temporaryFolder();
  const { ask, list, test: host } = engine;
  const publish = async (description: string, material: boolean) => {
    const term = { description, material, state: 'published' };
    assert.equal((await ask('admin', 'POST', '/categories/cookie/terms.json', { term })).status, 201);
  };
  await publish('The first text.', true);
  for (const decision of ['reject', 'accept']) {
    const headers = { 'user-agent': BROWSER };
    assert.equal((await ask('anna', 'PUT', `/user_terms/cookie/${decision}.json`, undefined, headers)).status, 200);
  }
  await publish('The first text, with a comma.', false);
  const { body: request } = await ask('anna', 'POST', `${MINE}.json`);
  await ask('admin', 'POST', `${ALL}/${request.id}/confirm.json`);
  await host.engine.jobs.runDue();
  const zip = path.join(folder.path, 'anna.zip');
  const answer = await host.as('anna').fetch((await list('anna'))[0]?.download_url ?? '');
  await writeFile(zip, Buffer.from(await answer.arrayBuffer()));
  const files = await readZip(zip);
  const json = (name: string) => JSON.parse(files.get(`privacy/${name}.json`) ?? '') as Array<Record<string, unknown>>;

  const [cookie, age] = json('consents');
  assert.deepEqual(
    [cookie?.['state'], cookie?.['version'], age?.['state'], age?.['version']],
    ['accepted', 1, 'passive', null],
  );
  const decisions = json('decisions');
  assert.deepEqual(
    decisions.map(({ decision, version, hash, userAgent }) => [decision, version, hash, userAgent]),
    ['accepted', 'rejected'].map((decision) => [decision, 1, cookie?.['hash'], BROWSER]),
  );
  assert.match(String(cookie?.['hash']), /^[0-9a-f]{64}$/);
  const page = files.get('privacy/consents.html') ?? '';
  assert.match(page, /Every decision on record[\s\S]*Accepted[\s\S]*&lt;b&gt;Browser[\s\S]*Rejected/);
  assert.deepEqual(
    json('requests').map(({ id }) => id),
    [request.id],
  );
});
