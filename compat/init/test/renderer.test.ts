/** `page-renderer init` in a project of each framework: bots get the rendered page, and people their own. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { FreshFolder, type Started } from '../../../scripts/first-decision/fresh-folder.ts';
import { answers } from '../../../scripts/first-decision/suite.ts';
import { packInto, tarballIn } from '../../../scripts/packed.ts';
import { freePort } from '../../../testing/free-port.ts';
import { stretched } from '../../../testing/load.ts';

const packed = mkdtempSync(path.join(tmpdir(), 'init-tarball-'));
const apps = path.join(import.meta.dirname, '..', 'apps');
const NAMES = ['page-renderer', 'render-middleware'];
const CLONE = '../policy-engine-and-page-renderer/packed';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
/** render-middleware has no module for them: `init` says so, and where to read on. */
const WITHOUT = new Set(['astro', 'h3', 'hapi', 'tanstack-start']);
/** adapter-node must know the public address. */
const START: Readonly<Record<string, string>> = {
  sveltekit: 'ORIGIN=http://localhost:3000 NODE_ENV=production npm start',
};

before(() => packInto(packed));
after(() => rmSync(packed, { recursive: true }));

for (const name of readdirSync(apps).toSorted()) {
  test(name, async () => {
    await using folder = await FreshFolder.create(NAMES.map((one) => tarballIn(packed, one)));
    cpSync(path.join(apps, name), folder.app, { recursive: true });
    const tarballs = NAMES.map((one) => `${CLONE}/${path.basename(tarballIn(packed, one))}`).join(' ');
    const port = await freePort();
    const own = `localhost:${folder.port}`;
    folder.write({ path: 'page-renderer.json', text: JSON.stringify({ port, allowPrivateNetworks: [own] }) });
    await folder.type(`npm install --no-audit --no-fund ${tarballs}`);
    const said = await folder.type(`npx --offline page-renderer init --origin http://${own} --yes`);
    if (WITHOUT.has(name)) {
      assert.match(said, /^!!! your code \(sends bots to the renderer: .*no module for /m);
      return;
    }
    assert.doesNotMatch(said, /^!!!/m, said);
    const again = await folder.type(`npx --offline page-renderer init --origin http://${own} --yes`);
    assert.match(again, /^No file needs a change\.$/m);
    const { scripts } = JSON.parse(folder.read('package.json').toString()) as { scripts: Record<string, string> };
    if (scripts['build'] !== undefined) await folder.type('npm run build');
    const renderer = folder.start(`npx --offline page-renderer -c page-renderer.json --port ${port}`);
    const app = folder.start(START[name] ?? 'NODE_ENV=production npm start');
    try {
      await answers(folder.port, app);
      await isReady(port, renderer);
      const bot = await fetch(`http://${own}/`, { headers: { 'user-agent': GOOGLEBOT } });
      assert.equal(bot.headers.get('x-renderer'), 'page-renderer');
      assert.equal(bot.status, 200);
      // What is pending on a busy machine is no question of init.
      assert.match(bot.headers.get('x-render-verdict') ?? '', /^(?:complete|settled)$/);
      assert.match(await bot.text(), /<h1[^>]*>Shop<\/h1>/);
      const person = await fetch(`http://${own}/`, { headers: { 'user-agent': 'Mozilla/5.0 Firefox/145.0' } });
      assert.equal(person.headers.get('x-renderer'), null);
    } catch (error) {
      throw new Error(`${String(error)}\n\n${app.said()}\n${renderer.said()}`, { cause: error });
    }
  });
}

/** Before, the middleware would count failures of the renderer. */
async function isReady(port: number, { child }: Started): Promise<void> {
  for (const until = performance.now() + stretched(60_000); ; await sleep(250)) {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response?.status === 200) return;
    assert.equal(child.exitCode, null, 'the renderer has ended');
    assert.ok(performance.now() < until, 'the renderer is not ready');
  }
}
