#!/usr/bin/env bash
# Whether typeCast: false of a query counts in mysql2 depends on what another pool of the process has asked before.
#
# Expected: the option of a query replaces that of its pool: with typeCast: false the values are the bytes that the
#          server sent.
# Happens: with a function as typeCast of the pool, the function is called in spite of false, and in spite of true.
#          But parsers of rows are kept for the whole process by columns and options, not by pool: where a pool without a
#          function has asked for the same columns with false before, the same query gets bytes.
# Seen with: mysql2 3.24.6 (client, and its own server on 127.0.0.1), Node.js 20.20.2; its server warns of packets out of
#          order after the handshake, which does not matter here
# Matters: a library that gets the pool of an application and asks for plain values gets the application's objects,
#          such as true for 1, and compares or stores these; its tests with a second pool do not show it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts mysql2@3.24.6
echo 'mysql2@3.24.6'

cat > show.cjs <<'JS'
const assert = require('node:assert/strict');
const mysql = require('mysql2');
const { createPool } = require('mysql2/promise');

const LONG = 3;
const server = mysql.createServer();
server.on('connection', (connection) => {
  connection.serverHandshake({
    protocolVersion: 10,
    serverVersion: '8.0.0',
    connectionId: 1,
    statusFlags: 2,
    characterSet: 45,
    capabilityFlags: 0xffffff & ~2048,
  });
  connection.on('query', () => {
    connection.sequenceId = 1;
    connection.writeTextResult(
      [{ n: '1' }],
      [{ catalog: 'def', schema: '', table: '', orgTable: '', name: 'n', orgName: 'n', characterSet: 63, columnLength: 11, columnType: LONG, flags: 0, decimals: 0 }],
    );
    // The next command begins anew.
    connection.sequenceId = 0;
  });
  connection.on('error', () => {});
});

server.listen(0, '127.0.0.1', async () => {
  const { port } = server._server.address();
  const own = { host: '127.0.0.1', port, user: 'root', database: 'test' };
  const casting = createPool({ ...own, typeCast: (field) => `by the pool: ${field.string()}` });
  const plain = createPool(own);
  const value = async (pool, typeCast) => String((await pool.query({ sql: 'select n', typeCast }))[0][0].n);
  const isPlainFirst = process.argv[2] === 'plain-first';
  const seen = {
    ...(isPlainFirst && { 'plain pool, false': await value(plain, false) }),
    'casting pool, false': await value(casting, false),
    'casting pool, true': await value(casting, true),
    'casting pool, function': await value(casting, (field) => `by the query: ${field.string()}`),
  };
  console.log(seen);
  assert.deepEqual(seen, {
    ...(isPlainFirst && { 'plain pool, false': '1' }),
    'casting pool, false': isPlainFirst ? '1' : 'by the pool: 1',
    'casting pool, true': 'by the pool: 1',
    'casting pool, function': 'by the query: 1',
  });
  process.exit(0);
});
JS
node show.cjs
node show.cjs plain-first
