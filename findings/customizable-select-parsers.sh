#!/usr/bin/env bash
# Parsers of Node.js take the content out of a customizable select that Chromium wrote.
#
# Expected: HTML that Chromium serialised is well formed, so an HTML parser keeps its elements.
# Happens: Chromium has relaxed the parser for <select>: a button, <selectedcontent> and markup in options stay.
#          parse5 and jsdom follow the older rules and leave only text, of which that of the chosen option is there
#          twice. Chromium itself does not keep what a page wrote into <selectedcontent>: the parser fills it anew
#          from the selected option.
# Seen with: Chromium 156.0.8078.108, parse5 8.1.1, jsdom 29.1.1
# Matters: a tool that changes a rendered page with such a parser, to insert a tag or to remove scripts, removes the
#          pictures, the prices and the button of the control; and a snapshot shows another choice than the page did.
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
npm install --silent --no-audit --no-fund --ignore-scripts puppeteer-core@24.43.1 parse5@8.1.1 jsdom@29.1.1
echo 'puppeteer-core@24.43.1 parse5@8.1.1 jsdom@29.1.1'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { JSDOM } from 'jsdom';
import { parseFragment, serialize } from 'parse5';
import puppeteer from 'puppeteer-core';

const browser = await puppeteer.launch({
  executablePath: process.argv[2],
  // Chromium refuses its sandbox to root; the pages below are this script's own.
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
console.log(await browser.version());
const page = await browser.newPage();
const option = '<option><b>Red</b> €5</option>';
const select = (content) =>
  `<select><button><selectedcontent>${content}</selectedcontent></button>${option}</select>`;
await page.setContent(`<!DOCTYPE html><body>${select('')}`);
const seen = await page.evaluate(() => {
  const chromium = document.body.innerHTML;
  document.querySelector('selectedcontent').textContent = 'Choose';
  const edited = document.body.innerHTML;
  document.body.innerHTML = edited;
  return { chromium, edited, editedAgain: document.body.innerHTML };
});
await browser.close();
seen.parse5 = serialize(parseFragment(seen.chromium));
seen.jsdom = new JSDOM(seen.chromium).window.document.body.innerHTML;
console.log(seen);

const text = '<select>Red €5<option>Red €5</option></select>';
assert.deepEqual(seen, {
  chromium: select('<b>Red</b> €5'),
  edited: select('Choose'),
  editedAgain: select('<b>Red</b> €5'),
  parse5: text,
  jsdom: text,
});
JS
node show.mjs "$chromium"
