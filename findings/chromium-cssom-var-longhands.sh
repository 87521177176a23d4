#!/usr/bin/env bash
# Text of a CSS rule from Chromium loses a shorthand with var() when it is parsed again.
#
# Expected: cssText of a rule, given to insertRule again, makes the same rule.
# Happens: after margin: var(--gap); margin-top: 1px the text has "margin-right: ;" and no margin: a value with var()
#          belongs to the shorthand, which a later longhand breaks up. The parser drops the empty declarations, so
#          that three margins are lost. The page itself shows all four.
# Seen with: Chromium 156.0.8078.108, puppeteer-core 24.43.1
# Matters: libraries for CSS in JavaScript fill style sheets with insertRule, so a snapshot has to write the rules
#          from the CSSOM; the snapshot then looks different from the page.
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
await page.setContent('<style></style><p style="--gap: 20px">Text</p>');
const seen = await page.evaluate(() => {
  const [sheet] = document.styleSheets;
  const margins = () => getComputedStyle(document.querySelector('p')).margin;
  sheet.insertRule('p { margin: var(--gap); margin-top: 1px }');
  const text = sheet.cssRules[0].cssText;
  const before = margins();
  sheet.deleteRule(0);
  sheet.insertRule(text);
  return { text, again: sheet.cssRules[0].cssText, before, after: margins() };
});
console.log(seen);
await browser.close();
assert.equal(seen.text, 'p { margin-right: ; margin-bottom: ; margin-left: ; margin-top: 1px; }');
assert.equal(seen.again, 'p { margin-top: 1px; }');
assert.equal(seen.before, '1px 20px 20px');
assert.notEqual(seen.after, seen.before);
JS
node show.mjs "$chromium"
