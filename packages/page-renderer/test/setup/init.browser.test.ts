/** `page-renderer init` in a project: its changes, the first render, and web servers that read what it writes. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRenderer } from 'page-renderer';
import { freePort } from '../../../../testing/free-port.ts';
import { stretched } from '../../../../testing/load.ts';

const PAGE = '<!doctype html><title>Shop</title><p id="a"></p><script>a.textContent = "from a script"</script>';
const RENDERED = '<p id="a">from a script</p>';
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const packages = path.join(import.meta.dirname, '..', '..', '..');
const folder = mkdtempSync(path.join(tmpdir(), 'renderer-init-'));
const site: Server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(PAGE));
let origin = '';

before(async () => {
  await once(site.listen(0, '127.0.0.1'), 'listening');
  origin = `http://localhost:${(site.address() as AddressInfo).port}`;
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(path.join(packages, 'render-middleware'), path.join(folder, 'node_modules', 'render-middleware'));
});
after(() => {
  site.close();
  site.closeAllConnections();
  rmSync(folder, { recursive: true });
});

const put = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');

async function init(...flags: readonly string[]): Promise<{ code: number | null; output: string }> {
  const command = path.join(packages, 'page-renderer', 'bin', 'page-renderer.js');
  const env = { ...process.env, PAGE_RENDERER_TIMEOUT: String(stretched(10_000)) };
  const child = spawn(process.execPath, [command, 'init', ...flags], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => void (output += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

const APP = `import express from 'express';

// const app = express(); in a comment
const app = express();

app.use(express.static('public'));
app.listen(8080);
`;

test('mounts the middleware before what answers, renders the start page, and changes nothing the second time', async () => {
  put(
    'package.json',
    JSON.stringify({ type: 'module', dependencies: { express: '5.3.0', 'render-middleware': '0.1.0' } }),
  );
  put('app.js', APP);
  put('server.cjs', "const prerender = require('prerender');\nprerender({ port: 3001, chromeFlags: [] }).start();\n");
  const shown = await init('--origin', origin, '--dry-run');
  assert.equal(shown.code, 2, shown.output);
  assert.equal(read('app.js'), APP, 'a dry run writes nothing');
  const declined = await init('--origin', origin);
  assert.equal(declined.code, 1);
  assert.match(declined.output, /Nothing was changed/);
  const done = await init('--origin', origin, '--yes');
  assert.equal(done.code, 0, done.output);
  assert.match(done.output, /is rendered: 200, complete, /);
  assert.match(
    done.output,
    /server\.cjs \(a server of Prerender\):\n {2}port {2}taken as port: 3001\n {2}chromeFlags {2}ignored/,
  );
  assert.equal(
    read('app.js'),
    APP.replace(
      "from 'express';\n",
      "from 'express';\nimport { renderMiddleware } from 'render-middleware/express';\n",
    ).replace(
      'express();\n\napp',
      `express();\napp.use(renderMiddleware({ proxyUrl: 'http://127.0.0.1:3001', origin: '${origin}' }));\n\napp`,
    ),
  );
  assert.deepEqual(JSON.parse(read('page-renderer.json')), {
    port: 3001,
    allowPrivateNetworks: [origin.slice('http://'.length)],
  });
  const [app, config] = [read('app.js'), read('page-renderer.json')];
  const again = await init('--origin', origin, '--yes');
  assert.equal(again.code, 0, again.output);
  assert.match(again.output, /No file needs a change\./);
  assert.deepEqual([read('app.js'), read('page-renderer.json')], [app, config]);
  for (const file of ['server.cjs', 'app.js', 'page-renderer.json']) rmSync(path.join(folder, file));
});

test('a configuration of Rendertron stays as it is and is explained, and a file that is not understood stays as it is', async () => {
  const config = '{ "timeout": 9000, "datastoreCache": false, "memoryCache": true, "analyticsTrackingId": "" }\n';
  put('config.json', config);
  put('app.js', 'export function createApp(express) {\n  return express();\n}\n');
  const { output } = await init('--origin', origin, '--dry-run');
  assert.match(output, /config\.json \(of Rendertron or of this service\):/);
  assert.match(output, /memoryCache {2}taken as cache: "memory"/);
  assert.match(
    output,
    /^!!! your code \(sends bots to the renderer: add it yourself, since no line that creates the app was found/m,
  );
  assert.match(output, /^ {4}app\.use\(renderMiddleware\(/m);
  assert.equal(read('config.json'), config);
  for (const file of ['config.json', 'app.js']) rmSync(path.join(folder, file));
});

/** Debian's packages. */
const WEB_SERVERS = [
  {
    name: 'nginx',
    command: '/usr/sbin/nginx',
    file: 'nginx.conf',
    whole: (text: string) => `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
      events { worker_connections 64; }
      http { access_log off; client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
        uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e; ${text} }`,
    parameters: (file: string) => ['-p', folder, '-c', file, '-e', `${folder}/error.log`],
  },
  {
    name: 'caddy',
    command: '/usr/bin/caddy',
    file: 'Caddyfile',
    whole: (text: string) => `{\n\tadmin off\n\tauto_https off\n}\n${text}`,
    parameters: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
] as const;

for (const { name, command, file, whole, parameters } of WEB_SERVERS) {
  test(
    `the file for ${name} brings a bot to the service and everybody else to the app`,
    { skip: !isThere(command) },
    async () => {
      rmSync(path.join(folder, file), { force: true });
      const port = await freePort();
      await using renderer = await createRenderer({
        allowPrivateNetworks: ['localhost'],
        logLevel: 'silent',
        port: 0,
        timeout: stretched(10_000),
      });
      const { url } = await renderer.listen();
      put('config.json', JSON.stringify({ port: Number(new URL(url).port) }));
      const app = origin.replace('http://localhost', '127.0.0.1');
      const done = await init(
        '--origin',
        origin,
        '--server',
        name,
        '--app',
        app,
        '--listen',
        `127.0.0.1:${port}`,
        '--yes',
      );
      assert.equal(done.code, 0, done.output);
      put('whole.conf', whole(read(file).replaceAll('127.0.0.1:3000', new URL(url).host)));
      const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
      const child = spawn(command, parameters(path.join(folder, 'whole.conf')), {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      try {
        assert.match(await answer(`http://127.0.0.1:${port}/`, child, GOOGLEBOT), new RegExp(RENDERED));
        assert.equal(await answer(`http://127.0.0.1:${port}/`, child, 'Mozilla/5.0 Firefox/140.0'), PAGE);
      } finally {
        child.kill();
        await once(child, 'close');
        rmSync(path.join(folder, 'config.json'));
      }
    },
  );
}

function isThere(command: string): boolean {
  try {
    accessSync(command);
    return true;
  } catch {
    return false;
  }
}

async function answer(url: string, child: ChildProcess, agent: string): Promise<string> {
  for (const until = performance.now() + stretched(20_000); ; await sleep(50)) {
    const response = await fetch(url, { headers: { 'user-agent': agent } }).catch(() => undefined);
    if (response?.status === 200) return response.text();
    assert.ok(child.exitCode === null && performance.now() < until, `${url}: ${response?.status}`);
  }
}
