/**
 * Pages that become complete late, in every possible way. Each must be complete in the output, whatever it waits for:
 * consecutive requests, timers, idle callbacks, web workers, observers.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Renderer, RenderResult } from 'page-renderer';
import { createRenderer } from 'page-renderer';
import { stretched, toldUnlessBusy } from '../../../testing/load.ts';
import { each } from '../../../testing/rounds.ts';
import type { Explanation } from '../dist/server/explain/explanation/explanation.js';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

type Pending = RenderResult['pending'];

const page = (script: string, body = '') => `<!doctype html><title>page</title><body><div id="app">Loading</div>${body}
<script type="module">const done = (text = 'whole') => { document.getElementById('app').textContent = text };${script}</script>`;

const PAGES: Record<string, string> = {
  'static text': '<!doctype html><div id="app">whole</div>',
  'three requests, one after the other': page(
    'for (const step of [1, 2, 3]) await fetch("/delay?30&" + step).then((r) => r.text()); done()',
  ),
  'six requests, one after the other': page(
    'for (const step of [1, 2, 3, 4, 5, 6]) await fetch("/delay?100&" + step).then((r) => r.text()); done()',
  ),
  'a timer after load': page('addEventListener("load", () => setTimeout(done, 300))'),
  'a request from a timer': page('setTimeout(() => fetch("/delay?200").then(() => done()), 300)'),
  'many pictures, style sheets and scripts': page(
    'done()',
    `${Array.from({ length: 20 }, (_, index) => `<img src="/delay?20&picture=${index}">`).join('')}<link rel="stylesheet" href="/style.css">`,
  ),
  'five thousand nodes': page(
    'const list = document.createElement("ul"); for (let i = 0; i < 5000; i++) list.append(Object.assign(document.createElement("li"), { textContent: i })); document.body.append(list); done()',
  ),
  'a component in a shadow root': page(
    'customElements.define("x-app", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<slot></slot>"; setTimeout(() => done(), 100) } })',
    '<x-app>inside</x-app>',
  ),
  'an idle callback and a dynamic import': page(
    'requestIdleCallback(async () => { const { text } = await import("/module.js"); done(text) })',
  ),
  'a fetch whose body is never read': page('const answer = await fetch("/delay?50"); done(answer.ok ? "whole" : "")'),
  'a preload that tells when it has loaded': page(
    'const link = document.createElement("link"); link.rel = "preload"; link.as = "fetch"; link.crossOrigin = ""; link.href = "/delay?200"; link.onload = () => done(); document.head.append(link)',
  ),
  'a worker': page(
    'const worker = new Worker("/worker.js"); worker.onmessage = ({ data }) => done(data); worker.postMessage("go")',
  ),
  'an intersection observer': page(
    'new IntersectionObserver(([entry]) => { if (entry.isIntersecting) done() }).observe(document.getElementById("app"))',
  ),
  'an animation frame': page('requestAnimationFrame(() => requestAnimationFrame(() => done()))'),
  'an XMLHttpRequest': page(
    'const x = new XMLHttpRequest(); x.open("GET", "/delay?100"); x.onload = () => done(); x.send()',
  ),
  'a streamed body': page(
    'const text = await (await fetch("/stream")).text(); done(text.endsWith("end") ? "whole" : text)',
  ),
  'a message from a frame': page(
    'onmessage = ({ data }) => done(data)',
    '<iframe srcdoc="<script>setTimeout(() => parent.postMessage(`whole`, `*`), 200)</script>"></iframe>',
  ),
  'a script that loads a script': page(
    'const script = document.createElement("script"); script.src = "/classic.js"; document.head.append(script)',
  ),
  'a page that would register a service worker': page(
    'if ("serviceWorker" in navigator) await navigator.serviceWorker.register("/worker.js"); done()',
  ),
  'a frame without scripts': page('done()', '<iframe src="/delay?10"></iframe><iframe srcdoc="<p>text</p>"></iframe>'),
  'a timer of a frame that the page has made': page(
    'const frame = document.body.appendChild(document.createElement("iframe")); frame.contentWindow.setTimeout(() => done(), 700)',
  ),
  'a frame that a script has written anew': page(
    `const frame = document.body.appendChild(document.createElement("iframe")); const inner = frame.contentDocument;
     inner.open(); inner.write("<script>setTimeout(() => parent.document.getElementById('app').replaceChildren('whole'), 700)<\\/script>"); inner.close()`,
  ),
  // Copying it to the console would block all other pages of the browser.
  'a huge error, which the page sees and the console does not': page(
    `addEventListener("error", (event) => event.defaultPrevented && event.error.message.length === 2e6 && done());
     setTimeout(() => { throw new Error("x".repeat(2e6)) })`,
  ),
  'a huge rejection, which the page sees and the console does not': page(
    `addEventListener("unhandledrejection", (event) => event.defaultPrevented && event.reason.length === 2e6 && done());
     Promise.reject("x".repeat(2e6))`,
  ),
  'an error of any other size': page(
    `addEventListener("error", (event) => event.defaultPrevented || done()); setTimeout(() => { throw new Error("small") })`,
  ),
  'a web font': page(
    'await document.fonts.load("16px x").catch(() => {}); done()',
    '<style>@font-face{font-family:x;src:url(/delay?100)}</style>',
  ),
};

const LATE = 'const answer = await fetch("/late-end"), isWhole = (text) => text.endsWith("end");';
/** Ways to read a body whose second part comes a second after its first. */
const READS: Record<string, string> = {
  'of a copy': `${LATE} if (isWhole(await answer.clone().text())) done()`,
  'by its parts': `${LATE} const reader = answer.body.getReader(); while (!(await reader.read()).done); done()`,
  'by its parts, as text': `${LATE} const reader = (answer.textStream?.() ?? answer.body).getReader();
    while (!(await reader.read()).done); done()`,
  'through a stream': `${LATE} if (isWhole(await new Response(answer.body.pipeThrough(new TransformStream())).text())) done()`,
  'into a cache': `${LATE} await (await caches.open("late")).put("/late-end", answer); done()`,
  'by a compiler': 'await WebAssembly.compileStreaming(fetch("/late-end")).catch(() => done())',
  'before the answer is given': 'await fetch("/late-end", { integrity: "sha256-AAAA" }).catch(() => done())',
  'in a worker': 'new Worker("/late-worker.js").onmessage = ({ data }) => done(data)',
};
for (const [name, script] of each(Object.entries(READS), 3))
  PAGES[`a body that comes late, read ${name}`] = page(script);

