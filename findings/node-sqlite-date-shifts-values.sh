#!/usr/bin/env bash
# A Date as the first value shifts all values of a node:sqlite statement by one column.
#
# Expected: run(new Date(), "accepted", 7) stores the date or throws, as better-sqlite3 does for values that SQLite
#           has no type for.
# Happens: node:sqlite takes a first argument that is an object for named parameters. A Date has no own properties, so
#          nothing is bound from it; the other values move one place to the left and the last column becomes NULL. No
#          error. A Date in any later place throws.
# Seen with: Node.js 24.21.0; better-sqlite3 13.2.0
# Matters: a record of consent is written with values in the wrong columns, and the write succeeds.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
# A pinned Node.js, as these modules need version 22 or later.
platform=$(node -p 'process.platform + "-" + process.arch')
npm install --silent --no-audit --no-fund --ignore-scripts "node-$platform@24.21.0" better-sqlite3@13.2.0
echo 'better-sqlite3@13.2.0'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import Database from 'better-sqlite3';

const table = 'create table decisions (decided_at, answer, revision)';
const insert = 'insert into decisions values (?, ?, ?)';
const decidedAt = new Date(0);

const node = new DatabaseSync(':memory:');
node.exec(table);
node.prepare(insert).run(decidedAt, 'accepted', 7);
const row = { ...node.prepare('select * from decisions').get() };
console.log('node:sqlite stores', row);

const refusal = (attempt) => {
  try {
    attempt();
    return 'no error';
  } catch (error) {
    return error.message;
  }
};
const later = refusal(() => node.prepare(insert).run('accepted', decidedAt, 7));
console.log('node:sqlite, date in second place:', later);
const other = new Database(':memory:');
other.exec(table);
const peer = refusal(() => other.prepare(insert).run(decidedAt, 'accepted', 7));
console.log('better-sqlite3, date in first place:', peer);

assert.deepEqual(row, { decided_at: 'accepted', answer: 7, revision: null });
assert.notEqual(later, 'no error');
assert.notEqual(peer, 'no error');
JS
"node_modules/node-$platform/bin/node" --disable-warning=ExperimentalWarning show.mjs
