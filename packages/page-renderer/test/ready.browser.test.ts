/** Issues 16 and 17: the page itself or a selector signals that a page is ready, regardless of pending work. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stretched } from '../../../testing/load.ts';
import { useBench } from './support/rendering.ts';

const page = (body: string, script = '') =>
  `<!doctype html><title>page</title><body>${body}<script>const app = document.getElementById('app'); ${script}</script></body>`;
/** A page that is never complete by itself: a repeated timer beyond the bounds. */
const RESTLESS = `setInterval(() => {}, 100); const later = () => setTimeout(later, 2600); later();`;

const PAGES: Readonly<Record<string, string>> = {
  '/document': page(
    '<p id=app>early</p>',
    `fetch('/never'); setTimeout(() => { app.textContent = 'late'; document.dispatchEvent(new Event('render-complete')) }, 300);`,
  ),
  '/window': page(
    '<p id=app>early</p>',
    `fetch('/never'); setTimeout(() => { app.textContent = 'late'; dispatchEvent(new Event('render-complete')) }, 300);`,
  ),
  '/element': page(
    '<p id=app>early</p>',
    `fetch('/never'); setTimeout(() => { app.textContent = 'late'; app.dispatchEvent(new Event('render-complete')) }, 300);`,
  ),
  '/anew': page(
    '',
    `setTimeout(() => {
      document.open();
      document.write('<title>page</title><p>late</p>');
      document.close();
      fetch('/never');
      setTimeout(() => document.dispatchEvent(new Event('render-complete')), 300);
    }, 50);`,
  ),
  '/brought': page(
    '<p id=app></p>',
    `${RESTLESS} setTimeout(() => { app.innerHTML = '<b class=done>late</b>' }, 2500);`,
  ),
  '/without': page('<p id=app>text</p>'),
  '/restless': page('<p id=app>text</p>', RESTLESS),
  '/marked': page('<p id=app class=done>text</p>', `fetch('/never');`),
};

describe('a page is ready', { concurrency: true }, () => {
  const bench = useBench({ waitForSelector: '#app', concurrency: 8 });
  const hasty = useBench({ timeout: stretched(3_000) });
  const addressOf = (path: string) => {
    for (const [name, html] of Object.entries(PAGES)) bench.pages.set(name, html);
    return bench.site.url + path;
  };
  const answerOf = async (path: string) => bench.renderer.fetch(new Request(`http://renderer.test${path}`));

  for (const path of ['/document', '/window', '/element', '/anew']) {
    test(`when it fires render-complete: ${path}`, async () => {
      const { verdict, html } = await bench.renderer.render(addressOf(path), { waitForSelector: 'nothing' });
      assert.equal(verdict, 'ready-signal');
      assert.match(html, /late/);
    });
  }

  test('when an element matches the selector, beyond all bounds', async () => {
    const { verdict, html } = await bench.renderer.render(addressOf('/brought'), { waitForSelector: '#app > .done' });
    assert.equal(verdict, 'ready-signal');
    assert.match(html, /late/);
  });

  test('when an element matches the selector without scripts', async () => {
    const options = { waitForSelector: '.done', scripts: false };
    assert.equal((await bench.renderer.render(addressOf('/marked'), options)).verdict, 'ready-signal');
    const wrong = bench.renderer.render(addressOf('/marked'), { ...options, waitForSelector: '..done' });
    await assert.rejects(wrong, { code: 'invalid-parameter' });
  });

  test('when an element matches the configured selector', async () => {
    assert.equal((await bench.renderer.render(addressOf('/marked'))).verdict, 'ready-signal');
  });

  test('not when no element matches and nothing is pending; it is cached like a blank page', async () => {
    const { verdict, pending, html } = await bench.renderer.render(addressOf('/without'), { waitForSelector: 'main' });
    assert.deepEqual([verdict, pending], ['blank', { selector: 1 }]);
    assert.match(html, /text/);
  });

  test('not when no element matches while something is pending', async () => {
    const { verdict, pending } = await hasty.renderer.render(addressOf('/restless'), { waitForSelector: 'main' });
    assert.deepEqual([verdict, pending.selector], ['budget', 1]);
  });

  test('by parameters of both dialects, which refuse an invalid selector', async () => {
    const target = encodeURIComponent(addressOf('/marked'));
    for (const path of [`/render/${target}?waitForSelector=`, `/render?url=${target}&waitForSelector=`]) {
      const ready = await answerOf(path + encodeURIComponent('p.done'));
      assert.deepEqual([ready.status, ready.headers.get('X-Render-Verdict')], [200, 'ready-signal']);
      const wrong = await answerOf(path + encodeURIComponent('p..done'));
      assert.equal(wrong.status, 400);
      const { detail } = (await wrong.json()) as { detail: string };
      assert.equal(detail, 'waitForSelector: "p..done" is not a CSS selector');
    }
    const long = await answerOf(`/render/${target}?waitForSelector=${'p'.repeat(1_001)}`);
    assert.equal(long.status, 400);
    const { request } = (await (await answerOf(`/explain.json?url=${target}&waitForSelector=p`)).json()) as {
      request: { options: { waitForSelector: unknown } };
    };
    assert.equal(request.options.waitForSelector, 'p');
  });
});
