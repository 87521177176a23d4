#!/usr/bin/env bash
# Chromium never reports the end of the request for an XSLT style sheet, but that of its document twice.
#
# Expected: `Network.loadingFinished` with the id of each request that has its whole answer.
# Happens: for the style sheet of `<?xml-stylesheet type="text/xsl"?>` there is no such event. Instead the one of the document comes a
#          second time.
# Seen with: Chromium 156.0.8078.108, puppeteer-core 24.43.1
# Matters: a renderer that counts open requests waits for such a page as long as it waits for any, and calls it incomplete.
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

const SHEET = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">
  <html><body><h1>Transformed</h1></body></html></xsl:template></xsl:stylesheet>`;
const FILES = {
  '/list.xml': ['text/xml', '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/list.xsl"?><list/>'],
  '/list.xsl': ['text/xsl', SHEET],
};
const server = createServer((request, response) => {
  const [type, body] = FILES[request.url] ?? ['text/plain', ''];
  response.writeHead(200, { 'content-type': type }).end(body);
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
const [paths, ended] = [new Map(), []];
session.on('Network.requestWillBeSent', ({ requestId, request }) => paths.set(requestId, new URL(request.url).pathname));
session.on('Network.loadingFinished', ({ requestId }) => ended.push(paths.get(requestId)));
await session.send('Network.enable');
await page.goto(`${origin}/list.xml`);
await new Promise((resolve) => setTimeout(resolve, 2_000));
const title = await page.$eval('h1', (heading) => heading.textContent);
await browser.close();
server.close();

console.log('shown:', title);
console.log('ends that were reported:', ended.filter((path) => path?.startsWith('/list')));
assert.equal(title, 'Transformed');
assert.deepEqual(ended.filter((path) => path?.startsWith('/list')), ['/list.xml', '/list.xml']);
JS
node show.mjs "$chromium"
