/** A service of several processes behaves like one: cache, removal and single flight work across them. */
import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stretched } from '../../../../testing/load.ts';
import { eventually, parentOf, processesWith } from '../support/processes.ts';
import type { Site } from '../support/site.ts';
import { startSite } from '../support/site.ts';
import { readExposition } from '../telemetry/support/exposition.ts';

const CLI = path.join(import.meta.dirname, '../../bin/page-renderer.js');
const WORKERS = 2;
const ADMIN = { Authorization: 'Bearer the-token-of-the-administration' };

interface Answer {
  status: number | undefined;
  headers: IncomingMessage['headers'];
  text: string;
}

describe('workers', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'workers-'));
  let site: Site;
  let service: ChildProcess;
  let port: number;
  let log = '';
  let renders = 0;
  /** Addresses that the site does not answer yet. */
  const held = new Map<string, Promise<void>>();

  before(async () => {
    const answer = async (request: IncomingMessage, response: ServerResponse) => {
      await held.get(request.url ?? '');
      renders += 1;
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<h1>render ${renders}</h1>`);
    };
    site = await startSite({ '*': (request, response) => void answer(request, response) });
    const config = path.join(folder, 'config.json');
    const options = {
      host: '127.0.0.1',
      port: 0,
      workers: WORKERS,
      browsers: 1,
      cache: 'memory',
      adminToken: 'the-token-of-the-administration',
      allowPrivateNetworks: ['127.0.0.1'],
      timeout: stretched(10_000),
    };
    writeFileSync(config, JSON.stringify(options));
    service = spawn(process.execPath, [CLI, '--config', config], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: folder },
    });
    let said = '';
    service.stdout?.on('data', (text: Buffer) => (log += String(text)));
    service.stderr?.on('data', (text: Buffer) => (said += String(text)));
    await eventually(() => said.includes('is ready at'), `ready, but: ${said}`);
    port = Number(/:(\d+)\n/.exec(said)?.[1]);
  });
  after(async () => {
    if (service.exitCode === null) {
      service.kill('SIGKILL');
      await once(service, 'exit');
    }
    await site[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, maxRetries: 5 });
  });

  /** On a new connection, so that any process may accept it. */
  const get = async (asked: string, options: { method?: string; headers?: Record<string, string> } = {}) => {
    const agent = new Agent();
    const sent = request({ port, host: '127.0.0.1', path: asked, agent, ...options }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const text = Buffer.concat(await response.toArray()).toString();
    agent.destroy();
    return { status: response.statusCode, headers: response.headers, text } satisfies Answer;
  };
  const render = (page: string) => get(`/render/${site.url}${page}`);
  const many = <T>(count: number, one: () => Promise<T>) => Promise.all(Array.from({ length: count }, one));
  const isHit = ({ headers }: Answer) => headers['cache-status'] === 'page-renderer; hit';
  const workers = () => processesWith('workers/worker.js').filter(({ pid }) => parentOf(pid) === service.pid);
  /** Processes that have served the page from the cache. */
  const answered = (page: string) => {
    const lines = log.split('\n').filter((line) => line.includes(`${page}"`) && line.includes('"cache":"hit"'));
    return new Set(lines.map((line) => (JSON.parse(line) as { pid: number }).pid));
  };

  /** Requests that were served from the cache, by the metrics. */
  const counted = async (name: string) => {
    const { text } = await get('/metrics', { headers: ADMIN });
    return readExposition(text).sum(name, { cache: 'hit' });
  };

  test('serve cached results like the main process', async () => {
    const first = await render('/page');
    assert.deepEqual([first.status, /render \d+/.test(first.text), isHit(first)], [200, true, false]);
    await eventually(async () => {
      for (const answer of await many(20, () => render('/page'))) {
        assert.deepEqual([answer.text, isHit(answer)], [first.text, true]);
      }
      return [...answered('/page')].some((pid) => pid !== service.pid);
    }, 'a worker has answered');
    assert.equal(workers().length, WORKERS);
  });

  test('render a page once for all that ask at the same time', async () => {
    const before = renders;
    const texts = await many(30, async () => (await render('/together')).text);
    assert.deepEqual([new Set(texts).size, renders], [1, before + 1]);
  });

  for (const [what, remove] of Object.entries({
    'one page': () => get(`/invalidate/${site.url}/removed`, { headers: ADMIN }),
    'by prefix': () => get(`/purge?prefix=${encodeURIComponent(site.url)}`, { method: 'POST', headers: ADMIN }),
    everything: () => get('/invalidate/', { headers: ADMIN }),
  })) {
    test(`answer with nothing that was removed before: ${what}`, async () => {
      await render('/removed');
      await many(20, () => render('/removed'));
      const old = renders;
      assert.equal((await remove()).status, 200);
      const texts = await many(20, async () => (await render('/removed')).text);
      for (const text of texts) assert.match(text, new RegExp(`render ${old + 1}<`));
    });
  }

  test('answer with what replaces another', async () => {
    await render('/replaced');
    await many(20, () => render('/replaced'));
    const { text } = await get(`/render/${site.url}/replaced?refreshCache=true`);
    const areNew = async () => (await many(20, () => render('/replaced'))).every((answer) => answer.text === text);
    await eventually(areNew, 'all answer with the new one');
  });

  test('count what they answer', async () => {
    const hits = async () => {
      const { text } = await get('/cache', { headers: ADMIN });
      return (JSON.parse(text) as { answers: { hit: number } }).answers.hit;
    };
    await render('/counted');
    await many(40, () => render('/counted'));
    const logged = () => log.split('"cache":"hit"').length - 1;
    await eventually(async () => (await hits()) === logged(), 'all were counted');
    assert.ok(logged() >= 40);
    await eventually(async () => (await counted('page_renderer_requests_total')) === logged(), 'also in the metrics');
    assert.equal(await counted('page_renderer_request_duration_seconds_count'), logged());
    const { text } = await get('/operator/cache?q=/counted', { headers: ADMIN });
    assert.match(text, /<span class="figure">41<\/span>/, 'requests for the result, of all processes');
  });

  test('are counted for operators like the main process, also after they have run for some time', async () => {
    const shown = async () => {
      const { text } = await get('/operator', { headers: ADMIN });
      return Number(/<dt>Requests<\/dt><dd class="value">([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''));
    };
    const logged = () => log.split('\n').filter((line) => line.includes('"endpoint":"/render"')).length;
    await eventually(async () => logged() > 20 && (await shown()) === logged(), 'those of all processes');
  });

  test('serve what is outdated as stale, while the main process renews it', async () => {
    await render('/outdated');
    await many(20, () => render('/outdated'));
    const { promise: go, resolve } = Promise.withResolvers<void>();
    held.set('/outdated', go);
    const where = `/refresh?prefix=${encodeURIComponent(`${site.url}/outdated`)}`;
    assert.equal((await get(where, { method: 'POST', headers: ADMIN })).status, 202);
    const areStale = async () => {
      const answers = await many(20, () => render('/outdated'));
      return answers.every(({ headers }) => String(headers['cache-status']).endsWith('; hit; detail=stale'));
    };
    await eventually(areStale, 'no process serves it as fresh');
    resolve();
    const areFresh = async () => {
      const answers = await many(20, () => render('/outdated'));
      return answers.every(({ headers }) => String(headers['cache-status']).endsWith('; hit'));
    };
    await eventually(areFresh, 'all serve the new one');
  });

  test('are started again when they end, without delaying requests, and their counts are kept', async () => {
    const requests = await counted('page_renderer_requests_total');
    const before = workers().map(({ pid }) => pid);
    for (const pid of before) process.kill(pid, 'SIGKILL');
    const answers = await many(20, () => render('/page').catch(() => undefined));
    assert.ok(answers.some((answer) => answer?.status === 200));
    await eventually(() => workers().filter(({ pid }) => !before.includes(pid)).length === WORKERS, 'they are there');
    assert.equal((await render('/page')).status, 200);
    assert.ok((await counted('page_renderer_requests_total')) >= requests);
  });

  test('a hanging worker process serves no removed result after the removal is confirmed', async () => {
    await render('/hung');
    const [hung] = workers();
    process.kill(hung?.pid ?? 0, 'SIGSTOP');
    await get(`/invalidate/${site.url}/hung`, { headers: ADMIN });
    await eventually(() => !workers().some(({ pid }) => pid === hung?.pid), 'it was ended');
  });

  test('end with the service, and leave nothing', async () => {
    await eventually(() => workers().length === WORKERS, 'they are there');
    const pids = workers().map(({ pid }) => pid);
    const areGone = () => processesWith('workers/worker.js').every(({ pid }) => !pids.includes(pid));
    // A terminal sends the signal to all processes.
    for (const pid of [...pids, service.pid ?? 0]) process.kill(pid, 'SIGINT');
    const [code] = (await once(service, 'exit')) as [number];
    assert.equal(code, 0);
    await eventually(areGone, 'the workers are gone');
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('page-renderer-')),
      [],
    );
  });
});
