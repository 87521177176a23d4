/** What the skill for coding agents says is done in an empty folder: it ends with a receipt that verifies. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { freePort } from '../../../../testing/free-port.ts';
import { readSkill, SkillFolder } from '../../../../testing/skill.ts';

const SKILL = readSkill('policy-engine');

test('the skill of policy-engine leads from an empty folder to a receipt that verifies', async () => {
  const port = String(await freePort());
  await using folder = new SkillFolder({ 3000: port });
  for (const [file, text] of SKILL.files) folder.write(file, text);
  assert.deepEqual([...SKILL.files.keys()], ['engine.mjs', 'texts/cookie.md', 'app.mjs', 'check.mjs']);
  const [publish = '', check = '', verify = '', doctor = '', ...others] = SKILL.commands;
  assert.deepEqual(others, []);

  const published = await folder.run(publish);
  assert.equal(published.code, 0, published.output);
  assert.match(published.output, /cookie: version 1 is published/);
  await folder.start('node app.mjs', 'http://localhost:3000/');
  const page = await (await fetch(`http://localhost:${port}/`)).text();
  assert.match(page, /<h1>Shop<\/h1><policy-consent|<h1>Shop<\/h1>[^]*<policy-consent/);
  const checked = await folder.run(check);
  assert.match(checked.output, /^cookie accepted sealed$/m);
  const verified = await folder.run(verify);
  assert.match(verified.output, /The receipt is valid/);
  folder.write('changed.json', folder.read('receipt.json').replace('"accepted"', '"rejected"'));
  const changed = await folder.run(verify.replace('receipt.json', 'changed.json'));
  assert.notEqual(changed.code, 0, changed.output);
  const missing = await folder.run(doctor);
  assert.equal(missing.code, 1, missing.output);
  assert.match(missing.output, /^error no_user_lookup:/m);
});

test('the skill names each host that the package exports', () => {
  const file = path.join(import.meta.dirname, '..', '..', 'package.json');
  const { exports } = JSON.parse(readFileSync(file, 'utf8')) as { exports: Record<string, unknown> };
  const named = new Set(Array.from(SKILL.text.matchAll(/^\| .*`(policy-engine\/[\w-]+)`/gm), ([, name = '']) => name));
  assert.ok(named.size >= 10);
  for (const name of named) assert.ok(`./${name.split('/')[1]}` in exports, name);
});
