/** Functions of a page that are wrapped to detect pending work: for the page they look unchanged. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createRenderer, type Renderer } from 'page-renderer';
import { stretched } from '../../../testing/load.ts';
import type { Site } from './support/site.ts';
import { startSite } from './support/site.ts';

/** Pages whose script writes its findings, with the expected ones. */
const FOUND: Readonly<Record<string, readonly [script: string, found: unknown]>> = {
  'read as native code': [
    `const functions = [setTimeout, Date, Date.now, performance.now, setInterval, requestAnimationFrame, createImageBitmap, crypto.subtle.digest,
       indexedDB.open, IDBDatabase.prototype.transaction, FileReader.prototype.readAsText, Blob.prototype.text,
       HTMLCanvasElement.prototype.toBlob, MessagePort.prototype.postMessage, IntersectionObserver, WebSocket, CSSStyleSheet.prototype.insertRule,
       Object.getOwnPropertyDescriptor(CSSStyleSheet.prototype, 'cssRules').get, CSS.registerProperty];
     return functions.map((one) => [one.name, one.length, /\\[native code\\]/.test(Function.prototype.toString.call(one))]);`,
    [
      ['setTimeout', 1, true],
      ['Date', 7, true],
      ['now', 0, true],
      ['now', 0, true],
      ['setInterval', 1, true],
      ['requestAnimationFrame', 1, true],
      ['createImageBitmap', 1, true],
      ['digest', 2, true],
      ['open', 1, true],
      ['transaction', 1, true],
      ['readAsText', 1, true],
      ['text', 0, true],
      ['toBlob', 1, true],
      ['postMessage', 1, true],
      ['IntersectionObserver', 1, true],
      ['WebSocket', 1, true],
      ['insertRule', 1, true],
      ['get cssRules', 0, true],
      ['registerProperty', 1, true],
    ],
  ],
  'have left nothing in the window': [
    `const names = Object.getOwnPropertyNames(window).filter((name) => /^page.?renderer|pending|noted/i.test(name));
     return [Object.getOwnPropertySymbols(window).length, names];`,
    [0, []],
  ],
  'give what they gave': [
    `const text = (bytes) => [...new Uint8Array(bytes)].slice(0, 3).join();
     const digest = text(await crypto.subtle.digest('SHA-256', new Uint8Array(1)));
     const reader = new FileReader();
     reader.readAsText(new Blob(['read']));
     await new Promise((resolve) => { reader.onload = resolve; });
     const canvas = document.createElement('canvas');
     const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
     const bitmap = await createImageBitmap(canvas);
     const open = indexedDB.open('test');
     open.onupgradeneeded = () => open.result.createObjectStore('store');
     await new Promise((resolve) => { open.onsuccess = resolve; });
     const store = open.result.transaction('store', 'readwrite').objectStore('store');
     store.put('value', 'key');
     const get = store.get('key');
     await new Promise((resolve) => { get.onsuccess = resolve; });
     return [digest, reader.result, await new Blob(['text']).text(), blob.type, bitmap.width, get.result];`,
    ['110,52,11', 'read', 'text', 'image/png', 300, 'value'],
  ],
  'make what they made': [
    `const observer = new IntersectionObserver(() => {});
     class Own extends ResizeObserver { own() { return 1; } }
     const own = new Own(() => {});
     return [observer instanceof IntersectionObserver, observer.constructor === IntersectionObserver, own.own(),
       own instanceof ResizeObserver, Object.prototype.toString.call(observer)];`,
    [true, true, 1, true, '[object IntersectionObserver]'],
  ],
  'fail as they failed': [
    `const caught = [];
     addEventListener('unhandledrejection', (event) => { caught.push('unhandled ' + event.reason.name); });
     crypto.subtle.digest('none', new Uint8Array(1));
     await crypto.subtle.digest('none', new Uint8Array(1)).catch(({ name }) => caught.push('handled ' + name));
     try { indexedDB.open(); } catch (error) { caught.push(error.constructor.name); }
     try { new IntersectionObserver(); } catch (error) { caught.push(error.constructor.name); }
     await new Promise((resolve) => setTimeout(resolve, 50));
     return caught.toSorted();`,
    ['TypeError', 'TypeError', 'handled NotSupportedError', 'unhandled NotSupportedError'],
  ],
  'are called in their order, and not before their time': [
    `const called = [];
     const clocks = () => [performance.now(), Date.now(), +new Date(), new Event('now').timeStamp];
     const begun = clocks();
     const late = (wait) => clocks().some((time, index) => time - begun[index] < wait - 2) ? 'too early' : wait;
     const set = (wait, ...more) => setTimeout(function (...given) {
       called.push(this === window ? late(wait) : 'not of the window', ...given);
     }, wait, ...more);
     set(900);
     set(500, 'with', 'values');
     const cleared = set(1200);
     set(900.5, 'second');
     const converted = set(1000);
     const never = [set(800), set(850)];
     setTimeout(() => { clearTimeout({ valueOf: () => cleared }); clearTimeout(converted + '.0'); clearInterval(String(never[1])); set(100, 'made'); }, 400);
     clearTimeout(never[0]);
     await new Promise((resolve) => setTimeout(resolve, 1500));
     return called;`,
    [500, 'with', 'values', 100, 'made', 900, 900.5, 'second'],
  ],
  'tell the time': [
    `await new Promise((resolve) => setTimeout(resolve, 1000));
     const [frame, now] = await new Promise((resolve) => requestAnimationFrame((time) => resolve([time, performance.now()])));
     class Day extends Date {}
     return [Math.abs(frame - now) < 900, new Date(0).getTime(), new Date(2026, 0).getFullYear(), new Date() instanceof Date,
       new Day().constructor === Day, new Date().constructor === Date, typeof Date(), Date.length, Date.name,
       Date.now() - new Date() < 900, Number.isInteger(Date.now()), Object.prototype.toString.call(new Date())];`,
    [true, 0, 2026, true, true, true, 'string', 7, 'Date', true, true, '[object Date]'],
  ],
  'say where a message comes from': [
    `const frame = document.createElement('iframe');
     frame.srcdoc = '<script>parent.postMessage("from the frame", "*")<\\/script>';
     const heard = new Promise((resolve) => addEventListener('message', resolve));
     document.body.append(frame);
     const { source, data } = await heard;
     return [source === frame.contentWindow, data];`,
    [true, 'from the frame'],
  ],
};

