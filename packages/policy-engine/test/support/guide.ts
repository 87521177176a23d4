/** Shared code of the tests of guides. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

const PACKAGE = path.join(import.meta.dirname, '..', '..');

/** The text of a guide, by its file name. */
export function readGuide(name: string): string {
  return readFileSync(path.join(PACKAGE, 'docs', name), 'utf8');
}

/** Declares a test for each JavaScript example of a guide: it runs to its end in the package, where its name resolves to itself. */
export function testExamples(guide: string): void {
  for (const [index, [, code = '']] of [...guide.matchAll(/^```js\n(.*?)^```$/gms)].entries()) {
    test(`example ${index + 1} runs`, async () => {
      const folder = await mkdtemp(path.join(PACKAGE, 'test', '.guide-'));
      try {
        const example = path.join(folder, 'example.js');
        await writeFile(example, `${code}\nexport const ran = true;`);
        const { ran } = (await import(pathToFileURL(example).href)) as { ran: boolean };
        assert.equal(ran, true);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
  }
}

/** Names of the fields of an exported interface, from its source below `src`. */
export function fieldsOf(source: string, name: string): string[] {
  const text = readFileSync(path.join(PACKAGE, 'src', source), 'utf8');
  const [, body = ''] = new RegExp(`export interface ${name} \\{(.*?)^\\}`, 'ms').exec(text) ?? [];
  return [...body.matchAll(/readonly (\w+)\??:/g)].flatMap(([, field]) => field ?? []);
}
