/** Tries schemas as they are met outside. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { ErasureReceipt } from 'policy-engine/data-map';
import { exported, temporaryFolder } from '../export/export.ts';
import { forEachDatabase, type TestDatabase } from '../support/databases.ts';
import { erase, make, stoppedBy } from './linked.ts';
import type { Case } from './outside-case.ts';
import { makeShop, shopEngine, type ShopEngine } from './shop.ts';

async function clear(database: Database): Promise<void> {
  const { dialect } = database;
  if (dialect === 'postgres') {
    await database.execute('drop schema if exists crm cascade');
    await database.execute('select lo_unlink(oid) from pg_largeobject_metadata');
    const { rows } = await database.execute<{ n: string }>(
      "select relname as n from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'f') and not relispartition and relname not like 'policy_manager_%' and relname not like 'shop_%'",
    );
    for (const { n } of rows) await database.execute(`drop table if exists "${n}" cascade`);
    return;
  }
  if (dialect === 'sqlite') {
    await database.execute('pragma foreign_keys = off');
    const { rows } = await database.execute<{ name: string }>(
      "select name from sqlite_schema where type = 'table' and name not like 'policy_manager_%' and name not like 'shop_%' and name not like 'sqlite_%'",
    );
    for (const { name } of rows) await database.execute(`drop table if exists "${name}"`);
    await database.execute('pragma foreign_keys = on');
    return;
  }
  await database.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ n: string }>(
      "select table_name as n from information_schema.tables where table_schema = database() and table_name not like 'policy_manager_%' and table_name not like 'shop_%'",
    );
    await transaction.execute('set foreign_key_checks = 0');
    for (const { n } of rows) await transaction.execute(`drop table if exists \`${n}\``);
    await transaction.execute('set foreign_key_checks = 1');
  });
}

function engineFor(database: Database, one: Case): Promise<ShopEngine> {
  return shopEngine(database, {
    dataRules: one.rules,
    dataMap: { people: { table: one.rules[0]!.table!.table }, ...one.dataMap },
    ...(one.identifiers !== undefined && { erasure: { graceDays: 0, identifiers: () => one.identifiers! } }),
    userResource: { find: async (id) => ({ id, ...(one.email !== undefined && { email: one.email }) }) },
  });
}

async function textOf(database: Database, statement: string): Promise<string> {
  const { rows } = await database.execute(statement);
  return rows
    .map((row) => String(Object.values(row)[0]))
    .toSorted((a, b) => Number(a) - Number(b))
    .join();
}

const seen = ({ absence }: ErasureReceipt, key: 'found' | 'notSearched') => JSON.stringify(absence?.[key] ?? null);

/** Tries cases on each database. */
export function tryCases(cases: readonly Case[]): void {
  forEachDatabase((target) => defineOn(target, cases));
}

function defineOn(target: TestDatabase, cases: readonly Case[]): void {
  let database: Database;
  before(async () => {
    database = await target.open();
    await shopEngine(database);
    await makeShop(database);
  });

  for (const one of cases) {
    if (one.on?.includes(target.dialect) === false) continue;
    test(one.title, async () => {
      await clear(database);
      await make(database, typeof one.make === 'function' ? one.make(target.dialect) : one.make);
      const { id = '1' } = one;
      const shop = await engineFor(database, one);
      if (one.exports !== undefined || one.hides !== undefined) {
        await using folder = await temporaryFolder();
        const { files } = await exported(shop.engine, { id }, folder.path, { locale: 'en' });
        const all = [...files].flatMap(([name, text]) => (name.endsWith('all.json') ? [text] : [])).join('\n');
        if (one.exports !== undefined) assert.match(all, one.exports);
        if (one.hides !== undefined) assert.doesNotMatch(all, one.hides);
      }
      if (one.checked !== undefined || one.unchecked !== undefined) {
        const report = await shop.engine.dataMapReport();
        const { referenceInWords } = await import('../../dist/modules/data-map/references/check.js');
        const text = [
          ...report.findings.map(({ table, column, reason }) => `${table}.${column}: ${reason}`),
          ...report.references.map(referenceInWords),
          JSON.stringify(report.unseen),
        ].join('\n');
        if (one.checked !== undefined) assert.match(text, one.checked);
        if (one.unchecked !== undefined) assert.doesNotMatch(text, one.unchecked);
      }
      if (one.refused !== undefined) {
        const findings = await shop.engine.checkDataMap();
        const unfit = findings.flatMap(({ kind, reason }) => (kind === 'unfit' ? [reason] : [])).join('; ');
        assert.match(unfit, one.refused);
        await assert.rejects(shop.engine.erasure.plan({ id }), { code: 'data_map_unfit' });
        return;
      }
      if (one.stops !== undefined) {
        await shop.engine.erasure.plan({ id });
        assert.match(await stoppedBy(shop, id), one.stops);
        return;
      }
      if (one.left === undefined && one.found === undefined && one.notSearched === undefined) return;
      const { receipt } = await erase(shop, id);
      assert.ok(receipt);
      for (const [statement, expected] of Object.entries(one.left ?? {})) {
        assert.equal(await textOf(database, statement), expected, statement);
      }
      if (one.found !== undefined) {
        const names = (receipt.absence?.found ?? []).map(({ table, column }) => `${table}.${column}`);
        assert.deepEqual(names.toSorted(), one.found);
      }
      if (one.notSearched !== undefined) assert.match(seen(receipt, 'notSearched'), one.notSearched);
    });
  }
}
