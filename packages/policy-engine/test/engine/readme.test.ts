/** The first examples of the README and of the quick start are complete programs: they compile in a newcomer's setup, and run. */
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../../../testing/free-port.ts';

const PACKAGE = path.join(import.meta.dirname, '..', '..');
const ROOT = path.join(PACKAGE, '..', '..');
const PROGRAMS = { 'readme.ts': 'README.md', 'app.ts': 'docs/quick-start.md' } as const;
type Program = keyof typeof PROGRAMS;

const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-readme-'));
after(() => rmSync(folder, { recursive: true }));
symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
for (const [program, page] of Object.entries(PROGRAMS)) {
  const [, example = ''] = /^```ts\n(.*?)^```$/ms.exec(readFileSync(path.join(PACKAGE, page), 'utf8')) ?? [];
  writeFileSync(path.join(folder, program), example);
}

test('the examples of the README and the quick start compile in strict mode', async () => {
  const tsc = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const options = ['--strict', '--noEmit', '--skipLibCheck', '--target', 'es2024', '--types', 'node'];
  const modules = ['--module', 'nodenext', '--allowImportingTsExtensions'];
  const compiled = promisify(execFile)(process.execPath, [tsc, ...options, ...modules, ...Object.keys(PROGRAMS)], {
    cwd: folder,
  });
  const { stdout } = await compiled.catch((error: { stdout: string }) => error);
  assert.equal(stdout, '');
});

/** Runs a program while it is used, and stops it. */
async function whileRunning(program: Program, use: (origin: string) => Promise<void>): Promise<void> {
  const port = await freePort();
  const { NODE_ENV: _unset, ...env } = process.env;
  const app = spawn(process.execPath, [program], {
    cwd: folder,
    env: { ...env, PORT: String(port), DATABASE_URL: path.join(folder, `${program}.db`) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const errors = app.stderr.toArray();
  const origin = `http://127.0.0.1:${port}`;
  const ended = once(app, 'exit');
  const answers = async () => (await fetch(origin).catch(() => undefined))?.ok === true;
  try {
    while (app.exitCode === null && !(await answers())) await sleep(20);
    if (app.exitCode !== null) assert.fail(Buffer.concat(await errors).toString());
    await use(origin);
  } finally {
    app.kill();
    await ended;
  }
}

test('the example of the README runs: an administrator publishes a text, and a visitor is asked', async () => {
  await whileRunning('readme.ts', async (origin) => {
    assert.doesNotMatch(await (await fetch(origin)).text(), /<policy-consent/);
    const signedIn = await fetch(`${origin}/sign-in`, { redirect: 'manual' });
    assert.match(signedIn.headers.get('set-cookie') ?? '', /^user=1/);
    const publish = (cookie: string) =>
      fetch(`${origin}/policies/categories/cookie/terms.json`, {
        method: 'POST',
        headers: { cookie, origin, 'content-type': 'application/json' },
        body: JSON.stringify({ description: '# Cookies', state: 'published' }),
      });
    assert.deepEqual([(await publish('')).status, (await publish('user=1')).status], [401, 201]);
    assert.match(await (await fetch(origin)).text(), /<policy-consent/);
  });
});

test('the example of the quick start runs: a page asks, a decision is stored, an administrator has access', async () => {
  await whileRunning('app.ts', async (origin) => {
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
  });
});

test('the table of options names exactly the existing options', () => {
  const [, table = ''] = readFileSync(path.join(PACKAGE, 'docs', 'policy-engine-configuration.md'), 'utf8').split(
    /^## Options$/m,
  );
  const source = readFileSync(path.join(PACKAGE, 'src', 'kernel', 'options.ts'), 'utf8');
  const [, body = ''] = /^export interface PlatformOptions<.*?> \{(.*?)^\}/ms.exec(source) ?? [];
  const merged = globSync('src/modules/*/index.ts', { cwd: PACKAGE }).flatMap((file) => {
    const [, own = ''] =
      /^ {2}interface ModuleOptions<.*?> \{(.*?)^ {2}\}/ms.exec(readFileSync(path.join(PACKAGE, file), 'utf8')) ?? [];
    return Array.from(own.matchAll(/^ {4}(?:readonly )?(\w+)\??[:(]/gm));
  });
  const options = [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm), ...merged].map(([, option]) => option);
  assert.ok(options.length > 30);
  const named = [...table.matchAll(/^\| `(\w+)` /gm)].map(([, option]) => option);
  assert.deepEqual(new Set(named), new Set(options));
  assert.equal(named.length, options.length);
});
