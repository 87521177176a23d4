#!/usr/bin/env bash
# A header that DevTools adds for every request takes public files on other hosts away from a page.
#
# Expected: headers that the operator of a browser adds (Network.setExtraHTTPHeaders, setExtraHTTPHeaders of puppeteer and Playwright) are
#          no script's, so a page's fetch() of a file that every site may read works as without them.
# Happens: Chromium asks the other host first whether it allows the header (OPTIONS), as if the page had set it; a host of public files says
#          nothing of it, and the fetch fails.
# Seen with: Chromium 156.0.8078.108, puppeteer-core 24.43.1
# Matters: a renderer or test that sends a header along, such as a token for a staging site, breaks pages whose data is on another host;
#          the page says nothing but "Failed to fetch".
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

const listen = async (answer) => {
  const server = createServer(answer);
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${server.address().port}` };
};
let asked = [];
const data = await listen((request, response) => {
  asked.push(request.method);
  if (request.method !== 'GET') return response.writeHead(405).end();
  response.writeHead(200, { 'access-control-allow-origin': '*' }).end('stock: 4');
});
const shop = await listen((request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Shop'));
const browser = await puppeteer.launch({
  executablePath: process.argv[2],
  // Chromium refuses its sandbox to root; the pages below are this script's own.
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
console.log(await browser.version());
const seen = {};
for (const added of [{}, { 'x-staging': 'yes' }]) {
  const page = await browser.newPage();
  await page.setExtraHTTPHeaders(added);
  await page.goto(shop.url);
  asked = [];
  const read = await page.evaluate((url) => fetch(url).then((answer) => answer.text()).catch((error) => error.message), data.url);
  const names = Object.keys(added).join() || 'nothing added';
  seen[names] = { read, asked };
  console.log(names, JSON.stringify(seen[names]));
  await page.close();
}
await browser.close();
data.server.close();
shop.server.close();
assert.deepEqual(seen, {
  'nothing added': { read: 'stock: 4', asked: ['GET'] },
  'x-staging': { read: 'Failed to fetch', asked: ['OPTIONS'] },
});
JS
node show.mjs "$chromium"
