/** Values of a host's own functions that JSON would change. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { findPostgres } from '../../../../testing/databases.ts';
import { skipWithout } from '../../../../testing/servers.ts';
import { createDates } from '../../dist/modules/export/site/dates.js';
import { engineWith, exported, temporaryFolder } from './export.ts';

// East of UTC, where midnight is in the day before, before any time is read.
process.env['TZ'] = 'Asia/Seoul';

async function exportOf(rows: readonly object[], exporter: object = {}) {
  await using folder = await temporaryFolder();
  const engine = engineWith([{ name: 'things', collection: () => rows }], exporter);
  const { files, summary } = await exported(engine, {}, folder.path, { locale: 'en', timeZone: 'America/New_York' });
  const read = (file: string) => files.get(file) ?? assert.fail(`${file} is missing`);
  return {
    files,
    summary,
    json: read('things/all.json'),
    page: read('things/index.html').replaceAll('\u202f', ' '),
    read,
  };
}

const postgres = await findPostgres();
const { url } = postgres;
if (url === undefined) skipWithout('on PostgreSQL', postgres.tried, () => 1);
else {
  test('a DATE that a host’s own query returns as local midnight stays that day, in JSON and on pages', async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<object>(
      `select date '1990-02-02' as born, date '1890-02-02' as grandmother, timestamptz '2026-11-21 09:30:00.5+00' as seen`,
    );
    await client.end();
    const { json, page, read } = await exportOf(rows);
    assert.deepEqual(JSON.parse(json), [
      { born: '1990-02-02T00:00:00.000+09:00', grandmother: '1890-02-02', seen: '2026-11-21T09:30:00.500Z' },
    ]);
    assert.ok(page.includes('<time datetime="1990-02-02">February 2, 1990</time>'), page);
    assert.ok(page.includes('<time datetime="1890-02-02">February 2, 1890</time>'), page);
    assert.ok(page.includes('Nov 21, 2026, 4:30 AM EST (9:30 AM UTC)'), page);
    const { $defs } = JSON.parse(read('schema.json')) as {
      $defs: { things: { properties: Record<string, Record<string, string>> } };
    };
    const { born, seen } = $defs.things.properties;
    assert.deepEqual([born?.['x-form'], seen?.['x-form']], ['day', 'moment']);
  });
}

test('numbers that JSON lacks are text, and keep their sign', async () => {
  const { json } = await exportOf([{ a: Number.NaN, b: -Infinity, c: -0, d: 2n ** 64n, e: [Infinity] }]);
  assert.equal(json, '[\n{"a":"NaN","b":"-Infinity","c":-0,"d":"18446744073709551616","e":["Infinity"]}\n]\n');
});

test('many bytes are a file of the export, also of a member without a name, and a credential is none', async () => {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(100_000, 1)]);
  const { json, files, page } = await exportOf([
    { invoice: bytes, key: bytes.subarray(8, 72), recovery_token: bytes, more: bytes.buffer.slice(0, 100) },
  ]);
  const [row] = JSON.parse(json) as [Record<string, Record<string, unknown>>];
  assert.deepEqual(Object.keys(row), ['invoice', 'key', 'more']);
  assert.equal(row['invoice']?.['path'], 'things/files/1-invoice.pdf');
  assert.equal(row['invoice']?.['mediaType'], 'application/pdf');
  assert.equal(row['invoice']?.['bytes'], bytes.byteLength);
  assert.equal(files.get('things/files/1-invoice.pdf'), bytes.toString('utf8'));
  assert.equal(row['key'], bytes.subarray(8, 72).toString('base64') as never);
  assert.match(page, /href="\.\.\/things\/files\/1-invoice\.pdf" type="application\/pdf" download/);
});

test('bytes for which an export has no room for another file are Base64', async () => {
  const bytes = Buffer.alloc(65, 7);
  const rows = [{ one: bytes }, { one: bytes }];
  const few = JSON.parse((await exportOf(rows, { maxFiles: 1 })).json) as Array<{ one: unknown }>;
  assert.deepEqual(few[1], { one: bytes.toString('base64') });
  assert.notDeepEqual(few[0], few[1]);
  const small = JSON.parse((await exportOf(rows, { maxFileBytes: 64 })).json) as unknown[];
  assert.deepEqual(small, [{ one: bytes.toString('base64') }, { one: bytes.toString('base64') }]);
});

test('times have UTC beside the zone, with the day where it is another one; an unknown zone is UTC', () => {
  const at = '2026-01-01T02:00:00Z';
  const shown = (zone: string | undefined, value: unknown = at) =>
    createDates('en', zone)(value, 'minute').replaceAll('\u202f', ' ');
  assert.equal(shown('America/New_York'), 'Dec 31, 2025, 9:00 PM EST (Jan 1, 2026, 2:00 AM UTC)');
  assert.equal(shown('Europe/London'), 'Jan 1, 2026, 2:00 AM UTC');
  assert.equal(shown('Mars/Olympus'), 'Jan 1, 2026, 2:00 AM UTC');
  assert.equal(shown('Asia/Seoul', '2026-01-01 02:00:00'), 'Jan 1, 2026, 2:00 AM');
  assert.equal(shown('America/New_York', '2026-01-01'), 'January 1, 2026');
  for (const nothing of ['', 'soon', '0000-00-00', '2026-02-31x', {}, null]) assert.equal(shown('UTC', nothing), '');
});
