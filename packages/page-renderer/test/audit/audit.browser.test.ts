/** Audits of a site with planted faults, over HTTP and from the command line, with real renders. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Listening, Renderer } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';
import { eventually } from '../support/processes.ts';
import { KINDS, plantSite } from './site.ts';

const TOKEN = 'a-token-of-16-characters';
const folder = mkdtempSync(path.join(tmpdir(), 'audit-'));
const site = plantSite(() => 1, KINDS.length * 4);
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
  reason: string | null;
  change: { added: number; gone: number } | null;
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
  change: string | null;
  says: Array<{ place: string; value: string }>;
}

test('finds all planted faults and none of their twins, and the same in the next run', async () => {
  const reports: string[] = [];
  for (const change of [null, { since: '', added: 0, gone: 0 }]) {
    const view = await audited({ url: `${origin}/` });
    assert.deepEqual([view.state, view.failed, view.isCut, view.forbidden], ['done', 0, false, 1], JSON.stringify(view));
    const report = (await (await ask(`/audits/${view.id}/report.json`)).json()) as { findings: Finding[] };
    const found = report.findings.map(({ kind, url }) => `${kind} ${url.replace(origin, '')}`).toSorted();
    assert.deepEqual(found, site.expected);
    assert.deepEqual(view.change && { ...view.change, since: '' }, change);
    reports.push(JSON.stringify(report.findings.map(({ change: _, ...one }) => one)));
  }
  assert.equal(reports[0], reports[1]);
});
