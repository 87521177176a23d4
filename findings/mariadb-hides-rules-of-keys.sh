#!/usr/bin/env bash
# MariaDB does not show what a foreign key does to a user who has every right on its table.
#
# Expected: who has all privileges on a table finds its constraints in information_schema, as MySQL documents it: a row is shown
#          to who has a privilege other than select on the table.
# Happens: with rights that were granted for each table, key_column_usage shows the foreign key and where it leads, while
#          referential_constraints and table_constraints are empty: “on delete cascade” cannot be told from a key that refuses.
#          One right on the whole schema, even references alone, shows them.
# Seen with: MariaDB 10.11 on 127.0.0.1:3306 (root without a password, or MARIADB_ROOT), mysql2 3.24.6, Node.js 20.20.2
# Matters: a program that joins the two views believes that there are no foreign keys at all; it then deletes rows without
#          knowing that the database deletes others with them, or refuses.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts mysql2@3.24.6
echo 'mysql2@3.24.6'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { createConnection } from 'mysql2/promise';

const root = process.env.MARIADB_ROOT ?? 'mysql://root@127.0.0.1:3306';
const admin = await createConnection(root);
const [[{ version }]] = await admin.query('select version() as version');
console.log(version);
const name = `finding_${process.pid}`;
const users = [`${name}@'%'`, `${name}@localhost`];
const views = ['key_column_usage', 'referential_constraints', 'table_constraints'];
await admin.query(`create database ${name}`);
try {
  await admin.query(`create table ${name}.people (id int primary key)`);
  await admin.query(
    `create table ${name}.posts (id int primary key, author int, foreign key (author) references ${name}.people (id) on delete cascade)`,
  );
  const seenWith = async (right) => {
    for (const user of users) {
      await admin.query(`create user ${user}`);
      await admin.query(`grant ${right} to ${user}`);
      await admin.query(`grant all privileges on ${name}.people to ${user}`);
    }
    const url = new URL(root);
    url.username = name;
    const connection = await createConnection(`${url.href.replace(/\/$/, '')}/${name}`);
    const counts = [];
    for (const view of views) {
      const [rows] = await connection.query(
        `select * from information_schema.${view} where constraint_schema = ? and table_name = 'posts'`,
        [name],
      );
      counts.push(rows.length);
    }
    await connection.end();
    for (const user of users) await admin.query(`drop user ${user}`);
    console.log(`${right}:`, Object.fromEntries(views.map((view, at) => [view, counts[at]])));
    return counts;
  };
  assert.deepEqual(await seenWith(`all privileges on ${name}.posts`), [2, 0, 0]);
  assert.deepEqual(await seenWith(`select, insert, update, delete on ${name}.posts`), [2, 0, 0]);
  assert.deepEqual(await seenWith(`select, insert, update, delete on ${name}.*`), [2, 1, 2]);
  const [keys] = [await seenWith(`references on ${name}.*`)];
  assert.deepEqual(keys, [2, 1, 2]);
} finally {
  await admin.query(`drop database ${name}`);
  for (const user of users) await admin.query(`drop user if exists ${user}`);
  await admin.end();
}
JS
node show.mjs
echo 'the rules of a foreign key are shown to who has a right on the schema, and not to who has all on its table'
