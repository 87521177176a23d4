/**
 * The committed modules contain the style sheets and scripts in `src`. `npm run generate` writes them; it imports nothing
 * of the engine, which cannot be loaded without them.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { BUNDLE_NAMES, bundleFile, bundleModule, committed } from './bundle.ts';

for (const name of BUNDLE_NAMES) {
  test(`${name} is made from the style sheets and scripts in src`, async () => {
    const text = await bundleModule(name);
    if (process.env['UPDATE_GENERATED'] === '1') writeFileSync(bundleFile(name), text);
    assert.equal(committed(bundleFile(name)) === text, true, 'run `npm run generate`');
  });
}
