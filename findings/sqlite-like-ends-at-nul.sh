#!/usr/bin/env bash
# LIKE of SQLite sees a text only up to its first NUL; =, instr and replace see all of it.
#
# Expected: text LIKE '%Jane%' finds what instr(text, 'Jane') finds.
# Happens: a text may contain NUL, and is stored and returned whole. LIKE, GLOB, length, substr and quote end at the
#          NUL; =, instr and replace do not. Two ways to search one column disagree, without an error.
# Seen with: better-sqlite3 13.2.0 (SQLite 3.54.1), node:sqlite of Node.js 24.21.0 (SQLite 3.53.4)
# Matters: a search for what is left of a person with LIKE calls a table clean that still has their name; and a dump
#          made with quote loses the rest of the text.
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

const text = 'order\0Jane Doe';
const query = `select text as "text", text = ? as "=", text like '%Jane%' as "like", text glob '*Jane*' as "glob",
  instr(text, 'Jane') as "instr", length(text) as "length", substr(text, 7) as "substr", quote(text) as "quote",
  replace(text, 'Jane', 'X') as "replace" from notes`;
for (const db of [new DatabaseSync(':memory:'), new Database(':memory:')]) {
  db.exec('create table notes (text text)');
  db.prepare('insert into notes values (?)').run(text);
  const { version } = db.prepare('select sqlite_version() version').get();
  const row = { ...db.prepare(query).get(text) };
  console.log(db.constructor.name, version, row);
  assert.deepEqual(row, {
    text,
    '=': 1,
    like: 0,
    glob: 0,
    instr: 7,
    length: 5,
    substr: '',
    quote: `'order'`,
    replace: 'order\0X Doe',
  });
}
JS
"node_modules/node-$platform/bin/node" --disable-warning=ExperimentalWarning show.mjs