/** They have what they wait for, but more may follow. */
const OPEN: Record<string, readonly [page: string, pending: Pending]> = {
  'an event source that stays open': [
    page('const source = new EventSource("/events"); source.onmessage = ({ data }) => done(data)'),
    { 'event-source': 1 },
  ],
  'an event source that is accepted late': [
    page('const source = new EventSource("/late-events"); source.onmessage = ({ data }) => done(data)'),
    { 'event-source': 1 },
  ],
  'a body that is read by its parts, and goes on': [
    page('const reader = (await fetch("/endless")).body.getReader(); while (!(await reader.read()).done) done()'),
    { stream: 1 },
  ],
  'a page that loads itself again every second': [
    '<!doctype html><meta http-equiv="refresh" content="1"><div id="app">whole</div>',
    { refresh: 1 },
  ],
  'requests without end': [page('done(); setInterval(() => fetch("/delay?10"), 50)'), { interval: 1, request: 1 }],
};

PAGES['what is loaded for pages to come, and told to a server'] = page(
  'navigator.sendBeacon("/hang", "told"); done()',
  `<link rel="prefetch" href="/hang"><script type="speculationrules">
   { "prefetch": [{ "source": "list", "urls": ["/hang?next"], "eagerness": "immediate" }] }</script>`,
);
/** Endless bodies that nobody reads. */
PAGES['bodies that are never read'] = page(
  `globalThis.kept = [await fetch("/endless"), await fetch("/begun")];
   new Worker("/unread-worker.js").onmessage = ({ data }) => done(data)`,
);

/** Messages of the browser about its cache, for so long that the page would seem complete. */
const ASKED: Record<string, string> = {
  databases: 'indexedDB.databases()',
  locks: 'navigator.locks.query()',
  buckets: 'navigator.storageBuckets.keys()',
  'a folder': '(globalThis.folder ??= await navigator.storage.getDirectory()).keys().next()',
  caches: 'caches.keys()',
};
for (const [name, asked] of each(Object.entries(ASKED), 3)) {
  PAGES[`asked for ${name} again and again`] = page(
    `for (const end = performance.now() + 700; performance.now() < end;) await ${asked}; done()`,
  );
}

