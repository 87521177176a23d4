import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { findBrowser, RendererError } from 'page-renderer';

let folder: string;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'find-browser-'));
});
after(() => rm(folder, { recursive: true }));

async function executable(...names: string[]): Promise<string> {
  const file = path.join(folder, ...names);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '#!/bin/sh\n');
  await chmod(file, 0o755);
  return file;
}

test('a headless shell on the PATH comes before a full Chromium, wherever it is on the PATH', async () => {
  const chromium = await executable('first', 'chromium');
  const shell = await executable('second', 'chromium-headless-shell');
  const env = { PATH: [path.dirname(chromium), path.dirname(shell)].join(path.delimiter) };
  assert.deepEqual(await findBrowser({ env, knownPaths: [] }), { executablePath: shell, kind: 'headless-shell' });
});

test('a headless shell in the cache of @puppeteer/browsers comes first, too; a full Chromium there comes last', async () => {
  const chromium = await executable('full', 'chromium');
  const inCache = async (browser: string) => {
    const build = path.join(browser, 'linux-153.0.8010.0', `${browser}-linux64`);
    return executable('cache', build, browser);
  };
  const cacheDirectory = path.join(folder, 'cache');
  const search = { env: { PATH: path.dirname(chromium) }, knownPaths: [], cacheDirectory };
  const cached = await inCache('chrome');
  assert.equal((await findBrowser(search)).executablePath, chromium);
  assert.equal((await findBrowser({ ...search, env: { PATH: folder } })).executablePath, cached);
  const shell = await inCache('chrome-headless-shell');
  assert.deepEqual(await findBrowser(search), { executablePath: shell, kind: 'headless-shell' });
});

test('CHROME_PATH comes before PUPPETEER_EXECUTABLE_PATH, and both before the PATH', async () => {
  const env = {
    CHROME_PATH: await executable('one'),
    PUPPETEER_EXECUTABLE_PATH: await executable('two'),
    PATH: path.dirname(await executable('path', 'chromium')),
  };
  assert.equal((await findBrowser({ env })).executablePath, env.CHROME_PATH);
  assert.equal((await findBrowser({ env: { ...env, CHROME_PATH: '' } })).executablePath, env.PUPPETEER_EXECUTABLE_PATH);
});

test('the configured path comes first', async () => {
  const configured = await executable('configured');
  const found = await findBrowser({ executablePath: configured, env: { CHROME_PATH: await executable('other') } });
  assert.deepEqual(found, { executablePath: configured, kind: 'chromium' });
});

test('a known path is taken when nothing is on the PATH', async () => {
  const known = await executable('opt', 'chrome');
  const found = await findBrowser({ env: { PATH: folder }, knownPaths: [path.join(folder, 'missing'), known] });
  assert.equal(found.executablePath, known);
});

test('a configured path that is not executable is an error', async () => {
  const file = path.join(folder, 'text');
  await writeFile(file, '');
  await assert.rejects(findBrowser({ env: { CHROME_PATH: file } }), (error) => {
    assert.ok(error instanceof RendererError);
    assert.equal(error.code, 'no-browser');
    assert.match(error.message, /CHROME_PATH names .*text/);
    return true;
  });
});
