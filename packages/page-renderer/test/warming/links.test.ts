/** Jobs that follow links: which pages they render, and how they end. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { eventually } from '../support/processes.ts';
import { startSite } from '../support/site.ts';
import { metricsOf, pageOf, phaseOf, startWarming, VARIANTS } from './support.ts';

const LIMITS = { pages: 100, depth: 10 };
const html = (text: string) => pageOf(text, { headers: [['Content-Type', 'text/html; charset=utf-8']] });
const links = (...hrefs: string[]) => html(hrefs.map((href) => `<a href="${href}">${href}</a>`).join(' '));

/** A site whose robots.txt is real; its pages are rendered by a function. */
async function startLinked(robots: string | number, pages: Readonly<Record<string, ReturnType<typeof links>>>) {
  const site = await startSite({
    '/robots.txt': (_, response) => {
      const isText = typeof robots === 'string';
      response.writeHead(isText ? 200 : robots, { 'Content-Type': 'text/plain' }).end(isText ? robots : '');
    },
  });
  const options = { site: `${site.url}/` };
  const render = (url: string) => pages[url.replace(site.url, '')] ?? pageOf('gone', { status: 404 });
  return {
    site,
    options,
    render,
    paths: (urls: readonly string[]) => urls.map((url) => url.replace(site.url, '')).toSorted(),
  };
}

const SHOP = {
  '/': links('/a', '/b#top', '/private/c', 'https://other.example/', 'mailto:a@b.example', '/closed'),
  '/a': links('/', '/a/deep', '/gone'),
  '/b': html('<a rel="nofollow" href="/unfollowed">no</a><base href="/a/"><a href="./deep">deep</a>'),
  '/closed': html('<meta name="robots" content="nofollow"><a href="/behind">no</a>'),
  '/a/deep': links('/a/deep/deeper'),
  '/a/deep/deeper': links('/'),
};
const ALL = ['/', '/a', '/a/deep', '/a/deep/deeper', '/b', '/closed', '/gone'];

describe('a job that follows links', () => {
  test('renders what it reaches within robots.txt and its origin, each page once, and counts it as rendered', async () => {
    const { site, options, render, paths } = await startLinked('User-agent: *\nDisallow: /private/\n', SHOP);
    await using bench = await startWarming(options, render);
    bench.warming.start();
    const { id } = await bench.warming.warmLinks(`${site.url}/`, LIMITS, VARIANTS);
    const job = await phaseOf(bench.warming, id, 'done');
    assert.deepEqual(paths([...new Set(bench.rendered)]), ALL);
    assert.deepEqual([job.found, job.done, job.fresh, job.failed, job.refused], [7, 7, 0, 0, 0]);
    const { sum } = await metricsOf(bench);
    assert.equal(sum('page_renderer_warming_pages_total', { result: 'done' }), 7);
    assert.equal(bench.warming.viewOf(job).links, `${site.url}/`);
    const again = await bench.warming.warmLinks(`${site.url}/`, LIMITS, VARIANTS);
    const { done, fresh } = await phaseOf(bench.warming, again.id, 'done');
    assert.deepEqual([done, fresh], [0, 7], 'nothing is rendered twice');
    await site[Symbol.asyncDispose]();
  });

  test('ends at its limits', async () => {
    const { site, options, render, paths } = await startLinked(404, SHOP);
    for (const [limits, expected] of [
      [{ pages: 3, depth: 10 }, ['/', '/a', '/b']],
      [{ pages: 100, depth: 0 }, ['/']],
    ] as const) {
      await using bench = await startWarming(options, render);
      bench.warming.start();
      const { id } = await bench.warming.warmLinks(`${site.url}/`, limits, VARIANTS);
      assert.equal((await phaseOf(bench.warming, id, 'done')).found, expected.length);
      assert.deepEqual(paths(bench.rendered), expected);
    }
    await site[Symbol.asyncDispose]();
  });

  test('has failed if its robots.txt forbids everything, or cannot be read', async () => {
    for (const [robots, expected] of [
      ['User-agent: *\nDisallow: /\n', /robots\.txt forbids it/],
      [503, /was answered 503/],
    ] as const) {
      const { site, options, render } = await startLinked(robots, SHOP);
      await using bench = await startWarming(options, render);
      bench.warming.start();
      const { id } = await bench.warming.warmLinks(`${site.url}/`, LIMITS, VARIANTS);
      const { errors, refused } = await phaseOf(bench.warming, id, 'failed');
      assert.equal(refused, 1);
      assert.match(errors[0]?.error ?? '', expected);
      assert.deepEqual(bench.rendered, []);
      await site[Symbol.asyncDispose]();
    }
  });

  test('goes on where it was when its process ended', async () => {
    const { site, options, render, paths } = await startLinked(404, SHOP);
    const stateDir = mkdtempSync(path.join(tmpdir(), 'links-'));
    const shared = {
      ...options,
      stateDir,
      cache: 'filesystem',
      cacheConfig: { snapshotDir: path.join(stateDir, 'cache') },
    };
    try {
      const first = await startWarming(shared, (url, signal) =>
        url.endsWith('/deep')
          ? new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(new Error('over')));
            })
          : render(url),
      );
      first.warming.start();
      const { id } = await first.warming.warmLinks(`${site.url}/`, LIMITS, VARIANTS);
      await eventually(() => first.rendered.some((url) => url.endsWith('/deep')), 'it has come far');
      await first[Symbol.asyncDispose]();
      await using second = await startWarming(shared, render);
      second.warming.start();
      const job = await phaseOf(second.warming, id, 'done');
      // Without a robots.txt, nothing is private.
      assert.deepEqual([job.found, job.failed, job.done + job.fresh], [8, 0, 8]);
      const rendered = paths(second.rendered);
      assert.ok(
        rendered.includes('/a/deep') && !rendered.includes('/') && !rendered.includes('/b'),
        rendered.join(' '),
      );
    } finally {
      rmSync(stateDir, { recursive: true });
      await site[Symbol.asyncDispose]();
    }
  });
});
