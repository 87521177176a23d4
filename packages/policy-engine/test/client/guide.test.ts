/** The examples of the guide run. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const PACKAGE = path.join(import.meta.dirname, '..', '..');
const GUIDE = readFileSync(path.join(PACKAGE, 'docs', 'consent-banner.md'), 'utf8');
const run = promisify(execFile);

for (const [index, [, code = '']] of [...GUIDE.matchAll(/^```js\n(.*?)^```$/gms)].entries()) {
  test(`example ${index + 1} runs`, async () => {
    const example = `${code}\nconsole.log('ran'); process.exit(0);`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', example], { cwd: PACKAGE });
    assert.equal(stdout, 'ran\n');
  });
}

test('each option of the banner is named', () => {
  const source = readFileSync(path.join(PACKAGE, 'src', 'banner', 'banner.tsx'), 'utf8');
  const [, body = ''] = /export interface RenderBannerOptions \{(.*?)^\}/ms.exec(source) ?? [];
  const fields = [...body.matchAll(/readonly (\w+)\??:/g)].map(([, field]) => field);
  assert.ok(fields.length >= 4);
  for (const field of fields) assert.ok(GUIDE.includes(`\`${field}\``), field);
});
