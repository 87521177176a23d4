#!/usr/bin/env bash
# isbot takes the browser of a television set for a crawler.
#
# Expected: isbot knows "Googlebot" from devices that carry the name of Google; it makes an exception for Pixel
#           telephones.
# Happens: the WebView of the Google TV Streamer names its model in the user agent, and isbot reports it as a bot,
#          with the match "Google". The same string with another model is a person.
# Seen with: isbot 5.2.3; the user agent is that of the WebView of Android 14, with the model names of the devices
# Matters: a middleware that asks isbot serves such visitors the snapshot made for crawlers, and a consent layer asks
#          them nothing.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts isbot@5.2.3
echo 'isbot@5.2.3'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { isbot, isbotMatch } from 'isbot';

const webView = (model) =>
  `Mozilla/5.0 (Linux; Android 14; ${model}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/128.0.6613.114 Mobile Safari/537.36`;
const models = ['Google TV Streamer Build/UTT3.240625.001.K5', 'Chromecast HD Build/UTTC.250917.004', 'Pixel 8 Build/UQ1A.240105.004'];
const seen = models.map((model) => [model, isbot(webView(model)), isbotMatch(webView(model))]);
console.table(seen);
assert.deepEqual(
  seen.map(([, bot, match]) => [bot, match]),
  [
    [true, 'Google'],
    [false, null],
    [false, null],
  ],
);
JS
node show.mjs
