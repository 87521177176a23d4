import assert from 'node:assert/strict';
import { test } from 'node:test';
import { useBench } from '../support/rendering.ts';

const bench = useBench({ concurrency: 4, timeout: 60_000 });

/** Milliseconds after the load event at which a page navigates: before, while and after it is found to be complete. */
const MOMENTS = Array.from({ length: 20 }, (_, index) => 480 + index * 6);

test('a page is serialised at whatever moment it leaves: where it was, or where it arrives', async () => {
  bench.pages.set('/arrived', '<h1>arrived</h1>');
  const results = await Promise.all(
    MOMENTS.map(async (moment) => {
      // Many nodes, so that serialising takes a while.
      bench.pages.set(
        `/leaves-${moment}`,
        `<div id="all"></div><script>
          all.innerHTML = '<i>n</i>'.repeat(10000);
          addEventListener('load', () => setTimeout(() => location.replace('/arrived'), ${moment}));
        </script>`,
      );
      const { html } = await bench.renderer.render(`${bench.site.url}/leaves-${moment}`);
      const hasArrived = html.includes('<h1>arrived</h1>');
      assert.ok(hasArrived || html.endsWith(`${'<i>n</i>'.repeat(1000)}</div></body></html>`), `after ${moment} ms`);
      return hasArrived;
    }),
  );
  assert.ok(results.includes(true), 'some were serialised where they arrived');
});
