/** Values of a host's columns in an export: read again, they are what was stored, for each type of each database. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createPool } from 'mysql2';
import { type Database, mysql2Database } from 'policy-engine';
import type { Dialect } from 'policy-engine/database';
import { forEachDatabase } from '../support/databases.ts';
import { type ExportedTable, exportSamples, writeJson } from './values/exported.ts';
import { MATRIX } from './values/matrix.ts';
import { type Application, applicationOn, changedValues, createSamples, rowsOf } from './values/round-trip.ts';

// East of UTC, where midnight is in the day before, before any time is read.
process.env['TZ'] = 'Asia/Seoul';

const GUIDE = path.join(import.meta.dirname, '..', '..', 'docs', 'stored-values.md');
const isUpdate = process.env['UPDATE_GENERATED'] === '1';
const TITLES: Readonly<Record<Dialect, string>> = { postgres: 'PostgreSQL', mysql: 'MariaDB', sqlite: 'SQLite' };

forEachDatabase((target) => {
  const { dialect } = target;
  const matrix = MATRIX[dialect];
  let database: Database;
  let application: Application;
  let exported: ExportedTable;
  let closed = async (): Promise<void> => {};

  before(async () => {
    database = await target.open();
    if (dialect === 'mysql') {
      // With a zone and settings that change values elsewhere.
      const settings = { uri: target.url, charset: 'utf8mb4', timezone: '+09:00', decimalNumbers: true };
      const pool = createPool(settings);
      pool.on('connection', (one) => void one.query("set time_zone = '+03:00'"));
      database = mysql2Database(pool);
      closed = () => pool.promise().end();
    }
    application = await applicationOn(database, target.url);
    await createSamples(application);
    exported = await exportSamples(database);
  });
  after(async () => {
    await application[Symbol.asyncDispose]();
    await closed();
  });

  test('each value of each type is read again from the JSON of an export without a change', async () => {
    assert.deepEqual(await changedValues(application, exported), []);
    assert.equal(exported.rows.length, rowsOf(dialect));
  });

  test('times without a zone are instants if the host states that they are of UTC', async () => {
    const { json, page, schema } = await exportSamples(database, { timesWithoutZone: 'utc' });
    const at = matrix.findIndex(([type]) => /^(?:datetime|timestamp without)/.test(type));
    assert.equal(schema.properties[`c${at}`]?.['x-form'], 'moment');
    const [written, shown] = {
      postgres: ['2026-11-21T09:30:00.000001Z', 'Nov 21, 2026, 6:30 PM GMT+9 (9:30 AM UTC)'],
      mysql: ['2026-11-21T09:30:00.000001Z', 'Nov 21, 2026, 6:30 PM GMT+9 (9:30 AM UTC)'],
      sqlite: ['2026-11-21T09:30:00.123456Z', 'Nov 21, 2026, 6:30 PM GMT+9 (9:30 AM UTC)'],
    }[dialect];
    assert.ok(json.includes(`"c${at}":"${written}"`), json.slice(0, 500));
    assert.ok(page.replaceAll('\u202f', ' ').includes(`<time datetime="${written}">${shown}</time>`));
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
});
