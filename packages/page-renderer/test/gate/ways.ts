/** Every way in which a page may make a browser request an address, and what holds it. */

/**
 * - `held`: each request waits in the browser until it was judged and counted
 * - `socket`: not there if addresses are restricted; otherwise each is counted before its connection is used
 * - `off`: the browser, or the renderer, does not have it
 */
export type Hold = 'held' | 'socket' | 'off';

export interface Way {
  readonly name: string;
  readonly hold: Hold;
  /** Whether some browsers do not have it: a full Chromium obeys `--no-pings`, a headless shell does not know it. */
  readonly isOptional?: boolean;
  /** Runs in the page; it may throw. */
  readonly script?: (addresses: readonly string[]) => string;
  readonly html?: (addresses: readonly string[]) => string;
  /** Headers of the page. */
  readonly headers?: (addresses: readonly string[]) => Record<string, string>;
}

const each = (one: (address: string) => string) => (addresses: readonly string[]) => addresses.map(one).join(';');
const blob = (code: string, type = 'text/javascript') =>
  `URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: "${type}" }))`;
const data = (code: string) => JSON.stringify(`data:text/javascript,${encodeURIComponent(code)}`);
/** HTML as a string of a script in HTML. */
const text = (html: string) => JSON.stringify(html).replaceAll('</', '<\\/');
const fetches = each((address) => `fetch("${address}", { mode: "no-cors" })`);
const imports = each((address) => `try { importScripts("${address}") } catch {}`);
const modules = each((address) => `import("${address}").catch(() => {})`);
const sockets = each((address) => `new WebSocket("${address}".replace("http", "ws"))`);
const element = (name: string, properties: (address: string) => string) =>
  each((address) => `document.body.append(Object.assign(document.createElement("${name}"), ${properties(address)}))`);
const link = (rel: string, more = '') => element('link', (address) => `{ rel: "${rel}", href: "${address}" ${more} }`);
const rules = (kind: string) =>
  element('script', (address) => {
    const text = JSON.stringify({ [kind]: [{ urls: [address], eagerness: 'immediate' }] });
    return `{ type: "speculationrules", textContent: ${JSON.stringify(text)} }`;
  });
/** Of a service worker, from itself or from a page in its scope. */
const registered = (call: (address: string) => string) =>
  each(
    (a) =>
      `(self.registration ? Promise.resolve(registration) : navigator.serviceWorker.ready).then((worker) => worker.${call(a)})`,
  );
const style = (css: (address: string) => string) =>
  element('style', (address) => `{ textContent: ${JSON.stringify(css(address))} }`);
const framed = (code: (addresses: readonly string[]) => string) => (addresses: readonly string[]) =>
  `{ const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.eval(${JSON.stringify(code(addresses))}) }`;

/** Clicks of links in the document, or in what follows an element of it. */
const downloads = (within: string) =>
  each(
    (a) =>
      `for (const download of "abc") { const link = Object.assign(document.createElement("a"), { href: "${a}", download }); document.body.appendChild(document.createElement("div"))${within}.append(link); link.click() }`,
  );
/** Without the last address: a link to another origin is followed, whatever its `download` says. */
const ofOrigin = (code: (addresses: readonly string[]) => string) => (addresses: readonly string[]) =>
  code(addresses.slice(0, 3));
/** Each in a frame that has loaded no document. */
const inEmptyFrames = (code: (addresses: readonly string[]) => string) =>
  ofOrigin((addresses) => addresses.map((address) => framed(() => code([address]))(addresses)).join(';'));

