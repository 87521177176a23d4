import assert from 'node:assert/strict';
const load = async (f, g = f) => [await import(`./dist-old/${f}.js`), await import(`./dist/${g}.js`)];
let n = 0;
const same = (a, b, what) => { n++; const run = (f) => { try { return f(); } catch (e) { return `${e.name}: ${e.message}`; } }; assert.deepEqual(run(b), run(a), what); };
const D = ['sqlite', 'postgres', 'mysql'];
const [cc, cc2] = await load('modules/erasure/absence/column-conditions');
const [st, st2] = await load('modules/erasure/absence/search-terms');
const [tx, tx2] = await load('modules/data-map/rows/statement-text');
const words = [['anna-41', ['anna@shop.test', 'Zoë Ångström', '+43 660 1234567', 'Иван Петров', "O'Neil %_!", '李']], ['7', ['x@y.z']], ['0b7c7a52-3a55-4d6a-9d0e-2f6a1c3b4d5e', ['müller@größe.test']]];
for (const d of D) for (const [id, w] of words) for (const holds of d === 'sqlite' ? ['any', 'text'] : ['text', 'bytes']) for (const name of ['c', 'we"ird`', 'a?b']) {
  const make = (c, s, t) => () => { const text = new t.StatementText(d); const sql = c.mayContain(d, { name, holds }, s.searchTermsOf(id, w), text); return [sql, text.parameters, c.valueOf(d, { name, holds }), c.valueOf(d, { name, holds }, 200001)]; };
  same(make(cc, st, tx), make(cc2, st2, tx2), `${d} ${holds}`);
}
const [pi, pi2] = await load('modules/data-map/rows/person-id'); const [ko, ko2] = await load('modules/data-map/rows/key-order');
for (const d of D) for (const kind of ['text', 'integer', 'number', 'boolean', 'date', 'time', 'uuid', 'json', 'bytes', 'other']) for (const type of ['citext', 'varchar(9)', 'blob']) for (const id of ['5', 'abc', '0b7c7a52-3a55-4d6a-9d0e-2f6a1c3b4d5e', '99999999999999999999']) {
  const make = (p, t) => () => { const text = new t.StatementText(d); return [p.holdsId(d, { name: 'u', kind, type }, { id, rule: 'r' }, text), text.parameters]; };
  same(make(pi, tx), make(pi2, tx2), `${d} ${kind} ${type} ${id}`);
  const norm = (s) => s.replace(/^(["`]u["`])::text$/, 'cast($1 as text)');
  same(() => norm(ko.keyText(d, { name: 'u', kind })), () => norm(ko2.keyText(d, { name: 'u', kind })), d);
}
const [sc, sc2] = await load('schema'); const [ddl, ddl2] = await load('platform/database/ddl'); const [mg, mg2] = await load('platform/database/migrate'); const [mi] = await load('platform/database/migration');
for (const d of D) for (const userIdType of ['text', 'uuid', 'bigint', 'integer']) for (const schema of [undefined, 'legal']) for (const tablePrefix of ['policy_manager_', '', 'a b']) {
  const o = { userIdType, tablePrefix, ...(schema && { schema }) };
  same(() => sc.migrationSql(d, o), () => sc2.migrationSql(d, o), d);
  same(() => { const N = sc.engineNaming(d, o); return [...N.encoders.keys(), ...N.decoders.keys()]; }, () => { const N = sc2.engineNaming(d, o); return [...N.encoders.keys(), ...N.decoders.keys()]; }, d);
  const all = (s, k) => () => { const N = s.engineNaming(d, o); return N.tables.migrations.flatMap((m) => [...m.tables.flatMap((t) => [k.createTable(d, N, t), k.nativeColumns(d, N, t), d === 'sqlite' ? null : k.convertTable(d, N, t, k.nativeColumns(d, N, t))]), ...(m.alterations ?? []).flatMap((a) => [k.narrowIndexes(d, N, a), k.alterTable(d, N, a, { missing: Object.keys(a.columns), indexes: new Set() }), k.alterTable(d, N, a, { missing: [], indexes: new Set((a.indexes ?? []).map((c) => N.tablePrefix + mi.indexName(a.table, c))) })]), k.changeRows(d, N, m)]); };
  same(all(sc, ddl), all(sc2, ddl2), d);
  for (const v of ['2026-11-21T09:30:00.000Z', new Date(0), '2026-11-21 09:30:00.123+00', 5, 'abc', '0b7c7a52-3a55-4d6a-9d0e-2f6a1c3b4d5e', null]) for (const side of ['encoders', 'decoders']) for (const col of ['user_id', 'created_at', 'at'])
    same(() => sc.engineNaming(d, o)[side].get(col)?.(v), () => sc2.engineNaming(d, o)[side].get(col)?.(v), `${d} ${side} ${col}`);
}
const [se, se2] = await load('platform/database/sql-errors'); const [so, so2] = await load('platform/database/sql-outages'); const [re, re2] = await load('modules/erasure/absence/read-errors');
const pgCodes = ['23505', '40001', '40P01', '42P01', '42703', '3F000', '3D000', '28000', '28P01', '53100', '53200', '53300', '53400', '58030', '25006', '57014', '55P03', '08006', '08P01', '57P01', '57P05', '25P03', '55000', '42501', 'XX000', '22001', 'EPIPE', 'ECONNREFUSED', 'P1001', 'P1000', 'P1010', 'P1003', 'P2024', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT', 'SQLITE_FULL', 'SQLITE_IOERR_READ', 'SQLITE_READONLY', 'SQLITE_CANTOPEN', 'SQLITE_PROTOCOL', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_ERROR', 'SQLITE_CORRUPT', 'ERR_SQLITE_ERROR', undefined, 5];
const nums = [undefined, ...Array.from({ length: 4300 }, (_, i) => i), -104, ];
const errs = [];
for (const code of pgCodes) for (const message of ['no such table: x', 'table x has no column named y', 'boom', 'No space left on device', 'database "x" is not currently accepting connections', 'Connection terminated unexpectedly', 'Query read timeout']) for (const severity of [undefined, 'FATAL', 'ERROR']) if (!(message.startsWith('no such table') && /^SQLITE_(?!ERROR)/.test(code ?? ''))) errs.push({ code, message, severity });
for (const errno of nums) errs.push({ errno, code: 'ER_X', message: 'boom' });
for (const errcode of nums) errs.push({ errcode, code: 'ERR_SQLITE_ERROR', message: errcode === 1 ? 'no such table: x' : 'boom' });
for (const originalCode of [...pgCodes, ...nums.map(String)]) errs.push({ meta: { originalCode } });
for (const e of errs) {
  const error = Object.assign(new Error(e.message), e);
  for (const x of [error, new Error('wrapped', { cause: error }), Object.assign(new Error('w'), { original: error })]) {
    for (const f of ['isMissingTable', 'isUniqueViolation', 'isConflict']) same(() => se[f](x), () => se2[f](x), JSON.stringify(e) + f);
    same(() => so.outageOf(x), () => so2.outageOf(x), JSON.stringify(e));
    same(() => re.readFailureOf(x), () => re2.readFailureOf(x), JSON.stringify(e) + ' read');
  }
}
const [lt] = [await import('./dist-old/platform/database/live-types.js')]; const ls2 = await import('./dist/platform/database/live-schema.js');
for (const d of D) for (const t of ['int', 'INTEGER', 'bigint', 'varchar(9)', 'character varying(255)', 'text', 'TEXT[]', 'bool', 'tinyint(1)', 'date', 'datetime', 'timestamp with time zone', 'uuid', 'jsonb', 'bytea', 'blob', '', 'numeric(3)', 'enum(1)', 'year', 'bit(1)', 'xyz', 'real', 'clob']) same(() => [lt.kindOfType(d, t), lt.lengthOfType(t)], () => [ls2.kindOfType(d, t), ls2.lengthOfType(t)], d + t);
const [id, id2] = await load('platform/database/identifiers');
for (const d of D) for (const name of ['a', 'a"b', 'a`b', 'a?b', 'a\0b', '', '\ud800', 'ü']) same(() => id.identifier(d, name), () => id2.identifier(d, name), d + name);
console.log(n, 'comparisons are equal');
