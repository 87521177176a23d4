/** Runs the examples of `docs/orms.md` unchanged. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Database } from 'policy-engine';
import { createTarget, decisionsIn, engineOn, type Kind, USERS_TABLE } from './engine.ts';

const guide = readFileSync(
  path.join(import.meta.dirname, '../../../packages/policy-engine/docs/orms.md'),
  'utf8',
).replaceAll('\r\n', '\n');

/** The objects of an application without the engine, by their names in the examples. */
export type App = Readonly<Record<string, unknown>> & { close(): Promise<unknown> };

/**
 * Declares a test that runs the examples below a heading: the first creates `database`, the second signs up a user in a
 * transaction, and in a third one the user model decides.
 *
 * @param folder folder from which the packages of the examples can be loaded
 */
export function testExamples(
  heading: string,
  { kind, folder, open }: { kind: Kind; folder: string; open: (url: string) => Promise<App> },
): void {
  test(`the examples for ${heading} run`, async () => {
    const section = guide.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
    const [setup, ...steps] = [...section.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code = '']) => code);
    assert.ok(setup !== undefined && steps.length > 0, heading);
    const target = await createTarget(kind);
    const app = await open(target.url);
    const place = await mkdtemp(path.join(folder, '.guide-'));
    try {
      const names = Object.keys(app).join(', ');
      const imports = setup.match(/^import .*$/gm)?.join('\n') ?? '';
      const code = setup.replaceAll(/^import .*$/gm, '');
      const functions = steps.map((step) => `async ({ ${names}, database, engine, id, email, form }) => {\n${step}\n}`);
      await writeFile(
        path.join(place, 'example.js'),
        `${imports}
        export const open = async ({ ${names} }) => {\n${code}\nreturn database; };
        export const steps = [${functions.join(',\n')}];`,
      );
      const example = (await import(pathToFileURL(path.join(place, 'example.js')).href)) as {
        open(app: App): Promise<Database>;
        steps: Array<(given: object) => Promise<void>>;
      };
      const database = await example.open(app);
      await database.execute(USERS_TABLE);
      const { engine } = await engineOn(database);
      for (const [index, step] of example.steps.entries()) {
        const id = `user-${index}`;
        const form = { policy_rule_age: 'on', policy_rule_privacy_terms: 'on' };
        await step({ ...app, database, engine, id, email: `${id}@shop.example`, form });
        const { rows } = await database.execute(`select email from users where id = '${id}'`);
        assert.deepEqual(rows, [{ email: `${id}@shop.example` }]);
        const { standing } = await decisionsIn(database);
        assert.deepEqual(
          standing.filter((line) => line.startsWith(id)),
          [`${id} age accepted`, `${id} privacy_terms accepted`],
        );
      }
      await database.close();
    } finally {
      await app.close();
      await rm(place, { recursive: true, force: true });
      await target.drop();
    }
  });
}

/** Declares a test that the guide contains a setting as the tests use it. */
export function testSettings(...settings: readonly string[]): void {
  for (const setting of settings) test(`the guide names ${setting}`, () => assert.ok(guide.includes(setting)));
}
