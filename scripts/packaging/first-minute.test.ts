/** The first minute with each README: its commands and its program, typed in an empty folder next to the clone. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../testing/free-port.ts';
import { stretched } from '../../testing/load.ts';
import { PACKAGES, root } from '../build.ts';
import { FreshFolder, type Started } from '../first-decision/fresh-folder.ts';
import { assertNotAsked } from '../first-decision/npm-logs.ts';
import { PACKED, tarballIn } from '../packed.ts';
import { COMMANDS } from './commands.ts';

const PAGE = '<!doctype html><p id="a"></p><script>a.textContent = "from a script"</script>';
const RENDERED = /<p id="a">from a script<\/p>/;

/** The commands and the first program of a document. */
function readDocument(file: string): { commands: string[]; program: string } {
  const text = readFileSync(path.join(root, 'packages', file), 'utf8');
  const [, shell = ''] = /^```sh\n((?:(?!^```)[^])*?npm install[^]*?)^```$/m.exec(text) ?? [];
  const [, program = ''] = /^```[jt]s\n(.*?)^```$/ms.exec(text) ?? [];
  const commands = shell
    .split('\n')
    .map((line) => line.replace(/\s+#.*$/, ''))
    .filter(Boolean);
  return { commands, program };
}

const isInstalling = (command: string) => /^npm (?:init|install) /.test(command);
const tarballs = () => PACKAGES.map((name) => tarballIn(PACKED, name));

/** Waits until a server answers an address with 200. @returns the body */
async function answer(url: string, { child, said }: Started, headers: Record<string, string> = {}): Promise<string> {
  for (const until = performance.now() + stretched(30_000); ; await sleep(50)) {
    const response = await fetch(url, { headers }).catch(() => undefined);
    const body = await response?.text();
    if (response?.status === 200 && body !== undefined) return body;
    assert.ok(child.exitCode === null && performance.now() < until, `${url}: ${response?.status}\n${said()}`);
  }
}

test('policy-engine: the README leads from an empty folder to a decision', async () => {
  await using folder = await FreshFolder.create(tarballs());
  const { commands, program } = readDocument('policy-engine/README.md');
  assert.deepEqual(
    commands.filter((command) => !isInstalling(command)),
    [],
  );
  for (const command of commands) await folder.type(command);
  folder.write({ path: 'app.ts', text: program });
  const app = folder.start('node app.ts');
  const origin = `http://localhost:${folder.port}`;
  assert.doesNotMatch(await answer(origin, app), /<policy-consent/);
  const call = (url: string, method: string, cookie: string, body?: object) =>
    fetch(`${origin}/policies/${url}`, {
      method,
      headers: { origin, cookie, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const text = { description: '# Cookies', state: 'published' };
  assert.equal((await call('categories/cookie/terms.json', 'POST', 'user=1', text)).status, 201);
  assert.match(await answer(origin, app), /<policy-consent/);
  const decided = await call('user_terms/cookie/accept.json', 'PUT', '');
  assert.equal(decided.status, 200, await decided.clone().text());
  assert.match(await decided.text(), /accepted/);
  assert.match(await folder.type('npx --offline policy-engine doctor --database app.db'), /\S/);
  assertNotAsked(folder.asked());
});

test('page-renderer and render-middleware: the READMEs lead to a rendered page, and to one for a bot', async () => {
  const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(PAGE));
  await once(site.listen(0, '127.0.0.1'), 'listening');
  try {
    await using folder = await FreshFolder.create(tarballs());
    await renders(folder, `http://localhost:${(site.address() as AddressInfo).port}/`);
    await proxies(folder);
    await folder.type(COMMANDS[1] ?? '');
    assert.match(await folder.type('npx --offline page-renderer --version'), /^page-renderer\/\d/);
    assertNotAsked(folder.asked());
  } finally {
    site.close();
    site.closeAllConnections();
  }
});

test('each quick start has the commands of a README', () => {
  const typed = PACKAGES.map((name) => readDocument(`${name}/README.md`).commands.filter(isInstalling));
  const known = new Set(typed.flat().map(packagesOf));
  // A package that adds to another one has no quick start of its own.
  const started = PACKAGES.filter((name) => existsSync(path.join(root, 'packages', name, 'docs/quick-start.md')));
  assert.deepEqual(started, ['page-renderer', 'policy-engine', 'render-middleware']);
  for (const name of started) {
    const { commands } = readDocument(`${name}/docs/quick-start.md`);
    const first = commands.find((command) => command.includes('.tgz')) ?? '';
    assert.ok(known.has(packagesOf(first)), `${name}: ${first}`);
  }
});

/** The tarballs that a command installs. */
function packagesOf(command: string): string {
  return command
    .split(' ')
    .filter((word) => word.endsWith('.tgz'))
    .join(' ');
}

async function renders(folder: FreshFolder, url: string): Promise<void> {
  const { commands, program } = readDocument('page-renderer/README.md');
  const [render = '', screenshot = '', service = '', ...others] = commands.filter((command) => !isInstalling(command));
  assert.deepEqual([service, others], ['npx --offline page-renderer', []]);
  for (const command of commands.filter(isInstalling)) await folder.type(command);
  // On a busy machine they need more time than the default.
  const typed = (command: string) =>
    folder.type(`PAGE_RENDERER_TIMEOUT=${stretched(10_000)} ${command.replace('https://example.com/', url)}`);
  assert.match(await typed(render), RENDERED);
  await typed(screenshot);
  assert.deepEqual([...folder.read('page.jpg').subarray(0, 3)], [0xff, 0xd8, 0xff]);
  folder.write({ path: 'page.ts', text: program.replace("logLevel: 'error'", `$&, timeout: ${stretched(10_000)}`) });
  assert.match(await folder.type(`node page.ts ${url}`), RENDERED);
}

async function proxies(folder: FreshFolder): Promise<void> {
  const { commands, program } = readDocument('render-middleware/README.md');
  for (const command of commands.filter(isInstalling)) await folder.type(command);
  const [service = '', ...others] = commands.filter((command) => !isInstalling(command));
  assert.deepEqual([service, others], ['npx --offline page-renderer', []]);
  // The site of the README is on the internet; this one is on this machine.
  folder.write({ path: 'config.json', text: '{ "allowPrivateNetworks": ["localhost"] }' });
  const renderer = folder.start(service);
  await answer(`http://localhost:${folder.port}/readyz`, renderer);
  const port = await freePort();
  folder.write({ path: 'public/index.html', text: PAGE });
  folder.write({
    path: 'app.js',
    text: program
      .replace('8080', String(port))
      .replace('http://127.0.0.1:3000', `http://127.0.0.1:${folder.port}`)
      .replace('https://shop.example', `http://localhost:${port}`),
  });
  const app = folder.start('node app.js');
  const url = `http://localhost:${port}/`;
  assert.equal(await answer(url, app, { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }), PAGE);
  assert.match(await answer(url, app, { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }), RENDERED);
}
