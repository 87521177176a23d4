/** Output of the command without a page; `lifecycle.browser.test.ts` runs it as a process. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { runCommandLine } from '../dist/commands/command-line.js';

const folder = mkdtempSync(path.join(tmpdir(), 'command-line-'));
after(() => rmSync(folder, { recursive: true }));
const config = path.join(folder, 'config.json');
const keys = ['2026', '2025'].map((id) => ({ id, secret: `the secret of ${id}`.padEnd(32, '.') }));
writeFileSync(config, JSON.stringify({ allowPrivateNetworks: ['127.0.0.1'], signingKeys: keys }));

async function run(...words: readonly string[]) {
  let [stdout, stderr] = ['', ''];
  const code = await runCommandLine(words, {
    write: (content) => void (stdout += String(content)),
    writeError: (text) => void (stderr += text),
  });
  return { code, stdout, stderr };
}

for (const [args, message, expected = 2] of [
  [['render'], /render: the URL of a page is missing/],
  [['screenshot', 'http://127.0.0.1/'], /set it with -o/],
  [['render', 'nothing'], /not an absolute URL/],
  [
    ['render', 'http://10.0.0.1/'],
    /: 10\.0\.0\.1 is a private address; list it in allowPrivateNetworks to render it; see "page-renderer explain refused-address"$/m,
    6,
  ],
  [['redner', 'http://127.0.0.1/'], /unknown command "redner/],
  [['--prot', '1'], /^page-renderer: --prot: unknown flag; did you mean --port\?; see --help$/m],
  [['--constructor', '1'], /--constructor: unknown flag; see/],
  [['--port', '1', '--port=2', '--host', '--json'], /: --port: is given twice; --host: its value is missing; see/],
  [['--no-port', '--sandbox=false'], /: --no-port: unknown flag.*; --sandbox: takes no value; --no-sandbox switches/],
  [
    ['render', 'http://x.test/', '-o', 'page.PNG'],
    /-o: render writes HTML or Markdown, not "page.PNG"; use "page-renderer screenshot"/,
  ],
  [['render', 'http://x.test/', '--width', 'wide'], /--width: expected a number, got "wide"/],
  [['sign'], /sign: an address of the service is missing/],
  [['sign', 'https://example.com/page'], /url: expected an address of the service, such as \/screenshot\//],
  [['sign', 'https://render.example/cache'], /url: expected an address of the service/],
  [['sign', '/screenshot/https://example.com/?width=wide'], /width: expected a whole number/],
  [['sign', '/render/https://example.com/', '--key', '2024'], /--key: unknown key; known: "2026", "2025"/],
  [['sign', '/render/https://example.com/', '--expires', '2001-01-01'], /--expires: .*a future date/],
  [['sign', '/render/https://example.com/', '--expires', 'soon'], /--expires: expected minutes, hours or days/],
] as const) {
  test(`${args.join(' ')} is one readable line and exit code ${expected}`, async () => {
    const { code, stdout, stderr } = await run('--config', config, ...args);
    assert.deepEqual([code, stdout.length], [expected, 0]);
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

test('sign uses the first key or a named one, for a week or a given time', async () => {
  const line = '/screenshot/https%3A%2F%2Fexample.com%2F?width=1200';
  const { code, stdout } = await run('--config', config, 'sign', `https://render.example${line}`);
  const [, id, seconds, path] =
    /^https:\/\/render\.example\/signed\/(\w+)\.(\d+)\.[\w-]{43}(\/.*)\n$/.exec(stdout) ?? [];
  assert.deepEqual([code, id, path], [0, '2026', line]);
  const days = (Number(seconds) * 1000 - Date.now()) / 86_400_000;
  assert.ok(days > 6.9 && days <= 7, String(days));
  const other = await run('--config', config, 'sign', line, '--key', '2025', '--expires', '2100-01-01');
  assert.match(other.stdout, /^\/signed\/2025\.4102444800\.[\w-]{43}\/screenshot\//);
});
