#!/usr/bin/env bash
# Chromium fills an error answer without a body with a page of its own.
#
# Expected: a 404 with an empty body gives an empty document, and response.text() gives an empty string.
# Happens: for an error status and an empty body Chromium shows its own error page. page.goto succeeds with the status
#          404; page.content(), and also response.text(), are 250 kB of that page, although the server sent
#          content-length: 0. With one byte of body, both are those of the server.
# Seen with: Chromium 156.0.8078.108, puppeteer-core 24.43.1
# Matters: a renderer that passes on the content with its status serves crawlers and people an error page of a
#          browser, with the internal address it was rendered from, under the name of the site.
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
  const body = request.url === '/one-byte' ? '.' : '';
  response.writeHead(404, { 'content-type': 'text/html', 'content-length': body.length });
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
const seen = {};
for (const path of ['/empty', '/one-byte']) {
  const response = await page.goto(origin + path);
  const content = await page.content();
  const body = await response.text();
  seen[path] = {
    status: response.status(),
    contentLength: response.headers()['content-length'],
    contentIsOfChromium: content.includes('main-frame-error'),
    bodyIsOfChromium: body.includes('main-frame-error'),
  };
  const text = await page.evaluate(() => document.body.innerText.trim().slice(0, 60));
  console.log(path, seen[path], `content ${content.length}, body ${body.length} characters:`, text);
}
await browser.close();
server.close();

assert.deepEqual(seen, {
  '/empty': { status: 404, contentLength: '0', contentIsOfChromium: true, bodyIsOfChromium: true },
  '/one-byte': { status: 404, contentLength: '1', contentIsOfChromium: false, bodyIsOfChromium: false },
});
JS
node show.mjs "$chromium"