const held: ReadonlyArray<Omit<Way, 'hold'>> = [
  { name: 'fetch', script: fetches },
  { name: 'fetch with a preflight', script: each((a) => `fetch("${a}", { method: "PUT", headers: { "x-a": "1" } })`) },
  { name: 'fetch that outlives its page', script: each((a) => `fetch("${a}", { mode: "no-cors", keepalive: true })`) },
  { name: 'fetch of a range', script: each((a) => `fetch("${a}", { headers: { range: "bytes=0-1" } })`) },
  { name: 'fetchLater', script: each((a) => `fetchLater("${a}", { activateAfter: 0 })`) },
  {
    name: 'XMLHttpRequest',
    script: each((a) => `{ const x = new XMLHttpRequest(); x.open("GET", "${a}"); x.send() }`),
  },
  { name: 'sendBeacon', script: each((a) => `navigator.sendBeacon("${a}")`) },
  {
    name: 'ping of a link',
    isOptional: true,
    script: each((a) => `Object.assign(document.createElement("a"), { href: "#there", ping: "${a}" }).click()`),
  },
  { name: 'EventSource', script: each((a) => `new EventSource("${a}")`) },
  { name: 'Cache.add', script: each((a) => `caches.open("a").then((cache) => cache.add("${a}"))`) },
  { name: 'image', script: each((a) => `new Image().src = "${a}"`) },
  { name: 'video', script: element('video', (a) => `{ preload: "auto", src: "${a}" }`) },
  { name: 'script', script: element('script', (a) => `{ src: "${a}" }`) },
  { name: 'import()', script: modules },
  { name: 'frame', script: element('iframe', (a) => `{ src: "${a}" }`) },
  { name: 'object', script: element('object', (a) => `{ data: "${a}" }`) },
  { name: 'embed', script: element('embed', (a) => `{ src: "${a}" }`) },
  {
    name: 'form',
    script: each((a) => {
      const target = `f${a.replace(/\W/g, '')}`;
      return `document.body.insertAdjacentHTML("beforeend", '<iframe name="${target}"></iframe><form method="post" target="${target}" action="${a}"></form>'); document.body.lastChild.submit()`;
    }),
  },
  { name: 'srcdoc', script: element('iframe', (a) => `{ srcdoc: '<img src="${a}">' }`) },
  { name: 'blob: frame', script: element('iframe', (a) => `{ src: ${blob(`<img src="${a}">`, 'text/html')} }`) },
  {
    name: 'frame that is removed at once',
    script: each(
      (a) =>
        `{ const f = document.createElement("iframe"); document.body.append(f); f.contentWindow.fetch("${a}", { keepalive: true, mode: "no-cors" }); f.remove() }`,
    ),
  },
  {
    name: 'worker of a sandboxed frame',
    script: (all) => {
      const html = text(`<script>new Worker(${data(fetches(all))})</script>`);
      return `document.body.append(Object.assign(document.createElement("iframe"), { sandbox: "allow-scripts", srcdoc: ${html} }))`;
    },
  },
  { name: 'worker', script: each((a) => `new Worker("${a}")`) },
  { name: 'module worker', script: each((a) => `new Worker("${a}", { type: "module" })`) },
  { name: 'blob: worker', script: (all) => `new Worker(${blob(fetches(all))})` },
  { name: 'blob: worker with importScripts', script: (all) => `new Worker(${blob(imports(all))})` },
  { name: 'blob: module worker', script: (all) => `new Worker(${blob(modules(all))}, { type: "module" })` },
  { name: 'data: worker', script: (all) => `new Worker(${data(fetches(all))})` },
  { name: 'nested worker', script: (all) => `new Worker(${blob(`new Worker(${blob(fetches(all))})`)})` },
  { name: 'worker of a frame', script: (all) => framed(() => `new Worker(${blob(fetches(all))})`)(all) },
  { name: 'shared worker', script: each((a) => `new SharedWorker("${a}")`) },
  { name: 'blob: shared worker', script: (all) => `new SharedWorker(${blob(fetches(all))})` },
  { name: 'blob: shared worker with importScripts', script: (all) => `new SharedWorker(${blob(imports(all))})` },
  {
    name: 'blob: shared module worker',
    script: (all) => `new SharedWorker(${blob(modules(all))}, { type: "module" })`,
  },
  { name: 'data: shared worker', script: (all) => `new SharedWorker(${data(fetches(all))})` },
  { name: 'data: shared worker with importScripts', script: (all) => `new SharedWorker(${data(imports(all))})` },
  {
    name: 'EventSource of a shared worker',
    script: (all) => `new SharedWorker(${blob(each((a) => `new EventSource("${a}")`)(all))})`,
  },
  { name: 'service worker', script: each((a) => `navigator.serviceWorker.register("${a}")`) },
  { name: 'importScripts of a service worker', script: imports },
  { name: 'audio worklet', script: each((a) => `new AudioContext().audioWorklet.addModule("${a}")`) },
  { name: 'paint worklet', script: each((a) => `CSS.paintWorklet.addModule("${a}")`) },
  { name: 'link of a prefetch', script: link('prefetch') },
  { name: 'link of a preload', script: link('preload', ', as: "image"') },
  {
    name: 'link of a preload by imagesrcset',
    script: element('link', (a) => `{ rel: "preload", as: "image", imageSrcset: "${a} 1x" }`),
  },
  { name: 'link of a preload of a script', script: link('preload', ', as: "script"') },
  { name: 'link of a preload of a style sheet', script: link('preload', ', as: "style"') },
  { name: 'link of a preload of a font', script: link('preload', ', as: "font", crossOrigin: "anonymous"') },
  { name: 'link of a preload of data', script: link('preload', ', as: "fetch", crossOrigin: "anonymous"') },
  { name: 'link of a modulepreload', script: link('modulepreload') },
  { name: 'link of a compression dictionary', script: link('compression-dictionary') },
  { name: 'style sheet', script: link('stylesheet') },
  { name: '@import', script: style((a) => `@import "${a}"`) },
  { name: 'font', script: each((a) => `new FontFace("a", "url(${a})").load()`) },
  {
    name: 'image of a style',
    script: element('div', (a) => `{ style: "width: 9px; height: 9px; background: url(${a})" }`),
  },
  { name: 'mask of a style', script: element('div', (a) => `{ style: "width: 9px; height: 9px; mask: url(${a})" }`) },
  {
    name: 'cursor of a style',
    script: element('div', (a) => `{ style: "width: 9px; height: 9px; cursor: url(${a}), auto" }`),
  },
  {
    name: 'symbol of SVG',
    script: each((a) => `document.body.insertAdjacentHTML("beforeend", '<svg><use href="${a}#a"/></svg>')`),
  },
  { name: 'header Link', headers: (all) => ({ link: all.map((a) => `<${a}>; rel=preload; as=image`).join(', ') }) },
  {
    name: 'header Speculation-Rules',
    headers: (all) => ({ 'speculation-rules': all.map((a) => `"${a}"`).join(', ') }),
  },
  {
    name: 'report of a Content-Security-Policy',
    headers: (all) => ({
      'content-security-policy-report-only': `manifest-src 'none'; worker-src *; base-uri 'none'; report-uri ${all.join(' ')}`,
    }),
    html: () => '<base href="/other/">',
  },
];

