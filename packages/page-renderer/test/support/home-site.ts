import type { Site } from './site.ts';
import { startSite } from './site.ts';

const SHOP = `<!doctype html>
<html lang="en"><head><title>Lamp shop</title>
<meta name="description" content="Lamps for every room"><link rel="canonical" href="https://shop.example/lamps">
<script type="application/ld+json">{"@type":"Store"}</script></head>
<body><noscript>Please switch on JavaScript.</noscript><div id="app"></div>
<script>
app.innerHTML = '<h1>Lamps</h1><h2>Dune</h2><p>' + 'A lamp of sand and light. '.repeat(20) + '</p>' +
  '<a href="/dune">Dune</a><a href="/halo">Halo</a><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt=""><p hidden>unseen</p>';
</script></body></html>`;

/** Hostile text that a page puts where this service shows it: its title, its meta tags, its text, its HTML and its address. */
export const HOSTILE_TITLE = `</title><script>document.documentElement.dataset.hacked=1</script>"'><img src=x onerror=alert(1)>`;
const HOSTILE = `<!doctype html><title></title>
<meta name="description" content="&lt;img src=x onerror=&quot;document.documentElement.dataset.hacked=1&quot;&gt;">
<link rel="canonical" href="javascript:document.documentElement.dataset.hacked=1">
<p id="text"></p><img name="title"><form><input name="attributes"><input name="firstChild"></form>
<script>
const hostile = ${JSON.stringify(HOSTILE_TITLE).replaceAll('</', String.raw`<\/`)};
document.querySelector('title').textContent = hostile;
text.textContent = '\\u202e</blockquote></pre>' + hostile;
Element.prototype.getAttribute = () => { throw 1 };
history.replaceState(null, '', location.pathname + '?q="><script>');
</script>`;

/** The pages with which the home page is tested. */
export async function startHomeSite(): Promise<Site> {
  return startSite({
    '/shop': SHOP,
    '/static': '<!doctype html><title>Static</title><h1>All here</h1><p>Nothing more comes.</p>',
    '/missing-text': '<!doctype html><title>Bare</title><body><script>document.body.append("Only by script")</script>',
    '/hostile': HOSTILE,
    "/it's": '<!doctype html><title>Quote</title><p>quote</p>',
    '/moved': (_, response) => response.writeHead(301, { Location: '/moved-again' }).end(),
    '/moved-again': (_, response) => response.writeHead(302, { Location: '/static' }).end(),
    '/never-idle': '<h1>here</h1><img src="/hang">',
    '/hang': () => {},
    '/gone': (_, response) => response.writeHead(410, { 'Content-Type': 'text/html' }).end('<h1>Gone</h1>'),
    '/no-content': (_, response) => response.writeHead(204).end(),
    '/download': (_, response) =>
      response.writeHead(200, { 'Content-Type': 'application/zip', 'Content-Disposition': 'attachment' }).end('PK'),
  });
}
