#!/usr/bin/env bash
# React takes a foreign element at the start of <body> for its own when both have the same tag.
#
# Expected: React 19 skips elements of other software in <head> and <body> when it hydrates a document, as its release notes say.
# Happens: hydrateRoot(document, …) skips a <section> before its own <div>, and adopts a <div>: a recoverable error (418), and the whole
#          document is rendered again in the browser. Behind React's last element, both are left alone.
# Seen with: Chromium 156.0.8078.108, react and react-dom 19.3.1
# Matters: consent tools put their question, mostly a <div>, early in the page, for the keyboard and screen readers. In pages of Next's App
#          Router, which hydrate the document, that has to wait until the page is hydrated.
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
npm install --silent --no-audit --no-fund react@19.3.1 react-dom@19.3.1 esbuild@0.28.2 puppeteer-core@24.43.1
echo 'react@19.3.1 react-dom@19.3.1'

cat > page.js <<'JS'
import { createElement as h } from 'react';
export const Page = () =>
  h('html', null, h('head', null, h('title', null, 'Shop')), h('body', null, h('div', null, 'Lamps'), h('footer', null, 'Contact')));
JS
cat > client.js <<'JS'
import { createElement } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Page } from './page.js';

const [tag, place] = location.hash.slice(1).split('-');
const banner = Object.assign(document.createElement(tag), { id: 'banner', textContent: 'May we count visits?' });
if (place === 'start') document.body.prepend(banner);
if (place === 'end') document.body.append(banner);
window.errors = [];
hydrateRoot(document, createElement(Page), { onRecoverableError: (error) => window.errors.push(error.message) });
JS
npx esbuild client.js --bundle --format=iife --define:process.env.NODE_ENV='"production"' --outfile=bundle.js --log-level=error
cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import puppeteer from 'puppeteer-core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { Page } from './page.js';

const html = `<!doctype html>${renderToString(createElement(Page))}`;
const server = createServer((request, response) => {
  const isScript = request.url === '/bundle.js';
  response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' });
  response.end(isScript ? readFileSync('bundle.js') : html);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await puppeteer.launch({
  executablePath: process.argv[2],
  // Chromium refuses its sandbox to root; the pages below are this script's own.
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
console.log(await browser.version());
const seen = {};
for (const place of ['section-start', 'div-end', 'div-start']) {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/#${place}`);
  await page.addScriptTag({ url: '/bundle.js' });
  await new Promise((resolve) => setTimeout(resolve, 500));
  seen[place] = await page.evaluate(() => window.errors.map((text) => /#\d+/.exec(text)?.[0]));
  console.log(place, seen[place]);
  await page.close();
}
await browser.close();
server.close();
assert.deepEqual(seen, { 'section-start': [], 'div-end': [], 'div-start': ['#418'] });
JS
node show.mjs "$chromium"
