import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { createRenderer, findBrowser } from 'page-renderer';
import { launchBrowser } from '../dist/browser/start/launch.js';
import { stretched } from '../../../testing/load.ts';
import { eventually, groupsWith, processesWith } from './support/processes.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

const CLI = path.join(import.meta.dirname, '../bin/page-renderer.js');
const OPTIONS = {
  browsers: 1,
  allowPrivateNetworks: ['127.0.0.1'],
  logLevel: 'silent',
  timeout: stretched(10_000),
} as const;

let site: Site;
let folder: string;

before(async () => {
  site = await startSite({
    '/': '<h1>hello</h1>',
    '/slow': (_, response) => void setTimeout(() => response.end('<h1>slow</h1>'), 1_000),
  });
  folder = mkdtempSync(path.join(tmpdir(), 'lifecycle-'));
});
after(async () => {
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Resolves at the next request for the slow page: from then on a render runs for a second. */
function slowPageAsked(): Promise<void> {
  const asked = () => site.requests.filter((path) => path === '/slow').length;
  const before = asked();
  return eventually(() => asked() > before, 'the slow page was asked for');
}

/** Folders that the renderer of process `pid` has in its temporary directory. */
const foldersOf = (pid: number) => readdirSync(tmpdir()).filter((name) => name.startsWith(`page-renderer-${pid}-`));
/** The processes of its browser, with all their children. */
const browsersOf = (pid: number) => groupsWith(`/page-renderer-${pid}-`);

describe('the browser', () => {
  test('ends with the renderer, and leaves no process and no file', async () => {
    const renderer = await createRenderer(OPTIONS);
    await renderer.render(`${site.url}/`);
    assert.ok(browsersOf(process.pid).length > 0);
    await renderer.close();
    await eventually(() => browsersOf(process.pid).length === 0, 'no browser process');
    assert.deepEqual(foldersOf(process.pid), []);
  });

  test('is replaced after it was killed', async () => {
    await using renderer = await createRenderer(OPTIONS);
    await renderer.render(`${site.url}/`);
    for (const { pid } of browsersOf(process.pid)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // A child that ended with its parent.
      }
    }
    await eventually(
      () =>
        renderer.render(`${site.url}/`).then(
          ({ html }) => html.includes('hello'),
          () => false,
        ),
      'a render with a new browser',
    );
  });

  test('that dies with unread commands and resets its pipes does not end the service', async () => {
    const running = await launchBrowser(await findBrowser(), {
      sandbox: true,
      memory: { page: 2 ** 30, browser: 2 ** 31 },
      onFault: (error) => assert.fail(String(error)),
    });
    process.kill(-(running.pid ?? assert.fail('no process')), 'SIGKILL');
    for (let command = 0; command < 1_000; command++) void running.connection.root.send('Browser.getVersion');
    await assert.rejects(running.connection.root.send('Browser.getVersion'), { failure: 'disconnected' });
    await running.connection.closed;
    await running.close();
  });

  const killed = (what: RegExp) => {
    for (const { pid, command } of browsersOf(process.pid)) if (what.test(command)) process.kill(pid, 'SIGKILL');
  };
  test('killed during a render: that render is tried again with another browser', async () => {
    await using renderer = await createRenderer(OPTIONS);
    await renderer.ready();
    const begun = slowPageAsked();
    const render = renderer.render(`${site.url}/slow`);
    await begun;
    killed(/^(?!.*--type=)/);
    assert.match((await render).html, /slow/);
  });

  test('frozen: the service is not ready, and the render is made with another browser', async () => {
    await using renderer = await createRenderer({ ...OPTIONS, timeout: stretched(30_000) });
    await renderer.ready();
    const begun = slowPageAsked();
    const render = renderer.render(`${site.url}/slow`);
    await begun;
    for (const { pid } of browsersOf(process.pid)) process.kill(pid, 'SIGSTOP');
    await assert.rejects(renderer.ready(), { code: 'browser-unavailable' });
    assert.match((await render).html, /slow/);
    await renderer.ready();
  });

  test('that loses its page: that render is tried again', async () => {
    await using renderer = await createRenderer(OPTIONS);
    await renderer.ready();
    const begun = slowPageAsked();
    const render = renderer.render(`${site.url}/slow`);
    await begun;
    killed(/--type=renderer/);
    assert.match((await render).html, /slow/);
  });

  test('killed again in the second try: 502 with Retry-After and the verdict, and the next render works', async () => {
    await using renderer = await createRenderer(OPTIONS);
    await renderer.ready();
    let begun = slowPageAsked();
    const asked = renderer.fetch(new Request(`http://x.test/render/${site.url}/slow`));
    await begun;
    begun = slowPageAsked();
    killed(/--type=renderer/);
    await begun;
    killed(/--type=renderer/);
    const response = await asked;
    // The error is of the page, whose process it is; a lost browser is 503.
    assert.equal(response.status, 502);
    assert.equal(response.headers.get('x-render-verdict'), 'crashed');
    assert.match(response.headers.get('retry-after') ?? '', /^\d+$/);
    assert.equal(((await response.json()) as { code: string }).code, 'page-crashed');
    assert.match((await renderer.render(`${site.url}/`)).html, /hello/);
  });

  test('with closeBrowser is another one for each render, and none in flight is harmed', async () => {
    await using renderer = await createRenderer({ ...OPTIONS, closeBrowser: true });
    const mainProcess = () =>
      browsersOf(process.pid)
        .filter(({ command }) => !command.includes('--type='))
        .map(({ pid }) => pid);
    const begun = slowPageAsked();
    const long = renderer.render(`${site.url}/slow`);
    await begun;
    await renderer.render(`${site.url}/`);
    const first = mainProcess();
    const during = await Promise.all([long, renderer.render(`${site.url}/`), renderer.render(`${site.url}/slow`)]);
    for (const { html } of during) assert.match(html, /hello|slow/);
    await eventually(() => mainProcess().length === 0, 'no browser is left open');
    await renderer.render(`${site.url}/`);
    // The response is sent before its page is closed.
    const last = mainProcess();
    assert.ok(last.length > 0 && !last.some((pid) => first.includes(pid)));
    await renderer.render(`${site.url}/`);
    assert.ok(!mainProcess().some((pid) => last.includes(pid)));
  });

  test('behind a wrapper script that ignores signals is ended together with the script', async () => {
    const { executablePath } = await findBrowser();
    const wrapper = path.join(folder, 'chromium-headless-shell');
    writeFileSync(wrapper, `#!/bin/sh\ntrap '' TERM INT HUP\n"${executablePath}" "$@"\nsleep 600\n`);
    chmodSync(wrapper, 0o755);
    const renderer = await createRenderer({ ...OPTIONS, executablePath: wrapper });
    await renderer.render(`${site.url}/`);
    assert.ok(processesWith(wrapper).length > 0);
    await renderer.close();
    await eventually(() => processesWith(wrapper).length === 0, 'no wrapper process');
    assert.deepEqual(foldersOf(process.pid), []);
  });

  test('that does not start causes an error that says so', async () => {
    const broken = path.join(folder, 'broken');
    writeFileSync(broken, '#!/bin/sh\necho "libnss3.so: cannot open shared object file" >&2\nexit 127\n');
    chmodSync(broken, 0o755);
    await using renderer = await createRenderer({ ...OPTIONS, executablePath: broken });
    await assert.rejects(renderer.ready(), { code: 'browser-unavailable', message: /did not start.*libnss3/s });
    assert.equal((await renderer.fetch(new Request('http://x.test/_ah/health'))).status, 503);
  });
});

describe('too many renders', () => {
  test('wait, and beyond the queue are answered 503 with Retry-After', async () => {
    await using renderer = await createRenderer({ ...OPTIONS, concurrency: 1, maxQueue: 1 });
    await renderer.ready();
    const ask = () => renderer.fetch(new Request(`http://x.test/render/${site.url}/slow`));
    const answers = await Promise.all([ask(), ask(), ask()]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 200, 503],
    );
    const refused = answers.find(({ status }) => status === 503);
    assert.match(refused?.headers.get('retry-after') ?? '', /^\d+$/);
  });
});

