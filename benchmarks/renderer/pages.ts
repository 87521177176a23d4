/** Pages that are built in the usual ways, each with a mark that it shows when it is complete. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A page, and the kind of pages that it represents. */
export interface Page {
  what: string;
  html: string;
  /** Number of renders by each engine; smaller for pages on which some engines take ten seconds. */
  rounds?: number;
}

/** No other text in a page contains it. */
export const MARK = 'here is the mark';
const SHOW = `const show = (at = document.body) => at.append('here is ' + 'the mark');`;
const page = (script: string, body = '') =>
  `<!doctype html><html><head><title>page</title></head><body>${body}<script type="module">${SHOW}${script}</script></body></html>`;

export const PAGES: Readonly<Record<string, Page>> = {
  plain: { what: 'static', html: `<!doctype html><title>page</title><h1>${MARK}</h1>` },
  spa: {
    what: 'three requests of 30 ms, one after the other',
    html: page(`for (const step of [1, 2, 3]) await (await fetch('/json?wait=30&' + step)).json(); show();`),
  },
  timer: {
    what: 'a timer of 300 ms after load',
    html: page(`addEventListener('load', () => setTimeout(show, 300));`),
  },
  modules: {
    what: 'twelve modules in a chain of four',
    html: `<!doctype html><title>page</title><body><script>window.show = () => document.body.append('here is ' + 'the mark');</script><script type="module" src="/module/1.js"></script></body>`,
  },
  assets: {
    what: 'twenty pictures, five style sheets, three scripts',
    html: `<!doctype html><title>page</title>${Array.from({ length: 5 }, (_, index) => `<link rel="stylesheet" href="/style.css?${index}">`).join('')}
      <body>${Array.from({ length: 20 }, (_, index) => `<img src="/picture.svg?${index}">`).join('')}
      ${Array.from({ length: 3 }, (_, index) => `<script src="/classic.js?${index}"></script>`).join('')}<script>${SHOW}show();</script></body>`,
  },
  nodes: {
    what: '5,000 nodes made by a script',
    html: page(`const list = document.createElement('ul');
      for (let i = 0; i < 5000; i += 1) list.append(Object.assign(document.createElement('li'), { textContent: i }));
      document.body.append(list); show();`),
  },
  idle: {
    what: 'an idle callback, then a dynamic import',
    html: page(`requestIdleCallback(async () => { await import('/classic.js'); show(); });`),
  },
  worker: {
    what: 'a worker that asks the server',
    html: page(`const worker = new Worker('/worker.js'); worker.onmessage = () => show(); worker.postMessage(0);`),
  },
  observer: {
    what: 'an intersection observer',
    html: page(
      `new IntersectionObserver(([entry]) => { if (entry.isIntersecting) show(); }).observe(document.body);`,
      'text',
    ),
  },
  unread: {
    what: 'an answer whose body is never read',
    html: page(`await fetch('/json?wait=10&long'); show();`),
    rounds: 3,
  },
  article: {
    what: 'an article with a sheet, a script and twelve pictures',
    html: `<!doctype html><title>page</title><link rel="stylesheet" href="/style.css"><script src="/classic.js" defer></script>
      <body><article><h1>Heading</h1>${Array.from({ length: 12 }, (_, index) => `<p>${'Some words of a text. '.repeat(20)}</p><img src="/picture.svg?${index}" width="100" height="60">`).join('')}<p>${MARK}</p></article></body>`,
  },
  chunk: {
    what: 'twelve modules, then a chunk that one of them imports late',
    html: `<!doctype html><title>page</title><body><script>window.show = async () => { await import('/late.js'); document.body.append('here is ' + 'the mark'); };</script><script type="module" src="/module/1.js"></script></body>`,
  },
  shadows: {
    what: '40 shadow trees with a sheet each, flat',
    html: page(`for (let n = 0; n < 40; n += 1) {
      const host = document.body.appendChild(document.createElement('x-card'));
      const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = '<style>p { color: red } .b { margin: 1px }</style><p class=b>card ' + n + '</p><slot></slot>';
      host.append('light ' + n);
    } show();`),
  },
  clock: {
    what: 'a clock and animation frames, content at 250 ms',
    html: page(`const clock = document.body.appendChild(document.createElement('p'));
      setInterval(() => { clock.textContent = new Date().toLocaleTimeString(); }, 1000);
      const frame = () => requestAnimationFrame(frame); frame(); setTimeout(show, 250);`),
    rounds: 5,
  },
  restless: {
    what: 'an interval that never ends, content at 250 ms',
    html: page(`setInterval(() => { document.body.dataset.tick = Date.now(); }, 100); setTimeout(show, 250);`),
    rounds: 5,
  },
  poll: {
    what: 'a long poll that never ends',
    html: page(`fetch('/never'); await (await fetch('/json?wait=30')).json(); show();`),
    rounds: 3,
  },
};

/** Serves the pages, and what they load, as separate sites. Nothing of it may be cached. @param hosts loopback addresses */
export async function startSites(hosts: readonly string[]): Promise<{ urls: string[]; close: () => void }> {
  const started = await Promise.all(hosts.map(startSite));
  const close = () => {
    for (const { server } of started) server.closeAllConnections();
    for (const { server } of started) server.close();
  };
  return { urls: started.map(({ url }) => url), close };
}

async function startSite(host: string): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://site.test');
    response.setHeader('Cache-Control', 'no-store');
    const send = (type: string, body: string) => void response.writeHead(200, { 'Content-Type': type }).end(body);
    const found = PAGES[url.pathname.slice(1)];
    if (found) return send('text/html; charset=utf-8', found.html);
    if (url.pathname === '/never') return;
    if (url.pathname === '/json') {
      const body = JSON.stringify({ text: 'x'.repeat(url.searchParams.has('long') ? 500_000 : 10) });
      return void sleep(Number(url.searchParams.get('wait'))).then(() => send('application/json', body));
    }
    if (url.pathname === '/worker.js') {
      return send(
        'text/javascript',
        `onmessage = async () => { await (await fetch('/json?wait=30')).text(); postMessage(0); };`,
      );
    }
    const module = /^\/module\/(\d+)\.js$/.exec(url.pathname)?.[1];
    if (module !== undefined) {
      const below = { 1: [2, 3, 4, 5], 2: [6, 7], 3: [8, 9], 6: [10], 8: [11], 10: [12] }[Number(module)] ?? [];
      const imports = below.map((other) => `import '/module/${other}.js';`).join('');
      return send('text/javascript', `${imports}${module === '1' ? 'show();' : ''}`);
    }
    if (url.pathname === '/picture.svg') {
      const rows = Array.from({ length: 300 }, (_, row) => `<rect width="${row}" height="2" y="${row * 2}"/>`).join('');
      return send('image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="60">${rows}</svg>`);
    }
    if (url.pathname === '/style.css')
      return send('text/css', Array.from({ length: 500 }, (_, n) => `.c${n} { top: ${n}px }`).join(''));
    if (url.pathname === '/late.js') return send('text/javascript', 'export const late = 1;');
    if (url.pathname === '/classic.js')
      return send('text/javascript', `globalThis.loaded = ${JSON.stringify('x'.repeat(20_000))};`);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => void server.listen(0, host, resolve));
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, server };
}
