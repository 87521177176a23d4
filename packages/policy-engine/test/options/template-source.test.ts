/** When a template that is a string is a path (spec: "string or path"). */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readTemplateSource } from '../../dist/platform/options/template-source.js';

const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-templates-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string) => path.join(folder, name);
for (const name of ['page.html', 'no suffix', 'it has spaces.txt']) writeFileSync(at(name), `text of ${name}`);
mkdirSync(at('views.eta'));

for (const name of ['page.html', 'no suffix', 'it has spaces.txt']) {
  test(`the template file "${name}" is read from a path, a URL and { file }`, () => {
    const expected = { file: at(name), text: `text of ${name}` };
    const relative = path.relative(process.cwd(), at(name));
    for (const source of [at(name), relative, pathToFileURL(at(name)), { file: at(name) }, { file: relative }]) {
      assert.deepEqual(readTemplateSource(source), expected);
    }
  });
}

for (const text of [
  '',
  'orders',
  'Your data is ready!',
  'See the file notes.txt',
  '<p>page.html</p>',
  '<%= it.url %>',
  '{"items": []}',
  '{{it}}.json',
  'one\ntwo.txt',
  `${'x'.repeat(5000)}.html`,
  'Read https://shop.example/terms.html',
]) {
  test(`${JSON.stringify(text.slice(0, 40))} is the template itself`, () => {
    assert.deepEqual(readTemplateSource(text), { text, file: undefined });
  });
}

for (const missing of [
  'page.ejs',
  'views/page.html',
  './page',
  '../a/b',
  '/nowhere/page',
  'data.json',
  at('views.eta'),
]) {
  test(`the text ${missing} is read as the path of a file`, () => {
    assert.throws(() => readTemplateSource(missing), /looks like the path of a template, but there is no such file/);
  });
}