describe('the command', () => {
  const started: ChildProcess[] = [];
  // A failed test must not prevent this file from ending.
  afterEach(() => {
    for (const child of started.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  });

  function start(options: object, env: Record<string, string> = {}) {
    const config = path.join(folder, `${Math.random()}.json`);
    writeFileSync(config, JSON.stringify({ host: '127.0.0.1', port: 0, shutdownGrace: 0, ...OPTIONS, ...options }));
    const child = spawn(process.execPath, [CLI, '--config', config], {
      env: { ...process.env, ...env },
      stdio: 'pipe',
    });
    started.push(child);
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output.text += String(chunk)));
    const url = async () => {
      await eventually(() => output.text.includes('is ready at'), `ready, but: ${output.text}`);
      return /ready at (\S+)/.exec(output.text)?.[1] ?? '';
    };
    return { child, output, url };
  }

  test('the line that says it is ready names an address that answers, and whether other machines reach it', async () => {
    for (const [host, expected] of [
      ['0.0.0.0', /at (http:\/\/127\.0\.0\.1:(\d+)) \(and at every address of this machine: 0\.0\.0\.0:\2\)\n/],
      ['::', /at (http:\/\/127\.0\.0\.1:(\d+)) \(and at every address of this machine: \[::\]:\2\)\n/],
      ['localhost', /at (http:\/\/localhost:(\d+))\n/],
      ['127.0.0.1', /at (http:\/\/127\.0\.0\.1:(\d+))\n/],
    ] as const) {
      const { output, url } = start({ host });
      await url();
      const [, shown = ''] = expected.exec(output.text) ?? [];
      assert.notEqual(shown, '', output.text);
      assert.equal((await fetch(`${shown}/livez`)).status, 200, shown);
    }
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal}: answers what it has begun, then ends with 0, no process and no file left`, async () => {
      const { child, url } = start({});
      const begun = slowPageAsked();
      const answer = fetch(`${await url()}/render/${site.url}/slow`).then((response) => response.text());
      await begun;
      child.kill(signal);
      assert.match(await answer, /slow/);
      const [code] = (await once(child, 'exit')) as [number];
      assert.equal(code, 0);
      await eventually(() => browsersOf(child.pid!).length === 0, 'no browser process');
      assert.deepEqual(foldersOf(child.pid!), []);
    });
  }

  test('killed with SIGKILL: its browser ends by itself, and the next start removes its files', async () => {
    const { child, url } = start({});
    await url();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await eventually(() => browsersOf(child.pid!).length === 0, 'no browser process');
    await using renderer = await createRenderer(OPTIONS);
    await renderer.ready();
    assert.deepEqual(foldersOf(child.pid!), []);
  });

  test('a taken port is one readable line and exit code 1', async () => {
    const { child, output } = start({}, { PORT: String(site.port) });
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 1);
    assert.equal(
      output.text,
      `page-renderer: port ${site.port} on 127.0.0.1 is already in use; choose another with PORT or "port"; see "page-renderer explain cannot-listen"\n`,
    );
    assert.deepEqual(foldersOf(child.pid!), []);
  });

  test('a wrong configuration is one readable line and exit code 2', async () => {
    const { child, output } = start({ timeuot: 1 });
    const [code] = (await once(child, 'exit')) as [number];
    assert.equal(code, 2);
    assert.match(output.text, /^page-renderer: .*unknown key "timeuot".*\n$/);
  });

  const runOnce = async (...args: string[]) => {
    const config = path.join(folder, 'once.json');
    writeFileSync(config, JSON.stringify({ allowPrivateNetworks: ['127.0.0.1'] }));
    const child = spawn(process.execPath, [CLI, '--config', config, ...args], { cwd: folder });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    const [code] = (await once(child, 'close')) as [number];
    return { code, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString(), pid: child.pid! };
  };

  test('render writes the HTML and says how it went; nothing is left behind', async () => {
    const { code, stdout, stderr, pid } = await runOnce('render', `${site.url}/`);
    assert.deepEqual([code, stderr], [0, '200 complete\n']);
    assert.match(stdout.toString(), /<h1>hello<\/h1>/);
    assert.deepEqual(foldersOf(pid), []);
    const file = path.join(folder, 'page.html');
    assert.equal((await runOnce('render', `${site.url}/`, '-o', file)).code, 0);
    assert.match(readFileSync(file, 'utf8'), /<h1>hello<\/h1>/);
  });

  test('screenshot writes a JPEG', async () => {
    const file = path.join(folder, 'page.jpg');
    const { code, stderr } = await runOnce('screenshot', `${site.url}/`, '-o', file, '--full-page', '--mobile');
    assert.deepEqual([code, stderr], [0, `200 complete → ${file}\n`]);
    assert.equal(readFileSync(file).subarray(0, 3).toString('hex'), 'ffd8ff');
  });

  test('logs a line per request with its id, and neither query nor address of the caller; of a refusal why', async () => {
    const { child, output, url } = start({ logLevel: 'info' });
    const base = await url();
    const response = await fetch(`${base}/render/${encodeURIComponent(`${site.url}/?email=a@b.test`)}`);
    await response.text();
    const id = response.headers.get('x-request-id') ?? '';
    await eventually(() => output.text.includes(id), 'the line');
    const line = output.text.split('\n').find((text) => text.includes(id)) ?? '';
    const { status, target } = JSON.parse(line) as { status: number; target: string };
    assert.deepEqual({ status, target }, { status: 200, target: `${site.url}/` });
    assert.doesNotMatch(line, /email|remoteAddress/);
    const refused = await fetch(`${base}/render/http://10.0.0.1/`);
    const { detail, requestId } = (await refused.json()) as { detail: string; requestId: string };
    assert.equal(detail, '10.0.0.1 is a private address; list it in allowPrivateNetworks to render it');
    await eventually(() => output.text.includes(requestId), 'the line');
    const refusal = output.text.split('\n').find((text) => text.includes(requestId)) ?? '';
    const { code, reason } = JSON.parse(refusal) as { code: string; reason: string };
    assert.deepEqual({ code, reason }, { code: 'refused-address', reason: detail });
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
});
