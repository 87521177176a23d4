/** Warming over HTTP and from the command line, with real sitemaps and renders; docs/warming.md runs, apart from the address of the shop. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Listening, Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { eventually } from '../support/processes.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';
import { sitemapOf } from './support.ts';

const PACKAGE = path.join(import.meta.dirname, '../..');
const TOKEN = 'a-token-of-16-characters';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const guide = readFileSync(path.join(PACKAGE, 'docs/warming.md'), 'utf8');
const blocks = (language: string) =>
  Array.from(guide.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm')), ([, text = '']) => text);
const [warm = '', post = '', refresh = ''] = blocks('sh');
const [program = ''] = blocks('ts');

const folder = mkdtempSync(path.join(tmpdir(), 'warming-guide-'));
let site: Site;
let renderer: Renderer;
let service: Listening;
let price = 10;

before(async () => {
  site = await startSite({
    '/sitemap.xml': (_, response) => void response.end(sitemapOf(site.url, ['/lamps/17'], '2020-01-01')),
    '/other.xml': (_, response) => void response.end(sitemapOf(site.url, ['/one', '/two', '/data.json'])),
    '/one': '<title>One</title><p id="a"></p><script>a.textContent = "from a script"</script>',
    '/two': '<title>Two</title><p>Two</p>',
    '/data.json': (_, response) => void response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'),
    '/lamps/17': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(`<title>Lamp</title><meta name="render:tags" content="product:17"><p>${price} EUR</p>`);
    },
  });
  renderer = await createRenderer({
    host: '127.0.0.1',
    port: 0,
    browsers: 1,
    cache: 'filesystem',
    snapshotDir: path.join(folder, 'snapshots'),
    adminToken: TOKEN,
    webhookSecrets: [SECRET],
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
    timeout: stretched(10_000),
    sites: [{ prefix: site.url, rendersPerMinute: 6_000, concurrency: 2, hours: null, timeZone: 'UTC', sitemaps: [] }],
  });
  service = await renderer.listen();
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Runs a command of the guide in a shell. */
async function run(command: string): Promise<{ stdout: string; stderr: string }> {
  assert.match(command, /shop\.example/);
  const own = command
    .replaceAll('https://shop.example', site.url)
    .replace('page-renderer warm', `"${process.execPath}" "${PACKAGE}/bin/page-renderer.js" warm --server "$RENDERER"`);
  const env = { ...process.env, RENDERER: service.url, ADMIN_TOKEN: TOKEN, PAGE_RENDERER_ADMIN_TOKEN: TOKEN };
  return promisify(execFile)('sh', ['-c', own], { env });
}

