/** The guide to the first decision covers each host, and its table contains the counted numbers. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { between } from '../doc-table.ts';
import {
  countedLines,
  GUIDE,
  IN_BROWSER,
  packagesIn,
  readRecipes,
  typedIn,
  wordsInBrowser,
} from '../first-decision/recipe.ts';
import { TABLE } from '../first-decision/table.ts';
import { ROOT } from './sources.ts';

const json = (...file: string[]): Record<string, unknown> =>
  JSON.parse(readFileSync(path.join(ROOT, ...file), 'utf8')) as Record<string, unknown>;
const guide = readFileSync(GUIDE, 'utf8');
const recipes = readRecipes(guide);
const filesOf = (recipe: (typeof recipes)[number]) => recipe.steps.filter((step) => step.kind === 'file');
const commandsOf = (recipe: (typeof recipes)[number]) =>
  recipe.steps.filter((step) => step.kind === 'command').map(({ text }) => text);

test('each host that the package exports has a recipe, which mounts the engine by it', () => {
  const exported = Object.entries(json('packages', 'policy-engine', 'package.json')['exports'] as object)
    .filter(([, to]) => JSON.stringify(to).includes('./dist/hosts/'))
    .map(([name]) => `policy-engine/${name.slice('./'.length)}`);
  assert.ok(exported.length >= 10);
  const mounted = recipes.map((recipe) => {
    const text = filesOf(recipe)
      .map((file) => file.text)
      .join('\n');
    return [...new Set([...text.matchAll(/from '(?<module>policy-engine\/[^']+)'/g)].map(([, name]) => name))].join();
  });
  assert.deepEqual(mounted.toSorted(), exported.toSorted());
});

test('the table has the numbers that counting each recipe gives', () => {
  const { start, end } = between(guide, TABLE);
  const rows = guide
    .slice(start, end)
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, host, , ...numbers]) => ({ host, numbers: numbers.slice(0, 4).map(Number) }));
  const counted = recipes.map((recipe) => {
    const { commands, lines, files, template } = typedIn(recipe);
    return { host: recipe.host, numbers: [commands, lines, files, template] };
  });
  assert.deepEqual(rows, counted, 'npm run test:compat -- --first-decision');
});

test('what is pressed in the browser is what the guide says', () => {
  assert.deepEqual(wordsInBrowser(guide), Object.values(IN_BROWSER));
});

test('the versions of frameworks are those of the compatibility matrix', () => {
  const known = Object.fromEntries(
    ['hosts', 'next', 'nuxt', 'react-router', 'sveltekit'].flatMap((name) =>
      Object.entries(json('compat', name, 'package.json')['dependencies'] as Record<string, string>),
    ),
  );
  const installed = recipes.flatMap((recipe) => commandsOf(recipe).flatMap(packagesIn));
  assert.ok(installed.length > recipes.length);
  for (const { name, version } of installed) assert.equal(version, known[name], name);
});

test('counts what is neither blank nor a comment, and every line of a text', () => {
  const text = '// why\n\nconst a = 1; // one\n  // b\n\t\nb();\n';
  assert.equal(countedLines({ path: 'a.js', text }), 2);
  assert.equal(countedLines({ path: 'a.vue', text: '<!-- why -->\n<p>// no comment</p>\n' }), 1);
  assert.equal(countedLines({ path: 'a.md', text: '# Title\n\nText\n' }), 2);
});

test('a guide that leaves something out is refused', () => {
  for (const [changed, problem] of [
    [guide.replace('## Decide and verify', '## Other'), /there is no section "Decide and verify"/],
    [guide.replace('`server.mjs`:', 'The server:'), /this code has no name of a file above it/],
    [guide.replace('express@5.3.0', 'express'), /express needs an exact version/],
    [guide.replace(/(## Koa[^#]+app\.listen[^#]+?```\n)\n```sh[^#]+?```\n/, '$1'), /Koa has to end with the command/],
  ] as const) {
    assert.notEqual(changed, guide);
    assert.throws(() => readRecipes(changed), problem);
  }
});
