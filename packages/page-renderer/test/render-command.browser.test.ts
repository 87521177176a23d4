/** `page-renderer render`, `screenshot` and `pdf`, without a configuration (finding D5). */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { AddressInspection } from 'page-renderer';
import { runCommandLine } from '../dist/commands/command-line.js';
import { freePort } from '../../../testing/free-port.ts';
import { stretched } from '../../../testing/load.ts';
import { decodePng } from './support/png.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'render-command-'));
const config = path.join(folder, 'empty.json');
let site: Site;
let other: Site;

before(async () => {
  writeFileSync(config, JSON.stringify({ timeout: stretched(8_000) }));
  other = await startSite({ '/': 'from another server' });
  site = await startSite({
    '/': `<p>width <script>document.write(innerWidth)</script></p><p id=other></p>
<script>fetch('${other.url}/').then((answer) => answer.text(), () => 'no other server').then((text) => { other.textContent = text })</script>`,
    '/broken': (_, response) => void response.writeHead(500, { 'Content-Type': 'text/html' }).end('<h1>broken</h1>'),
    '/gone': (_, response) => void response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>gone</h1>'),
    '/higher': '<div style="height:17000px">',
    // When it exists: a page that is stopped earlier has nothing to show.
    '/windows':
      '<h1>windows</h1><script>onload = () => setTimeout(() => { for (let i = 0; i < 9; i++) open("about:blank") }, 100)</script>',
  });
});
after(async () => {
  await site[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

async function run(...words: readonly string[]) {
  let [stdout, stderr] = ['', ''];
  const code = await runCommandLine(['--config', config, ...words], {
    write: (content) => void (stdout += String(content)),
    writeError: (text) => void (stderr += text),
  });
  return { code, stdout, stderr };
}

describe('the command', { concurrency: 2 }, () => {
  test('renders a page of this machine without a configuration; the page gets no further than to itself', async () => {
    const { code, stdout, stderr } = await run('render', `localhost:${site.port}/`, '--width', '700');
    assert.deepEqual([code, stderr], [0, '200 complete\n']);
    assert.match(stdout, /width 700/);
    assert.match(stdout, /no other server/);
  });

  test('inspects a page: what bots get, whether it may be indexed, and one part in detail', async () => {
    const { code, stdout } = await run('inspect', `${site.url}/`);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^http[^\n]+\/\nThe page was rendered, but 1 request failed[^]*\nIndexing +May be indexed\. [^]*\nStatus +200\n[^]*\nNo findings\.\n$/,
    );
    const gone = await run('inspect', `${site.url}/gone`, '--json', '--tab', 'links');
    const { tab, status, indexing } = JSON.parse(gone.stdout) as AddressInspection;
    assert.deepEqual([gone.code, tab, status, indexing.outcome], [4, 'links', 404, 'no']);
    const nobody = await run('inspect', `http://127.0.0.1:${await freePort()}/`);
    assert.equal(nobody.code, 7);
    assert.match(nobody.stdout, /could not be rendered[^]*Not known/);
    const wrong = await run('inspect', `${site.url}/`, '--tab', 'all');
    assert.deepEqual([wrong.code, (await run('inspect', `${site.url}/`, '--external-links')).code], [2, 2]);
    assert.match(wrong.stderr, /tab: expected one of findings, raw/);
  });

  test('ends with 4 or 5 for an error, whose page it writes', async () => {
    const gone = await run('render', `${site.url}/gone`);
    assert.deepEqual([gone.code, gone.stderr], [4, '404 complete\n']);
    assert.match(gone.stdout, /<h1>gone<\/h1>/);
    const broken = await run('render', `${site.url}/broken`);
    assert.deepEqual([broken.code, broken.stderr], [5, '500 complete\n']);
    assert.match(broken.stdout, /<h1>broken<\/h1>/);
  });

  test('ends with 7 for a page that cannot be loaded', async () => {
    const closed = await startSite({});
    await closed[Symbol.asyncDispose]();
    const { code, stdout, stderr } = await run('render', `${closed.url}/`);
    assert.deepEqual([code, stdout], [7, '']);
    assert.match(stderr, /explain connection-failed/);
  });

  test('ends with 3 for a page that was stopped', async () => {
    const { code, stdout, stderr } = await run('render', `${site.url}/windows`, '--max-popups', '3');
    assert.deepEqual([code, stderr], [3, '200 over-popups\n']);
    assert.match(stdout, /<h1>windows<\/h1>/);
  });

  test('prints a PDF with its options', async () => {
    const file = path.join(folder, 'page.pdf');
    const printing = ['--page-size', '100mm 50mm', '--landscape', '--no-background'];
    const { code, stdout, stderr } = await run('pdf', `${site.url}/`, '-o', file, ...printing);
    assert.deepEqual([code, stdout, stderr], [0, '', `200 complete → ${file}\n`]);
    const pdf = readFileSync(file, 'latin1');
    assert.match(pdf, /^%PDF-/);
    const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
    assert.deepEqual(
      [width, height].map((points) => Math.round((Number(points) / 72) * 25.4)),
      [50, 100],
      'turned',
    );
    for (const [words, expected] of [
      [[], /output file is missing/],
      [['-o', 'page.png'], /must end with \.pdf, got "page\.png"/],
      [['-o', file, '--scale', '9'], /scale/],
    ] as const) {
      const wrong = await run('pdf', `${site.url}/`, ...words);
      assert.equal(wrong.code, 2);
      assert.match(wrong.stderr, expected);
    }
  });

  test('writes the type of picture that the name says', async () => {
    const file = path.join(folder, 'z.PNG');
    const { code } = await run('screenshot', `${site.url}/`, '-o', file, '--width', '320', '--height', '200');
    const { width, height } = decodePng(readFileSync(file));
    assert.deepEqual([code, width, height], [0, 320, 200]);
  });

  test('says of a picture that is cut off what its format allows', async () => {
    const file = path.join(folder, 'high.webp');
    const { code, stderr } = await run('screenshot', `${site.url}/higher`, '-o', file, '--full-page', '--width', '50');
    assert.equal(code, 0);
    assert.match(stderr, /^200 over-pixels → .*high\.webp\nThe page .* was cut off: 16383 pixels per side/);
    assert.ok(readFileSync(file).length > 100);
  });

  for (const [words, message, expected = 2] of [
    [['screenshot', 'https://example.com/', '-o', 'page.gif'], /-o: the file name of a screenshot must end with \.jpg/],
    [['render', '10.0.0.1:80/'], /10\.0\.0\.1 is a private address/, 6],
    [['render', 'mailto:a@example.com'], /Only http and https/, 6],
  ] as const) {
    test(`refuses ${words.slice(1).join(' ')}`, async () => {
      const { code, stdout, stderr } = await run(...words);
      assert.deepEqual([code, stdout], [expected, '']);
      assert.match(stderr, message);
    });
  }
});
