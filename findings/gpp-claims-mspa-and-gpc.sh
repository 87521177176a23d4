#!/usr/bin/env bash
# A GPP string of the IAB library makes two statements that nobody set.
#
# Expected: fields that were not set say "not applicable", as the notices do with 0, and a signal that was not looked
#           at is absent.
# Happens: a usnat section in which only SaleOptOut is set says MspaCoveredTransaction 1, which means yes, and has a
#          GPC segment with Gpc false. Sections of the states do the same. The older uspv1 section says "-" for the
#          agreement before it. The segment is left out with GpcSegmentIncluded false.
# Seen with: @iabgpp/cmpapi 3.2.0
# Matters: the first tells recipients that the publisher signed a contract, the Multi-State Privacy Agreement; the
#          second that the browser sent no Global Privacy Control, which is evidence against a person who sent it.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "private": true, "type": "module" }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts @iabgpp/cmpapi@3.2.0
echo '@iabgpp/cmpapi@3.2.0'

cat > show.mjs <<'JS'
import assert from 'node:assert/strict';
import { GppModel } from '@iabgpp/cmpapi';

const seen = {};
for (const section of ['usnat', 'usca', 'usco']) {
  const model = new GppModel();
  model.setFieldValue(section, 'SaleOptOut', 1);
  const text = model.encode();
  const { SaleOptOut, SaleOptOutNotice, MspaCoveredTransaction, Gpc } = new GppModel(text).toObject()[section];
  seen[section] = { SaleOptOut, SaleOptOutNotice, MspaCoveredTransaction, Gpc };
  model.setFieldValue(section, 'GpcSegmentIncluded', false);
  console.log(section, text, 'without the segment', model.encode());
}
const old = new GppModel();
old.setFieldValue('uspv1', 'OptOutSale', 'Y');
seen.uspv1 = { LspaCovered: new GppModel(old.encode()).getFieldValue('uspv1', 'LspaCovered') };
console.log(seen);
const claims = { SaleOptOut: 1, SaleOptOutNotice: 0, MspaCoveredTransaction: 1, Gpc: false };
assert.deepEqual(seen, { usnat: claims, usca: claims, usco: claims, uspv1: { LspaCovered: '-' } });
JS
node show.mjs
