/** What the packages need of others is told, has a reason and a licence, and runs nothing when it is installed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { directDependencies, installedWith } from '../dependencies/declared.ts';
import { DOCUMENT, readTable } from '../dependencies/table.ts';
import { PACKAGES } from '../build.ts';

/** Licences that allow any use, and ask for no more than a notice. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
]);

/** Compares the version that a dependent declares with its own, by a script. */
const RUN: Readonly<Record<string, readonly string[]>> = { 'page-renderer-datastore': ['protobufjs'] };

test('the table of dependencies is what the packages declare; `npm run dependencies` writes it', () => {
  const rows = readTable(readFileSync(DOCUMENT, 'utf8'));
  assert.deepEqual(
    rows.map(({ name, version, licence, users }) => ({ name, version, licence, users })),
    directDependencies(),
  );
  for (const { name, reason, released } of rows) {
    assert.ok(reason.length > 0, `${name} has no reason`);
    assert.match(released, /^20\d\d-\d\d-\d\d$/, name);
  }
});

for (const name of PACKAGES) {
  test(`what ${name} needs has a permissive licence, and runs no unknown script when it is installed`, () => {
    const all = [...installedWith(name).values()];
    const strict = all.filter(
      ({ license = '' }) => !license.split(/ (?:OR|AND) |[()]/).some((one) => PERMISSIVE.has(one)),
    );
    assert.deepEqual(
      strict.map((one) => `${one.name}: ${one.license}`),
      [],
    );
    assert.deepEqual(
      all.flatMap((one) => (one.hasInstallScript === true ? one.name : [])),
      RUN[name] ?? [],
    );
  });
}
