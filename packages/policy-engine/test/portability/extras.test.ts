/** The engine's own data about a person is in their export: decisions, their texts, and the recorded circumstances. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { verifyExport } from 'policy-engine/export';
import { readZip, temporaryFolder } from '../export/export.ts';
import { forEachDatabase } from '../support/databases.ts';
import { ALL, MINE, requestsEngine, type RequestsEngine } from './requests-engine.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) <b>Browser</b>';

/** Requests a copy as a user, and reads the result. */
async function exportOf({ ask, list, test: host }: RequestsEngine, user: string) {
  await using folder = await temporaryFolder();
  const { body: request } = await ask(user, 'POST', `${MINE}.json`);
  await ask('admin', 'POST', `${ALL}/${request.id}/confirm.json`);
  await host.engine.jobs.runDue();
  const zip = path.join(folder.path, `${user}.zip`);
  const answer = await host.as(user).fetch((await list(user))[0]?.download_url ?? '');
  await writeFile(zip, Buffer.from(await answer.arrayBuffer()));
  return { request, files: await readZip(zip), verified: await verifyExport(zip) };
}

const sha256 = (text = '') => createHash('sha256').update(text).digest('hex');

test('decisions are exported with the text they were made on, whichever is in force, and with everything recorded', async () => {
  await using engine = await requestsEngine();
  const { ask } = engine;
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
  const { request, files } = await exportOf(engine, 'anna');
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
  assert.match(page, /Decision history[\s\S]*Accepted[\s\S]*&lt;b&gt;Browser[\s\S]*Rejected/);
  assert.deepEqual(
    json('requests').map(({ id }) => id),
    [request.id],
  );
});

forEachDatabase((target) => {
  test('each text that a person accepted is in the export once, in the language they read, and its hash is the recorded one', async () => {
    await using engine = await requestsEngine({ database: await target.open(), publicOrigins: ['https://shop.test'] });
    const { ask, test: host } = engine;
    const publish = async (description: string, translations: Record<string, string> = {}) => {
      const term = { description, translations, state: 'published' };
      assert.equal((await ask('admin', 'POST', '/categories/cookie/terms.json', { term })).status, 201);
    };
    const decide = async (decision: 'accept' | 'reject', language: string) => {
      const headers = { 'accept-language': language };
      assert.equal((await ask('anna', 'PUT', `/user_terms/cookie/${decision}.json`, undefined, headers)).status, 200);
    };
    const fr = '# Témoins\n\nVoir [les règles](/regles). <script>alert(1)</script>';
    await publish('# Cookies\n\nFirst.', { fr });
    for (const decision of ['accept', 'reject', 'accept'] as const) await decide(decision, 'fr');
    await publish('Second.');
    await decide('reject', 'en');
    await publish('Third.');
    await decide('accept', 'en');
    // Somebody changed the text that people accepted.
    const changed = "update policy_manager_terms set description = 'Anything.' where version = 3";
    await host.engine.database.execute(changed);
    const { files, verified } = await exportOf(engine, 'anna');
    const json = (name: string) =>
      JSON.parse(files.get(`privacy/${name}.json`) ?? '') as Array<Record<string, unknown>>;

    const [text, ...others] = json('texts');
    assert.deepEqual(others, []);
    assert.deepEqual(
      [text?.['rule'], text?.['title'], text?.['version'], text?.['locale'], text?.['file']],
      ['cookie', 'Cookie', 1, 'fr', 'privacy/texts/cookie-1-fr.md'],
    );
    assert.match(String(text?.['publishedAt']), /^\d{4}-\d\d-\d\dT/);
    assert.equal(sha256(files.get('privacy/texts/cookie-1-fr.md')), text?.['hash']);
    const page = files.get('privacy/texts/cookie-1-fr.html') ?? '';
    assert.match(page, /lang="fr"[\s\S]*Témoins<\/h2>[\s\S]*href="https:\/\/shop\.test\/regles"[\s\S]*&lt;script&gt;/);
    assert.deepEqual(
      json('decisions').map(({ decision, version, text: link }) => [decision, version, link]),
      [
        ['accepted', 3, null],
        ['rejected', 2, null],
        ['accepted', 1, text?.['file']],
        ['rejected', 1, text?.['file']],
        ['accepted', 1, text?.['file']],
      ],
    );
    const consents = files.get('privacy/consents.html') ?? '';
    assert.equal(consents.match(/href="texts\/cookie-1-fr\.html"/g)?.length, 4);
    // The text is readable beside the decisions, and missing texts are named.
    assert.match(
      consents,
      /<summary><bdi lang="fr">Cookie<\/bdi> · Version 1<\/summary><article [^>]*lang="fr">[\s\S]*Témoins<\/h2>/,
    );
    assert.match(consents, /Version 3: The text is no longer stored in its original form\./);
    const manifest = JSON.parse(files.get('manifest.json') ?? '') as { failures: Array<Record<string, string>> };
    assert.deepEqual(
      manifest.failures.map(({ page: place, source, reason }) => [place, source, reason]),
      [['privacy/consents.html', 'cookie 3', 'The text is no longer stored in the form that was agreed to']],
    );
    assert.equal(verified.ok, true);
  });
});
