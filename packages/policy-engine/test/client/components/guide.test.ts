/** The examples of the guide compile, each with the compiler of its framework, against the exports of the package. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import path from 'node:path';
import type { Loader, Plugin } from 'esbuild';
import { compile } from 'svelte/compiler';
import { compileScript, parse } from 'vue/compiler-sfc';
import { readGuide } from '../../support/guide.ts';
import { bundleOf } from './frameworks.ts';

const GUIDE = readGuide('components.md');
const EXAMPLES = [...GUIDE.matchAll(/^```(jsx|js|vue|svelte)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
  language,
  code,
}));

/** JavaScript of an example. @throws the errors of its compiler */
function scriptOf({ language, code }: (typeof EXAMPLES)[number]): string {
  if (language === 'svelte') {
    const { js, warnings } = compile(code, { filename: 'Example.svelte', generate: 'client' });
    assert.deepEqual(
      warnings.map(({ message }) => message),
      [],
    );
    assert.ok(compile(code, { filename: 'Example.svelte', generate: 'server' }).js.code);
    return js.code;
  }
  if (language !== 'vue') return code;
  const { descriptor, errors } = parse(code, { filename: 'Example.vue' });
  assert.deepEqual(errors, []);
  return compileScript(descriptor, { id: 'example', inlineTemplate: true }).content;
}

/** Everything except the package itself: the framework, and the app's own files. */
const outside: Plugin = {
  name: 'outside',
  setup: (build) =>
    build.onResolve({ filter: /^[^.]|^\.\.\/lib/ }, ({ path: name, kind }) =>
      kind === 'entry-point' || name.startsWith('policy-engine/') ? undefined : { path: name, external: true },
    ),
};

for (const [index, example] of EXAMPLES.entries()) {
  test(`example ${index + 1} compiles: ${example.language}`, async () => {
    const loader: Loader = example.language === 'jsx' ? 'jsx' : 'js';
    const script = scriptOf(example);
    assert.match(script, /from ['"]policy-engine\//);
    const built = await bundleOf({
      stdin: { contents: script, loader, resolveDir: path.join(import.meta.dirname, 'apps') },
      jsx: 'automatic',
      plugins: [outside],
      platform: 'node',
      logLevel: 'silent',
      logOverride: { 'import-is-undefined': 'error' },
    });
    assert.ok(built.length > 1000);
  });
}

test('the guide names every export of the three entry points', async () => {
  assert.ok(EXAMPLES.length >= 8);
  for (const name of ['react', 'vue', 'svelte']) {
    for (const exported of Object.keys((await import(`policy-engine/${name}`)) as object)) {
      assert.ok(GUIDE.includes(exported), `${name}: ${exported}`);
    }
  }
});
