/** Values of a host's columns in an export: read again, they are what was stored, for each type of each database. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createPool } from 'mysql2';
import mysql from 'mysql2/promise';
import { type Database, mysql2Database } from 'policy-engine';
import type { Dialect } from 'policy-engine/database';
import { forEachDatabase } from '../support/databases.ts';
import { type ExportedTable, exportSamples, sqlOf, writeJson } from './values/exported.ts';
import { CREATED, MATRIX } from './values/matrix.ts';

// East of UTC, where midnight is in the day before, before any time is read.
process.env['TZ'] = 'Asia/Seoul';

const GUIDE = path.join(import.meta.dirname, '..', '..', 'docs', 'stored-values.md');
const isUpdate = process.env['UPDATE_GENERATED'] === '1';
const TITLES: Readonly<Record<Dialect, string>> = { postgres: 'PostgreSQL', mysql: 'MariaDB', sqlite: 'SQLite' };

/** Equality that sees every difference. */
const EQUAL: Readonly<Record<Dialect, (one: string, other: string) => string>> = {
  postgres: (one, other) => `${one}::text is not distinct from ${other}::text`,
  // A float has more digits than its text.
  mysql: (one, other) =>
    `(cast(${one} as binary) <=> cast(${other} as binary) and hex(${one}) <=> hex(${other}) and ${one} <=> ${other})`,
  sqlite: (one, other) => `(${one} is ${other} and typeof(${one}) is typeof(${other}))`,
};

forEachDatabase((target) => {
  const { dialect } = target;
  const matrix = MATRIX[dialect];
  let database: Database;
  let run: (sql: string) => Promise<readonly unknown[]>;
  let exported: ExportedTable;

  before(async () => {
    database = await target.open();
    run = async (sql) => (await database.execute(sql)).rows;
    if (dialect === 'mysql') {
      // A session that accepts zero dates; and the engine's own, with a zone and settings that change values elsewhere.
      const connection = await mysql.createConnection({ uri: target.url, charset: 'utf8mb4' });
      await connection.query("set sql_mode = 'NO_ENGINE_SUBSTITUTION', time_zone = '+00:00'");
      run = async (sql) => (await connection.query(sql))[0] as unknown[];
      const settings = { uri: target.url, charset: 'utf8mb4', timezone: '+09:00', decimalNumbers: true };
      const pool = createPool(settings);
      pool.on('connection', (one) => void one.query("set time_zone = '+03:00'"));
      database = mysql2Database(pool);
      closing.push(
        () => connection.end(),
        () => pool.promise().end(),
      );
    }
    for (const statement of CREATED[dialect]) await run(statement);
    const columns = matrix
      .map(([type], index) => `c${index} ${type}${type.startsWith('timestamp') ? ' null' : ''}`)
      .join(', ');
    for (const table of ['samples', 'copies'])
      await run(`create table ${table} (id int primary key, person int, ${columns})`);
    const most = Math.max(...matrix.map(({ length }) => length));
    for (let row = 1; row < most; row += 1) {
      const values = matrix.map((typed) => typed[row] ?? 'null');
      await run(`insert into samples values (${row}, 1, ${values.join(', ')})`);
    }
    exported = await exportSamples(database);
  });
  const closing: Array<() => Promise<unknown>> = [];

  test('each value of each type is read again from the JSON of an export without a change', async () => {
    const forms = matrix.map((_, index) => exported.schema.properties[`c${index}`]?.['x-form']);
    for (const row of exported.rows) {
      const values = forms.map((form, index) => {
        // Null of a column, not of JSON.
        const isNull = matrix[index]?.[Number(writeJson(row['id']))] === undefined;
        return isNull ? 'null' : sqlOf(dialect, row[`c${index}`], { form, files: exported.files });
      });
      await run(`insert into copies values (${writeJson(row['id'])}, 1, ${values.join(', ')})`);
    }
    const changed: string[] = [];
    for (const [index, [type, ...values]] of matrix.entries()) {
      const equal = EQUAL[dialect](`s.c${index}`, `k.c${index}`);
      const found = await run(
        `select s.id as id from samples s join copies k on k.id = s.id where ${equal} order by s.id`,
      );
      const same = new Set(found.map((row) => Number((row as { id: unknown }).id)));
      for (const [at, value] of values.entries()) if (!same.has(at + 1)) changed.push(`${type}: ${value}`);
    }
    assert.deepEqual(changed, []);
    assert.equal(exported.rows.length, Math.max(...matrix.map(({ length }) => length)) - 1);
  });

  test('the schema of an export states type and form of each column', () => {
    for (const [index, [type]] of matrix.entries()) {
      const property = exported.schema.properties[`c${index}`] ?? assert.fail(type);
      assert.equal(typeof property['x-column'], 'string', type);
      assert.ok(String(property['description']).length > 10, type);
    }
  });

  test('pages of an export show times in the zone of the person with UTC beside, and days and local times as they are', () => {
    const page = exported.page.replaceAll(/[\u00a0\u202f]/g, ' ');
    const has = (text: string) => assert.ok(page.includes(text), text);
    has('February 2, 1990');
    if (dialect === 'sqlite') has('<time datetime="2026-11-21 09:30:00.123456">Nov 21, 2026, 9:30 AM<');
    else {
      has('datetime="2026-11-21T09:30:00.123456Z">Nov 21, 2026, 6:30 PM GMT+9 (9:30 AM UTC)<');
      has('datetime="2026-11-21T09:30:00.000001">Nov 21, 2026, 9:30 AM<');
    }
    has('9007199254740993');
    assert.equal(page.includes('[object'), false);
  });

  test('the guide shows how a value of each type is written', () => {
    const rows = matrix.map(([type, example = ''], index) => {
      const { 'x-form': form } = exported.schema.properties[`c${index}`] ?? {};
      const written = writeJson(exported.rows[0]?.[`c${index}`]).replace(/"sha256":"\w+"/, '"sha256":"…"');
      const cell = (text: string) => (text === '' ? 'none' : `\`${text.replaceAll('|', String.raw`\|`)}\``);
      return `| ${cell(type)} | ${cell(example)} | ${cell(written)} | ${String(form)} |`;
    });
    const head = '| Type | Stored | In JSON | `x-form` |\n| --- | --- | --- | --- |';
    const [start, end] = [`<!-- ${dialect}: written by \`npm run generate\` -->\n`, `\n<!-- /${dialect} -->`];
    const guide = readFileSync(GUIDE, 'utf8');
    const from = guide.indexOf(start) + start.length;
    assert.ok(from >= start.length, TITLES[dialect]);
    const table = `${head}\n${rows.join('\n')}`;
    const aligned = (text: string) =>
      text
        .split('\n')
        .filter((line) => line !== '' && !/^[|\s:-]*$/.test(line))
        .map((line) => line.replaceAll(/\s+/g, ' ').trim());
    if (isUpdate) writeFileSync(GUIDE, `${guide.slice(0, from)}\n${table}\n${guide.slice(guide.indexOf(end))}`);
    else assert.deepEqual(aligned(guide.slice(from, guide.indexOf(end))), aligned(table), 'run `npm run generate`');
  });

  after(async () => {
    for (const close of closing) await close();
  });
});
