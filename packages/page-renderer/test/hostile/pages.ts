/** Pages that try to harm the renderer: each as HTML, or as a function that answers the request. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers the request for a hostile page. */
export type HostilePage = string | ((request: IncomingMessage, response: ServerResponse) => void);

const script = (source: string): string =>
  `<!doctype html><title>hostile</title><h1>hostile</h1><script>${source}</script>`;
const HUGE = `const huge = 'x'.repeat(250e6);`;

/** Pages that send the renderer too much. */
export const CHATTER: Readonly<Record<string, HostilePage>> = {
  'a huge line in the console': script(`${HUGE} for (let i = 0; i < 3; i++) console.log(huge, huge);`),
  'a huge error': script(`setTimeout(() => { throw new Error('x'.repeat(5e8)) })`),
  'a huge rejection': script(`Promise.reject('x'.repeat(5e8))`),
  'a getter that hands over a huge text': script(
    `${HUGE} Object.defineProperty(window, 'prerenderReady', { get: () => huge + Math.random() });`,
  ),
  'a getter that throws a huge error': script(
    `${HUGE} Object.defineProperty(window, 'prerenderReady', { get() { throw new Error(huge) } });`,
  ),
  'a huge body of a request': script(`${HUGE} fetch('/nothing', { method: 'POST', body: huge + huge });`),
  'huge addresses': script(`for (let i = 0; i < 50; i++) fetch('data:text/plain,' + 'x'.repeat(3e7) + i);`),
  'a huge address in the history': script(`history.pushState(0, '', '?' + 'x'.repeat(3e7));`),
  'a huge dialog': script(`alert('x'.repeat(5e8)); confirm('x'.repeat(3e8)); prompt('x'.repeat(3e8));`),
  'a huge title': script(`document.title = 'x'.repeat(3e8);`),
  'a huge meta': script(
    `const meta = document.createElement('meta'); meta.name = 'render:header'; meta.content = 'X-A: ' + 'x'.repeat(15e6); document.head.append(meta, meta.cloneNode(), meta.cloneNode());`,
  ),
  'messages of a socket that is huge': script(`new WebSocket('ws://' + location.host + '/' + 'x'.repeat(1e7));`),
  'a property of the window with the name of a function': script(
    `for (const name of Object.getOwnPropertyNames(window)) try { window[name] = () => 'x'.repeat(1e8) } catch {}`,
  ),
};

/** Pages that are busy endlessly. */
export const BUSY: Readonly<Record<string, HostilePage>> = {
  'a script without end': script(`for (;;);`),
  'a script without end in a getter': script(
    `Object.defineProperty(window, 'prerenderReady', { get() { for (;;); } });`,
  ),
  'tasks without end': script(
    `const spin = () => { const end = Date.now() + 900; while (Date.now() < end); setTimeout(spin) }; spin()`,
  ),
  'microtasks without end': script(`const spin = () => Promise.resolve().then(spin); spin()`),
  'a catastrophic regular expression': script(`/^(a+)+$/.test('a'.repeat(60) + '!')`),
  'dialogs without end': script(`for (;;) alert('again')`),
  'a body without end': (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    const timer = setInterval(() => response.write('<p>more</p>'.repeat(5_000)), 5);
    response.on('close', () => clearInterval(timer));
  },
  'writing without end': script(`setInterval(() => document.write('<p>more'.repeat(1000)), 1)`),
  'a stylesheet that never comes': '<link rel="stylesheet" href="/never"><h1>hostile</h1>',
};

/** Pages that navigate endlessly to other addresses. */
export const RESTLESS: Readonly<Record<string, HostilePage>> = {
  'an address after the other': script(`location.href = '?' + Math.random()`),
  'reloading without end': script(`location.reload()`),
  'a refresh without end': '<meta http-equiv="refresh" content="0"><h1>hostile</h1>',
  'states without end': script(`for (let i = 0; i < 1e7; i++) history.pushState(i, '', '?' + i)`),
  'states in tasks without end': script(
    `setInterval(() => { for (let i = 0; i < 1e3; i++) history.pushState(i, '', '#' + i) })`,
  ),
};

/** Pages that use all available resources. */
export const GREEDY: Readonly<Record<string, HostilePage>> = {
  'three hundred workers': script(
    `const url = URL.createObjectURL(new Blob(['for (;;);'])); for (let i = 0; i < 300; i++) new Worker(url)`,
  ),
  'workers of workers': script(
    `const source = 'const u = URL.createObjectURL(new Blob([self.name])); for (let i = 0; i < 5; i++) new Worker(u, { name: self.name })'; new Worker(URL.createObjectURL(new Blob([source])), { name: source })`,
  ),
  'a shared worker for each address': script(`for (let i = 0; i < 100; i++) new SharedWorker('/worker?' + i)`),
  'windows without end': script(`setInterval(() => open('/again?' + Math.random()))`),
  'windows that nobody knows of': script(
    `for (let i = 0; i < 100; i++) { const a = document.createElement('a'); a.href = '/?' + i; a.target = '_blank'; a.rel = 'noopener'; document.body.append(a); a.click() }`,
  ),
  'requests without end': script(
    `setInterval(() => { for (let i = 0; i < 100; i++) fetch('/nothing?' + Math.random()) })`,
  ),
  'frames within frames': script(
    `const nest = (w, n) => { for (let i = 0; i < n; i++) { const f = w.document.createElement('iframe'); w.document.body.append(f); w = f.contentWindow } }; for (let i = 0; i < 20; i++) nest(window, 50)`,
  ),
  'a million elements': script(`document.body.innerHTML = '<b>x</b>'.repeat(1e6)`),
  'elements without end': script(
    `setInterval(() => document.body.append(...Array.from({ length: 1e4 }, () => document.createElement('i'))))`,
  ),
  'sixty million characters': script(`document.body.append('word '.repeat(12e6))`),
  'large canvases': script(
    `for (let i = 0; i < 20; i++) { const c = document.createElement('canvas'); c.width = c.height = 16e3; c.getContext('2d').fillRect(0, 0, 16e3, 16e3); document.body.append(c) }`,
  ),
  'memory without end': script(
    `const kept = []; setInterval(() => { const b = new Uint8Array(64e6); for (let i = 0; i < b.length; i += 4096) b[i] = 1; kept.push(b) }, 1)`,
  ),
  'objects without end': script(`const kept = []; for (;;) kept.push({ a: [1, 2, 3], b: 'x' + kept.length })`),
  'a text that is doubled': script(`let s = 'x'; for (;;) s = s + s + Math.random()`),
};

/** All of them, by what they do. */
export const HOSTILE: Readonly<Record<string, HostilePage>> = { ...CHATTER, ...BUSY, ...RESTLESS, ...GREEDY };

/** Answers the requests of hostile pages: `/hostile/{index}` is a page of {@link HOSTILE}; also all that it requests. */
export function serveHostile(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  request.resume();
  const page = Object.values(HOSTILE)[Number(/^\/hostile\/(\d+)$/.exec(path)?.[1] ?? -1)];
  if (typeof page === 'function') return page(request, response);
  if (page !== undefined) return void response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
  if (path === '/never') return;
  if (path === '/worker') return void response.writeHead(200, { 'Content-Type': 'text/javascript' }).end('for (;;);');
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>nothing</h1>');
}

/** Path of a hostile page. */
export function pathOf(name: string): string {
  return `/hostile/${Object.keys(HOSTILE).indexOf(name)}`;
}