const off: ReadonlyArray<Omit<Way, 'hold'>> = [
  { name: 'prefetch of speculation rules', script: rules('prefetch') },
  { name: 'prerender of speculation rules', script: rules('prerender') },
  { name: 'prerender until script of speculation rules', script: rules('prerender_until_script') },
  {
    name: 'speculation rules in the page',
    html: (all) =>
      `<script type="speculationrules">${JSON.stringify({ prefetch: [{ urls: all, eagerness: 'immediate' }] })}</script>`,
  },
  {
    name: 'FedCM',
    script: each(
      (a) => `navigator.credentials.get({ identity: { providers: [{ configURL: "${a}", clientId: "1" }] } })`,
    ),
  },
  {
    name: 'pictures of navigator.login',
    script: each(
      (a) =>
        `navigator.login.setStatus("logged-in", { accounts: [{ id: "1", name: "a", email: "a@a.example", picture: "${a}" }] })`,
    ),
  },
  {
    name: 'payment manifest',
    script: each(
      (a) =>
        `new PaymentRequest([{ supportedMethods: "${a}" }], { total: { label: "a", amount: { currency: "EUR", value: "1" } } }).canMakePayment()`,
    ),
  },
  {
    name: 'background fetch',
    script: registered((a) => `backgroundFetch.fetch("${a}", ["${a}"], { icons: [{ src: "${a}" }] })`),
  },
  {
    name: 'icons of a notification',
    script: registered((a) => `showNotification("a", { icon: "${a}", badge: "${a}" })`),
  },
  {
    name: 'icons of the content index',
    script: registered(
      (a) => `index.add({ id: "${a}", title: "a", description: "a", url: "/ways/page/", icons: [{ src: "${a}" }] })`,
    ),
  },
  { name: 'push subscription', script: registered(() => 'pushManager.subscribe({ userVisibleOnly: false })') },
  { name: 'window', script: each((a) => `open("${a}")`) },
  { name: 'download', script: ofOrigin(downloads('')) },
  {
    name: 'downloads of links outside of the document',
    script: ofOrigin(
      each((a) => `Object.assign(document.createElement("a"), { href: "${a}", download: "a" }).click()`),
    ),
  },
  { name: 'downloads in empty frames', script: inEmptyFrames(downloads('')) },
  {
    name: 'downloads of links in shadow trees of empty frames',
    script: inEmptyFrames(downloads('.attachShadow({ mode: "closed" })')),
  },
  {
    name: 'downloads by clicks in empty frames that cannot be cancelled',
    script: inEmptyFrames(
      each(
        (a) =>
          `Object.assign(document.body.appendChild(document.createElement("a")), { href: "${a}", download: "a" }).dispatchEvent(new MouseEvent("click"))`,
      ),
    ),
  },
  {
    name: 'downloads of links that become downloads when they are clicked',
    script: inEmptyFrames(
      each(
        (a) =>
          `Object.assign(document.createElement("a"), { href: "${a}", onclick() { this.download = "a" } }).click()`,
      ),
    ),
  },
  { name: 'link of a prerender', script: link('prerender') },
  { name: 'icon', script: link('icon') },
  { name: 'manifest', script: link('manifest') },
  { name: 'search description', script: link('search', ', type: "application/opensearchdescription+xml"') },
  { name: 'WebTransport', script: each((a) => `new WebTransport("${a}".replace("http:", "https:"))`) },
  {
    name: 'WebRTC',
    script: each(
      (a) =>
        `{ const { hostname, port } = new URL("${a}"); const p = new RTCPeerConnection({ iceServers: [{ urls: "stun:" + hostname + ":" + port }] }); p.createDataChannel("a"); p.createOffer().then((offer) => p.setLocalDescription(offer)) }`,
    ),
  },
  { name: 'fenced frame', script: element('fencedframe', (a) => `{ config: new FencedFrameConfig("${a}") }`) },
  { name: 'portal', script: element('portal', (a) => `{ src: "${a}" }`) },
  { name: 'worklet of shared storage', script: each((a) => `sharedStorage.worklet.addModule("${a}")`) },
  { name: 'attribution', script: element('img', (a) => `{ attributionSrc: "${a}" }`) },
  {
    name: 'ad auction',
    script: each(
      (a) => `navigator.runAdAuction({ seller: location.origin, decisionLogicURL: "${a}", interestGroupBuyers: [] })`,
    ),
  },
  {
    name: 'interest group',
    script: each(
      (a) =>
        `navigator.joinAdInterestGroup({ owner: location.origin, name: "a", biddingLogicURL: "${a}", updateURL: "${a}", ads: [] }, 100).then(() => navigator.updateAdInterestGroups())`,
    ),
  },
  {
    name: 'reports of Reporting and of network errors',
    headers: ([a = '']) => ({
      'reporting-endpoints': `default="${a}"`,
      'report-to': JSON.stringify({ group: 'default', max_age: 100, endpoints: [{ url: a }] }),
      nel: JSON.stringify({ report_to: 'default', max_age: 100, success_fraction: 1 }),
    }),
  },
  { name: 'source map', headers: ([a = '']) => ({ sourcemap: a }) },
];

