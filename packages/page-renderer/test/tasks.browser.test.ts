/** Tasks that browsers run when nothing else is to be done: a page is complete when they have run, not before. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stretched } from '../../../testing/load.ts';
import { testsAll } from '../../../testing/rounds.ts';
import { useBench } from './support/rendering.ts';

/** Functions for the scripts of pages, frames and web workers. */
const TOOLS = `const compute = (ms) => { for (const end = performance.now() + ms; performance.now() < end;); };
  const background = (task = () => {}) => scheduler.postTask(task, { priority: 'background' });
  const late = () => new Promise((resolve) => setTimeout(resolve, 1_900));
  const times = async (count, next) => { for (let n = 0; n < count; n += 1) { await next(); compute(60); } };
  const inParts = async (next) => { await late(); await times(10, next); };`;
const IN_FRAME = `<script>${TOOLS} inParts(background).then(() => parent.postMessage('', '*'))</script>`;
/** A web worker, or a shared one, that sends a message when it has run. */
const IN_WORKER = `${TOOLS} const run = (port) => inParts(background).then(() => port.postMessage(''));
  if (typeof DedicatedWorkerGlobalScope === 'function') run(globalThis); else onconnect = (event) => run(event.ports[0]);`;
const addressOf = (source: string) =>
  `URL.createObjectURL(new Blob([${JSON.stringify(source)}], { type: 'text/javascript' }))`;

const page = (script: string) => `<!doctype html><title>page</title><div id="app">Loading</div>
<script type="module">const done = () => { document.getElementById('app').textContent = 'whole' };${TOOLS}${script}</script>`;

/** What begins just before timers are no longer waited for, and continues after that. */
const LATE: Record<string, string> = {
  'each posts the next one': page('await late(); await times(10, background); done()'),
  'they are posted at once': page(
    'await late(); for (let n = 0; n < 10; n += 1) background(() => { compute(60); if (n === 9) done(); })',
  ),
  'in a frame': page(
    `onmessage = done; document.body.append(Object.assign(document.createElement('iframe'), { src: '/frame' }))`,
  ),
  'in a frame of another site': page(
    `onmessage = done; const src = location.origin.replace('127.0.0.1', 'localhost') + '/frame';
    document.body.append(Object.assign(document.createElement('iframe'), { src }))`,
  ),
  'in the text of a frame': page(
    `onmessage = done; document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: ${JSON.stringify(IN_FRAME).replaceAll('<', String.raw`\x3c`)} }))`,
  ),
  'in a worker': page(`new Worker(${addressOf(IN_WORKER)}).onmessage = done`),
  'in a shared worker': page(`new SharedWorker(${addressOf(IN_WORKER)}).port.onmessage = done`),
  'in a worker of a worker': page(
    `new Worker(${addressOf(`new Worker(${addressOf(IN_WORKER)}).onmessage = () => postMessage('')`)}).onmessage = done`,
  ),
  'one yields to the others': page('background(async () => { await inParts(() => scheduler.yield()); done() })'),
  'its priority changes': page(
    `const controller = new TaskController({ priority: 'background' });
    await inParts(() => { controller.setPriority('user-visible'); controller.setPriority('background');
      return scheduler.postTask(() => {}, { signal: controller.signal }) }); done()`,
  ),
  'between messages, timers and idle callbacks': page(
    `const { port1, port2 } = new MessageChannel();
    const kinds = [background, () => new Promise((resolve) => { port1.onmessage = resolve; port2.postMessage(0) }), background,
      () => new Promise((resolve) => setTimeout(resolve)), background, () => new Promise(requestIdleCallback)];
    await late(); for (let n = 0; n < 12; n += 1) { await kinds[n % 6](); compute(30) } done()`,
  ),
  'the page has wrapped the scheduler': page(
    `const post = scheduler.postTask.bind(scheduler);
    scheduler.postTask = (task) => post(() => task(), { priority: 'background' });
    await inParts(() => scheduler.postTask(() => {})); done()`,
  ),
};

/** What never runs. */
const NEVER = page(
  `const controller = new TaskController({ priority: 'background' });
  const { signal } = controller;
  const tasks = [{ signal }, { delay: 1e7, signal }, { priority: 'none' }, { delay: -1 }, { signal: 'none' }]
    .map((options) => scheduler.postTask(() => {}, options));
  tasks.push(scheduler.postTask(), scheduler.postTask(() => { throw new Error('failed') }));
  controller.abort();
  tasks.push(scheduler.postTask(() => {}, { signal }));
  const frame = document.body.appendChild(document.createElement('iframe'));
  for (const options of [{ priority: 'background' }, { delay: 1e7 }]) frame.contentWindow.scheduler.postTask(() => {}, options);
  frame.remove();
  if ((await Promise.allSettled(tasks)).every(({ status }) => status === 'rejected')) done()`,
);

describe('tasks of the scheduler', { concurrency: 4 }, () => {
  const bench = useBench({ timeout: stretched(15_000) });
  const rendered = async (name: string, html: string) => {
    bench.pages.set(`/${encodeURIComponent(name)}`, html);
    bench.pages.set('/frame', `<!doctype html>${IN_FRAME}`);
    return bench.renderer.render(`${bench.site.url}/${encodeURIComponent(name)}`);
  };

  for (const [name, html] of Object.entries(LATE).filter((_, index) => testsAll || index % 3 === 0)) {
    test(`a page is not complete before they have run: ${name}`, async () => {
      const { html: text, verdict, pending } = await rendered(name, html);
      // A busy machine may need longer than tasks are waited for.
      if (verdict === 'settled') assert.deepEqual(Object.keys(pending), ['busy']);
      else assert.match(`${verdict} ${text}`, /complete[^]*<div id="app">whole<\/div>/);
    });
  }

  test('those that were aborted, were not posted, or whose frame is gone are not waited for', async () => {
    const { html, verdict, pending } = await rendered('never', NEVER);
    assert.match(html, /<div id="app">whole<\/div>/);
    assert.deepEqual([verdict, pending], ['complete', {}]);
  });

  test('a page that posts them without end is settled', async () => {
    const endless = page('done(); const go = () => { background(go) }; go()');
    const { html, verdict, pending } = await rendered('endless', endless);
    assert.match(html, /<div id="app">whole<\/div>/);
    assert.deepEqual([verdict, Object.keys(pending)], ['settled', ['busy']]);
  });

  test('for the page, the scheduler is the one of the browser', async () => {
    const { html } = await rendered(
      'native',
      page(`const order = [];
      const options = Object.fromEntries(['signal', 'priority', 'delay'].map((name) => [name, undefined]));
      const watched = new Proxy(options, { get: (_, name) => void order.push(name) });
      const value = await scheduler.postTask(function () { 'use strict'; return [this, arguments.length] }, watched);
      const failed = await scheduler.postTask(() => {}, { get delay() { throw 'own' } }).catch((error) => error);
      let unhandled = 0;
      addEventListener('unhandledrejection', (event) => { unhandled += 1; event.preventDefault() });
      scheduler.postTask(() => { throw 'unhandled' });
      setTimeout(() => document.body.append(JSON.stringify([order, value, failed, unhandled, scheduler.postTask.length,
        String(scheduler.postTask)])), 100)`),
    );
    assert.match(html, /\[\["delay","priority","signal"\],\[null,0\],"own",1,1,"function[^"]*\[native code\] \}"\]/);
  });
});
