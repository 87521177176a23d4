#!/usr/bin/env bash
# On the way back to a page, WebKit loads in an iframe what another iframe of the page had shown, whatever its src is.
#
# Expected: an iframe that a script inserts with a src loads that address.
# Happens: if it is inserted before the page's load event on the way back in the history, and the page is parsed anew, it loads what the
#          iframe of the same name showed before. Those without a name are numbered in the order of their insertion, which may be another one.
#          A name of its own prevents it.
# Seen with: WebKitGTK 2.50.6
# Matters: a frame of a rule that is accepted could request the address of one that was rejected since.
set -euo pipefail

browser=$(ls /usr/lib/*/webkit2gtk-4.*/MiniBrowser /usr/lib/*/webkitgtk-6.*/MiniBrowser 2> /dev/null | head -n 1 || true)
if [ -z "$browser" ] || ! command -v WebKitWebDriver > /dev/null || ! command -v xvfb-run > /dev/null; then
  echo 'Install WebKitGTK, for example: apt install webkit2gtk-driver xvfb xauth' >&2
  exit 2
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/show.mjs" <<'JS'
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const page = (name) => `<!DOCTYPE html><title>Two</title><body><script>
const add = (path) => {
  const frame = document.createElement('iframe');
  ${name}
  frame.src = path;
  document.body.append(frame);
};
const isBack = performance.getEntriesByType('navigation')[0].type === 'back_forward';
for (const path of isBack ? ['/film', '/map'] : ['/map', '/film']) add(path);
</script>`;
const PAGES = { '/plain': page(''), '/named': page('frame.name = Math.random();') };
const server = createServer((request, response) => {
  response.setHeader('cache-control', 'no-store');
  response.setHeader('content-type', 'text/html');
  response.end(PAGES[request.url] ?? '<!DOCTYPE html><title>Another</title>');
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const origin = `http://127.0.0.1:${server.address().port}`;
const port = 20000 + Math.floor(Math.random() * 20000);
const driver = spawn('WebKitWebDriver', [`--port=${port}`], { stdio: 'ignore' });
const ask = async (path, body, method = 'POST') => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(value.message);
  return value;
};
for (let attempt = 0; ; attempt += 1) {
  try {
    await ask('/status', undefined, 'GET');
    break;
  } catch (error) {
    if (attempt === 100) throw error;
    await sleep(100);
  }
}
const options = { binary: process.argv[2], args: ['--automation'] };
const { sessionId, capabilities } = await ask('/session', {
  capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
});
console.log(capabilities.browserName, capabilities.browserVersion);
const here = `/session/${sessionId}`;
const open = (path) => ask(`${here}/url`, { url: origin + path });

/** What each iframe shows after going back, by its src, from so many pages later that no copy of the page is kept. */
async function afterBack(path) {
  await open(path);
  await sleep(500);
  for (let page = 0; page < 8; page += 1) await open(`/elsewhere${page}`);
  await ask(`${here}/execute/sync`, { script: 'history.go(-8)', args: [] });
  await sleep(3000);
  const script = `return [...document.querySelectorAll('iframe')].map((frame) =>
    frame.getAttribute('src') + ' shows ' + frame.contentWindow.location.pathname)`;
  return ask(`${here}/execute/sync`, { script, args: [] });
}

const seen = { plain: await afterBack('/plain'), named: await afterBack('/named') };
console.log(seen);
await ask(here, undefined, 'DELETE');
driver.kill();
server.close();
assert.deepEqual(seen, {
  plain: ['/film shows /map', '/map shows /film'],
  named: ['/film shows /film', '/map shows /map'],
});
JS
xvfb-run -a node "$folder/show.mjs" "$browser"
