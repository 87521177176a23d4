#!/usr/bin/env bash
# vanilla-cookieconsent loads async scripts one after another: it asks for each when the one before has been answered.
#
# Expected: <script async> elements that a consent activates load side by side, as the browser loads them, and each
#           runs when it is there.
# Happens: the next element is activated when the one before has loaded or failed, even if the two have nothing to do
#          with each other. The attribute async stays on the elements and has no effect. A server that takes long to
#          answer delays the request for all later scripts by that time.
# Seen with: vanilla-cookieconsent 3.1.0, Chromium 156.0.8078.108, puppeteer-core 24.43.1
# Matters: whoever leaves the page before a slow vendor has answered never gets the scripts of the others, although
#          all were accepted; a consent tool that keeps the order of scripts has to leave async ones out of it.
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
npm install --silent --no-audit --no-fund --ignore-scripts puppeteer-core@24.43.1 vanilla-cookieconsent@3.1.0
echo 'puppeteer-core@24.43.1 vanilla-cookieconsent@3.1.0'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';

const consent = await readFile('node_modules/vanilla-cookieconsent/dist/cookieconsent.umd.js', 'utf8');
const html = (attributes) => `<!DOCTYPE html><title>A page</title><body>
<script ${attributes} async src="/slow.js"></script><script ${attributes} async src="/quick.js"></script>
<script src="/consent.js"></script><script>
  CookieConsent.run({
    categories: { necessary: { readOnly: true, enabled: true } },
    language: { default: 'en', translations: { en: { consentModal: { title: 'Cookies' }, preferencesModal: { sections: [] } } } },
  }).then(() => CookieConsent.acceptCategory('all'));
</script>`;
let log;
const server = createServer(async (request, response) => {
  const { url } = request;
  const isScript = url.endsWith('.js');
  response.setHeader('content-type', `text/${isScript ? 'javascript' : 'html'}; charset=utf-8`);
  if (url === '/slow.js' || url === '/quick.js') {
    log.push(`asked ${url}`);
    if (url === '/slow.js') await setTimeout(3000);
    log.push(`answered ${url}`);
    return response.end();
  }
  return response.end(isScript ? consent : html(url === '/managed' ? 'type="text/plain" data-category="necessary"' : ''));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await puppeteer.launch({
  executablePath: process.argv[2],
  // Chromium refuses its sandbox to root; the pages below are this script's own.
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
console.log(await browser.version());
const page = await browser.newPage();
const seen = {};
for (const path of ['/plain', '/managed']) {
  log = [];
  await page.goto(`http://127.0.0.1:${server.address().port}${path}`, { waitUntil: 'networkidle0' });
  // What is compared: whether the quick script was asked for while the slow one was open.
  seen[path] = log;
}
console.log(seen);
await browser.close();
server.close();
const isSideBySide = (events) => events.indexOf('asked /quick.js') < events.indexOf('answered /slow.js');
assert.deepEqual(
  Object.values(seen).map((events) => [events.length, isSideBySide(events)]),
  [
    [4, true],
    [4, false],
  ],
);
JS
node show.mjs "$chromium"
