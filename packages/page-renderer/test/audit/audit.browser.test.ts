/** Audits of a site with planted faults, over HTTP and from the command line, with real renders. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Listening, Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { runCommandLine } from '../../dist/commands/command-line.js';
import { stretched } from '../../../../testing/load.ts';
import { eventually } from '../support/processes.ts';
import { plantSite } from './site.ts';

const TOKEN = 'a-token-of-16-characters';
const folder = mkdtempSync(path.join(tmpdir(), 'audit-'));
/** Those that say something about the browser, and some of each way to be found. */
const KINDS = new Set([
  'soft-404',
  'only-people',
  'only-bots',
  'vary',
  'several-canonicals',
  'hreflang-no-return',
  'broken-links',
  'duplicate-titles',
  'orphan',
]);
const site = plantSite((kind) => (KINDS.has(kind) ? 1 : 0), 0);
const server = createServer(site.handler);
let origin = '';
let renderer: Renderer;
let service: Listening;

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  renderer = await createRenderer({
    host: '127.0.0.1',
    port: 0,
    browsers: 1,
    cache: 'memory',
    stateDir: folder,
    adminToken: TOKEN,
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
    timeout: stretched(10_000),
    warmingConcurrency: 4,
    sites: [{ prefix: origin, rendersPerMinute: 60_000, concurrency: 4, hours: null, timeZone: 'UTC', sitemaps: [] }],
  });
  service = await renderer.listen();
});
after(async () => {
  await renderer.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

interface View {
  id: string;
  state: string;
  visited: number;
  failed: number;
  forbidden: number;
  isCut: boolean;
}

async function ask(line: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${service.url}${line}`, { ...init, headers: { Authorization: `Bearer ${TOKEN}` } });
}

async function audited(spec: object): Promise<View> {
  const begun = await ask('/audits', { method: 'POST', body: JSON.stringify(spec) });
  assert.equal(begun.status, 202, await begun.clone().text());
  let view = (await begun.json()) as View;
  await eventually(async () => {
    view = (await (await ask(`/audits/${view.id}`)).json()) as View;
    return ['done', 'failed', 'cancelled'].includes(view.state);
  }, 'the audit is over');
  return view;
}

interface Finding {
  kind: string;
  url: string;
}

test('finds all planted faults and none of their twins; JSON, CSV and SARIF say the same', async () => {
  const view = await audited({ url: `${origin}/` });
  assert.deepEqual([view.state, view.failed, view.isCut, view.forbidden], ['done', 0, false, 1], JSON.stringify(view));
  const line = `/audits/${view.id}/report`;
  const { findings } = (await (await ask(`${line}.json`)).json()) as { findings: Finding[] };
  const found = findings.map(({ kind, url }) => `${kind} ${url.replace(origin, '')}`).toSorted();
  assert.deepEqual(found, site.expected);
  const csv = await (await ask(`${line}.csv`)).text();
  assert.equal(csv.split('\r\n').length, findings.length + 2);
  const sarif = (await (await ask(`${line}.sarif`)).json()) as {
    runs: Array<{
      results: Array<{ ruleId: string; locations: Array<{ physicalLocation: { artifactLocation: object } }> }>;
    }>;
  };
  assert.deepEqual(
    sarif.runs[0]?.results.map(({ ruleId, locations }) => [ruleId, locations[0]?.physicalLocation.artifactLocation]),
    findings.map(({ kind, url }) => [kind, { uri: url }]),
  );
  // What it has rendered is cached, as render-middleware requests it.
  const headers = { 'X-Render-Middleware': '1' };
  const again = await fetch(`${service.url}/render/${encodeURIComponent(`${origin}/vary-1-twin`)}`, { headers });
  assert.match(again.headers.get('cache-status') ?? '', /hit/);
  const { counts, events } = await followed(view.id);
  assert.deepEqual([events, counts], [1, { error: 3, warning: 5, note: 2 }]);
});

/** The events of an audit, until they end. */
async function followed(id: string): Promise<{ counts: object; events: number }> {
  const response = await ask(`/audits/${id}/events`);
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  const all = (await response.text()).split('\n\n').filter((one) => one.startsWith('data: '));
  const { counts } = JSON.parse(all.at(-1)!.slice('data: '.length)) as { counts: object };
  return { counts, events: all.length };
}

test('only those who may administer begin and see audits, and bad input is named', async () => {
  for (const [method, line] of [
    ['GET', '/audits'],
    ['POST', '/audits'],
    ['GET', '/audits/a/report.json'],
    ['GET', '/audits/a/events'],
    ['DELETE', '/audits/a'],
  ] as const) {
    assert.equal((await fetch(service.url + line, { method })).status, 401, `${method} ${line}`);
  }
  for (const [body, code, detail] of [
    [{ url: 'nowhere' }, 400, /absolute URL/],
    [{ url: `${origin}/`, pages: 0 }, 400, /pages/],
    [{ url: `${origin}/`, hosts: ['https://a.test/'] }, 400, /hosts\.0: expected a host/],
    [{}, 400, /url/],
    [{ url: `${origin}/`, more: 1 }, 400, /more/],
  ] as const) {
    const response = await ask('/audits', { method: 'POST', body: JSON.stringify(body) });
    assert.equal(response.status, code, JSON.stringify(body));
    assert.match(((await response.json()) as { detail: string }).detail, detail);
  }
  assert.equal((await ask('/audits/none/report.json')).status, 404);
});

test('the command audits a site, writes SARIF, and fails for what --fail-on names', async () => {
  const file = path.join(folder, 'report.sarif');
  const run = async (...more: string[]) => {
    const output: string[] = [];
    const words = [
      'audit',
      `${origin}/broken-links-1`,
      '--pages',
      '4',
      '--depth',
      '1',
      '--from',
      'links',
      '--rate',
      '60000',
    ];
    const errors: string[] = [];
    const to = {
      write: (text: string | Uint8Array) => void output.push(String(text)),
      writeError: (text: string) => void errors.push(text),
    };
    const code = await runCommandLine([...words, ...more], to);
    return { code, output: output.join(''), errors: errors.join('') };
  };
  const { code } = await run('--fail-on', 'error', '-o', file);
  assert.equal(code, 8);
  const { version, runs } = JSON.parse(readFileSync(file, 'utf8')) as {
    version: string;
    runs: Array<{ results: object[] }>;
  };
  assert.deepEqual([version, runs.length], ['2.1.0', 1]);
  assert.ok(runs[0]!.results.length > 0);
  for (const wrong of [
    ['--fail-on', 'fatal'],
    ['--pages', '0'],
  ]) {
    const refused = await run(...wrong);
    assert.deepEqual([refused.code, refused.output], [2, '']);
  }
  // Before pages are visited whose report would be lost.
  const missing = await run('-o', path.join(folder, 'missing', 'report.json'));
  assert.equal(missing.code, 1);
  assert.match(missing.errors, /^page-renderer: -o: .*report\.json cannot be written: there is no folder .*missing\n$/);
});
