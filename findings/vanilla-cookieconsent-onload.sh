#!/usr/bin/env bash
# The onload attribute of a script that vanilla-cookieconsent activates never runs.
#
# Expected: <script type="text/plain" data-category="necessary" src="…" onload="start()"> calls start() once it is
#           activated, as the same element without the category does.
# Happens: the element is copied by the value of the property that has the name of the attribute, before the attribute
#          itself. For an event handler the property is a function, and its text becomes the new attribute: "function
#          onload(event) { start() }". That declares a function in the handler and calls nothing. style becomes
#          "[object CSSStyleDeclaration]" in the same way. If the policy of the page blocks inline handlers, the
#          property is null and the attribute is copied as it is.
# Seen with: vanilla-cookieconsent 3.1.0, Chromium 156.0.8078.108, puppeteer-core 24.43.1
# Matters: vendors give out script tags that start in onload. After consent the tag loads and does nothing, without an
#          error. An element is to be copied attribute by attribute, and only its nonce by the property.
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
import puppeteer from 'puppeteer-core';

const scripts = {
  '/consent.js': await readFile('node_modules/vanilla-cookieconsent/dist/cookieconsent.umd.js', 'utf8'),
  '/chat.js': `done.push('chat.js')`,
};
const html = (attributes) => `<!DOCTYPE html><title>A page</title><script>done = []; start = () => done.push('started')</script>
<body><script id="chat" ${attributes} src="/chat.js" onload="start()"></script><script src="/consent.js"></script><script>
  CookieConsent.run({
    categories: { necessary: { readOnly: true, enabled: true } },
    language: { default: 'en', translations: { en: { consentModal: { title: 'Cookies' }, preferencesModal: { sections: [] } } } },
  }).then(() => CookieConsent.acceptCategory('all'));
</script>`;
const server = createServer((request, response) => {
  const script = scripts[request.url];
  response.setHeader('content-type', `text/${script ? 'javascript' : 'html'}; charset=utf-8`);
  response.end(script ?? html(request.url === '/managed' ? 'type="text/plain" data-category="necessary"' : ''));
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
  // The handler of an element runs in the task that follows its script; no request is open after that.
  await page.goto(`http://127.0.0.1:${server.address().port}${path}`, { waitUntil: 'networkidle0' });
  seen[path] = await page.evaluate(() => ({
    done,
    onload: document.querySelector('#chat').getAttribute('onload').replaceAll('\n', ' '),
  }));
}
console.log(seen);
await browser.close();
server.close();
assert.deepEqual(seen, {
  '/plain': { done: ['chat.js', 'started'], onload: 'start()' },
  '/managed': { done: ['chat.js'], onload: 'function onload(event) { start() }' },
});
JS
node show.mjs "$chromium"