const ENDLESS: Record<string, string> = {
  'a picture that never comes': page('done()', '<img src="/hang">'),
  'a request that hangs beside it': page('done(); fetch("/hang")', '<img src="/hang">'),
};

let site: Site;
let renderer: Renderer;

before(async () => {
  const open = Object.entries(OPEN).map(([name, [html]]) => [name, html] as const);
  const pages = [...Object.entries(PAGES), ...open, ...Object.entries(ENDLESS)];
  site = await startSite({
    ...Object.fromEntries(pages.map(([name, html]) => [`/${encodeURIComponent(name)}`, html])),
    '/delay': ({ url }, response) => void setTimeout(() => response.end('{}'), Number(/\d+/.exec(url ?? '')?.[0] ?? 0)),
    '/hang': () => {},
    '/long-poll': page('done(); fetch("/hang")'),
    '/elsewhere': '<!doctype html><div id="app">whole</div>',
    // It comes later than 2 s after the load event.
    '/late-refresh': page(
      `await new Promise((next) => setTimeout(next, 1_700)); document.head.innerHTML = '<meta http-equiv=refresh content="1; url=/elsewhere">'`,
    ),
    '/slow': page('await fetch("/delay?6000"); done()'),
    '/dropped': (_, response) => void response.destroy(),
    '/to-dropped': '<!doctype html><h1>there</h1><script>location.replace("/dropped")</script>',
    '/nowhere': '<!doctype html><h1>there</h1><script>location.replace("about:blank")</script>',
    // Longer than hanging requests are waited for.
    '/other-request': page('await fetch("/delay?2000"); done()'),
    '/begun': (_, response) => void response.writeHead(200).write('part'),
    '/endless': (_, response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('part '), 300);
      response.on('close', () => clearInterval(timer));
    },
    '/late-end': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'application/wasm' }).write('part ');
      setTimeout(() => response.end('end'), 1_000);
    },
    '/late-worker.js': (_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/javascript' })
        .end('fetch("/late-end").then((answer) => answer.text()).then(() => postMessage("whole"))'),
    '/unread-worker.js': (_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/javascript' })
        .end('fetch("/endless").then((answer) => { globalThis.kept = answer; postMessage("whole") })'),
    '/style.css': (_, response) => response.writeHead(200, { 'Content-Type': 'text/css' }).end('#app { color: red }'),
    '/module.js': (_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/javascript' })
        .end('await fetch("/delay?50"); export const text = "whole";'),
    '/classic.js': (_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/javascript' })
        .end('document.getElementById("app").textContent = "whole"'),
    '/worker.js': (_, response) =>
      response
        .writeHead(200, { 'Content-Type': 'text/javascript' })
        .end('onmessage = async () => { await (await fetch("/delay?100")).text(); postMessage("whole") }'),
    '/stream': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/plain' });
      let parts = 0;
      const timer = setInterval(() => {
        parts += 1;
        response.write('part ');
        if (parts === 5) {
          clearInterval(timer);
          response.end('end');
        }
      }, 150);
    },
    // Each takes less than the waiting time; both together take longer.
    '/late-events': (_, response) => {
      setTimeout(() => response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders(), 1_000);
      setTimeout(() => response.write('data: whole\n\n'), 2_000);
    },
    '/events': (_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      setTimeout(() => response.write('data: whole\n\n'), 100);
    },
  });
  renderer = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    timeout: stretched(8_000),
    logLevel: 'silent',
  });
});
after(async () => {
  await renderer.close();
  await site[Symbol.asyncDispose]();
});

describe('whole, and told as complete', { concurrency: 3 }, () => {
  for (const name of each(Object.keys(PAGES), 2)) {
    test(name, async () => {
      const result = await renderer.render(`${site.url}/${encodeURIComponent(name)}`);
      assert.match(result.html, /<div id="app">whole<\/div>/);
      assert.deepEqual(toldUnlessBusy(result), ['complete', {}]);
    });
  }
});

describe('whole, and told as settled', { concurrency: 3 }, () => {
  for (const [name, [, expected]] of Object.entries(OPEN)) {
    test(name, async () => {
      const { html, verdict, pending } = await renderer.render(`${site.url}/${encodeURIComponent(name)}`);
      assert.match(html, /<div id="app">whole<\/div>/);
      assert.deepEqual([verdict, pending], ['settled', expected]);
    });
  }
});

