#!/usr/bin/env bash
# A WebP screenshot one pixel too high succeeds with no data.
#
# Expected: a screenshot that cannot be encoded is an error.
# Happens: WebP allows 16,383 pixels a side. For a clip of 16,384 pixels Page.captureScreenshot answers without an
#          error and with an empty string; PNG and JPEG of the same clip have data.
# Seen with: Chromium 156.0.8078.108, puppeteer-core 24.43.1
# Matters: long pages reach this height; a rendering service that stores the answer stores an image of zero bytes and
#          reports success.
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
const page = await browser.newPage();
await page.setContent('<body style="margin:0"><div style="width:10px;height:16500px;background:teal"></div>');
const session = await page.createCDPSession();
const shot = async (format, height) => {
  const clip = { x: 0, y: 0, width: 10, height, scale: 1 };
  return (await session.send('Page.captureScreenshot', { format, clip, captureBeyondViewport: true })).data.length;
};
const lengths = {
  'webp, 16383 px': await shot('webp', 16383),
  'webp, 16384 px': await shot('webp', 16384),
  'jpeg, 16384 px': await shot('jpeg', 16384),
  'png, 16384 px': await shot('png', 16384),
};
console.log('characters of base64:', lengths);
await browser.close();
assert.deepEqual(
  Object.values(lengths).map((length) => length > 0),
  [true, false, true, true],
);
JS
node show.mjs "$chromium"
