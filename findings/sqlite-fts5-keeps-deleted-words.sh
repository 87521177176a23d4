#!/usr/bin/env bash
# SQLite's full-text index keeps the words of deleted rows, through secure_delete and VACUUM.
#
# Expected: with PRAGMA secure_delete = on a deleted text is overwritten in the file, and VACUUM writes a file of what
#           is left.
# Happens: FTS5 deletes by adding a mark to its index; the words stay in it, inside a value that SQLite counts as
#          live. Neither the pragma nor VACUUM touches them, while no search finds them and the vocabulary does not
#          list them. They go when the index is merged ('optimize'), or at once with the option 'secure-delete' of the
#          index itself, which is not the pragma.
# Seen with: Node.js 24.21.0 (SQLite 3.53.4)
# Matters: the name of a person whose data was erased is still in the database file and in copies of it, although the
#          program asked for secure deletion and rewrote the file.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
# A pinned Node.js, which brings its SQLite.
platform=$(node -p 'process.platform + "-" + process.arch')
npm install --silent --no-audit --no-fund --ignore-scripts "node-$platform@24.21.0"

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const states = (file, setup) => {
  const db = new DatabaseSync(file);
  db.exec(`pragma secure_delete = on;
    create virtual table notes using fts5(text);
    create virtual table words using fts5vocab(notes, 'row');
    ${setup}`);
  const insert = db.prepare('insert into notes values (?)');
  for (const text of ['A parcel came late', 'Wilhelmine asked for a refund', 'A lamp was broken']) insert.run(text);
  const isInFile = () => readFileSync(file).includes('wilhelmine');
  db.exec(`delete from notes where notes match 'wilhelmine'`);
  const seen = {
    found: db.prepare(`select count(*) n from notes where notes match 'wilhelmine'`).get().n,
    listed: db.prepare(`select count(*) n from words where term = 'wilhelmine'`).get().n,
    inFileAfterDelete: isInFile(),
  };
  db.exec('vacuum');
  seen.inFileAfterVacuum = isInFile();
  db.exec(`insert into notes(notes) values ('optimize')`);
  seen.inFileAfterOptimize = isInFile();
  db.close();
  return seen;
};

const { version } = new DatabaseSync(':memory:').prepare('select sqlite_version() version').get();
console.log(`Node.js ${process.versions.node}, SQLite ${version}`);
const seen = {
  'pragma alone': states('pragma.db', ''),
  'with secure-delete of the index': states(
    'index.db',
    `insert into notes(notes, rank) values ('secure-delete', 1)`,
  ),
};
console.log(seen);
const gone = { found: 0, listed: 0, inFileAfterDelete: false, inFileAfterVacuum: false, inFileAfterOptimize: false };
assert.deepEqual(seen, {
  'pragma alone': { ...gone, inFileAfterDelete: true, inFileAfterVacuum: true },
  'with secure-delete of the index': gone,
});
JS
"node_modules/node-$platform/bin/node" --disable-warning=ExperimentalWarning show.mjs
