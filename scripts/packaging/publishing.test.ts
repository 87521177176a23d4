/** The workflow that publishes: each package once, after those that it needs, with a statement of provenance. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { PACKAGES, root } from '../build.ts';

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: ReadonlyArray<{ readonly run?: string }> }>>;
}

test('the workflow publishes each package once, after those that it needs, with provenance', () => {
  const text = readFileSync(path.join(root, '.github/workflows/publish.yml'), 'utf8');
  const { permissions, jobs } = parse(text) as Workflow;
  assert.deepEqual(permissions, { contents: 'read', 'id-token': 'write' });
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run));
  const publishing = commands.filter((command) => /\bnpm publish\b/.test(command));
  assert.equal(publishing.length, 1);
  const [, list = ''] = /^for tarball in (.+); do$/m.exec(publishing[0] ?? '') ?? [];
  const order = list.split(' ');
  assert.deepEqual(order.toSorted(), PACKAGES.toSorted());
  assert.match(publishing[0] ?? '', /npm publish --provenance --access public packed\/\$tarball-/);
  for (const name of PACKAGES) {
    const file = path.join(root, 'packages', name, 'package.json');
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Record<
      string,
      Record<string, string> | undefined
    >;
    for (const needed of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (order.includes(needed)) assert.ok(order.indexOf(needed) < order.indexOf(name), `${needed} before ${name}`);
    }
  }
});
