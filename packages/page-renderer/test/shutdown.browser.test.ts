/** The end of the service by signals, with real processes. `lifecycle.browser.test.ts` has what is left behind. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stretched } from '../../../testing/load.ts';
import { eventually } from './support/processes.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

const CLI = path.join(import.meta.dirname, '../bin/page-renderer.js');
const GRACE = stretched(1_200);

let site: Site;
/** Pages that are loading, by their paths; calling one lets its response end. */
const loading = new Map<string, () => void>();
const started: ChildProcess[] = [];

before(async () => {
  const hold = (name: string) => ({
    [name]: (_: unknown, response: { end(html: string): void }) =>
      void loading.set(name, () => response.end(`<h1>${name}</h1>`)),
  });
  site = await startSite({ '/': '<h1>hello</h1>', ...hold('/a'), ...hold('/b'), ...hold('/c'), ...hold('/d') });
});
after(async () => {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
  for (const end of loading.values()) end();
  await site[Symbol.asyncDispose]();
});

async function start(...flags: readonly string[]) {
  const common = ['--port', '0', '--host', '127.0.0.1', '--browsers', '1', '--timeout', String(stretched(20_000))];
  const child = spawn(process.execPath, [CLI, ...common, '--allow-private-networks', '127.0.0.1', ...flags], {
    stdio: 'pipe',
  });
  started.push(child);
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += String(chunk)));
  const exit = once(child, 'exit') as Promise<[code: number | null]>;
  await eventually(() => output.text.includes('is ready at'), `ready, but: ${output.text}`);
  const url = /ready at (\S+)/.exec(output.text)?.[1] ?? '';
  return { child, output, exit, url };
}

async function ask(url: string, agent?: Agent): Promise<{ status: number; connection: string; body: string }> {
  const [response] = (await once(get(url, agent ? { agent } : { agent: false }), 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers } = response;
  return { status, connection: headers.connection ?? '', body: await text(response) };
}

const begun = (page: string) => eventually(() => loading.has(page), `${page} is loading`);

describe('SIGTERM', { concurrency: 4 }, () => {
  for (const [page, name, flags] of [
    ['/a', 'one process', []],
    ['/b', 'worker processes', ['--workers', '2', '--cache', 'memory']],
  ] as const) {
    test(`${name}: not ready first, then no new connections, and what has begun is answered; exit code 0`, async () => {
      const { child, exit, url, output } = await start('--shutdown-grace', String(GRACE), ...flags);
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      assert.deepEqual(await ask(`${url}/readyz`, agent), { status: 200, connection: 'keep-alive', body: 'OK' });
      // Where there is a cache, the same page is later answered from it, without the web framework.
      await ask(`${url}/render/${site.url}/`);
      const slow = ask(`${url}/render/${site.url}${page}`);
      await begun(page);
      child.kill('SIGTERM');

      await eventually(async () => (await ask(`${url}/readyz`)).status === 503, 'not ready');
      // Until a load balancer has noticed, it sends requests.
      const [during, alive] = await Promise.all([ask(`${url}/render/${site.url}/`, agent), ask(`${url}/livez`)]);
      assert.deepEqual([during.status, during.connection, alive.status], [200, 'close', 200]);
      assert.match(during.body, /hello/);

      await eventually(
        () =>
          ask(`${url}/livez`).then(
            () => false,
            (error: NodeJS.ErrnoException) => error.code === 'ECONNREFUSED',
          ),
        'no new connections',
      );
      assert.equal(child.exitCode, null);
      loading.get(page)?.();
      const { status, connection, body } = await slow;
      assert.deepEqual([status, connection], [200, 'close']);
      assert.match(body, new RegExp(`<h1>${page}</h1>`));
      assert.deepEqual(await exit, [0, null]);
      // The log says with what it ran.
      const line = output.text.split('\n').find((one) => one.includes('settings that are not defaults')) ?? '';
      const { settings } = JSON.parse(line) as { settings: Array<{ option: string; value: unknown; from: string }> };
      assert.deepEqual(
        settings.find(({ option }) => option === 'shutdownGrace'),
        { option: 'shutdownGrace', value: GRACE, from: '--shutdown-grace' },
      );
    });
  }

  test('without a grace: a render in the queue is answered, and an idle connection does not delay the end', async () => {
    const { child, exit, url } = await start('--shutdown-grace', '0', '--concurrency', '1');
    const agent = new Agent({ keepAlive: true });
    await ask(`${url}/livez`, agent);
    const running = ask(`${url}/render/${site.url}/c`);
    await begun('/c');
    const queued = ask(`${url}/render/${site.url}/`);
    await eventually(async () => (await ask(`${url}/livez`)).status === 200, 'the second request has been accepted');
    child.kill('SIGTERM');
    await eventually(
      () =>
        ask(`${url}/livez`).then(
          () => false,
          () => true,
        ),
      'no new connections',
    );
    loading.get('/c')?.();
    assert.match((await running).body, /<h1>\/c<\/h1>/);
    const { status, body } = await queued;
    assert.equal(status, 200);
    assert.match(body, /hello/);
    assert.deepEqual(await exit, [0, null]);
    agent.destroy();
  });

  test('a second one ends the service at once, with exit code 1', async () => {
    const { child, exit, url } = await start('--shutdown-grace', '600000');
    const slow = ask(`${url}/render/${site.url}/d`).catch((error: NodeJS.ErrnoException) => error.code);
    await begun('/d');
    child.kill('SIGTERM');
    await eventually(async () => (await ask(`${url}/readyz`)).status === 503, 'not ready');
    child.kill('SIGTERM');
    assert.deepEqual(await exit, [1, null]);
    assert.equal(await slow, 'ECONNRESET');
  });
});