test('a page whose script navigates to an empty response is blank', async () => {
  const { verdict, pending } = await renderer.render(`${site.url}/nowhere`);
  assert.deepEqual([verdict, pending], ['blank', {}]);
});

test('a page that goes on within a second is left for the next one, however late', async () => {
  const { html, verdict } = await renderer.render(`${site.url}/late-refresh`);
  assert.match(html, /<div id="app">whole<\/div>/);
  assert.equal(verdict, 'client-redirect');
});

test('a page whose script leads to where nothing is answered says so, also while it loads itself', async () => {
  await assert.rejects(renderer.render(`${site.url}/to-dropped`), { code: 'connection-failed' });
});

test('a request without a response is left once, then waited for, and so known as slow or as one that hangs; /explain says so', async () => {
  await using own = await createRenderer({
    browsers: 1,
    concurrency: 4,
    cache: 'memory',
    allowPrivateNetworks: ['127.0.0.1'],
    timeout: stretched(8_000),
    logLevel: 'silent',
  });
  const poll = `${site.url}/long-poll`;
  const slow = `${site.url}/slow`;
  const isWhole = ({ html }: { html: string }) => html.includes('<div id="app">whole</div>');
  const explain = async (url: string) => {
    const explained = await own.fetch(new Request(`http://renderer.test/explain.json?url=${encodeURIComponent(url)}`));
    return ((await explained.json()) as Explanation).requests.open;
  };
  const open = { url: `${site.url}/hang`, method: 'GET', type: 'Fetch' };

  const [first, again, late, told] = await Promise.all([
    own.render(poll),
    own.render(poll),
    own.fetch(new Request(`http://renderer.test/render/${slow}`)),
    explain(poll),
  ]);
  for (const { verdict, pending } of [first, again])
    assert.deepEqual([verdict, pending], ['settled', { unanswered: 1 }]);
  assert.deepEqual(told, [{ ...open, state: 'unanswered' }]);
  assert.equal(late.headers.get('X-Render-Pending'), 'unanswered=1');
  const stored = await own.fetch(new Request(`http://renderer.test/render/${slow}`));
  assert.match(stored.headers.get('Cache-Status') ?? '', /hit/);

  const [whole, hung] = await Promise.all([own.render(slow), own.render(poll)]);
  assert.deepEqual([whole.verdict, whole.pending, isWhole(whole)], ['complete', {}, true]);
  assert.deepEqual([hung.verdict, hung.pending], ['budget', { request: 1 }]);

  const [known, third, other, toldOfKnown] = await Promise.all([
    own.render(poll),
    own.render(slow),
    own.render(`${site.url}/other-request`),
    explain(poll),
  ]);
  assert.deepEqual([known.verdict, known.pending, isWhole(known)], ['settled', { request: 1 }, true]);
  assert.deepEqual(toldOfKnown, [{ ...open, state: 'hung' }]);
  for (const { verdict, html } of [third, other]) assert.deepEqual([verdict, isWhole({ html })], ['complete', true]);
});

// They mostly wait.
describe('whole, and told as out of time', { concurrency: 4 }, () => {
  let quick: Renderer;
  before(async () => {
    quick = await createRenderer({
      browsers: 1,
      allowPrivateNetworks: ['127.0.0.1'],
      timeout: stretched(2_000, 4),
      logLevel: 'silent',
    });
    await quick.ready();
  });
  after(() => quick.close());

  for (const name of Object.keys(ENDLESS)) {
    test(name, async () => {
      const url = `${site.url}/${encodeURIComponent(name)}`;
      const { html, verdict } = await quick.render(url);
      assert.match(html, /<div id="app">whole<\/div>/);
      assert.equal(verdict, 'budget');
    });
  }
});

test('eight at a time, each is still whole', async () => {
  await using own = await createRenderer({
    browsers: 1,
    allowPrivateNetworks: ['127.0.0.1'],
    concurrency: 8,
    timeout: stretched(15_000),
    logLevel: 'silent',
  });
  const broken: string[] = [];
  const names = each(Object.keys(PAGES), 3).values();
  const work = async () => {
    for (const name of names) {
      const { html, verdict } = await own.render(`${site.url}/${encodeURIComponent(name)}`);
      if (!html.includes('<div id="app">whole</div>')) broken.push(`${name}: ${verdict}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  assert.deepEqual(broken, []);
});
