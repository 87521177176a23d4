/** The age of the browser: reported to operators, with a warning if it is old. */
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { after, describe, test } from 'node:test';
import type { BrowserBinary } from 'page-renderer';
import { createRenderer, findBrowser } from 'page-renderer';
import { pino } from 'pino';
import { ageOf, updateOf } from '../dist/browser/find/age.js';
import { RELEASES } from '../dist/browser/find/releases.js';

const ADMIN = { authorization: 'Bearer the-token-of-the-admin' };
const folder = mkdtempSync(path.join(tmpdir(), 'browser-age-'));
after(() => rmSync(folder, { recursive: true }));

/** The browser of this machine, which reports another version over DevTools. */
async function pretending(version: string): Promise<BrowserBinary> {
  const { executablePath, ...rest } = await findBrowser();
  const file = path.join(folder, `chrome-headless-shell-${version}`);
  const script = `#!${process.execPath}
const { spawn } = require('node:child_process');
const { createReadStream, writeSync } = require('node:fs');
const stdio = ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'];
const child = spawn(${JSON.stringify(executablePath)}, process.argv.slice(2), { stdio });
child.on('exit', (code) => process.exit(code ?? 1));
createReadStream('', { fd: 3 }).pipe(child.stdio[3]);
let rest = '';
child.stdio[4].setEncoding('utf8').on('data', (text) => {
  const messages = (rest + text).split('\\0');
  rest = messages.pop();
  for (const message of messages) {
    writeSync(4, message.replace(/("product":"[^/"]*)\\/[^"]*/, '$1/${version}') + '\\0');
  }
});
`;
  writeFileSync(file, script);
  chmodSync(file, 0o755);
  return { ...rest, executablePath: file };
}

async function serve(browser: BrowserBinary) {
  const log: Array<Record<string, unknown>> = [];
  const into = new Writable({
    write(line, _, done) {
      log.push(JSON.parse(String(line)) as Record<string, unknown>);
      done();
    },
  });
  const renderer = await createRenderer({ adminToken: ADMIN.authorization.slice(7) }, { browser, logger: pino(into) });
  const ask = async (where: string, headers: Record<string, string> = {}) => {
    const response = await renderer.fetch(new Request(`http://renderer.test${where}`, { headers }));
    return { status: response.status, body: await response.text() };
  };
  return { renderer, log, ask, [Symbol.asyncDispose]: () => renderer.close() };
}

