#!/usr/bin/env bash
# html-minifier-terser makes hidden="until-found" permanently hidden.
#
# Expected: collapseBooleanAttributes shortens attributes whose value says nothing, such as checked="checked".
# Happens: hidden="until-found" becomes hidden. The value has a meaning of its own: text that the find bar and
#          fragment links of a browser reveal becomes text that nothing reveals. draggable="true" keeps its value.
# Seen with: html-minifier-terser 7.2.0
# Matters: rendered pages are often minified before they are cached; folded answers stay in the page, but visitors who
#          follow a text fragment from a search engine do not see them.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts html-minifier-terser@7.2.0
echo 'html-minifier-terser@7.2.0'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { minify } from 'html-minifier-terser';

const html = '<section hidden="until-found">Answer</section><p draggable="true">Text</p><input checked="checked">';
const seen = await minify(html, { collapseBooleanAttributes: true });
console.log(html);
console.log(seen);
assert.equal(seen, '<section hidden>Answer</section><p draggable="true">Text</p><input checked>');
JS
node show.mjs
