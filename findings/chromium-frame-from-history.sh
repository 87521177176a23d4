#!/usr/bin/env bash
# Chromium loads an iframe without src from the session history when somebody goes back to its page.
#
# Expected: an iframe without src is empty, until a script of the page sets its src.
# Happens: after a script had set the src of an iframe that is in the page's HTML, going back to the page from another document requests that
#          address again, although the page is parsed anew, its iframe has no src, and no script sets one. It does not happen if
#          the script inserted the iframe itself, or took it out and inserted it again before it set the src.
# Seen with: Chromium 156.0.8078.108, puppeteer-core 24.43.1
# Matters: consent tools write data-src and set src after an acceptance. After a withdrawal on another page, the back button
#          requests the frame of the other company once more, before any script of the page runs.
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

let requests = [];
const server = createServer((request, response) => {
  requests.push(request.url);
  // No copy of the page is kept, so that going back parses it anew.
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-type', 'text/html');
  response.end(request.url === '/page' ? '<!DOCTYPE html><title>A page</title><iframe></iframe>' : '<!DOCTYPE html><title>Another</title>');
});
await new Promise((resolve) => server.listen(0, resolve));
const origin = `http://localhost:${server.address().port}`;
const browser = await puppeteer.launch({
  executablePath: process.argv[2],
  // Chromium refuses its sandbox to root; the pages below are this script's own.
  args: [...(process.getuid() === 0 ? ['--no-sandbox'] : []), '--disable-features=BackForwardCache'],
});
console.log(await browser.version());

/** What going back requests, and the src of the iframe then, after a script has set it in this way. */
async function afterBack(setSource) {
  const page = await browser.newPage();
  await page.goto(`${origin}/page`);
  await page.evaluate(`new Promise((resolve) => {
    const frame = document.querySelector('iframe');
    frame.addEventListener('load', () => { if (frame.src) resolve(); });
    ${setSource}
  })`);
  await page.goto(`${origin}/elsewhere`);
  requests = [];
  await page.goBack({ waitUntil: 'networkidle0' });
  const source = await page.evaluate(() => document.querySelector('iframe').getAttribute('src'));
  await page.close();
  return { requests: requests.filter((path) => path !== '/favicon.ico').sort(), source };
}

const seen = {
  inPlace: await afterBack(`frame.src = '/frame';`),
  insertedAgain: await afterBack(`const parent = frame.parentNode; frame.remove(); parent.append(frame); frame.src = '/frame';`),
};
console.log(seen);
await browser.close();
server.close();
assert.deepEqual(seen, {
  inPlace: { requests: ['/frame', '/page'], source: null },
  insertedAgain: { requests: ['/page'], source: null },
});
JS
node show.mjs "$chromium"
