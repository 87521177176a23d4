/** What the command answers without a page; `lifecycle.browser.test.ts` runs it as a process. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { runCommandLine } from '../dist/command-line.js';

const folder = mkdtempSync(path.join(tmpdir(), 'command-line-'));
after(() => rmSync(folder, { recursive: true }));
const config = path.join(folder, 'config.json');
writeFileSync(config, JSON.stringify({ allowPrivateNetworks: ['127.0.0.1'] }));

async function run(...words: readonly string[]) {
  let [stdout, stderr] = ['', ''];
  const code = await runCommandLine(words, {
    write: (content) => void (stdout += String(content)),
    writeError: (text) => void (stderr += text),
  });
  return { code, stdout, stderr };
}

for (const [args, message] of [
  [['render'], /render: name the URL of a page/],
  [['screenshot', 'http://127.0.0.1/'], /name the file to write with -o/],
  [['render', 'nothing'], /not an absolute URL/],
  [
    ['render', 'http://10.0.0.1/'],
    /: 10\.0\.0\.1 is a private address; list it in allowPrivateNetworks to render it$/m,
  ],
  [['redner', 'http://127.0.0.1/'], /unknown command "redner/],
  [['--prot', '1'], /--prot/],
] as const) {
  test(`${args.join(' ')} is one readable line and exit code 1`, async () => {
    const { code, stdout, stderr } = await run('--config', config, ...args);
    assert.deepEqual([code, stdout.length], [1, 0]);
    assert.match(stderr, message);
    assert.equal(stderr.trimEnd().split('\n').length, 1);
  });
}

test('--help and --version', async () => {
  for (const [flag, expected] of [
    ['--help', /^Usage: page-renderer/],
    ['--version', /^page-renderer\/\d+\.\d+\.\d+\n$/],
  ] as const) {
    const { code, stdout } = await run(flag);
    assert.equal(code, 0);
    assert.match(stdout, expected);
  }
});
