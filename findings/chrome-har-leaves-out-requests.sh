#!/usr/bin/env bash
# chrome-har leaves out requests that failed or came from the browser's memory, and counts more bytes than a body has.
#
# Expected: a HAR file has an entry for each request of the page; `bodySize` of an answer without Content-Encoding is the length of
#          its body, and what is not known is -1 (HAR 1.2).
# Happens: of a page that shows a picture, loads it again in a frame, and asks a closed port, the file has the picture once and the
#          failure not at all. `bodySize` of an answer in chunks includes the chunks' own framing: 14 for a body of 4 bytes.
# Seen with: Chromium 156.0.8078.108, puppeteer-core 24.43.1, chrome-har 1.3.1
# Matters: whoever reads such a file to find out why a page is incomplete does not see what failed; sums of transferred bytes and
#          counts of requests are not those of the page.
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
npm install --silent --no-audit --no-fund --ignore-scripts puppeteer-core@24.43.1 chrome-har@1.3.1
echo 'puppeteer-core@24.43.1 chrome-har@1.3.1'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { harFromMessages } from 'chrome-har';
import puppeteer from 'puppeteer-core';

const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const PAGES = {
  '/': ['text/html', '<img src="/picture.gif"><script src="http://127.0.0.1:1/closed.js"></script><iframe src="/frame"></iframe>'],
  '/frame': ['text/html', '<img src="/picture.gif"><script>fetch("/four")</script>'],
  '/picture.gif': ['image/gif', PICTURE],
  '/four': ['text/plain', 'four'],
};
const server = createServer((request, response) => {
  const [type, body] = PAGES[request.url] ?? ['text/plain', ''];
  // After writeHead without Content-Length, Node sends chunks.
  response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=600' });
  response.end(body);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await puppeteer.launch({
  executablePath: process.argv[2],
  // Chromium refuses its sandbox to root; the pages below are this script's own.
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
console.log(await browser.version());
const page = await browser.newPage();
const session = await page.createCDPSession();
const messages = [];
session.on('*', (method, params) => messages.push({ method, params }));
await session.send('Network.enable');
await session.send('Page.enable');
await page.goto(`${origin}/`, { waitUntil: 'networkidle0' });
const asked = messages
  .filter(({ method }) => method === 'Network.requestWillBeSent')
  .map(({ params }) => params.request.url.replace(origin, ''));
const { entries } = harFromMessages(messages).log;
await browser.close();
server.close();

const listed = entries.map(({ request, response }) => [request.url.replace(origin, ''), response.bodySize]);
console.log('asked by the page:', asked);
console.log('in the file, with bodySize:', listed);
const times = (list, path) => list.filter((one) => one === path).length;
const paths = listed.map(([path]) => path);
assert.deepEqual([times(asked, '/picture.gif'), times(paths, '/picture.gif')], [2, 1]);
assert.deepEqual([times(asked, 'http://127.0.0.1:1/closed.js'), times(paths, 'http://127.0.0.1:1/closed.js')], [1, 0]);
assert.equal(Object.fromEntries(listed)['/four'], 14);
JS
node show.mjs "$chromium"
