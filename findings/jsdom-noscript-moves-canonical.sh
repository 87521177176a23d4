#!/usr/bin/env bash
# jsdom moves the canonical link out of the head of a page with a noscript image in it.
#
# Expected: a parser keeps <link rel="canonical"> in <head>, where the page has it, and parse5, on which jsdom stands,
#           does so.
# Happens: without scripts, which is the default of jsdom, an <img> in <noscript> ends the head. Everything after it,
#          the canonical link and the robots meta too, is in the body. parse5 and cheerio parse as a browser with
#          scripts, and find both in the head. With runScripts jsdom does as well.
# Seen with: jsdom 29.1.1, parse5 8.1.1, cheerio 1.2.0
# Matters: tag managers tell people to paste such a pixel into the head. A renderer or a checker that takes metadata
#          from the head by jsdom finds none, and writes a page whose canonical link crawlers ignore.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts jsdom@29.1.1 cheerio@1.2.0
echo 'jsdom@29.1.1 cheerio@1.2.0'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import * as cheerio from 'cheerio';
import { JSDOM } from 'jsdom';

const html = `<!DOCTYPE html><html><head><title>Shop</title>
<noscript><img src="/pixel.gif" alt=""></noscript>
<link rel="canonical" href="https://shop.example/"><meta name="robots" content="noindex">
</head><body><p>Text</p></body></html>`;
const selector = 'head > link[rel=canonical], head > meta[name=robots]';
const jsdom = new JSDOM(html);
const seen = {
  jsdom: jsdom.window.document.querySelectorAll(selector).length,
  jsdomWithScripts: new JSDOM(html, { runScripts: 'dangerously' }).window.document.querySelectorAll(selector).length,
  cheerio: cheerio.load(html)(selector).length,
};
console.log(jsdom.serialize());
console.log('canonical link and robots meta in the head:', seen);
assert.deepEqual(seen, { jsdom: 0, jsdomWithScripts: 2, cheerio: 2 });
JS
node show.mjs
