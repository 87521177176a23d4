/** Several browsers: how pages are distributed, and when a browser is replaced. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { pino } from 'pino';
import type { Renderer, RendererOptions } from 'page-renderer';
import { createRenderer, RendererError } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import { PageSlot } from '../dist/browser/slots/page-slot.js';
import type { JudgedTarget } from '../dist/guard/policy.js';
import { eventually, groupsWith, parentOf, processesWith } from './support/processes.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';
import { readExposition } from './telemetry/support/exposition.ts';

let site: Site;
/** Responses that wait until the test releases them. */
const held: Array<() => void> = [];

before(async () => {
  site = await startSite({
    '/': '<h1>whole</h1>',
    '/held': (_, response) => void held.push(() => response.end('<h1>whole</h1>')),
    '/greedy':
      '<h1>greedy</h1><script>window.kept = Array.from({ length: 10 }, () => new Uint8Array(6e7).fill(1)); setTimeout(() => fetch("/held"))</script>',
  });
});
after(() => site[Symbol.asyncDispose]());

const release = () => {
  for (const answer of held.splice(0)) answer();
};
const ADMIN = 'the-token-of-the-admin';
const make = (options: RendererOptions = {}, lines: Array<Record<string, unknown>> = []) =>
  createRenderer(
    {
      allowPrivateNetworks: ['127.0.0.1'],
      timeout: stretched(20_000),
      browsers: 2,
      concurrency: 4,
      adminToken: ADMIN,
      ...options,
    },
    { logger: pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }) },
  );
/** How many browsers were replaced for each reason, by the metrics. */
async function replaced(renderer: Renderer): Promise<Record<string, number>> {
  const asked = new Request('http://renderer.test/metrics', { headers: { authorization: `Bearer ${ADMIN}` } });
  const { samples } = readExposition(await (await renderer.fetch(asked)).text());
  const counted = samples.filter(({ name, value }) => name === 'page_renderer_browser_replacements_total' && value > 0);
  return Object.fromEntries(counted.map(({ labels, value }) => [labels['reason'], value]));
}
/** Main processes of the browsers of this process, without processes that one has just forked, which still look like it. */
const browsers = () =>
  processesWith(`/page-renderer-${process.pid}-`)
    .filter(({ pid, command }) => !command.includes('--type=') && parentOf(pid) === process.pid)
    .map(({ pid }) => pid)
    .toSorted((a, b) => a - b);