async function jobs(): Promise<Array<Record<string, unknown>>> {
  const response = await fetch(`${service.url}/warm`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  return ((await response.json()) as { jobs: Array<Record<string, unknown>> }).jobs;
}
const done = () => eventually(async () => (await jobs()).every(({ state }) => state === 'done'), 'all jobs are done');

async function page(): Promise<{ text: string; cache: string | null; modified: string | null }> {
  const target = `${service.url}/render/${encodeURIComponent(`${site.url}/lamps/17`)}`;
  const response = await fetch(target, { headers: { 'X-Render-Middleware': '1' } });
  const { headers } = response;
  return { text: await response.text(), cache: headers.get('cache-status'), modified: headers.get('last-modified') };
}

test('the guide runs: warm, refresh, a webhook, and the dates that follow from them', async () => {
  assert.match((await run(warm)).stderr, /done: 2 found, 2 rendered, 0 fresh already\n$/);
  assert.equal((JSON.parse((await run(post)).stdout) as { source: string }).source, 'sitemap');
  await done();
  assert.equal((await jobs())[0]?.['fresh'], 2);
  assert.match((await page()).cache ?? '', /; hit$/);

  assert.equal((JSON.parse((await run(refresh)).stdout) as { source: string }).source, 'refresh');
  await done();
  assert.equal((await jobs())[0]?.['done'], 2);
  assert.equal((await page()).modified, null, 'nothing has changed');

  price = 12;
  symlinkSync(path.join(PACKAGE, '../../node_modules'), path.join(folder, 'node_modules'), 'junction');
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(folder, 'send.ts'), program.replaceAll('https://shop.example', site.url));
  const env = { ...process.env, RENDERER: service.url, WEBHOOK_SECRET: SECRET };
  const { stdout } = await promisify(execFile)(process.execPath, ['send.ts'], { cwd: folder, env });
  assert.match(stdout, /^202 \{"duplicate":false,"removed":2,/);
  await done();
  const { text, cache, modified } = await page();
  assert.match(text, /12 EUR/);
  assert.match(cache ?? '', /; hit$/);
  assert.ok(Math.abs(Date.parse(modified ?? '') - Date.now()) < 600_000, String(modified));

  const corrected = await fetch(`${service.url}/sitemap.xml?url=${encodeURIComponent(`${site.url}/sitemap.xml`)}`);
  const [, lastmod = ''] = /<lastmod>(.*?)<\/lastmod>/.exec(await corrected.text()) ?? [];
  // That of the result for mobile devices may be a little later.
  assert.ok(Date.parse(lastmod) >= Date.parse(modified ?? ''), lastmod);
});

test('the configurations of the guide are valid together', async () => {
  const configuration = Object.assign({}, ...blocks('json').map((text) => JSON.parse(text) as object)) as object;
  const file = path.join(folder, 'config.json');
  writeFileSync(file, JSON.stringify({ ...configuration, snapshotDir: folder }));
  const words = [path.join(PACKAGE, 'bin/page-renderer.js'), 'check-config', file, '--offline'];
  await promisify(execFile)(process.execPath, words);
});

const ask = async (method: string, where: string, body?: unknown, token: string = TOKEN) => {
  const response = await fetch(service.url + where, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as Record<string, unknown>,
  };
};

test('the command warms a sitemap, shows its progress, and reports what is not a page', async () => {
  const env = { ...process.env, PAGE_RENDERER_ADMIN_TOKEN: TOKEN };
  const words = [
    path.join(PACKAGE, 'bin/page-renderer.js'),
    'warm',
    `${site.url}/other.xml`,
    '--server',
    service.url,
    '--mobile',
    '--json',
  ];
  const { code, stdout, stderr } = (await promisify(execFile)(process.execPath, words, { env }).catch(
    (error: unknown) => error,
  )) as { code: number; stdout: string; stderr: string };
  assert.equal(code, 2, stderr);
  assert.match(stderr, /^(?:reading|working): /);
  assert.match(stderr, /done: 6 found, 4 rendered, 0 fresh already, 2 failed\n.*data\.json: not a page/);
  const job = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual([job['state'], job['devices'], job['left']], ['done', ['desktop', 'mobile'], 0]);
});

test('a request of the middleware finds the page, and one of a plain client does not', async () => {
  const target = `${service.url}/render/${encodeURIComponent(`${site.url}/one`)}`;
  const headers = { 'X-Render-Middleware': '1' };
  const warmed = await fetch(target, { headers });
  assert.match(await warmed.text(), /<p id="a">from a script/);
  assert.match(warmed.headers.get('cache-status') ?? '', /; hit/);
  const mobile = await fetch(`${target}?mobile`, { headers });
  assert.match(mobile.headers.get('cache-status') ?? '', /; hit/);
  const plain = await fetch(target, { method: 'HEAD' });
  assert.match(plain.headers.get('cache-status') ?? '', /; fwd=miss/);
});

test('POST /warm begins a job for other clients, and GET and DELETE show and end it', async () => {
  const begun = await ask('POST', '/warm', { urls: [`${site.url}/two`], clients: ['rendertron', 'prerender'] });
  assert.equal(begun.status, 202);
  const where = begun.headers.get('location') ?? '';
  assert.match(where, /^\/warm\/[\w-]{36}$/);
  await eventually(async () => (await ask('GET', where)).json['state'] === 'done', 'the job is done');
  const { json } = await ask('GET', where);
  assert.deepEqual([json['found'], json['done'], json['secondsLeft']], [2, 2, null]);
  const plain = await fetch(`${service.url}/render/${encodeURIComponent(`${site.url}/two`)}`);
  assert.match(plain.headers.get('cache-status') ?? '', /; hit/);
  const prerender = await fetch(`${service.url}/${site.url}/two`);
  assert.match(prerender.headers.get('cache-status') ?? '', /; hit/);
  assert.equal((await ask('DELETE', where)).json['state'], 'done', 'what is over stays as it is');
});

test('bad requests get a clear answer', async () => {
  const CASES: Array<[method: string, where: string, body: unknown, status: number, detail: RegExp]> = [
    ['POST', '/warm', '{', 400, /not JSON/],
    ['POST', '/warm', {}, 400, /expected one of "sitemap", "links" and "urls"/],
    ['POST', '/warm', { sitemap: 'x', urls: ['y'] }, 400, /expected one of/],
    ['POST', '/warm', { sitemap: 'nonsense' }, 400, /not an absolute URL/],
    ['POST', '/warm', { sitemap: 'file:///etc/passwd' }, 403, /Only http and https/],
    ['POST', '/warm', { urls: [] }, 400, /^urls: /],
    ['POST', '/warm', { url: 'https://example.com/' }, 400, /url/],
    ['POST', '/warm', { urls: ['a'], devices: ['watch'] }, 400, /^devices\.0: /],
    ['POST', '/warm', { urls: ['a'], devices: ['mobile'], clients: ['prerender'] }, 400, /have no device/],
    ['POST', '/warm', `"${'x'.repeat(2_200_000)}"`, 413, /larger than 2048 KiB/],
    ['GET', '/warm/unknown', undefined, 404, /no such job/],
    ['GET', '/warm/../cache', undefined, 200, /^/],
    ['DELETE', '/warm', undefined, 404, /no such job/],
    ['PUT', '/warm', {}, 405, /not supported here/],
  ];
  for (const [method, where, body, status, detail] of CASES) {
    const answer = await ask(method, where, body);
    assert.equal(answer.status, status, `${method} ${where} ${JSON.stringify(body)?.slice(0, 80)}`);
    if (status >= 400) assert.match(String(answer.json['detail']), detail);
  }
  assert.equal((await ask('GET', '/warm', undefined, 'x'.repeat(20))).status, 401);
  assert.equal((await ask('POST', '/warm', { urls: ['a'] }, 'x'.repeat(20))).status, 401);
});
