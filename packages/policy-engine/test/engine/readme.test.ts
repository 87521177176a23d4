/** The README's first example is a whole program: it compiles as a newcomer's would, and runs. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { promisify } from 'node:util';

const PACKAGE = path.join(import.meta.dirname, '..', '..');
const ROOT = path.join(PACKAGE, '..', '..');
const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(path.join(PACKAGE, 'README.md'), 'utf8')) ?? [];

const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-readme-'));
after(() => rmSync(folder, { recursive: true }));
symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
writeFileSync(path.join(folder, 'app.ts'), example);

test('it compiles in strict', async () => {
  const tsc = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2024', '--types', 'node'];
  const modules = ['--module', 'nodenext', '--allowImportingTsExtensions'];
  const compiled = promisify(execFile)(process.execPath, [tsc, ...options, ...modules, 'app.ts'], { cwd: folder });
  const { stdout } = await compiled.catch((error: { stdout: string }) => error);
  assert.equal(stdout, '');
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

test('it runs: a page asks, a decision is taken, an administrator gets in', async () => {
  const port = await freePort();
  const { NODE_ENV: _unset, ...env } = process.env;
  const app = spawn(process.execPath, ['app.ts'], {
    cwd: folder,
    env: { ...env, PORT: String(port), DATABASE_URL: path.join(folder, 'app.db') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors = app.stderr.toArray();
  try {
    const started = await Promise.race([once(app.stdout, 'data'), once(app, 'exit').then(() => errors)]);
    assert.match(String(started), /^http:\/\/localhost:\d+/);
    const origin = `http://127.0.0.1:${port}`;
    const call = (url: string, init: RequestInit = {}) => fetch(origin + url, { redirect: 'manual', ...init });
    const as = (user: string) => ({ cookie: `user=${user}`, origin, 'content-type': 'application/json' });

    const admin = await call('/sign-in/2');
    assert.match(admin.headers.get('set-cookie') ?? '', /^user=2/);
    for (const rule of ['cookie', 'age']) {
      const body = JSON.stringify({ description: `# ${rule}`, state: 'published' });
      const url = `/policies/categories/${rule}/terms.json`;
      assert.equal((await call(url, { method: 'POST', headers: as('2'), body })).status, 201);
      assert.equal((await call(url, { method: 'POST', headers: as('1'), body })).status, 403);
    }

    const page = await call('/');
    const nonce = /'nonce-([^']+)'/.exec(page.headers.get('content-security-policy') ?? '')?.[1] ?? 'none';
    const html = await page.text();
    assert.match(html, /<policy-consent/);
    assert.ok(html.includes(nonce) && !/<script nonce="[^"]+" src="\/statistics\.js"/.test(html));
    const accepted = await call('/policies/user_terms/cookie/accept.json', { method: 'PUT', headers: as('1') });
    assert.equal(accepted.status, 200, await accepted.text());
    const home = await (await call('/', { headers: as('1') })).text();
    assert.ok(
      home.includes(`<script nonce="${/nonce="([^"]+)" src="\/statistics/.exec(home)?.[1]}" src="/statistics.js"`),
    );
    const asked = await call('/policies/user_portability_requests.json', { method: 'POST', headers: as('1') });
    assert.equal(asked.status, 201, await asked.text());
  } finally {
    app.kill();
    await errors;
  }
});

test('the table of options names each of them, and no others', () => {
  const table = readFileSync(path.join(PACKAGE, 'docs', 'policy-engine-configuration.md'), 'utf8');
  const source = readFileSync(path.join(PACKAGE, 'src', 'config.ts'), 'utf8');
  const [, body = ''] =
    /export interface PolicyEngineOptions<.*?^> extends ModuleOptions \{(.*?)^\}/ms.exec(source) ?? [];
  const merged = globSync('src/modules/*/module.ts', { cwd: PACKAGE }).flatMap((file) => {
    const [, own = ''] =
      /^ {2}interface ModuleOptions \{(.*?)^ {2}\}/ms.exec(readFileSync(path.join(PACKAGE, file), 'utf8')) ?? [];
    return Array.from(own.matchAll(/^ {4}(?:readonly )?(\w+)\??[:(]/gm));
  });
  const options = [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm), ...merged].map(([, option]) => option);
  assert.ok(options.length > 30);
  const named = [...table.matchAll(/^\| `(\w+)` /gm)].map(([, option]) => option);
  assert.deepEqual(new Set(named), new Set(options));
  assert.equal(named.length, options.length);
});
