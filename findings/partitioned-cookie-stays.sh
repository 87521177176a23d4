#!/usr/bin/env bash
# Chromium does not delete a partitioned cookie that a page deletes by name and path.
#
# Expected: document.cookie = "id=; Path=/; Max-Age=0", or cookieStore.delete("id"), deletes the cookie that
#           document.cookie lists as id.
# Happens: a cookie set with Partitioned is another cookie than one of the same name without it, also in a page of its
#          own site at the top level. Both deletions leave it. Setting the name again gives two cookies id=1; id=2 in
#          one header. Only a deletion that says Secure and Partitioned removes it.
# Seen with: Chromium 156.0.8078.108, puppeteer-core 24.43.1
# Matters: consent tools delete cookies after a withdrawal by name, domain and path; what they call deleted is still
#          sent.
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
import { createServer } from 'node:http';
import puppeteer from 'puppeteer-core';

const server = createServer((request, response) => {
  response.setHeader('set-cookie', 'id=1; Path=/; Secure; Partitioned');
  response.setHeader('content-type', 'text/html');
  response.end('<!DOCTYPE html><title>A page</title>');
});
await new Promise((resolve) => server.listen(0, resolve));
const browser = await puppeteer.launch({
  executablePath: process.argv[2],
  // Chromium refuses its sandbox to root; the pages below are this script's own.
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
console.log(await browser.version());
const page = await browser.newPage();
// Chromium treats localhost as secure, so that no certificate is needed.
await page.goto(`http://localhost:${server.address().port}/`);
const seen = await page.evaluate(async () => {
  const states = { set: document.cookie };
  document.cookie = 'id=; Path=/; Max-Age=0';
  states.deletedByName = document.cookie;
  await cookieStore.delete('id');
  states.deletedByCookieStore = document.cookie;
  document.cookie = 'id=2; Path=/; Secure';
  states.setAgain = document.cookie;
  document.cookie = 'id=; Path=/; Max-Age=0';
  document.cookie = 'id=; Path=/; Max-Age=0; Secure; Partitioned';
  states.deletedWithPartitioned = document.cookie;
  return states;
});
console.log(seen);
await browser.close();
server.close();
assert.deepEqual(seen, {
  set: 'id=1',
  deletedByName: 'id=1',
  deletedByCookieStore: 'id=1',
  setAgain: 'id=1; id=2',
  deletedWithPartitioned: '',
});
JS
node show.mjs "$chromium"