describe('browsers', () => {
  test('pages are distributed over browsers; when one browser is lost, all pages are right', async () => {
    await using renderer = await make();
    await renderer.ready();
    const first = browsers();
    assert.equal(first.length, 1);
    const renders = [1, 2, 3, 4].map(() => renderer.render(`${site.url}/held`));
    await eventually(() => browsers().length === 2 && held.length === 4, 'four pages in two browsers');
    process.kill(first[0] ?? assert.fail('there is none'), 'SIGKILL');
    await eventually(() => held.length > 4, 'a page was begun anew');
    assert.ok(held.length < 8, 'not all pages were');
    const letGo = setInterval(release, 50);
    for (const { html } of await Promise.all(renders)) assert.match(html, /whole/);
    clearInterval(letGo);
    assert.deepEqual(await replaced(renderer), { ended: 1 });
  });

  test('one keeps a page open for the next render; when that has ended, the render gets another', async () => {
    await using renderer = await make({ browsers: 1 });
    const own = `/page-renderer-${process.pid}-`;
    const pages = () => groupsWith(own).filter(({ command }) => command.includes('--type=renderer'));
    for (let round = 0; round < 3; round += 1) {
      assert.match((await renderer.render(`${site.url}/`)).html, /whole/);
      await eventually(() => pages().length > 0, 'a page waits');
      for (const { pid } of pages()) process.kill(pid, 'SIGKILL');
    }
    assert.match((await renderer.render(`${site.url}/`)).html, /whole/);
    assert.equal(browsers().length, 1);
  });

  test('an empty page whose process ends as a render takes it is replaced, three in a row', async (context) => {
    await using renderer = await make({ browsers: 1 });
    let left = 3;
    // oxlint-disable-next-line typescript/unbound-method -- called with the slot
    const { assign } = PageSlot.prototype;
    const { mock } = context.mock.method(PageSlot.prototype, 'assign', function (this: PageSlot, target: JudgedTarget) {
      const page = assign.call(this, target);
      if (left > 0) {
        // Its process begins only about now, and before that, there is nothing to crash.
        const again = setInterval(() => page.crash(), 2);
        page.gone.catch(() => clearInterval(again));
      }
      left -= 1;
      return page;
    });
    assert.match((await renderer.render(`${site.url}/`)).html, /whole/);
    // On a slow machine, the next page may be opened in the process that is ending, and is replaced, too.
    assert.ok(mock.callCount() >= 4, `${mock.callCount()} pages`);
  });

  test('a browser is replaced after recycleAfterRenders renders', async () => {
    await using renderer = await make({ recycleAfterRenders: 2 });
    const seen = new Set<number>();
    for (let render = 0; render < 6; render++) {
      assert.match((await renderer.render(`${site.url}/`)).html, /whole/);
      for (const pid of browsers()) seen.add(pid);
    }
    assert.ok(seen.size >= 3, `${seen.size} browsers`);
    await eventually(() => browsers().length <= 2, 'those that were replaced have ended');
  });

  test('a site whose pages were open when two browsers were lost gets a separate browser for some time', async () => {
    const lines: Array<Record<string, unknown>> = [];
    await using renderer = await make({ browsers: 1 }, lines);
    await renderer.ready();
    const render = renderer.render(`${site.url}/held`);
    for (let loss = 0; loss < 2; loss++) {
      await eventually(() => held.length > loss, 'the page is open');
      for (const pid of browsers()) process.kill(pid, 'SIGKILL');
    }
    await eventually(() => held.length > 2, 'the page is open again');
    assert.ok(lines.some((line) => line['site'] === '127.0.0.1' && line['level'] === 40));
    const apart = browsers();
    release();
    assert.match((await render).html, /whole/);
    // A page of another site (here another name of this machine) is opened in another browser.
    await renderer.render(site.url.replace('127.0.0.1', 'localhost')).catch((error: unknown) => {
      assert.ok(error instanceof RendererError && error.code === 'refused-address');
    });
    assert.equal(apart.length, 1);
  });

  test('a service keeps a spare browser, and replaces it when it dies', async () => {
    await using renderer = await make({ port: 0, host: '127.0.0.1' });
    await renderer.ready();
    const [used] = browsers();
    await renderer.listen();
    const spare = () => browsers().find((pid) => pid !== used);
    await eventually(() => spare() !== undefined, 'there is one in reserve');
    const first = spare() ?? assert.fail('there is none');
    process.kill(first, 'SIGKILL');
    await eventually(() => ![undefined, first].includes(spare()), 'there is another');
  });

  test(
    'a page that takes more memory than it may is ended, and told so',
    { skip: process.platform !== 'linux' },
    async () => {
      await using renderer = await make({ maxPageMemory: 256 });
      const [greedy, beside] = await Promise.allSettled([
        renderer.render(`${site.url}/greedy`),
        renderer.render(`${site.url}/`),
      ]);
      assert.ok(greedy.status === 'rejected' && greedy.reason instanceof RendererError);
      assert.deepEqual([greedy.reason.code, greedy.reason.verdict], ['page-too-large', 'over-memory']);
      assert.ok(beside.status === 'fulfilled' && beside.value.html.includes('whole'));
      release();
    },
  );

  test('a browser that uses too much memory in total is replaced', { skip: process.platform !== 'linux' }, async () => {
    const lines: Array<Record<string, unknown>> = [];
    await using renderer = await make({ maxBrowserMemory: 256, browsers: 1, timeout: stretched(4_000) }, lines);
    await renderer.ready();
    const [pid = 0] = browsers();
    const render = renderer.render(`${site.url}/greedy`).catch(() => undefined);
    await eventually(() => !browsers().includes(pid), 'the browser was replaced');
    assert.ok(lines.some(({ msg }) => /too much memory/.test(String(msg))));
    release();
    await render;
    assert.match((await renderer.render(`${site.url}/`)).html, /whole/);
    // The page is rendered again until its time is over, and every browser that it fills is replaced.
    assert.deepEqual(Object.keys(await replaced(renderer)), ['memory']);
  });
});
