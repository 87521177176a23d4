#!/usr/bin/env bash
# A snapshot of Chromium has shadow trees under an attribute that HTML does not know.
#
# Expected: the HTML in the MHTML of Page.captureSnapshot has shadow trees as HTML declares them: <template
#           shadowrootmode="open">, as getHTML writes it.
# Happens: it has <template shadowmode="open">. Chromium makes a shadow tree of that when it opens the .mhtml file,
#          and an inert template when it gets the same HTML over HTTP: the content of every component is not shown.
#          Closed trees are in the snapshot too, which the script of a page cannot serialise.
# Seen with: Chromium 156.0.8078.108, puppeteer-core 24.43.1
# Matters: an archive or a renderer that takes its HTML out of a snapshot, because this has all files of the page with
#          it, loses the text of every component, and nothing says so.
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
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const bodies = {
  '/page': `<!DOCTYPE html><title>A page</title><x-open>10</x-open><x-closed></x-closed><script>
    document.querySelector('x-open').attachShadow({ mode: 'open' }).innerHTML = '<b>EUR <slot></slot></b>';
    document.querySelector('x-closed').attachShadow({ mode: 'closed' }).innerHTML = '<b>In stock</b>';
  </script>`,
};
const server = createServer((request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.end(bodies[request.url]);
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const browser = await puppeteer.launch({
  executablePath: process.argv[2],
  // Chromium refuses its sandbox to root; the pages below are this script's own.
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
console.log(await browser.version());
const page = await browser.newPage();
const trees = async (address) => {
  await page.goto(address);
  return page.evaluate(() => ({
    open: document.querySelector('x-open').shadowRoot !== null,
    isClosedShown: document.querySelector('x-closed').getBoundingClientRect().width > 0,
    inertTemplates: document.querySelectorAll('template').length,
  }));
};

await page.goto(`${origin}/page`);
const session = await page.createCDPSession();
const { data } = await session.send('Page.captureSnapshot');
// The first part, decoded from quoted-printable; all of it is ASCII.
const decoded = data
  .replaceAll('=\r\n', '')
  .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
const html = decoded.slice(decoded.indexOf('<!DOCTYPE'), decoded.indexOf('</html>'));
bodies['/html-of-snapshot'] = html;
bodies['/html-renamed'] = html.replaceAll('shadowmode=', 'shadowrootmode=');
await writeFile('page.mhtml', data);
const body = html.slice(html.indexOf('<x-open>'), html.indexOf('</x-closed>'));
console.log(body);
const seen = {
  mhtml: await trees(pathToFileURL('page.mhtml').href),
  htmlOfSnapshot: await trees(`${origin}/html-of-snapshot`),
  htmlRenamed: await trees(`${origin}/html-renamed`),
};
console.log(seen);
await browser.close();
server.close();

assert.match(body, /<template shadowmode="open"><b>EUR .*<template shadowmode="closed"><b>In stock/s);
const shown = { open: true, isClosedShown: true, inertTemplates: 0 };
assert.deepEqual(seen, {
  mhtml: shown,
  htmlOfSnapshot: { open: false, isClosedShown: false, inertTemplates: 2 },
  htmlRenamed: shown,
});
JS
node show.mjs "$chromium"
