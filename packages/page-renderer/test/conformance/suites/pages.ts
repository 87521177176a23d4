/** The pages for the cases of the peers' suites. */
import type { IncomingMessage, ServerResponse } from 'node:http';

type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const where = '<p id="where"></p><script>where.textContent = `[${location.href}]`</script>';
const asked = new Map<string, number>();

/** Number of requests for an address, including this one. */
function count({ url = '' }: IncomingMessage): number {
  const times = (asked.get(url) ?? 0) + 1;
  asked.set(url, times);
  return times;
}

/** A page without scripts. */
export const PLAIN_PAGE =
  '<!DOCTYPE html><html><head><title>plain</title></head><body><h1>plain</h1><p>without scripts</p></body></html>';

/** By path. */
export const SUITE_PAGES: Readonly<Record<string, Page>> = {
  '/where': where,
  '/where/user/1': where,
  '/where/product=123%23456': where,
  [`/where/${encodeURIComponent('كاليفورنيا')}`]: where,
  '/where/never-ready': '<h1>never ready</h1><script>window.prerenderReady = false</script>',
  '/prerender/plain': PLAIN_PAGE,
  '/prerender/writes': `<!DOCTYPE html><html><head><title>writes</title><script>
    function write() { for (let i = 0; i < 10; i++) document.body.innerHTML += 'written ' + i + ' '; }
  </script></head><body onload="write()"><h1>writes</h1></body></html>`,
  '/rendertron/title-by-script': `<script>
    document.head.append(Object.assign(document.createElement('title'), { textContent: 'made by a ' + 'script' }));
  </script>`,
  '/rendertron/script-after-load': `<body><script>
    onload = () => document.body.append(Object.assign(document.createElement('script'), { src: 'adds.js' }));
  </script>`,
  '/rendertron/adds.js': script("added after ' + 'load"),
  '/rendertron/doctype': '<!DOCTYPE html><title>a page</title><h1>a page</h1>',
  '/rendertron/sub/page': '<h1>in a folder</h1>',
  '/rendertron/base-root': '<base href="/"><h1>a base</h1>',
  '/rendertron/base-folder': '<base href="/folder/"><h1>a base</h1>',
  '/rendertron/shadow': `<x-shadow></x-shadow><script>
    customElements.define('x-shadow', class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = 'text in a ' + 'shadow root'; }
    });
  </script>`,
  '/rendertron/scripts': `<link rel="import" href="/part.html"><body>
    <script src="file.js"></script><script type="module" src="module.js"></script>`,
  '/rendertron/file.js': script("added by a ' + 'file"),
  '/rendertron/module.js': script("added by a ' + 'module"),
  '/rendertron/json-ld': `<script type="application/ld+json">{ "@type": "Thing" }</script>
    <script type="application/x-javascript">/* */</script><script>/* */</script><h1>data</h1>`,
  '/rendertron/status-meta': '<meta name="render:status_code" content="400"><h1>a status</h1>',
  '/rendertron/status-metas':
    '<meta name="render:status_code" content="401"><meta name="render:status_code" content="402"><h1>two</h1>',
  '/rendertron/ready': `<p id="p">loading</p><script>
    window.prerenderReady = false;
    setTimeout(() => { p.textContent = 'loaded'; window.prerenderReady = true; }, 300);
  </script>`,
  '/rendertron/clock': '<p id="p"></p><script>p.textContent = new Date(0).toString()</script>',
  '/rendertron/referrer': '<p id=p></p><script>p.textContent = document.referrer</script>',
  '/rendertron/restricted.test.html': '<h1>restricted</h1>',
  '/rendertron/counter': (request, response) => response.writeHead(200, html).end(`<p>${count(request)}</p>`),
  '/rendertron/header': (_, response) =>
    response.writeHead(200, { ...html, 'Content-Language': 'tr' }).end('<h1>with a header</h1>'),
  '/rendertron/long': `<p>${'x'.repeat(1_024)}</p>`,
  '/rendertron/status': (request, response) =>
    response.writeHead(count(request) === 1 ? 400 : 401, html).end('<h1>a status</h1>'),
};

function script(text: string): Page {
  const source = `document.body.append(Object.assign(document.createElement('p'), { textContent: '${text}' }))`;
  return (_, response) => response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(source);
}
