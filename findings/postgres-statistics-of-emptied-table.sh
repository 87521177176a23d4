#!/usr/bin/env bash
# PostgreSQL keeps values of a table that was emptied, through TRUNCATE, VACUUM FULL and ANALYZE.
#
# Expected: ANALYZE computes the statistics of a table anew, so that of an empty table it leaves none; TRUNCATE and
#           VACUUM FULL leave nothing of the rows.
# Happens: the statistics hold samples of the rows as they are, of a small table every one. ANALYZE does not replace
#          them if it finds no rows. pg_stats goes on listing the addresses of a table that has none, until it has a
#          row again when it is analyzed, is dropped, or pg_clear_attribute_stats (PostgreSQL 18) is called.
# Seen with: PostgreSQL 18.6 in PGlite 0.5.14; the same, without this script, in PostgreSQL 15.20
# Matters: erased email addresses stay readable in the catalogue for as long as the table is empty; a check of an
#          erasure that asks each table finds nothing.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @electric-sql/pglite@0.5.14
echo '@electric-sql/pglite@0.5.14'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { PGlite } from '@electric-sql/pglite';

const db = await PGlite.create();
console.log((await db.query('show server_version')).rows[0]);
const seen = {};
const step = async (...statements) => {
  for (const statement of statements) await db.exec(statement);
  const { rows } = await db.query(`select histogram_bounds::text as samples from pg_stats where tablename = 'people'`);
  const { rows: left } = await db.query('select count(*)::int as n from people');
  seen[statements.at(-1)] = { rows: left[0].n, samples: rows[0]?.samples ?? null };
};
await db.exec(`create table people (email text);
  insert into people values ('ann@example.test'), ('bob@example.test'), ('cleo@example.test')`);
await step('analyze people');
await step('delete from people', 'vacuum (full, analyze) people');
await step('truncate people', 'analyze people -- after truncate');
await step(`select pg_clear_attribute_stats('public', 'people', 'email', false)`);
await db.close();
console.log(seen);

const samples = '{ann@example.test,bob@example.test,cleo@example.test}';
assert.deepEqual(seen, {
  'analyze people': { rows: 3, samples },
  'vacuum (full, analyze) people': { rows: 0, samples },
  'analyze people -- after truncate': { rows: 0, samples },
  [`select pg_clear_attribute_stats('public', 'people', 'email', false)`]: { rows: 0, samples: null },
});
JS
node show.mjs
