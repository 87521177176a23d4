/** The tables of the guide are generated from the facts. `npm run generate` writes them. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { factsTable, outcomesTable, placesTable } from './tables.ts';

const FILE = path.join(import.meta.dirname, '..', '..', 'docs', 'regions.md');
const isUpdate = process.env['UPDATE_GENERATED'] === '1';

/** The day of which the guide speaks: that on which the texts were looked for. */
const READ = '2026-11-27';

/** The formatter aligns tables. */
const cellsOf = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => !/^[|\s:-]*$/.test(line))
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));

for (const [name, table] of [
  ['places', placesTable(READ)],
  ['facts', factsTable()],
  ['outcomes', outcomesTable()],
] as const) {
  test(`the table of ${name} in the guide is what the module holds`, () => {
    const guide = readFileSync(FILE, 'utf8');
    const [start, end] = [`<!-- ${name}: written by \`npm run generate\` -->\n`, `\n<!-- /${name} -->`];
    const from = guide.indexOf(start) + start.length;
    const to = guide.indexOf(end);
    assert.ok(from > start.length && to >= from, `the marks of "${name}" are missing`);
    if (isUpdate) writeFileSync(FILE, `${guide.slice(0, from)}\n${table}\n${guide.slice(to)}`);
    else assert.deepEqual(cellsOf(guide.slice(from, to)), cellsOf(table), 'run `npm run generate`');
  });
}

test('the guide names the day on which the texts were looked for', () => {
  assert.match(readFileSync(FILE, 'utf8'), new RegExp(`looked for on ${READ}`));
});
