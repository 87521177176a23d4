/** The history of a tab: a page is its first entry, as in the new tab of a person. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
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
