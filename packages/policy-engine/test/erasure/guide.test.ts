/** The examples of the guide run unchanged; then their files are erased with their rows, and searched. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { readGuide } from '../support/guide.ts';

const PACKAGE = path.join(import.meta.dirname, '..', '..');

const FILES = `
await database.execute('create table uploads (id integer primary key, user_id text, path text)');
await database.execute("insert into users values ('9', 'bob@shop.example', 'Bob Example')");
await database.execute("insert into uploads values (1, '9', 'chair.txt'), (2, '9', 'gone.txt'), (3, '5', 'other.txt')");
await storage.write('chair.txt', 'a chair of mine');
await storage.write('other.txt', 'a present from bob@shop.example');
await storage.write('letters/bob.txt', 'Dear customer');
const second = createPolicyEngine({
  database,
  rules: [{ name: 'cookie', sessionless: true }],
  currentUser: () => null,
  userResource: { find: () => ({ id: '9', email: 'bob@shop.example' }) },
  dataRules: [uploads],
  erasure: { graceDays: 0, files: searched },
  dataMap: { record },
});
createPolicyEngine({
  database,
  rules: [{ name: 'cookie', sessionless: true }],
  currentUser: () => null,
  dataRules: [{ name: 'posts', table: { table: 'posts', person: 'user_id' } }, comments, messages],
});
for (const { option } of second.dataInventory().missing) console.log('not declared:', option);
const { id } = await second.erasure.create({ id: '9' });
await second.erasure.confirm(id);
await second.jobs.runDue();
const done = await second.erasure.find(id);
const [own] = done.receipt?.entries ?? [];
console.log(done.state, own?.rule, own?.action, own?.rows);
console.log((await database.execute('select id from uploads')).rows, await storage.fileExists('chair.txt'));
for (const { place, total, searched, found, names } of done.receipt?.absence?.files ?? [])
  if (total > 0) console.log(place, total, searched, found, names.join());
`;

/** The examples of the guide. */
function examplesOf(guide: string): string[] {
  return [...guide.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, example = '']) => example);
}

test('the guide’s shop erases a person, keeps an order without a name, and erases and searches files', async () => {
  const examples = examplesOf(readGuide('erasure.md'));
  assert.equal(examples.length, 7);
  // Inside the package, where its name resolves to itself.
  const folder = await mkdtemp(path.join(PACKAGE, 'test', '.guide-'));
  try {
    await writeFile(path.join(folder, 'example.ts'), [...examples, FILES].join('\n'));
    const { stdout } = await promisify(execFile)(process.execPath, ['example.ts'], { cwd: folder });
    assert.match(stdout, /^Orders: keep 2, Tax law: ten years \(§ 147 AO\)$/m);
    assert.match(stdout, /^Reviews: delete 1$/m);
    assert.match(stdout, /^completed \d+ 0$/m);
    // The retention period of the order of 2010 is over, so it is deleted.
    assert.match(stdout, /\[\s*\{ id: 1, user_id: null, name: null, total: 4900 \}\s*\]/);
    // The rule of the test says neither why nor how long; the record of the guide lacks nothing.
    assert.deepEqual(stdout.match(/^not declared: .*$/gm), [
      'not declared: dataRules[0].purpose',
      'not declared: dataRules[0].retention',
      'not declared: rules[0].description',
    ]);
    assert.match(stdout, /^completed uploads run 2$/m);
    assert.match(stdout, /\{ id: 3 \}\s*\] false$/m);
    // Another person's text about him, and the letter, whose content matches only because it contains his name.
    assert.match(stdout, /^uploads 2 2 1 other\.txt$/m);
    assert.match(stdout, /^letters 1 1 0/m);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
