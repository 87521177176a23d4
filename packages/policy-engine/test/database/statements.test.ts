/**
 * Every statement on the tables of a host runs on each driver of SQLite. `walk.test.ts`, which takes longer, sends all statements on every
 * driver.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import BetterSqlite3 from 'better-sqlite3';
import { betterSqlite3Database, createPolicyEngine, type Database, nodeSqliteDatabase } from 'policy-engine';
import { LiveSchema } from '../../dist/platform/database/schema/live-schema.js';
import { seedSyntheticPerson } from 'policy-engine/testing';
import { account, lines, makeShop, orders } from '../data-map/shop.ts';
import { optionsWith } from '../data-map/support.ts';
import { addPerson, DAY, makeShop as makeOwnShop, RULES, shopEngine } from '../erasure/shop.ts';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));

const drivers: Readonly<Record<string, () => Database>> = {
  'node:sqlite': () => nodeSqliteDatabase(new DatabaseSync(':memory:')),
  'better-sqlite3': () => betterSqlite3Database(new BetterSqlite3(':memory:')),
};

/** What composes SQL from text; the rest is built by Kysely. */
const SITE = /\bsql`|\bnew StatementText\(|\bkeyIs\(|database\.execute\(/g;
const FOLDERS = /^(?:modules\/(?:data-map|erasure\/(?:host|retention))\/|platform\/database\/live-)/;
/**
 * `table-rows.test.ts` reads several pages, `synthetic.test.ts` has tables that share a parent, and `draft.test.ts` reads values of tables
 * without rules; each runs on each driver.
 */
const ELSEWHERE = [
  "modules/data-map/draft/samples.js: database.execute(`select ${names.join(', ')} from ${tableIdentifier(dialect, table)} limit ${ROWS}`));",
  "modules/data-map/rows/table-rows.js: keyIs(dialect, names, { sign: '>', than: after }, text));",
  'modules/data-map/synthetic/seed.js: new StatementText(schema.dialect);',
];

const session = new Session();
session.connect();
before(async () => {
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
});

for (const [driver, open] of Object.entries(drivers)) {
  test(`${driver}: tables of a host are described, checked, searched and exported`, async () => {
    const database = open();
    await makeShop(database);
    await database.execute(
      'create table devices (id text primary key, user_id integer references users (id), settings json)',
    );
    const schema = await LiveSchema.read(database, []);
    assert.deepEqual([...schema.tables].map(({ table }) => table).toSorted(), [
      'devices',
      'newsletter',
      'order_lines',
      'orders',
      'products',
      'users',
    ]);
    const dataRules = [account, orders, lines].map((rule) => Object.assign({ erasure: 'delete' as const }, rule));
    const engine = createPolicyEngine({ ...optionsWith({}), database, dataRules });
    await engine.migrate();
    assert.ok((await engine.check()).length > 0);
    const person = await seedSyntheticPerson(engine);
    assert.match(JSON.stringify(await person.missingFromExport()), /devices\.settings/);
    assert.ok((await person.leftAfterErasure(async () => {})).length > 0);
    const helpers = engine.policiesOf({ id: 1 }) as unknown as Record<string, (range?: object) => Promise<unknown[]>>;
    assert.equal((await helpers['portabilityCollectionLines']!()).length, 14);
  });

  test(`${driver}: people whose ids count within a tenant are told apart`, async () => {
    const database = open();
    await database.execute(
      'create table people (tenant_id integer not null, id text not null, name text, primary key (tenant_id, id))',
    );
    await database.execute("insert into people values (1, 'p1', 'Anna'), (2, 'p1', 'Otto'), (2, 'p2', 'Vera')");
    const table = { table: 'people', key: ['tenant_id', 'id'], person: 'id' };
    const dataRules = [{ name: 'people', table, erasure: 'delete' as const }];
    const engine = createPolicyEngine({
      ...optionsWith({}),
      database,
      dataRules,
      dataMap: { people: { table: 'people', key: 'id' } },
    });
    await engine.migrate();
    assert.equal((await engine.erasure.plan({ id: 'p2' })).length, 1);
    await assert.rejects(engine.erasure.plan({ id: 'p1' }), /does not tell people apart alone, but with tenant_id/);
  });

  test(`${driver}: an erasure is planned, done and confirmed, and old rows are erased`, async () => {
    const database = open();
    await makeOwnShop(database);
    await using shop = await shopEngine(database);
    await addPerson(database, 'anna-1');
    await addPerson(database, 'otto');
    assert.equal((await shop.engine.erasure.plan({ id: 'anna-1' })).length, RULES.length);
    const { id } = await shop.engine.erasure.create({ id: 'anna-1' });
    await shop.engine.erasure.confirm(id);
    await shop.work();
    shop.pass(DAY);
    await shop.work();
    const { state, error } = await shop.engine.erasure.find(id);
    assert.deepEqual([state, error], ['completed', null]);
  });
}

test('no place that composes SQL for tables of a host was left out', async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const reached = new Map(result.map((script) => [script.url, script]));
  const left: string[] = [];
  for (const file of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
    if (!FOLDERS.test(file) || !file.endsWith('.js')) continue;
    const url = pathToFileURL(path.join(DIST, file)).href;
    const source = readFileSync(path.join(DIST, file), 'utf8');
    for (const { index } of source.matchAll(SITE)) {
      if (/^\s*(?:\*|\/\/)/.test(source.slice(source.lastIndexOf('\n', index) + 1, index))) continue;
      const script = reached.get(url);
      if (script !== undefined && countAt(script, index) > 0) continue;
      left.push(`${file}: ${source.slice(index).split('\n', 1)[0]}`);
    }
  }
  assert.deepEqual(
    left.filter((site) => !ELSEWHERE.includes(site)),
    [],
  );
  const files = new Set(left.map((site) => site.split(':', 1)[0]));
  // Other test files of the process may reach them, too: what is named must at least be there.
  for (const site of ELSEWHERE) {
    const [file = '', text = ''] = site.split(/: (.*)/s);
    assert.ok(files.has(file) || readFileSync(path.join(DIST, file), 'utf8').includes(text), site);
  }
});

/** How often the innermost block around a place ran. */
function countAt({ functions }: Profiler.ScriptCoverage, place: number): number {
  let innermost = { size: Number.POSITIVE_INFINITY, count: 0 };
  for (const { startOffset, endOffset, count } of functions.flatMap(({ ranges }) => ranges)) {
    const size = endOffset - startOffset;
    if (startOffset <= place && place < endOffset && size <= innermost.size) innermost = { size, count };
  }
  return innermost.count;
}

test('no statement has numbered or named parameters: drivers of SQLite bind them differently', () => {
  for (const file of readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts') || file.endsWith('.generated.ts')) continue;
    const source = readFileSync(path.join(SOURCE, file), 'utf8');
    assert.doesNotMatch(source, /(?:=|<|>|\(|,|\blike|\bin|\bvalues) *\?\d/i, file);
    assert.doesNotMatch(source, /\b(?:where|and|values|set)\b[^\n`]* = [:@][a-z]\w*/, file);
  }
});
