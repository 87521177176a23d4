/** The public surface of the packages: as reported, within its limits, documented, and free of other packages' types. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readDeclarations } from '../api/declarations.ts';
import { apis, reportOf } from '../api/report.ts';

const found = apis();
const entryPoints = found.flatMap(({ entryPoints }) => entryPoints);

/** Packages whose types an entry point may expose, because it is about them. `node` is always allowed. */
const ABOUT: Readonly<Record<string, readonly string[]>> = {
  'policy-engine/express': ['express'],
  'policy-engine/fastify': ['fastify'],
  'policy-engine/hono': ['hono'],
  'policy-engine/koa': ['koa'],
  'policy-engine/pg-boss': ['pg-boss'],
  'policy-engine/react': ['react'],
  'policy-engine/svelte': ['svelte'],
  'policy-engine/vue': ['vue'],
  'policy-engine/bullmq': ['bullmq', 'ioredis'],
  'page-renderer': ['pino'],
  'page-renderer-datastore': ['page-renderer', '@google-cloud/datastore'],
  'render-middleware/fastify': ['fastify'],
  'render-middleware/hono': ['hono'],
  'render-middleware/koa': ['koa'],
};

for (const api of found) {
  test(`the API of ${api.name} is the reported one`, () => {
    const file = path.relative(process.cwd(), api.file);
    const reported = existsSync(api.file) ? readFileSync(api.file, 'utf8').replaceAll('\r\n', '\n') : '';
    assert.equal(reportOf(api), reported, `${file}: run \`npm run generate\` and look at the difference`);
  });
}

test('policy-engine exports at most 65 names at its root, 30 of them values', () => {
  const names = entryPoints.find(({ specifier }) => specifier === 'policy-engine')?.names ?? [];
  const values = names.filter(({ isValue }) => isValue);
  assert.ok(names.length > 0 && names.length <= 65, `${names.length} names`);
  assert.ok(values.length <= 30, `${values.length} values: ${values.map(({ name }) => name).join(', ')}`);
});

test('policy-engine exports each name in one place', () => {
  const specifiers = new Set(['', '/database', '/ledger', '/export'].map((subpath) => `policy-engine${subpath}`));
  const names = entryPoints
    .filter(({ specifier }) => specifiers.has(specifier))
    .flatMap(({ names }) => names.map(({ name }) => name));
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  );
});

test('no public declaration reaches the types of a package that its entry point is not about', () => {
  const leaks = entryPoints.flatMap(({ specifier, packages }) =>
    [...packages]
      .filter(([name]) => name !== 'node' && !ABOUT[specifier]?.includes(name))
      .flatMap(([name, ways]) => ways.map((way) => `${specifier}: ${way} > ${name}`)),
  );
  assert.deepEqual(leaks, []);
});

test('every public name has a docstring', () => {
  const bare = entryPoints.flatMap(({ specifier, names }) =>
    names
      .filter(({ declarations }) => !declarations.some(({ isDocumented }) => isDocumented))
      .map(({ name }) => `${specifier}: ${name}`),
  );
  assert.deepEqual(bare, []);
});

test('reads imports, exports and declarations of emitted files', () => {
  const read = readDeclarations(`/** A file. @module */
import type { A as B, C } from './a.ts';
export { d, type E as F } from './d.ts';
export type * from './g.ts';
/** Says { "'nothing" }. */
export declare function h(text: 'a;b'): B;
export declare function h(count: number): C;
interface Hidden {
    readonly member: { inner: string };
}
declare module './m.ts' {
    /** Added. */
    interface Members {
        n: Hidden;
    }
}
export {};
`);
  assert.deepEqual(
    [...read.imports],
    [
      ['B', { from: './a.ts', name: 'A' }],
      ['C', { from: './a.ts', name: 'C' }],
    ],
  );
  assert.deepEqual([...read.exports.keys()], ['d', 'F', 'h']);
  assert.deepEqual(read.exports.get('F'), { to: { from: './d.ts', name: 'E' }, isTypeOnly: true });
  assert.deepEqual(read.everythingOf, [{ from: './g.ts', isTypeOnly: true }]);
  assert.deepEqual(
    read.declarations.get('h')?.map(({ isDocumented, isValue }) => [isDocumented, isValue]),
    [
      [true, true],
      [false, true],
    ],
  );
  assert.equal(read.declarations.get('Hidden')?.[0]?.isDocumented, false);
  assert.deepEqual(
    read.added.map(({ to, declaration }) => [to, declaration.name]),
    [['./m.ts', 'Members']],
  );
});
