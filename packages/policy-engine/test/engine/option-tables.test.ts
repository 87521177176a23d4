/** The tables of options and the JSON Schema are generated from the schema for validation. `npm run generate` writes them. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { configurationJsonSchema, configurationTables } from '../../dist/config.js';

const PACKAGE = path.join(import.meta.dirname, '..', '..');
const isUpdate = process.env['UPDATE_GENERATED'] === '1';

/** The formatter aligns tables. */
function cells(text: string): string[][] {
  const lines = text.split('\n').filter((line) => !/^[|\s:-]*$/.test(line));
  return lines.map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
}

test('the tables of options in the documentation match the schema', () => {
  const file = path.join(PACKAGE, 'docs', 'policy-engine-configuration.md');
  const text = readFileSync(file, 'utf8');
  const [start, end] = ['<!-- options: written by `npm run generate` -->\n', '\n<!-- /options -->'];
  const before = text.slice(0, text.indexOf(start) + start.length);
  const found = text.slice(before.length, text.indexOf(end));
  if (isUpdate) writeFileSync(file, `${before}\n${configurationTables()}\n${text.slice(text.indexOf(end))}`);
  else assert.deepEqual(cells(found), cells(configurationTables()), 'run `npm run generate`');
});

test('a "|" in the meaning of an option does not split its row', () => {
  const rows = cells(configurationTables()).filter(([first, name]) => first === '' && name !== undefined);
  assert.deepEqual(
    rows.filter((row) => row.length !== 5),
    [],
  );
  assert.ok(rows.some(([, , , meaning = '']) => meaning.includes(String.raw`'set' \| 'keep'`)));
});

test('the JSON Schema matches the schema for validation', () => {
  const file = path.join(PACKAGE, 'config.schema.json');
  const schema: unknown = JSON.parse(JSON.stringify(configurationJsonSchema()));
  if (isUpdate) writeFileSync(file, `${JSON.stringify(schema, null, 2)}\n`);
  else assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), schema, 'run `npm run generate`');
});

test('every option in the tables has a description', () => {
  const rows = cells(configurationTables()).filter(([, name = '']) => name.startsWith('`'));
  assert.ok(rows.length > 100, `${rows.length} options`);
  for (const [, name, , meaning = ''] of rows) assert.ok(meaning.length > 10, name);
});
