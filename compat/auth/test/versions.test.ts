/** The guide names the versions that these tests use. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { GUIDE } from './recipe.ts';

test('the guide names the versions of the libraries', async () => {
  const { dependencies } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const guide = (await readFile(GUIDE, 'utf8')).replaceAll(/\s+/g, ' ');
  for (const name of ['better-auth', '@auth/core', '@auth/pg-adapter']) {
    assert.ok(guide.includes(`${name} ${dependencies[name]}`), name);
  }
});
