#!/usr/bin/env bash
# mysql2 fills a placeholder in /*! … */ and not in /*M! … */, which MariaDB executes just the same.
#
# Expected: values replace the placeholders of what the server executes, in order.
# Happens: select /*M!100000 ? + */ ? as a with the values 1 and 2 becomes select /*M!100000 ? + */ 1 as a: the first value is taken
#          for the second place. MariaDB refuses the question mark that is left; MySQL, which skips the comment, answers 1, not 2.
#          In /*!50000 ? + */ both are filled.
# Seen with: mysql2 3.24.6, Node.js 24.21.0
# Matters: one statement for both servers gets the wrong values on MySQL without an error.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts mysql2@3.24.6
echo 'mysql2@3.24.6'

cat > show.cjs <<'JS'
const assert = require('node:assert/strict');
const { format } = require('mysql2');

const mariadb = format('select /*M!100000 ? + */ ? as a', [1, 2]);
const both = format('select /*!50000 ? + */ ? as a', [1, 2]);
console.log(mariadb);
console.log(both);
assert.equal(mariadb, 'select /*M!100000 ? + */ 1 as a');
assert.equal(both, 'select /*!50000 1 + */ 2 as a');
JS
node show.cjs
