#!/usr/bin/env bash
# In headless Chromium only the newest page draws frames.
#
# Expected: headless pages are equal: several of them render at the same time in one browser.
# Happens: a new page hides the one before it. document.visibilityState of the older page becomes "hidden", and its
#          requestAnimationFrame callbacks do not run until bringToFront(). Pages in browser contexts of their own
#          stay visible.
# Seen with: Chromium 156.0.8078.108 (new headless mode), puppeteer-core 24.43.1
# Matters: a renderer that opens a page for each request in one context gets incomplete pages from sites that insert
#          content in an animation frame, and only under load.
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
import puppeteer from 'puppeteer-core';

const browser = await puppeteer.launch({
  executablePath: process.argv[2],
  // Chromium refuses its sandbox to root; the pages below are this script's own.
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
console.log(await browser.version());
const look = async (page) => ({
  visibility: await page.evaluate(() => document.visibilityState),
  frame: await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => resolve('drawn'));
        setTimeout(() => resolve('none in 10 s'), 10_000);
      }),
  ),
});
const first = await browser.newPage();
const second = await browser.newPage();
const seen = { first: await look(first), second: await look(second) };
await first.bringToFront();
seen.firstInFront = await look(first);
const one = await (await browser.createBrowserContext()).newPage();
const other = await (await browser.createBrowserContext()).newPage();
seen.contextOne = await look(one);
seen.contextOther = await look(other);
console.log(seen);
await browser.close();

const drawn = { visibility: 'visible', frame: 'drawn' };
assert.deepEqual(seen, {
  first: { visibility: 'hidden', frame: 'none in 10 s' },
  second: drawn,
  firstInFront: drawn,
  contextOne: drawn,
  contextOther: drawn,
});
JS
node show.mjs "$chromium"
