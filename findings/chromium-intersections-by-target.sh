#!/usr/bin/env bash
# Chromium gives an IntersectionObserver the entries of several frames target by target, not in the order in which they happened.
#
# Expected: the Intersection Observer specification appends each entry to one queue of the observer, and the callback gets that queue: entries
#           of an earlier frame come before those of a later one.
# Happens: where two frames pass before the callback runs, it gets all entries of the first target, then all of the second one. The last
#          entry with isIntersecting is that of a target that has left again; only `time` tells.
# Seen with: Chromium 156.0.8078.108
# Matters: menus mark the part that is read by the last entry that intersects. On a busy machine a page that was scrolled to its end and back
#          at once shows its last part as the one that is read.
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
npm install --silent --no-audit --no-fund puppeteer-core@24.43.1

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import puppeteer from 'puppeteer-core';

const browser = await puppeteer.launch({
  executablePath: process.argv[2],
  // Chromium refuses its sandbox to root; the page below is this script's own.
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
console.log(await browser.version());
const page = await browser.newPage();
await page.setContent('<!doctype html><style>section { height: 1500px }</style><section id="one"></section><section id="two"></section>');

/** Scrolls to the end and back in two frames, and works in each for 60 ms. Returns the entries of each call of the observer. */
const calls = () =>
  page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
    const work = (time) => {
      const end = performance.now() + time;
      while (performance.now() < end);
    };
    const calls = [];
    const observer = new IntersectionObserver(
      (entries) => calls.push(entries.map(({ isIntersecting, target, time }) => ({ name: (isIntersecting ? '+' : '-') + target.id, time }))),
      { rootMargin: '-50% 0px' },
    );
    for (const section of document.querySelectorAll('section')) observer.observe(section);
    await pause(200);
    calls.length = 0;
    for (const top of [1e6, 0]) {
      await frame();
      scrollTo(0, top);
      work(60);
    }
    await pause(300);
    observer.disconnect();
    return calls;
  });

let both;
// Now and then the callback runs between the two frames.
for (let tries = 0; tries < 30 && !both; tries += 1) both = (await calls()).find((entries) => entries.length === 4);
await browser.close();
assert.ok(both, 'two frames in one call');
const names = both.map(({ name }) => name);
console.log(names.join(' '), both.map(({ time }) => Math.round(time)).join(' '));
// In the order of their times: -one +two +one -two.
assert.deepEqual(names, ['-one', '+one', '+two', '-two']);
assert.ok(both[1].time > both[2].time);
JS
node show.mjs "$chromium"
