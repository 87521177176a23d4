/** An audit of the shop finds nothing. Takes long: part of `npm run test:long`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRenderer } from 'page-renderer';
import { pino } from 'pino';
import { createDemo } from '../shop.ts';

test('an audit finds nothing on the pages of the shop', async (context) => {
  const storefront = createDemo({
    rendererUrl: 'http://127.0.0.1:9',
    logger: pino({ level: 'silent' }),
    databaseUrl: ':memory:',
    sampleTexts: true,
  });
  context.after(() => storefront.close());
  const shop = await storefront.listen(0);
  const adminToken = 'the-token-of-the-administrator';
  await using auditor = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    logLevel: 'silent',
    adminToken,
    sites: [
      { prefix: `${shop}/`, rendersPerMinute: 60_000, concurrency: 2, hours: null, timeZone: 'UTC', sitemaps: [] },
    ],
  });
  const headers = { Authorization: `Bearer ${adminToken}` };
  const call = (path: string, init: RequestInit = {}) =>
    auditor.fetch(new Request(`http://renderer.test/audits${path}`, { ...init, headers }));
  const begun = await call('', { method: 'POST', body: JSON.stringify({ url: `${shop}/`, pages: 200 }) });
  const { id } = (await begun.json()) as { id: string };
  // The events end with the audit.
  await (await call(`/${id}/events`)).text();
  const report = (await (await call(`/${id}/report.json`)).json()) as {
    phase: string;
    visited: number;
    failed: number;
    findings: Array<{ kind: string; url: string; says: unknown }>;
  };
  assert.deepEqual(
    report.findings.map(({ kind, url, says }) => `${kind} ${url} ${JSON.stringify(says)}`),
    [],
  );
  assert.ok(report.visited > 10 && report.failed === 0, `${report.visited} pages, ${report.failed} failed`);
});