/** Ways in which a page might intercept the wrapped functions. Each then becomes complete with a timer of 800 ms. */
const TAMPERING: Readonly<Record<string, string>> = {
  'the prototypes of what is called': `for (const owner of [Promise, EventTarget, Array, String, CustomEvent, Performance, Function])
     for (const name of Object.getOwnPropertyNames(owner.prototype)) {
       try { if (typeof owner.prototype[name] === 'function' && name !== 'constructor') owner.prototype[name] = () => 0; } catch {}
     }`,
  'what counts the time': `performance.now = () => 1e9; Performance.prototype.now = () => 1e9; Date.now = () => 0;`,
  'the functions themselves': `const late = setTimeout; window.setTimeout = (...given) => late(...given); window.scheduler = undefined;
     window.requestAnimationFrame = () => 0; Scheduler.prototype.postTask = () => new Promise(() => {});`,
  'the prototype of all objects': `for (const name of ['at', 'every', 'get', 'apply', 'then', 'detail', 'priority', 'value'])
     Object.defineProperty(Object.prototype, name, { get() { return undefined; }, set() {}, configurable: true });`,
  'the document': `const text = document.documentElement.outerHTML; const late = setTimeout; document.open();
     document.write('<!doctype html><body></body>'); document.close();`,
};

const page = (script: string) => `<!doctype html><body><script>${script}</script>`;

describe('wrapped functions of a page', { concurrency: 4 }, () => {
  let site: Site;
  let renderer: Renderer;
  before(async () => {
    const found = Object.values(FOUND).map(([script], index) => {
      const run = `(async () => { ${script} })().catch(String)`;
      return [`/found/${index}`, page(`${run}.then((found) => { document.title = JSON.stringify(found); });`)];
    });
    const tampering = Object.values(TAMPERING).map((script, index) => [
      `/tampering/${index}`,
      page(
        `const wait = setTimeout; ${script}; Reflect.apply(wait, window, [() => { document.body.textContent = 'whole'; }, 800]);`,
      ),
    ]);
    site = await startSite(Object.fromEntries([...found, ...tampering]));
    renderer = await createRenderer({
      browsers: 1,
      allowPrivateNetworks: ['127.0.0.1'],
      logLevel: 'silent',
      concurrency: 4,
      timeout: stretched(10_000),
      earlyTimers: true,
    });
  });
  after(async () => {
    await renderer.close();
    await site[Symbol.asyncDispose]();
  });

  for (const [index, [name, [, expected]]] of Object.entries(FOUND).entries()) {
    test(name, async () => {
      // Web Crypto needs an encrypted connection, or a name of the same machine.
      const { html } = await renderer.render(`${site.url}/found/${index}`);
      const title = /<title>(.*)<\/title>/s.exec(html)?.[1] ?? 'null';
      assert.deepEqual(JSON.parse(title.replaceAll('&amp;', '&')), expected);
    });
  }

  for (const [index, name] of Object.keys(TAMPERING).entries()) {
    test(`can’t be got round by changing ${name}`, async () => {
      const { html, verdict } = await renderer.render(`${site.url}/tampering/${index}`);
      assert.match(html, /whole/, verdict);
    });
  }
});
