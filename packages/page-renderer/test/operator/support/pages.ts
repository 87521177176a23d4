/** A page with requests of every outcome, and with hostile texts wherever an operator sees texts of a page. */
import type { Site } from '../../support/site.ts';
import { startSite } from '../../support/site.ts';

/** Runs if it is not written as text. */
export const SCRIPT = `"'></code></bdi></script><img src=x onerror="document.documentElement.dataset.hacked=1"><script>document.documentElement.dataset.hacked=1</script>`;

const RICH = `<!doctype html><html lang="en"><head><title></title><meta name="description" content="">
<link rel="stylesheet" href="/style.css"></head>
<body><p>Please switch on JavaScript.</p><div id="app"></div>
<script>
const hostile = ${JSON.stringify(SCRIPT).replaceAll('</', String.raw`<\/`)};
document.title = hostile;
document.querySelector('meta').content = hostile;
document.querySelector('p').remove();
console.log('a message %s', hostile, { of: 1 });
console.warn('a warning', new Error(hostile));
console.error('x'.repeat(5_000));
fetch('/data.json').then((response) => response.json()).then(() => {
  app.innerHTML = '<h1>Lamps</h1><p>A lamp of sand and light.</p><p>' + hostile.replaceAll('<', '&lt;') + '</p>';
});
fetch('/missing.json?' + encodeURIComponent(hostile));
fetch('http://127.0.0.2:65530/inside').catch(() => {});
setTimeout(() => { throw new Error(hostile); });
</script></body></html>`;

/** Whether the server of `/repaired` works. */
export const repaired = { is: false };

export function startOperatorSite(): Promise<Site> {
  return startSite({
    '/rich': RICH,
    '/style.css': (_, response) => response.writeHead(200, { 'Content-Type': 'text/css' }).end('h1 { color: navy }'),
    '/data.json': (_, response) => void setTimeout(() => response.end('{}'), 100),
    '/missing.json': (_, response) => response.writeHead(404).end(),
    '/static': '<!doctype html><title>Static</title><h1>All here</h1>',
    '/noisy': `<!doctype html><title>Noisy</title><h1>Noisy</h1><script>
      for (let i = 0; i < 3_000; i++) console.log('line ' + i, { i });
    </script>`,
    '/repaired': (request, response) => {
      if (!repaired.is) return void request.socket.destroy();
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end('<!doctype html><title>Repaired</title><h1>It works</h1>');
    },
    '/audited': '<!doctype html><html lang="en"><title>Audited</title><a href="/nowhere">To nowhere</a>',
    '/broken': (request) => void request.socket.destroy(),
  });
}
