/**
 * `npm run benchmark:audit -- [pages]`: audits of a site of 300 pages (or another number) with 60 planted faults and 60 harmless twins, two
 * times, with real renders; then the speed of an audit beside that of the same renders without one; then the memory of an
 * audit of 10,000 pages, which are requested without a browser.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Audit } from '../../packages/page-renderer/dist/audit/state.js';
import { isAuditOver } from '../../packages/page-renderer/dist/audit/state.js';
import { createService } from '../../packages/page-renderer/dist/compose.js';
import { KINDS, plantSite } from '../../packages/page-renderer/test/audit/site.ts';
import { ended, specOf, startAudits } from '../../packages/page-renderer/test/audit/support.ts';
import { listening } from '../../testing/listening.ts';

const PAGES = Number(process.argv[2] ?? 300);
const MANY = Number(process.argv[3] ?? 10_000);
const CONCURRENCY = 4;
/** 60 in all; one of duplicates is found on two pages. */
const FAULTS: Readonly<Record<string, number>> = {
  'several-titles': 3,
  'several-descriptions': 3,
  'robots-against-status': 3,
  vary: 3,
  'only-bots': 3,
  'duplicate-titles': 3,
  'duplicate-descriptions': 2,
  'broken-links': 6,
  'canonicals-disagree': 5,
  orphan: 5,
};

const folder = mkdtempSync(path.join(tmpdir(), 'audit-benchmark-'));
const faultsOf = (kind: string) => FAULTS[kind] ?? 4;
const site = plantSite(faultsOf, PAGES);
const twins = new Set(site.twins);
const faults = KINDS.reduce((sum, { name }) => sum + faultsOf(name), 0);
console.log(`${site.pages} pages with ${faults} faults (${site.expected.length} findings) and ${faults} twins`);

/** An audit may also be cancelled; a loop that does not know that would never end. */
async function over(audit: Audit, step: number): Promise<void> {
  while (!isAuditOver(audit)) await sleep(step);
}

async function audits(): Promise<void> {
  await using server = await listening(createServer(site.handler));
  await using service = await createService({
    allowPrivateNetworks: ['127.0.0.1'],
    cache: 'memory',
    stateDir: folder,
    logLevel: 'silent',
    warmingConcurrency: CONCURRENCY,
    concurrency: CONCURRENCY,
    sites: [{ prefix: server.url, rendersPerMinute: 60_000, concurrency: CONCURRENCY }],
  });
  const reports: string[] = [];
  for (const run of [1, 2]) {
    const audit = await service.audits.begin(specOf(`${server.url}/`, { pages: 2 * PAGES }));
    await over(audit, 200);
    assert.equal(audit.phase, 'done', audit.reason ?? '');
    const { findings = [] } = (await service.audits.report(audit.id)) ?? {};
    const found = findings.map(({ kind, url }) => `${kind} ${url.replace(server.url, '')}`).toSorted();
    const missed = site.expected.filter((one) => !found.includes(one));
    const wrong = found.filter((one) => !site.expected.includes(one));
    const onTwins = wrong.filter((one) => twins.has(one.split(' ')[1] ?? ''));
    const seconds = ((audit.finishedAt ?? 0) - (audit.startedAt ?? 0)) / 1000;
    const told = `${audit.visited} addresses in ${seconds.toFixed(1)} s (${(audit.visited / seconds).toFixed(1)} per second)`;
    console.log(`run ${run}: ${told}, ${found.length} findings`);
    console.log(`  missed ${missed.length}, wrong ${wrong.length}, of them on twins ${onTwins.length}`);
    for (const one of [...missed, ...wrong]) console.log(`  ${one}`);
    assert.deepEqual([missed, wrong], [[], []]);
    reports.push(JSON.stringify(findings.map(({ kind, url, sentence, says }) => [kind, url, sentence, says])));
  }
  assert.equal(reports[0], reports[1]);
  console.log('both reports are the same');
}

async function speed(): Promise<void> {
  const plain = plantSite(() => 0, 200);
  const requested: string[] = [];
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    plain.handler(request, response);
  });
  await using origin = await listening(server);
  await using service = await createService({
    allowPrivateNetworks: ['127.0.0.1'],
    cache: 'memory',
    logLevel: 'silent',
    warmingConcurrency: CONCURRENCY,
    concurrency: CONCURRENCY,
    sites: [{ prefix: origin.url, rendersPerMinute: 60_000, concurrency: CONCURRENCY }],
  });
  const paths = Array.from({ length: 190 }, (_, index) => `/plain-${index + 1}`);
  const bare = async () => {
    const begun = performance.now();
    const left = paths.values();
    const worker = async () => {
      for (const one of left) await service.render(`${origin.url}${one}`);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    return paths.length / ((performance.now() - begun) / 1000);
  };
  const audited = async () => {
    const audit = await service.audits.begin(specOf(`${origin.url}/`));
    await over(audit, 50);
    return audit.visited / (((audit.finishedAt ?? 0) - (audit.startedAt ?? 0)) / 1000);
  };
  await bare();
  const ratios: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const [one, other] = [await bare(), await audited()];
    ratios.push(other / one);
    console.log(
      `renders ${one.toFixed(1)} per second, audit ${other.toFixed(1)} per second: ${(other / one).toFixed(2)}`,
    );
  }
  console.log(`median ${ratios.toSorted((a, b) => a - b)[1]?.toFixed(2)} of the renders without an audit`);
}

async function memory(): Promise<void> {
  const many = plantSite(() => 0, MANY);
  await using server = await listening(createServer(many.handler));
  const own = startAudits(server.url, path.join(folder, 'many'));
  const audit = await own.begin(specOf(`${server.url}/`, { pages: MANY + 1_000, depth: MANY }));
  const heaps: Array<readonly [visited: number, megabytes: number]> = [];
  let next = MANY / 10;
  while (!isAuditOver(audit)) {
    await sleep(20);
    if (audit.visited < next) continue;
    globalThis.gc?.();
    heaps.push([audit.visited, process.memoryUsage().heapUsed / 1e6]);
    next += MANY / 10;
  }
  await ended(own, audit);
  for (const [visited, megabytes] of heaps) console.log(`${visited} addresses: ${megabytes.toFixed(0)} MB of heap`);
  console.log(`${audit.phase}: ${audit.visited} addresses, ${Object.values(audit.counts).join('/')} findings`);
  await own.close();
}

try {
  await audits();
  await speed();
  await memory();
} finally {
  rmSync(folder, { recursive: true });
}
