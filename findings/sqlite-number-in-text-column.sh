#!/usr/bin/env bash
# A JavaScript number does not find the same digits in a TEXT column of SQLite.
#
# Expected: where id = ? with 42 finds the row whose TEXT id is "42", as SQLite converts the value to the affinity of
#           the column.
# Happens: node:sqlite and better-sqlite3 bind every number as REAL. The affinity of the column turns it into the text
#          "42.0": the lookup finds nothing, an insert stores "42.0", and JSON made in SQL says 5.0. sql.js binds
#          whole numbers as INTEGER and finds the row. A BigInt works in both drivers.
# Seen with: node:sqlite of Node.js 24.21.0, better-sqlite3 13.2.0, sql.js 1.16.0
# Matters: an erasure or an export that is given a numeric user id finds no rows in a table with text ids, and reports
#          success.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
# A pinned Node.js, as these modules need version 22 or later.
platform=$(node -p 'process.platform + "-" + process.arch')
npm install --silent --no-audit --no-fund --ignore-scripts "node-$platform@24.21.0" better-sqlite3@13.2.0 sql.js@1.16.0
echo 'better-sqlite3@13.2.0 sql.js@1.16.0'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import Database from 'better-sqlite3';
import initSqlJs from 'sql.js';

const setup = "create table visits (user_id text); insert into visits values ('42')";
const count = 'select count(*) as n from visits where user_id = ?';
const json = "select json_object('age', ?) as j";
const seen = {};
for (const [name, db] of [
  ['node:sqlite', new DatabaseSync(':memory:')],
  ['better-sqlite3', new Database(':memory:')],
]) {
  db.exec(setup);
  seen[name] = {
    foundByNumber: db.prepare(count).get(42).n,
    foundByBigInt: db.prepare(count).get(42n).n,
    json: db.prepare(json).get(5).j,
  };
  db.prepare('insert into visits values (?)').run(43);
  seen[name].stored = db.prepare("select user_id from visits where user_id like '43%'").get().user_id;
}
const sqlJs = new (await initSqlJs()).Database();
sqlJs.run(setup);
seen['sql.js'] = { foundByNumber: sqlJs.exec(count, [42])[0].values[0][0], json: sqlJs.exec(json, [5])[0].values[0][0] };
console.log(seen);

const asReal = { foundByNumber: 0, foundByBigInt: 1, json: '{"age":5.0}', stored: '43.0' };
assert.deepEqual(seen, {
  'node:sqlite': asReal,
  'better-sqlite3': asReal,
  'sql.js': { foundByNumber: 1, json: '{"age":5}' },
});
JS
"node_modules/node-$platform/bin/node" --disable-warning=ExperimentalWarning show.mjs
