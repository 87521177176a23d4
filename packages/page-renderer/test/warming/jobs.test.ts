/** Jobs on the embedded queue, with a real cache and real sitemaps; renders are functions. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { RendererError } from 'page-renderer';
import { pino } from 'pino';
import { eventually } from '../support/processes.ts';
import { startSite } from '../support/site.ts';
import { metricsOf, pageOf, phaseOf, sitemapOf, startWarming, VARIANTS } from './support.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'warming-'));
after(() => rmSync(folder, { recursive: true }));
let folders = 0;
const ownFolder = () => path.join(folder, String((folders += 1)));

const counts = ({ found, done, fresh, failed, refused }: Record<string, unknown>) => [
  found,
  done,
  fresh,
  failed,
  refused,
];

describe('a job', () => {
  test('renders what is not fresh, once for each device and client, and skips duplicates', async () => {
    await using bench = await startWarming({});
    const urls = [
      'http://127.0.0.1/a',
      'http://127.0.0.1/b',
      'http://127.0.0.1/a#part',
      'nonsense',
      'ftp://127.0.0.1/',
    ];
    const both = { devices: ['desktop', 'mobile'], clients: ['middleware'] } as const;
    const { id } = await bench.warming.warmUrls(urls, both);
    const job = await phaseOf(bench.warming, id, 'done');
    assert.deepEqual(counts({ ...job }), [4, 4, 0, 0, 4]);
    assert.deepEqual(bench.rendered.toSorted(), [
      'http://127.0.0.1/a',
      'http://127.0.0.1/b',
      'mobile http://127.0.0.1/a',
      'mobile http://127.0.0.1/b',
    ]);
    assert.deepEqual(job.errors[0], {
      url: 'nonsense',
      error: 'The target is not an absolute URL such as https://example.com/page',
    });
    assert.equal(bench.warming.viewOf(job).warning, null);
    const again = await bench.warming.warmUrls(urls, both);
    assert.deepEqual(counts({ ...(await phaseOf(bench.warming, again.id, 'done')) }), [4, 0, 4, 0, 4]);
    assert.equal(bench.rendered.length, 4);
  });
  test('finds the pages of a sitemap; a newer lastmod renders a fresh page again', async () => {
    let lastmod: string | undefined;
    await using site = await startSite({
      '/sitemap.xml': (_, response) => void response.end(sitemapOf(site.url, ['/a', '/b'], lastmod)),
    });
    await using bench = await startWarming({ site: site.url });
    const warm = async () => {
      const { id } = await bench.warming.warmSitemap(`${site.url}/sitemap.xml`, VARIANTS);
      return counts({ ...(await phaseOf(bench.warming, id, 'done')) });
    };
    assert.deepEqual(await warm(), [2, 2, 0, 0, 0]);
    lastmod = '2020-01-01';
    assert.deepEqual(await warm(), [2, 0, 2, 0, 0]);
    const second = Math.floor(Date.now() / 1000);
    await eventually(() => Date.now() / 1000 > second + 1, 'the next second');
    lastmod = new Date((second + 1) * 1000).toISOString();
    assert.deepEqual(await warm(), [2, 2, 0, 0, 0]);
    lastmod = '2999-01-01';
    assert.deepEqual(await warm(), [2, 0, 2, 0, 0], 'a date in the future is not believed');
  });
  test('reports failed pages with the first errors, and a sitemap that cannot be read', async () => {
    await using site = await startSite({});
    const lines: string[] = [];
    const logger = pino({}, { write: (line: string) => void lines.push(line) });
    await using bench = await startWarming({ logger }, (url) => {
      if (url.endsWith('/gone')) return pageOf('', { status: 500, verdict: 'complete' });
      if (url.endsWith('/slow')) throw new RendererError('target-timeout', 'Too slow');
      return pageOf('ok');
    });
    const urls = ['/ok', '/gone', '/slow'].map((one) => `http://127.0.0.1${one}`);
    const { id } = await bench.warming.warmUrls(urls, VARIANTS);
    const job = await phaseOf(bench.warming, id, 'done');
    assert.deepEqual(counts({ ...job }), [3, 1, 0, 2, 0]);
    assert.deepEqual(job.errors, [
      { url: 'http://127.0.0.1/gone', error: '500, complete' },
      { url: 'http://127.0.0.1/slow', error: 'target-timeout: Too slow' },
    ]);
    const none = await bench.warming.warmSitemap(`${site.url}/none.xml`, VARIANTS);
    // Nothing came of it.
    const missing = await phaseOf(bench.warming, none.id, 'failed');
    assert.deepEqual(counts({ ...missing }), [0, 0, 0, 0, 1]);
    assert.equal(missing.errors[0]?.error, 'was answered 404');
    const { sum } = await metricsOf(bench);
    assert.deepEqual(
      ['done', 'fresh', 'failed', 'refused'].map((result) => sum('page_renderer_warming_pages_total', { result })),
      [1, 0, 2, 1],
    );
    assert.equal(sum('page_renderer_warming_jobs', { state: 'done' }), 1);
    assert.equal(sum('page_renderer_warming_jobs', { state: 'failed' }), 1);
    // Nobody asks for the jobs of a schedule: the log says that they failed.
    assert.deepEqual(
      lines.map((line) => /"level":40.*"phase":"(done|failed)".*"reason":"([^"]+)"/.exec(line)?.slice(1)),
      [
        ['done', '500, complete'],
        ['failed', 'was answered 404'],
      ],
    );
  });
  test('does not count a page as done that the cache did not store', async () => {
    const snapshotDir = ownFolder();
    const options = { cache: 'filesystem', stateDir: ownFolder(), cacheConfig: { snapshotDir } };
    await using bench = await startWarming(options);
    // Like a full disk, also for root: no folder can be made here.
    rmSync(path.join(snapshotDir, 'results'), { recursive: true });
    writeFileSync(path.join(snapshotDir, 'results'), '');
    const { id } = await bench.warming.warmUrls(['http://127.0.0.1/a'], VARIANTS);
    const job = await phaseOf(bench.warming, id, 'failed');
    assert.deepEqual(counts({ ...job }), [1, 0, 0, 1, 0]);
    assert.match(job.errors[0]?.error ?? '', /^rendered, but not stored/);
  });
  test('does not count an error of the site as done that was seen a moment ago', async () => {
    const cacheConfig = { errorDurationSeconds: 60 };
    await using bench = await startWarming({ cacheConfig }, () => pageOf('', { status: 500 }));
    for (let time = 0; time < 2; time += 1) {
      const { id } = await bench.warming.warmUrls(['http://127.0.0.1/a'], VARIANTS);
      assert.deepEqual(counts({ ...(await phaseOf(bench.warming, id, 'failed')) }), [1, 0, 0, 1, 0]);
    }
    assert.equal(bench.rendered.length, 1, 'it is not rendered again');
  });
  test('gives its part away while there is no browser', async () => {
    await using bench = await startWarming({ warmingConcurrency: 1 }, (url) => {
      if (url.includes('/a')) throw new RendererError('browser-unavailable', 'It does not start');
      return pageOf('b');
    });
    await bench.warming.warmUrls(['http://127.0.0.1/a'], VARIANTS);
    const { id } = await bench.warming.warmUrls(['http://127.0.0.1/b'], VARIANTS);
    await phaseOf(bench.warming, id, 'done');
    assert.deepEqual(bench.rendered, ['http://127.0.0.1/a', 'http://127.0.0.1/b']);
  });
  test('is the same for the same sitemap while it runs, can be cancelled, and is listed', async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>();
    await using site = await startSite({
      '/s.xml': (_, response) =>
        void response.end(
          sitemapOf(
            site.url,
            Array.from({ length: 60 }, (_one, at) => `/${at}`),
          ),
        ),
    });
    await using bench = await startWarming({ site: site.url }, () => go.then(() => pageOf('a')));
    const { id } = await bench.warming.warmSitemap(`${site.url}/s.xml`, VARIANTS);
    assert.equal((await bench.warming.warmSitemap(`${site.url}/s.xml`, VARIANTS)).id, id);
    await eventually(() => bench.rendered.length === 2, 'two workers render');
    const { sum } = await metricsOf(bench);
    assert.equal(sum('page_renderer_warming_jobs', { state: 'working' }), 1);
    assert.ok(sum('page_renderer_warming_oldest_job_age_seconds') > 0);
    assert.equal((await bench.warming.cancel(id))?.phase, 'cancelled');
    resolve();
    const next = await bench.warming.warmUrls([`${site.url}/x`], VARIANTS);
    await phaseOf(bench.warming, next.id, 'done');
    assert.equal(bench.rendered.length, 3, 'nothing else of the cancelled job');
    const ended = await metricsOf(bench);
    assert.deepEqual(
      ['working', 'cancelled', 'done'].map((state) => ended.sum('page_renderer_warming_jobs', { state })),
      [0, 1, 1],
    );
    assert.equal(ended.sum('page_renderer_warming_oldest_job_age_seconds'), 0);
    assert.deepEqual((await bench.warming.jobs()).map((one) => one.id).toSorted(), [next.id, id].toSorted());
    assert.equal(await bench.warming.cancel('unknown'), undefined);
  });
  test('says if the cache is too small for it', async () => {
    await using bench = await startWarming({ cacheConfig: { cacheMaxEntries: 1 } });
    const { id } = await bench.warming.warmUrls(['http://127.0.0.1/a', 'http://127.0.0.1/b'], VARIANTS);
    const { warning } = bench.warming.viewOf(await phaseOf(bench.warming, id, 'done'));
    assert.match(warning ?? '', /holds 1 results \(cacheMaxEntries\), fewer than the 2 of this job/);
  });
  test('needs a cache', async () => {
    const { Warming } = await import('../../dist/warming/warming.js');
    const { config } = await startWarming({});
    const without = new Warming({ config, port: undefined } as never);
    await assert.rejects(without.warmUrls(['http://127.0.0.1/'], VARIANTS), {
      code: 'warming-unavailable',
      message: /set "cache"/,
    });
  });
});

describe('the state', () => {
  test('survives a kill: the next process continues, and counts each page once', async () => {
    const stateDir = ownFolder();
    await using site = await startSite({
      '/s.xml': (_, response) =>
        void response.end(
          sitemapOf(
            site.url,
            Array.from({ length: 90 }, (_one, at) => `/${at}`),
          ),
        ),
    });
    const cacheConfig = { snapshotDir: ownFolder() };
    const program = `
      import { startWarming, pageOf, VARIANTS } from ${JSON.stringify(import.meta.resolve('./support.ts'))};
      let count = 0;
      const bench = await startWarming(${JSON.stringify({ cache: 'filesystem', cacheConfig, stateDir, site: site.url })}, async () => {
        if ((count += 1) === 47) process.kill(process.pid, 'SIGKILL');
        return pageOf('a');
      });
      await bench.warming.warmSitemap(${JSON.stringify(`${site.url}/s.xml`)}, VARIANTS);
    `;
    const file = path.join(folder, 'killed.ts');
    writeFileSync(file, program);
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'inherit', 'inherit'] });
    const [, signal] = (await new Promise((resolve) => {
      child.once('exit', (...ended) => resolve(ended));
    })) as [number | null, string | null];
    assert.equal(signal, 'SIGKILL');
    await using bench = await startWarming({ cache: 'filesystem', cacheConfig, stateDir, site: site.url });
    bench.warming.start();
    const [job] = await bench.warming.jobs();
    const { found, done, fresh, failed } = await phaseOf(bench.warming, job!.id, 'done');
    assert.deepEqual([found, done + fresh, failed], [90, 90, 0]);
    // Two workers were rendering when it was killed, and some results may not have been stored yet.
    assert.ok(bench.rendered.length >= 90 - 47 && bench.rendered.length <= 90 - 30, String(bench.rendered.length));
  });
  test('is closed in the middle of a job, and continues', async () => {
    const stateDir = ownFolder();
    const urls = Array.from({ length: 50 }, (_, at) => `http://127.0.0.1/${at}`);
    let id = '';
    {
      const { promise, resolve } = Promise.withResolvers<void>();
      let count = 0;
      await using bench = await startWarming({ stateDir }, (_, signal) => {
        if ((count += 1) < 30) return pageOf('a');
        resolve();
        // As a render that is given up.
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new RendererError('closing', 'over')));
        });
      });
      ({ id } = await bench.warming.warmUrls(urls, VARIANTS));
      await promise;
    }
    await using bench = await startWarming({ stateDir });
    const job = await phaseOf(bench.warming, id, 'done');
    assert.deepEqual([job.found, job.done + job.fresh], [50, 50]);
    const left = () => readdirSync(path.join(stateDir, 'jobs', id)).join(' ');
    await eventually(() => left() === 'job.json', 'the pages are removed');
  });
  test('is used by one process at a time', async () => {
    const stateDir = ownFolder();
    await using first = await startWarming({ stateDir });
    await first.warming.jobs();
    await using second = await startWarming({ stateDir });
    await assert.rejects(second.warming.jobs(), { code: 'warming-unavailable', message: /another process uses it/ });
    const { samples } = await metricsOf(second);
    assert.deepEqual(
      samples.filter(({ name }) => /^page_renderer_warming_(?:jobs|oldest)/.test(name)),
      [],
      'nothing is said about jobs that cannot be read',
    );
    await first.warming.close();
    assert.deepEqual(await second.warming.jobs(), []);
  });
  test('that can no longer be written ends nothing: jobs in progress go on, and new ones are refused', async () => {
    const stateDir = ownFolder();
    const { promise: go, resolve } = Promise.withResolvers<void>();
    await using bench = await startWarming({ stateDir }, () => go.then(() => pageOf('a')));
    const urls = Array.from({ length: 60 }, (_, at) => `http://127.0.0.1/${at}`);
    const { id } = await bench.warming.warmUrls(urls, VARIANTS);
    await eventually(() => bench.rendered.length === 2, 'two parts are being worked on');
    // The superuser may write to every folder, so it is replaced by a file.
    rmSync(path.join(stateDir, 'jobs'), { recursive: true });
    writeFileSync(path.join(stateDir, 'jobs'), '');
    await assert.rejects(bench.warming.warmUrls(urls, VARIANTS), {
      code: 'warming-unavailable',
      message: /state of warming cannot be written to .*ENOTDIR/,
    });
    rmSync(path.join(stateDir, 'jobs'));
    resolve();
    const job = await phaseOf(bench.warming, id, 'done');
    assert.deepEqual([job.found, job.done, job.failed], [60, 40, 20], 'what was lost with the files is not concealed');
    assert.match(job.errors[0]?.error ?? '', /20 pages were lost/);
  });
  test('whose end cannot be saved keeps its pages, so that none is lost after a restart', async () => {
    const stateDir = ownFolder();
    const { promise: go, resolve } = Promise.withResolvers<void>();
    const bench = await startWarming({ stateDir }, () => go.then(() => pageOf('a')));
    const { id } = await bench.warming.warmUrls(['http://127.0.0.1/a'], VARIANTS);
    const file = path.join(stateDir, 'jobs', id, 'job.json');
    const before = readFileSync(file, 'utf8');
    await eventually(() => bench.rendered.length === 1, 'the page is being rendered');
    // Like a full disk, also for root.
    rmSync(file);
    mkdirSync(path.join(file, 'below'), { recursive: true });
    resolve();
    await phaseOf(bench.warming, id, 'done');
    await bench[Symbol.asyncDispose]();
    rmSync(file, { recursive: true });
    writeFileSync(file, before);
    await using next = await startWarming({ stateDir });
    const job = await phaseOf(next.warming, id, 'done');
    assert.deepEqual([job.found, job.done, job.failed], [1, 1, 0]);
  });
  test('that is damaged is removed, and what is not writable is an error', async () => {
    const stateDir = ownFolder();
    {
      await using bench = await startWarming({ stateDir });
      const { id } = await bench.warming.warmUrls(['http://127.0.0.1/'], VARIANTS);
      await phaseOf(bench.warming, id, 'done');
      const file = path.join(stateDir, 'jobs', id, 'job.json');
      await bench.warming.close();
      writeFileSync(file, readFileSync(file, 'utf8').slice(0, 100));
      writeFileSync(path.join(stateDir, 'values.json'), '{');
    }
    {
      await using bench = await startWarming({ stateDir });
      assert.deepEqual(await bench.warming.jobs(), []);
    }
    const below = path.join(stateDir, 'values.json', 'below');
    await using bench = await startWarming({ stateDir: below });
    await assert.rejects(bench.warming.warmUrls(['http://127.0.0.1/'], VARIANTS), {
      code: 'warming-unavailable',
      message: /stateDir: .*below cannot be used/,
    });
  });
});
