/** A killed service leaves no process, no folder and no file behind. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { folderPrefix, sweepAbandoned } from '../dist/browser/memory/abandoned.js';
import { startFailure } from '../dist/browser/start/start-failure.js';
import { eventually, groupsWith } from './support/processes.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';
import { freePort } from '../../../testing/free-port.ts';

const CLI = path.join(import.meta.dirname, '../bin/page-renderer.js');
let site: Site;
let folder: string;
const started: ChildProcess[] = [];

before(async () => {
  site = await startSite({ '/never': () => {} });
  folder = mkdtempSync(path.join(tmpdir(), 'killed-'));
});
after(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

test('kill -9 leaves nothing: the browser ends by itself, or if it can not, with the next start', async () => {
  const temporary = path.join(folder, 'tmp');
  mkdirSync(temporary);
  const config = path.join(folder, 'config.json');
  const options = { host: '127.0.0.1', port: await freePort(), allowPrivateNetworks: ['127.0.0.1'], timeout: 300_000 };
  writeFileSync(config, JSON.stringify(options));
  const env = { ...process.env, TMPDIR: temporary, XDG_RUNTIME_DIR: temporary };

  /** Starts the service, and renders a page that never responds. */
  const start = async (page = '/never') => {
    const child = spawn(process.execPath, [CLI, '--config', config], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    started.push(child);
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said += String(text)));
    await eventually(() => said.includes('is ready at'), `ready, but: ${said}`);
    if (page === '') return child;
    const seen = site.requests.length;
    fetch(`http://127.0.0.1:${options.port}/render/${site.url}${page}`).catch(() => {});
    await eventually(() => site.requests.length > seen, 'the page is asked for');
    return child;
  };
  const browsers = () => groupsWith(`${temporary}/page-renderer-`);
  const kill = async (child: ChildProcess) => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };

  const first = await start();
  assert.ok(browsers().length > 0);
  await kill(first);
  await eventually(() => browsers().length === 0, 'its browser has ended by itself');

  const second = await start();
  const frozen = browsers().map(({ pid }) => pid);
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  await kill(second);
  assert.ok(
    browsers().some(({ pid }) => frozen.includes(pid)),
    'a browser that is stopped can not notice',
  );

  const third = await start('');
  await eventually(() => !browsers().some(({ pid }) => frozen.includes(pid)), 'the frozen browser is gone');
  const folders = readdirSync(temporary).filter((name) => /^page-renderer-\d/.test(name));
  assert.ok(folders.length > 0 && folders.every((name) => name.startsWith(`page-renderer-${third.pid}-`)));
  third.kill('SIGINT');
  await once(third, 'exit');
  await eventually(() => browsers().length === 0, 'no browser');
  const left = readdirSync(temporary, { recursive: true }).map(String);
  assert.deepEqual(
    left.filter((name) => !/^page-renderer(?:\/admin-token-\d+)?$/.test(name)),
    [],
  );
});

test('the folder of a process whose id was reused is removed, and that of a running one is not', async () => {
  const own = mkdtempSync(folderPrefix());
  const stale = own.replace(/-\d+-(\w{6})$/, '-1-$1');
  assert.notEqual(stale, own);
  mkdirSync(stale);
  sweepAbandoned();
  const names = readdirSync(tmpdir());
  assert.deepEqual([names.includes(path.basename(own)), names.includes(path.basename(stale))], [true, false]);
  rmSync(own, { recursive: true });
});

test('the error of a machine that allows no sandbox has a remedy, and not Chromium’s flag', () => {
  const words = 'FATAL:zygote_host_impl_linux.cc:129] No usable sandbox! … try using --no-sandbox';
  const { reason, shown } = startFailure(words, undefined);
  assert.match(
    reason,
    /did not start: .*user namespaces: with "sysctl .*Set "sandbox" to false .*\. Output of Chromium: FATAL/,
  );
  assert.equal(shown, 'The browser did not start; the reason is in the log of the service');
  assert.equal(startFailure('other words', undefined).reason, 'The browser did not start: other words');
});
