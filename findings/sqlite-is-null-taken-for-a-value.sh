#!/usr/bin/env bash
# After ANALYZE, SQLite reads most of a table for `x IS NULL`, although another index finds the few rows that are wanted.
#
# Expected: with current statistics, of two indexes the one that leads to 40 of 100,000 rows is used.
# Happens: statistics have the average number of rows of a value, and NULL is taken for such a value. If 60,000 rows have no account and
#          40,000 have one of their own, `account IS NULL` is expected to find 3 rows, and wins against 40 visitors: 60,000 rows are read.
# Seen with: node:sqlite of Node.js 24.21.0 (SQLite 3.53.4)
# Matters: rows of visitors without an account are the larger part of a consent log; reading them page by page became quadratic.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
# A pinned Node.js, as this module needs version 22 or later.
platform=$(node -p 'process.platform + "-" + process.arch')
npm install --silent --no-audit --no-fund --ignore-scripts "node-$platform@24.21.0"
echo 'Node.js 24.21.0'
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';

const database = new DatabaseSync(':memory:');
console.log('SQLite', database.prepare('select sqlite_version() as version').get().version);
database.exec(`create table log (id integer primary key, account text, visitor text);
  create index by_account on log (account, id);
  create index by_visitor on log (visitor) where visitor is not null;
  with recursive n (i) as (select 0 union all select i + 1 from n where i < 99999)
  insert into log select i, iif(i < 40000, 'account ' || i, null), iif(i < 40000, null, 'visitor ' || i) from n;
  analyze;`);
const planOf = (visitors, condition) => {
  const asked = Array.from({ length: visitors }, (_, index) => `'visitor ${50_000 + index}'`);
  const rows = database.prepare(`explain query plan select id from log where visitor in (${asked})${condition}`).all();
  return rows.map(({ detail }) => detail).join();
};
const seen = {
  'by visitor': planOf(40, ''),
  'and is null': planOf(40, ' and account is null'),
  'and is null, which no index may be used for': planOf(40, ' and +account is null'),
};
console.log(seen);
assert.match(seen['by visitor'], /INDEX by_visitor/);
assert.match(seen['and is null'], /INDEX by_account/);
assert.match(seen['and is null, which no index may be used for'], /INDEX by_visitor/);
JS
"node_modules/node-$platform/bin/node" --disable-warning=ExperimentalWarning show.mjs
