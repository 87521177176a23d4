#!/usr/bin/env bash
# cookieStore cannot delete a cookie that was set with a path without a slash at its end.
#
# Expected: cookieStore.delete({ name: "cart", path: "/shop" }) deletes the cookie of Path=/shop, and cookieStore.set
#           with path "/shop" sets one that /shop gets.
# Happens: Chromium adds a slash to the path, as the standard said until May 2025 (whatwg/cookiestore#244; it takes
#          the path as it is since): the call is about /shop/. delete resolves and the cookie stays. set makes a
#          cookie that the page /shop does not get, and that a deletion by document.cookie with Path=/shop does not
#          reach. With document.cookie both paths are possible, and are two cookies.
# Seen with: Chromium 156.0.8078.108, puppeteer-core 24.43.1
# Matters: a consent tool that uses the newer interface to delete after a withdrawal leaves cookies with such a path,
#          although the promise of the deletion is fulfilled.
set -euo pipefail

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)
if [ -z "$chromium" ]; then
  echo 'No Chromium on PATH. Install one, for example: apt install chromium' >&2
  exit 2
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts puppeteer-core@24.43.1
echo 'puppeteer-core@24.43.1'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import puppeteer from 'puppeteer-core';

const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end('<!DOCTYPE html><title>A page</title>');
});
await new Promise((resolve) => server.listen(0, resolve));
// Chromium treats localhost as secure, so that no certificate is needed.
const origin = `http://localhost:${server.address().port}`;
const browser = await puppeteer.launch({
  executablePath: process.argv[2],
  // Chromium refuses its sandbox to root; the pages below are this script's own.
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
console.log(await browser.version());
const page = await browser.newPage();
const cookies = async (path) => {
  await page.goto(origin + path);
  return page.evaluate(() => document.cookie);
};

await page.goto(`${origin}/shop`);
await page.evaluate(async () => {
  document.cookie = 'cart=1; Path=/shop';
  await cookieStore.delete({ name: 'cart', path: '/shop' });
});
const seen = { 'deleted by cookieStore': await cookies('/shop') };
await page.evaluate(() => {
  document.cookie = 'cart=; Path=/shop; Max-Age=0';
});
seen['deleted by document.cookie'] = await cookies('/shop');
await page.evaluate(() => cookieStore.set({ name: 'seen', value: '1', path: '/shop' }));
seen['set by cookieStore, at /shop'] = await cookies('/shop');
seen['set by cookieStore, at /shop/list'] = await cookies('/shop/list');
await page.evaluate(() => {
  document.cookie = 'seen=; Path=/shop; Max-Age=0';
});
seen['and deleted by document.cookie, at /shop/list'] = await cookies('/shop/list');
console.log(seen);
await browser.close();
server.close();
assert.deepEqual(seen, {
  'deleted by cookieStore': 'cart=1',
  'deleted by document.cookie': '',
  'set by cookieStore, at /shop': '',
  'set by cookieStore, at /shop/list': 'seen=1',
  'and deleted by document.cookie, at /shop/list': 'seen=1',
});
JS
node show.mjs "$chromium"
