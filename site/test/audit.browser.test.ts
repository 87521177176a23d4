/** page-renderer renders every page of the site completely, and its audit finds nothing wrong with one. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../testing/free-port.ts';
import { listening } from '../../testing/listening.ts';
import { stretched } from '../../testing/load.ts';
import { SkillFolder } from '../../testing/skill.ts';
import { siteServer } from '../serve.ts';
import { builtPages } from './built.ts';

const TOKEN = 'a-token-of-this-test';

interface Finding {
  readonly kind: string;
  readonly severity: string;
  readonly url: string;
}

interface Audit {
  readonly id: string;
  readonly state: string;
  readonly visited: number;
  readonly failed: number;
  readonly reason: string | null;
  readonly findings?: readonly Finding[];
}

const site = await listening(siteServer());
after(() => site[Symbol.asyncDispose]());

test('every page of the site is complete, and none has a fault', async () => {
  const port = await freePort();
  const renderer = `http://127.0.0.1:${port}`;
  await using folder = new SkillFolder({});
  const config = {
    port,
    allowPrivateNetworks: ['127.0.0.1'],
    adminToken: TOKEN,
    cache: 'memory',
    timeout: stretched(20_000),
    sites: [{ prefix: `${site.url}/`, rendersPerMinute: 6000, concurrency: 2 }],
  };
  folder.write('config.json', JSON.stringify(config));
  await folder.start('page-renderer', `${renderer}/healthz`);
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(renderer + path, { ...init, headers: { authorization: `Bearer ${TOKEN}` } });
    assert.ok(response.ok, `${path}: ${response.status} ${await response.clone().text()}`);
    return (await response.json()) as Audit;
  };

  const { id } = await ask('/audits', { method: 'POST', body: JSON.stringify({ url: `${site.url}/`, pages: 2000 }) });
  let audit = await ask(`/audits/${id}`);
  for (const until = performance.now() + stretched(600_000); !/^(?:done|failed|cancelled)$/.test(audit.state);) {
    assert.ok(performance.now() < until, `${audit.visited} pages are visited`);
    await sleep(500);
    audit = await ask(`/audits/${id}`);
  }
  const { state, failed, reason, findings = [] } = await ask(`/audits/${id}/report.json`);
  assert.deepEqual({ state, failed, reason }, { state: 'done', failed: 0, reason: null });
  assert.deepEqual(findings, []);

  // The renders of the audit, by their verdict: a page is complete, and a file that a page links to is passed through.
  const metrics = await (await fetch(`${renderer}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  const renders = Array.from(
    metrics.matchAll(/^page_renderer_renders_total\{.*verdict="([^"]+)",status="(\dxx)".*\} (\d+)$/gm),
    ([, verdict = '', status = '', count = '']) => ({ verdict, status, count: Number(count) }),
  );
  const others = renders.filter(({ verdict }) => verdict !== 'complete' && verdict !== 'passed-through');
  assert.deepEqual(others, []);
  const complete = renders.filter(({ verdict, status }) => verdict === 'complete' && status === '2xx');
  const pages = builtPages().length;
  assert.ok(audit.visited >= pages, `${audit.visited} of ${pages}`);
  assert.ok(complete.reduce((sum, { count }) => sum + count, 0) >= pages, JSON.stringify(renders));
});
