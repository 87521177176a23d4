/** How modules are combined, and that those of the engine fit together. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { createModules, declarationsOf, membersOf, type SharedContext } from '../../dist/kernel/compose.js';
import { defineModule, type Module } from '../../dist/kernel/module.js';
import { Reading } from '../../dist/kernel/reading.js';
import * as ownModules from '../../dist/modules.js';

const own: readonly Module[] = Object.values(ownModules);
/** Options that none of the modules below uses. */
const shared = {} as SharedContext;

/** Values that are in several of the lists. */
function twice(lists: ReadonlyArray<readonly string[]>): string[] {
  const all = lists.flat();
  return all.filter((one, index) => all.indexOf(one) !== index);
}

suite('combining modules', () => {
  const named = (id: string, more: Partial<Module> = {}): Module => ({ ...defineModule({ id }), ...more });
  const needing = (id: string, ...needs: string[]) => named(id, { needs } as unknown as Partial<Module>);

  test('creates a module after those that it needs, and returns them in the order of the list', async () => {
    const created: string[] = [];
    const noting = (module: Module): Module => ({
      ...module,
      create() {
        created.push(module.id);
        return { checks: [{ run: () => [{ code: module.id, subject: null }] }] };
      },
    });
    const parts = createModules([needing('a', 'b'), needing('b', 'c'), named('c')].map(noting), shared);
    assert.deepEqual(created, ['c', 'b', 'a']);
    const checks = parts.flatMap((part) => part.checks ?? []);
    const codes = (await Promise.all(checks.map(async (check) => check.run(new Reading())))).flat();
    assert.deepEqual(codes, [
      { code: 'a', subject: null },
      { code: 'b', subject: null },
      { code: 'c', subject: null },
    ]);
  });

  test('refuses modules with the same name', () => {
    assert.throws(() => createModules([named('a'), named('a')], shared), /Two modules have the same name/);
  });

  test('refuses an unmet need', () => {
    assert.throws(() => createModules([needing('a', 'b')], shared), /a needs b, which is missing/);
  });

  test('refuses modules that need each other, and names them', () => {
    const circle = [needing('a', 'b'), needing('b', 'c'), needing('c', 'a')];
    assert.throws(() => createModules(circle, shared), /a, b, c, a/);
  });

  test('refuses to return a service that is not among the needs', () => {
    const curious = named('a', {
      create({ service }) {
        service('rules');
        return {};
      },
    });
    assert.throws(() => createModules([curious, { ...named('rules'), create: () => ({}) }], shared), /a uses rules/);
  });
});

suite('members of the engine', () => {
  test('are defined by one module each', () => {
    assert.throws(
      () => membersOf([{ members: { exporter: null } }, { members: { exporter: null } }] as never),
      /exporter/,
    );
  });
});

/** The names that a module declares. */
function namesIn(module: Module): string[] {
  return [
    ...(module.migrations ?? []).flatMap(({ name, tables }) =>
      [name].concat(tables.map(({ table }) => `table ${table}`)),
    ),
    ...Object.keys(module.findings ?? {}).map((code) => `finding ${code}`),
    ...Object.keys(module.mails ?? {}).map((name) => `mail ${name}`),
    ...(module.actions ?? []).map((name) => `action ${name}`),
    ...Object.keys(module.options ?? {}).map((name) => `option ${name}`),
    ...Object.keys(module.errors ?? {}).map((code) => `error ${code}`),
    ...(module.commands ?? []).map(({ name }) => `command ${name}`),
  ];
}

suite('the modules of the engine', () => {
  test('have texts with keys of their own', () => {
    const { catalogues } = declarationsOf(own);
    assert.deepEqual(twice(catalogues.map(({ en }) => Object.keys(en))), []);
  });

  test('have tables, findings, mails, actions, options, errors and commands with unique names', () => {
    const names = own.map(namesIn);
    assert.ok(names.flat().length > 40);
    assert.deepEqual(twice(names), []);
  });

  test('have a text for each finding, and for each action of the audit log', () => {
    const { findings, actions, catalogues } = declarationsOf(own);
    const keys = new Set(catalogues.flatMap(({ en }) => Object.keys(en)));
    const needed = [
      ...Object.keys(findings).flatMap((code) => [`check.${code}`, `check.${code}.advice`]),
      ...actions.map((name) => `audit.action.${name}`),
    ];
    assert.deepEqual(
      needed.filter((key) => !keys.has(key)),
      [],
    );
  });

  test('are each in a folder with their name, which one line of code names', () => {
    const list = readFileSync(path.join(import.meta.dirname, '../../src/modules.ts'), 'utf8');
    const lines = [...list.matchAll(/^export \{ (\w+)Module \} from '\.\/modules\/([\w-]+)\/module\.ts';$/gm)];
    const named = lines.map(([, name, folder]) => [name, folder]);
    assert.deepEqual(
      named,
      own.map(({ id }) => [id, id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)]),
    );
  });
});
