/**
 * How well columns are recognised in schemas of real applications, against lists that were read before (`names/`, `../data-map/schemas/`);
 * `UPDATE_GENERATED=1` writes the tables of the guide.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { measuredDraft, readSchemas } from '../data-map/read-schemas.ts';
import { measured, readNames } from './measured.ts';

const FILE = path.join(import.meta.dirname, '..', '..', 'docs', 'columns.md');
const guide = readFileSync(FILE, 'utf8');

const held = readNames().map(measured);
const lists = readSchemas();
const drafts = lists.map((read) => measuredDraft(read));
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);

test('few columns of real schemas are held back wrongly, and few are missed', () => {
  const wanted = sum(held.map(({ toHoldBack }) => toHoldBack));
  assert.ok(held.length >= 20);
  assert.ok(sum(held.map(({ missed }) => missed.length)) <= 0.03 * wanted);
  assert.ok(sum(held.map(({ falseAlarms }) => falseAlarms.length)) <= 0.05 * wanted);
});

/** Of each schema by a model that was learned from the others: `npm run columns`. */
const unseen = JSON.parse(readFileSync(path.join(import.meta.dirname, 'unseen.json'), 'utf8')) as Readonly<
  Record<string, { readonly found: number; readonly wrong: number }>
>;

const personal = sum(drafts.map((draft) => draft.personal));
const shares = (found: number, wrong: number) => ({ recall: found / personal, precision: found / (found + wrong) });
const shipped = shares(
  personal - sum(drafts.map(({ missed }) => missed.length)),
  sum(drafts.map(({ falseAlarms }) => falseAlarms.length)),
);
const others = shares(
  sum(Object.values(unseen).map(({ found }) => found)),
  sum(Object.values(unseen).map(({ wrong }) => wrong)),
);

test('a draft finds 95 of 100 personal columns of the schemas that were learned from, and four of five that it finds are personal', () => {
  assert.ok(shipped.recall >= 0.97 && shipped.precision >= 0.88, JSON.stringify(shipped));
  const below = drafts.filter(
    // One of fewer than twenty is more than five of a hundred.
    (draft) => draft.missed.length > Math.max(1, 0.05 * draft.personal) || draft.precision < 0.8,
  );
  assert.ok(below.length <= 0.3 * drafts.length, below.map(({ name }) => name).join(', '));
  // Of few that are personal, as in monitoring, some false alarms are many.
  for (const { name, recall, precision, falseAlarms } of drafts)
    assert.ok(recall >= 0.7 && (precision >= 0.7 || falseAlarms.length <= 20), name);
});

test('and nearly nine of ten where a schema was not learned from', () => {
  assert.deepEqual(
    Object.keys(unseen),
    drafts.map(({ name }) => name),
  );
  assert.ok(others.recall >= 0.88 && others.precision >= 0.75, JSON.stringify(others));
});

test('the draft knows the table of people in real schemas, or asks for it', () => {
  const found = drafts.filter(({ isFound }) => isFound);
  const right = new Map(lists.map(({ name, people }) => [name, people]));
  assert.deepEqual(
    found.map(({ name }) => right.get(name)),
    found.map(({ people }) => people),
  );
  assert.ok(found.length >= drafts.length - 2);
});

const code = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(', ') || '–';

function heldTable(): string {
  const rows = held.map(
    ({ packages, columns, toHoldBack, missed, falseAlarms }) =>
      `| ${packages} | ${columns} | ${toHoldBack} | ${code(missed)} | ${code(falseAlarms)} |`,
  );
  const all = [
    sum(held.map(({ columns }) => columns)),
    sum(held.map(({ toHoldBack }) => toHoldBack)),
    sum(held.map(({ missed }) => missed.length)),
    sum(held.map(({ falseAlarms }) => falseAlarms.length)),
  ];
  return [
    '| Packages | Columns | To hold back | Missed | False alarms |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    `| all ${held.length} | ${all.join(' | ')} |`,
  ].join('\n');
}

function togetherTable(): string {
  const row = (what: string, { recall, precision }: typeof shipped) =>
    `| ${what} | ${recall.toFixed(2)} | ${precision.toFixed(2)} |`;
  return [
    `| Drafts of the ${drafts.length} schemas | Recall | Precision |`,
    '| --- | --- | --- |',
    row('by the model that is shipped', shipped),
    row('each by a model that was learned from the others', others),
  ].join('\n');
}

function draftTable(): string {
  const rows = drafts.map(({ name, columns, personal: all, missed, falseAlarms, recall, precision }) => {
    const { found = 0, wrong = 0 } = unseen[name] ?? {};
    const numbers = [recall, precision, found / all, found / Math.max(found + wrong, 1)].map((one) => one.toFixed(2));
    return `| ${[name, columns, all, ...numbers, code(missed), code(falseAlarms)].join(' | ')} |`;
  });
  return [
    '| Schema | Columns | Personal | Recall | Precision | Unseen: recall | Precision | Missed | False alarms |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

/** Without the spaces that align a table. */
const plain = (text: string) => text.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');

for (const [name, table] of [
  ['held back', heldTable()],
  ['together', togetherTable()],
  ['drafts', draftTable()],
] as const) {
  test(`the guide has the measured table: ${name}`, () => {
    const [begin, end] = [`<!-- measured: ${name} -->\n`, '\n<!-- end -->'];
    const text = readFileSync(FILE, 'utf8');
    const at = text.indexOf(begin) + begin.length;
    const until = text.indexOf(end, at);
    assert.ok(at >= begin.length && until >= at, `${FILE} has no place for the table`);
    if (process.env['UPDATE_GENERATED'] === '1') {
      writeFileSync(FILE, `${text.slice(0, at)}\n${table}\n${text.slice(until)}`);
      return;
    }
    assert.equal(plain(text.slice(at, until).trim()), plain(table), 'run `npm run generate`');
  });
}

test('the guide names the number of schemas', () => {
  assert.ok(guide.includes(`${held.length} schemas`), `columns.md must say ${held.length} schemas`);
});