test('the age of an old browser, and how to update it, are in the log, in /readyz and in metrics', async () => {
  await using service = await serve(await pretending('140.0.7339.80'));
  const { ask, log, renderer } = service;
  await renderer.ready();
  const started = log.find(({ msg }) => msg === 'browser') ?? {};
  const days = Math.floor((Date.now() - Date.parse('2025-09-04')) / 86_400_000);
  assert.match(String(started['version']), /\/140\.0\.7339\.80$/);
  assert.deepEqual([started['released'], started['days']], ['2025-09-04', days]);
  const warning = log.find(
    ({ level, msg }) => level === 40 && String(msg).startsWith('the milestone of this browser was released'),
  );
  assert.match(
    String(warning?.['msg']),
    new RegExp(`was released ${days} days ago, .*; update it with what installed it`),
  );
  const { status, body } = await ask('/readyz?verbose', ADMIN);
  const { ready, browser, sandbox } = JSON.parse(body) as { ready: boolean; browser: object; sandbox: unknown };
  assert.deepEqual([status, ready], [200, true]);
  assert.deepEqual(browser, { version: started['version'], released: '2025-09-04', days, isOld: true });
  const isRoot = process.getuid?.() === 0;
  assert.ok(isRoot ? /as root; start the service as another user/.test(String(sandbox)) : sandbox === true);
  const { body: metrics } = await ask('/metrics', ADMIN);
  assert.match(metrics, new RegExp(`^page_renderer_browser_age_days\\{version="[^"]*/140.0.7339.80"\\} ${days}$`, 'm'));
  assert.match(metrics, /^page_renderer_browser_info\{version="[^"]*\/140\.0\.7339\.80",released="2025-09-04"\} 1$/m);
  for (const where of ['/readyz', '/_ah/health']) assert.deepEqual(await ask(where), { status: 200, body: 'OK' });
  const refused = await ask('/readyz?verbose');
  assert.equal(refused.status, 401);
  assert.doesNotMatch(refused.body, /140\.0|sandbox/);
});

test('the age of a browser that is newer than this package is unknown, without a warning', async () => {
  await using service = await serve(await pretending('999.0.1.2'));
  const { ask, log, renderer } = service;
  await renderer.ready();
  const started = log.find(({ msg }) => msg === 'browser') ?? {};
  assert.deepEqual([started['released'], started['days']], ['unknown', 'unknown']);
  assert.ok(!log.some(({ msg }) => String(msg).startsWith('the milestone of this browser was released')));
  const { body } = await ask('/readyz?verbose', ADMIN);
  const { browser } = JSON.parse(body) as { browser: Record<string, unknown> };
  assert.deepEqual([browser['released'], browser['days'], browser['isOld']], ['unknown', 'unknown', false]);
  const { body: metrics } = await ask('/metrics', ADMIN);
  assert.match(metrics, /^page_renderer_browser_info\{version="[^"]*\/999\.0\.1\.2",released="unknown"\} 1$/m);
  assert.doesNotMatch(metrics, /^page_renderer_browser_age_days/m);
});

test('the output of a browser that does not start is shown only to the operator', async () => {
  const file = path.join(folder, 'broken');
  writeFileSync(file, '#!/bin/sh\necho "/opt/secret-place/libnss3.so: cannot open shared object file" >&2\nexit 127\n');
  chmodSync(file, 0o755);
  await using service = await serve({ executablePath: file, kind: 'chromium' });
  const { ask, log, renderer } = service;
  await assert.rejects(renderer.ready(), { code: 'browser-unavailable', message: /secret-place/ });
  for (const [where, headers] of [
    ['/readyz', {}],
    ['/_ah/health', { accept: 'text/html' }],
    ['/render/http://192.0.43.8/', {}],
    ['/inspect?url=http://192.0.43.8/', { accept: 'text/html' }],
  ] as const) {
    const { status, body } = await ask(where, headers);
    // An inspection is there, and says why there is no page.
    assert.equal(status, where.startsWith('/inspect') ? 200 : 503, where);
    assert.match(body, /The browser did not start; the reason is in the log of the service/, where);
    assert.doesNotMatch(body, /secret-place|libnss/, where);
  }
  assert.ok(log.some(({ reason }) => String(reason).includes('secret-place')));
  const { status, body } = await ask('/readyz?verbose', ADMIN);
  const { reason, browser } = JSON.parse(body) as { reason: string; browser: { version: null } };
  assert.deepEqual([status, browser.version], [503, null]);
  assert.match(reason, /secret-place/);
});

describe('the age of a version', () => {
  const now = Date.parse('2026-11-01');
  for (const [version, released, days, isOld] of [
    ['HeadlessChrome/156.0.8078.73', '2026-10-21', 11, false],
    ['Chrome/154.0.8037.57', '2026-09-24', 38, true],
    ['Edg/154.0.1.1', '2026-09-24', 38, true],
    ['Chrome/157.0.1.1', null, null, false],
    ['Chrome', null, null, false],
    ['', null, null, false],
    // Older than the table: at least as old as its first line.
    ['Chrome/90.0.4430.72', '2023-01-12', 1389, true],
  ] as const) {
    test(version || 'none', () => assert.deepEqual(ageOf(version, now), { version, released, days, isOld }));
  }
  test('is counted from releases in the order of their milestones', () => {
    const dates = [...RELEASES.values()];
    assert.deepEqual(dates, dates.toSorted());
    assert.deepEqual(
      [...RELEASES.keys()],
      Array.from(dates, (_, index) => 109 + index),
    );
    assert.ok(dates.every((date) => new Date(date).toISOString().startsWith(date)));
  });
  for (const [executablePath, expected] of [
    ['/home/a/.cache/page-renderer/chromium-153.0.0/chromium', /@sparticuz\/chromium/],
    ['/home/a/.cache/puppeteer/chrome-headless-shell/linux-1/x/chrome-headless-shell', /npx @puppeteer\/browsers/],
    ['/usr/bin/chromium', /apt-get/],
  ] as const) {
    test(`${executablePath} is updated in its own way`, () => {
      assert.match(updateOf({ executablePath, kind: 'chromium' }), expected);
    });
  }
});
