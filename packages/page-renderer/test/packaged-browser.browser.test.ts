import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createRenderer, findBrowser } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import { startSite } from './support/site.ts';

const isSupported = process.platform === 'linux' && process.arch === 'x64';

test(
  'with every system browser hidden, the Chromium of an npm package is unpacked once and renders',
  { skip: isSupported ? false : 'the packaged Chromium runs on Linux x64 only' },
  async () => {
    const cache = await mkdtemp(path.join(tmpdir(), 'packaged-browser-'));
    try {
      const hidden = { env: { PATH: '/nowhere', XDG_CACHE_HOME: cache }, knownPaths: [], cacheDirectory: '/nowhere' };
      // Two at once, like two services that start together: the second one replaces nothing that the first one may use by now.
      const file = async () => {
        const found = await findBrowser(hidden);
        return { ...found, file: (await stat(found.executablePath)).ino };
      };
      const [browser, second] = await Promise.all([file(), file()]);
      assert.equal(browser.executablePath, second.executablePath);
      assert.equal(browser.file, second.file, 'it was replaced');
      assert.ok(browser.executablePath.startsWith(cache));
      assert.deepEqual(
        (await readdir(path.join(cache, 'page-renderer'))).map((name) => name.replace(/\d.*/, '')),
        ['chromium-'],
      );

      const { mtimeMs } = await stat(browser.executablePath);
      await findBrowser(hidden);
      assert.equal((await stat(browser.executablePath)).mtimeMs, mtimeMs, 'it was unpacked again');

      await using site = await startSite({
        '/': '<h1 id="h"></h1><script>h.textContent = "made by script"</script>',
      });
      await using renderer = await createRenderer(
        { allowPrivateNetworks: ['127.0.0.1'], logLevel: 'silent', timeout: stretched(10_000) },
        { browser },
      );
      assert.match((await renderer.render(`${site.url}/`)).html, /made by script/);
      const { image } = await renderer.screenshot(`${site.url}/`);
      assert.ok(image.byteLength > 1_000);
    } finally {
      await rm(cache, { recursive: true, force: true });
    }
  },
);
