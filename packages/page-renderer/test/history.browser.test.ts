/** The history of a tab: a page is its first entry, as in the new tab of a person. It can't leave it, and can't close the tab. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useBench } from './support/rendering.ts';

const bench = useBench();
/** How a script of a page goes back, as a router does that has nowhere to go. */
const BACK: Record<string, string> = {
  'at once': 'history.back()',
  'after load': 'onload = () => setTimeout(() => history.back(), 50)',
  'by its number': 'history.go(-1)',
  'when it has a length': 'if (history.length > 1) history.back()',
};

for (const [when, script] of Object.entries(BACK)) {
  test(`a page that goes back ${when} was rendered blank`, async () => {
    const path = `/${encodeURIComponent(when)}`;
    bench.pages.set(
      path,
      `<h1>the page</h1><p id="length"></p><script>${script}</script>
      <script>document.querySelector('#length').append(history.length)</script>`,
    );
    // The second one follows the first in its slot.
    for (let round = 0; round < 2; round += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { html, verdict } = await bench.renderer.render(bench.site.url + path);
      assert.equal(verdict, 'complete');
      assert.match(html, /<h1>the page<\/h1><p id="length">1<\/p>/);
    }
  });
}

test('a page goes back to its own entries', async () => {
  bench.pages.set(
    '/entries',
    `<h1>first</h1><script>
    const show = () => document.querySelector('h1').replaceChildren(location.hash + history.length);
    history.pushState({}, '', '#second');
    onpopstate = show;
    history.back();
  </script>`,
  );
  bench.pages.set('/to-next', '<script>onload = () => setTimeout(() => { location.href = "/next" }, 0)</script>');
  bench.pages.set('/next', '<h1>next</h1><script>document.querySelector("h1").append(history.length)</script>');
  assert.match((await bench.renderer.render(`${bench.site.url}/entries`)).html, /<h1>2<\/h1>/);
  assert.match((await bench.renderer.render(`${bench.site.url}/to-next`)).html, /<h1>next2<\/h1>/);
});

const text = (html: string) => html.replaceAll('<', String.raw`\x3c`);
/** How a page may try to close its own window. */
const CLOSE: Record<string, string> = {
  'at once': 'window.close()',
  'by the name of its window': 'self.close(); close(); top.close(); parent.close()',
  'after load': 'onload = () => { close(); setTimeout(() => window.close(), 50); setTimeout("close()", 60) }',
  'by a link': `const a = document.body.appendChild(document.createElement('a')); a.href = 'javascript:window.close()'; a.click(); a.remove()`,
  'by its address': `location.href = 'javascript:close()'`,
  'after it has gone back': 'history.back(); window.close()',
  'after it has opened itself': `window.open('', '_self'); window.close(); window.open('', '_self').close()`,
  'after it has named itself its opener': `window.opener = window; window.open('', '_parent', ''); window.close()`,
  'by a window that it has opened': `const own = window.open('', 'own'); own.eval('opener.close()'); own.close()`,
  'by a frame': `const frame = document.createElement('iframe');
    frame.srcdoc = '${text('<script>top.close(); parent.close(); close(); close.call(top)</script>')}'; document.body.append(frame)`,
  'by a frame of another site': `const frame = document.createElement('iframe');
    frame.src = location.origin.replace('127.0.0.1', 'localhost') + '/closes'; document.body.append(frame)`,
  'by a function of a frame': `document.body.appendChild(document.createElement('iframe')).contentWindow.close.call(window)`,
  'after it has written itself anew': `document.open(); document.write('<h1>the page</h1><p></p>'); document.close(); close()`,
};

describe('a page that closes its window', { concurrency: 4 }, () => {
  for (const [how, script] of Object.entries(CLOSE)) {
    test(`${how} is rendered as if it had not`, async () => {
      const path = `/closes/${encodeURIComponent(how)}`;
      bench.pages.set('/closes', '<script>top.close(); parent.close(); setTimeout(() => top.close(), 100)</script>');
      bench.pages.set(
        path,
        `<body><h1>the page</h1><p></p><script>${script};
        setTimeout(() => document.querySelector('p').append(window.closed + ' ' + history.length), 200)</script>`,
      );
      const { html, verdict } = await bench.renderer.render(bench.site.url + path);
      assert.equal(verdict, 'complete');
      assert.match(html, /<h1>the page<\/h1>[^]*<p>false 1<\/p>/);
    });
  }
});

/** Ways that lead past the scripts of the renderer. */
const CLOSE_NATIVELY: Record<string, string> = {
  'by a sandboxed frame': `const frame = document.createElement('iframe'); frame.sandbox = 'allow-scripts allow-top-navigation';
    frame.srcdoc = '${text('<script>top.close()</script>')}'; document.body.append(frame)`,
  'by a sandboxed frame of another site': `const frame = document.createElement('iframe');
    frame.sandbox = 'allow-scripts allow-top-navigation';
    frame.src = location.origin.replace('127.0.0.1', 'localhost') + '/closes'; document.body.append(frame)`,
  'by a function of a window that it has opened': `open('about:blank')?.close.call(window)`,
  'by a frame of a window that it has opened': `const own = open('about:blank');
    own?.document.body.append(own.document.createElement('iframe')); own?.[0].close.call(window)`,
};

describe('a page that closes its window natively', { concurrency: 4 }, () => {
  for (const [how, script] of Object.entries(CLOSE_NATIVELY)) {
    test(`${how} is rendered as if it had not`, async () => {
      const path = `/closes/${encodeURIComponent(how)}`;
      bench.pages.set('/closes', '<script>top.close()</script>');
      bench.pages.set(
        path,
        `<body><h1>the page</h1><p></p><script>${script};
        setTimeout(() => document.querySelector('p').append(window.closed), 200)</script>`,
      );
      const { html, verdict } = await bench.renderer.render(bench.site.url + path);
      assert.equal(verdict, 'complete');
      assert.match(html, /<h1>the page<\/h1>[^]*<p>false<\/p>/);
    });
  }
});

test('a web worker closes itself, and a window that was opened is closed', async () => {
  bench.pages.set(
    '/worker-closes',
    `<body><i></i><b></b><script>
    const source = 'postMessage("worker"); close(); setTimeout(() => postMessage("goes on"), 100)';
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
    worker.onmessage = ({ data }) => document.querySelector('i').append(data);
    const own = window.open('', 'own');
    own.close();
    setTimeout(() => document.querySelector('b').append('closed ' + own.closed), 300);
  </script>`,
  );
  const { html } = await bench.renderer.render(`${bench.site.url}/worker-closes`);
  // They may come in any order.
  assert.match(html, /<i>worker<\/i><b>closed true<\/b>/);
});

test('a page that stops itself while it is read ends there, and is not waited for', async () => {
  bench.pages.set('/stops', `<body><h1>begin</h1><script>window.stop()</script>${'<p>end</p>'.repeat(20_000)}`);
  const { html, verdict } = await bench.renderer.render(`${bench.site.url}/stops`);
  assert.match(html, /<h1>begin<\/h1>/);
  assert.equal(verdict, 'complete');
});
