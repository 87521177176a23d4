#!/usr/bin/env bash
# Klaro activates inline scripts under a nonce if the policy is in a meta element, and not if it is in the header.
#
# Expected: the same Content-Security-Policy allows the same scripts from both places.
# Happens: Klaro copies attributes. A browser empties the attribute nonce of elements that it inserts into a page
#          whose policy came in the header, and keeps the value in the property; so the copy has none and is blocked
#          (kiprotect/klaro#441). With a policy in meta, or with none, the attribute stays.
# Seen with: klaro 0.7.22, Chromium 156.0.8078.108, puppeteer-core 24.43.1
# Matters: a page tested with a policy in meta, or with none, loses in production the inline scripts that were
#          accepted, although each has its nonce in the HTML. A tool that serialises the page loses the nonces in the
#          same way.
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
npm install --silent --no-audit --no-fund --ignore-scripts puppeteer-core@24.43.1 klaro@0.7.22
echo 'puppeteer-core@24.43.1 klaro@0.7.22'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import puppeteer from 'puppeteer-core';

const klaro = await readFile('node_modules/klaro/dist/klaro.js', 'utf8');
const policy = `script-src 'nonce-r4nd0m'`;
const html = (head) => `<!DOCTYPE html><title>A page</title>${head}<body>
<script nonce="r4nd0m">ran = []; klaroConfig = { services: [{ name: 'tags', purposes: ['all'], required: true }] }</script>
<script nonce="r4nd0m" type="text/plain" data-type="text/javascript" data-name="tags" id="tag">ran.push('tag')</script>
<script nonce="r4nd0m" src="/klaro.js" data-config="klaroConfig"></script>`;
const server = createServer((request, response) => {
  const isScript = request.url === '/klaro.js';
  response.setHeader('content-type', `text/${isScript ? 'javascript' : 'html'}; charset=utf-8`);
  if (request.url === '/header') response.setHeader('content-security-policy', policy);
  const meta = `<meta http-equiv="content-security-policy" content="${policy}">`;
  response.end(isScript ? klaro : html(request.url === '/meta' ? meta : ''));
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
for (const path of ['/none', '/meta', '/header']) {
  await page.goto(`http://127.0.0.1:${server.address().port}${path}`, { waitUntil: 'networkidle0' });
  seen[path] = await page.evaluate(() => {
    const tag = document.querySelector('#tag');
    return { ran, type: tag.type, attribute: tag.getAttribute('nonce'), property: tag.nonce };
  });
}
console.log(seen);
await browser.close();
server.close();
const allowed = { ran: ['tag'], type: 'text/javascript', attribute: 'r4nd0m', property: 'r4nd0m' };
assert.deepEqual(seen, {
  '/none': allowed,
  '/meta': allowed,
  '/header': { ran: [], type: 'text/javascript', attribute: '', property: '' },
});
JS
node show.mjs "$chromium"
