#!/usr/bin/env bash
# Chromium keeps processing instructions of HTML, and other parsers read them as comments.
#
# Expected: HTML has no processing instructions: <?note a?> is read as a comment, as the HTML standard has long said,
#           and parse5 agrees.
# Happens: Chromium makes a ProcessingInstruction node (type 7) and serialises it as <?note a?>. <?xml ...?> and
#          <?xml-stylesheet ...?> are still comments. An instruction with ">" in its data, made by script, is cut at
#          the ">" when its serialisation is parsed again, and the rest becomes visible text.
# Seen with: Chromium 156.0.8078.108, parse5 8.1.1
# Matters: a snapshot is parsed by crawlers and tools that do not know the nodes; the shape of the tree, and the text
#          a reader sees, differ from the page that was rendered.
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
npm install --silent --no-audit --no-fund --ignore-scripts puppeteer-core@24.43.1 parse5@8.1.1
echo 'puppeteer-core@24.43.1 parse5@8.1.1'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { parse, serialize } from 'parse5';
import puppeteer from 'puppeteer-core';

const browser = await puppeteer.launch({
  executablePath: process.argv[2],
  // Chromium refuses its sandbox to root; the pages below are this script's own.
  args: process.getuid() === 0 ? ['--no-sandbox'] : [],
});
console.log(await browser.version());
const page = await browser.newPage();
const start = '<!DOCTYPE html><html><head></head><body>';
const end = '</body></html>';
await page.setContent(`${start}<?note a?><?xml-stylesheet href="a"?>${end}`);
const seen = {
  nodeTypes: await page.evaluate(() => [...document.body.childNodes].map((node) => node.nodeType)),
  chromium: await page.content(),
};
seen.parse5 = serialize(parse(seen.chromium));
Object.assign(
  seen,
  await page.evaluate(() => {
    document.body.replaceChildren(document.createProcessingInstruction('note', 'price > 10'));
    const written = document.body.innerHTML;
    const textBefore = document.body.innerText;
    document.body.innerHTML = written;
    return { written, textBefore, again: document.body.innerHTML, textAfter: document.body.innerText };
  }),
);
console.log(seen);
await browser.close();
const comment = '<!--?xml-stylesheet href="a"?-->';
assert.deepEqual(seen, {
  nodeTypes: [7, 8],
  chromium: `${start}<?note a?>${comment}${end}`,
  parse5: `${start}<!--?note a?-->${comment}${end}`,
  written: '<?note price > 10?>',
  textBefore: '',
  again: '<?note price ?> 10?&gt;',
  textAfter: '10?>',
});
JS
node show.mjs "$chromium"