/** Those that web workers and shared workers are tried with, too. */
export const IN_WORKERS: ReadonlySet<string> = new Set([
  'fetch',
  'fetch with a preflight',
  'fetch that outlives its page',
  'fetch of a range',
  'XMLHttpRequest',
  'EventSource',
  'Cache.add',
  'import()',
  'font',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
]);
/** Those that service workers are tried with; for the others they have no interface, or not these. */
export const IN_SERVICE_WORKERS: ReadonlySet<string> = new Set([
  'fetch',
  'fetch with a preflight',
  'fetch that outlives its page',
  'fetch of a range',
  'Cache.add',
  'importScripts of a service worker',
  'background fetch',
  'icons of a notification',
  'icons of the content index',
  'push subscription',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
]);
/** What has no effect in frames. */
export const OF_PAGES: ReadonlySet<string> = new Set(['header Speculation-Rules']);
/** What only service workers do. */
export const OF_SERVICE_WORKERS: ReadonlySet<string> = new Set(['importScripts of a service worker']);
/** What is only possible with an address of the same origin. */
export const OWN_ORIGIN: ReadonlySet<string> = new Set([
  'worker',
  'module worker',
  'service worker',
  'shared worker',
  'symbol of SVG',
  ...off.map(({ name }) => name).filter((name) => name.startsWith('download')),
]);

/** The table. */
export const WAYS: readonly Way[] = [
  ...held.map((way) => Object.assign({ hold: 'held' as const }, way)),
  { name: 'WebSocket', hold: 'socket', script: sockets },
  { name: 'WebSocketStream', hold: 'socket', script: each((a) => `new WebSocketStream("${a}".replace("http", "ws"))`) },
  { name: 'WebSocket of a shared worker', hold: 'socket', script: (all) => `new SharedWorker(${blob(sockets(all))})` },
  ...off.map((way) => Object.assign({ hold: 'off' as const }, way)),
];
