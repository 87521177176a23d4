/** Every public name has a docstring. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT, type Source, sourcesOf } from './sources.ts';

type Sources = ReadonlyMap<string, Source>;

/** Exported names of a file without a docstring, including those that it re-exports. */
function undocumented(sources: Sources, file: string, wanted?: string): string[] {
  const text = sources.get(file)?.text ?? '';
  const at = (to: string) => path.posix.join(path.posix.dirname(file), to);
  const found: string[] = [];
  const documented = new Set<string | undefined>();
  const declaration =
    /(?<doc>\*\/\n(?:\/\/ oxlint-.*\n)?)?^export (?:declare )?(?:abstract |async )?(?:const|function\*?|class|interface|type|enum) (?<name>\w+)/gm;
  for (const { groups = {} } of text.matchAll(declaration)) {
    const isWanted = wanted === undefined || groups['name'] === wanted;
    if (groups['doc'] !== undefined) documented.add(groups['name']);
    // The docstring of the first overload is sufficient.
    if (isWanted && !documented.has(groups['name'])) found.push(`${file}: ${groups['name']}`);
  }
  for (const { groups = {} } of text.matchAll(/^export \* from '(?<to>\.[^']+)'/gm)) {
    found.push(...undocumented(sources, at(groups['to'] ?? ''), wanted));
  }
  for (const { groups = {} } of text.matchAll(/^export (?:type )?\{(?<names>[^}]*)\} from '(?<to>\.[^']+)'/gm)) {
    for (const { groups: name = {} } of (groups['names'] ?? '').matchAll(
      /(?<own>\w+)(?: as (?<other>\w+))?,|(?<last>\w+)(?: as \w+)?\s*$/g,
    )) {
      const own = (name['own'] ?? name['last'])?.replace(/^type /, '');
      const isWanted = wanted === undefined || own === wanted || name['other'] === wanted;
      if (own !== undefined && isWanted) found.push(...undocumented(sources, at(groups['to'] ?? ''), own));
    }
  }
  return found;
}

/** Source files of a package's `exports`. */
function entriesOf(name: string): string[] {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'packages', name, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, string | { readonly types?: string }>>;
  };
  return Object.values(manifest.exports).flatMap((entry) => {
    const types = typeof entry === 'string' ? undefined : entry.types;
    return types === undefined ? [] : [types.replace('./dist/', '').replace(/\.d\.ts$/, '.ts')];
  });
}

for (const name of ['policy-engine', 'page-renderer', 'page-renderer-datastore', 'render-middleware']) {
  test(`public names of ${name} have a docstring`, () => {
    const sources = sourcesOf(name);
    const entries = entriesOf(name);
    assert.ok(entries.length > 0 && entries.every((entry) => sources.has(entry)), entries.join(', '));
    assert.deepEqual([...new Set(entries.flatMap((entry) => undocumented(sources, entry)))], []);
  });
}

test('finds names without a docstring through what hands them on', () => {
  const files: Readonly<Record<string, string>> = {
    'index.ts': "export { a, type B as C } from './a.ts';\nexport * from './d.ts';\n",
    'a.ts': '/** Documented. */\nexport const a = 1;\nexport interface B {}\nexport type Inner = 1;\n',
    'd.ts': 'export function d(): void {}\n',
  };
  const sources = new Map(Object.entries(files).map(([file, text]) => [file, { file, text, imports: [] }]));
  assert.deepEqual(undocumented(sources, 'index.ts'), ['d.ts: d', 'a.ts: B']);
});
