#!/usr/bin/env bash
# A named statement of PostgreSQL works five times and fails from the sixth on.
#
# Expected: a statement that PostgreSQL prepares and runs once without error goes on working on the same connection.
# Happens: insert ... on conflict (email) where active = $1 infers its partial index from the value of $1. The first
#          five executions are planned with the value and succeed. Then PostgreSQL changes to a generic plan, which
#          does not know the value, and answers 42P10: there is no unique or exclusion constraint matching the ON
#          CONFLICT specification.
# Seen with: PostgreSQL 18.6 in PGlite 0.5.14, pg 8.23.1
# Matters: query builders turn every literal into a parameter, and tests rarely run one statement six times on one
#          connection; upserts of consents with a partial unique index fail only in production.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts pg@8.23.1 @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17
echo 'pg@8.23.1 @electric-sql/pglite@0.5.14 @electric-sql/pglite-socket@0.2.17'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import pg from 'pg';

const db = await PGlite.create();
console.log((await db.query('show server_version')).rows[0]);
await db.exec(`create table people (email text, active boolean);
  create unique index on people (email) where active`);
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0 });
const listening = new Promise((resolve) => server.addEventListener('listening', resolve));
await server.start();
const { port } = (await listening).detail;
const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
await client.connect();

const answers = [];
for (let run = 1; run <= 7; run += 1) {
  const answer = await client
    .query({
      name: 'add',
      text: 'insert into people values ($2, true) on conflict (email) where active = $1 do nothing',
      values: [true, `person-${run}@example.test`],
    })
    .then(
      () => 'inserted',
      (error) => error.code,
    );
  console.log(`execution ${run}:`, answer);
  answers.push(answer);
}
await client.end();
await server.stop();
await db.close();

assert.deepEqual(answers, [...Array(5).fill('inserted'), '42P10', '42P10']);
JS
node show.mjs
