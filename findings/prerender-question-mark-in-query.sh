#!/usr/bin/env bash
# Prerender renders another address than the one it is given if a value of its query has a question mark or an ampersand.
#
# Expected: GET /https://shop.example/find?q=who%3F renders https://shop.example/find?q=who%3F.
# Happens: getUrl decodes the whole address, and takes the last question mark for the beginning of a second query: it
#          becomes &, so that q is "who". The escaped &, +, % and / of a value or of a path lose their escape in the same
#          way, so that & separates and + is a space. Only # is escaped again.
# Seen with: prerender 5.21.6, Node.js 20.20.2
# Matters: bots get the page of another search or filter, with status 200; a renderer that takes Prerender's addresses
#          over has to decide whether to repeat this.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts prerender@5.21.6
echo 'prerender@5.21.6'

cat > show.cjs <<'JS'
const assert = require('node:assert/strict');
const util = require('prerender/lib/util.js');

const site = 'https://shop.example';
const seen = Object.fromEntries(
  ['/find?q=who%3F', '/find?q=salt%26pepper', '/find?q=a%2Bb', '/find?q=100%25', '/tags/and%2For'].map((path) => {
    // The part of the request line as Prerender's Express app passes it on.
    const rendered = util.getUrl(`/${site}${path}`);
    return [path, rendered.slice(site.length)];
  }),
);
console.log(seen);
assert.deepEqual(seen, {
  '/find?q=who%3F': '/find?q=who&',
  '/find?q=salt%26pepper': '/find?q=salt&pepper',
  '/find?q=a%2Bb': '/find?q=a+b',
  '/find?q=100%25': '/find?q=100%',
  '/tags/and%2For': '/tags/and/or',
});
JS
node show.cjs
