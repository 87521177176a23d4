import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useBench } from '../support/rendering.ts';

const bench = useBench();

/** Pages with polyfills and libraries from npm, and the texts that a visitor sees, in this order. */
const PAGES: Record<string, { shows: RegExp; byPolyfill: RegExp }> = {
  // Second version of web components. ShadyDOM puts children where they are shown, ShadyCSS adds classes.
  bundle: { shows: /Slotted title.*From the template/s, byPolyfill: /<p class="style-scope x-card">From the template/ },
  loader: { shows: /Slotted title.*From the template/s, byPolyfill: /<p class="style-scope x-card">From the template/ },
  lite: { shows: /Slotted title.*From the template/s, byPolyfill: /<p class="style-scope x-card">From the template/ },
  'polymer-2': { shows: /Polymer two says.*hello.*light child/s, byPolyfill: /<p class="style-scope x-two">/ },
  'polymer-3': { shows: /Polymer three says.*hello.*light child/s, byPolyfill: /<p class="style-scope x-three">/ },
  // First version, which no browser supports: its polyfills always render into light DOM.
  v0: { shows: /version zero/, byPolyfill: /<x-zero><p>version zero<\/p><\/x-zero>/ },
  'v0-shadow': { shows: /version zero shadow.*light child/s, byPolyfill: /<x-zero><p>version zero shadow<\/p><b>/ },
  'polymer-1': { shows: /Polymer one says.*hello.*light child/s, byPolyfill: /<p class="style-scope x-one">/ },
};

/** A page's body without its templates, which are not shown. */
function shown(html: string): string {
  return html.replaceAll(/<template.*?<\/template>|<head>.*?<\/head>/gs, '');
}

describe('polyfills and libraries', { concurrency: 4 }, () => {
  for (const [name, { shows, byPolyfill }] of Object.entries(PAGES)) {
    test(`${name} shows the same without being asked for anything, by the browser’s own means where it has them`, async () => {
      const { html } = await bench.renderer.render(`${bench.site.url}/polyfills/${name}.html`);
      assert.match(shown(html), shows);
      if (!/^v0|polymer-1/.test(name)) assert.match(shown(html), /<[\w-]+[^>]* data-shadow-host="1"/);
    });
    test(`${name} renders into light DOM when its polyfill is to`, async () => {
      const path = `${bench.site.url}/polyfills/${name}.html`;
      const { html, metas } = await bench.renderer.render(path, { polyfill: 'shady' });
      assert.match(shown(html), shows);
      assert.match(shown(html), byPolyfill);
      assert.equal(metas?.hasShadow, false);
    });
  }
});

describe('in an address of /render', { concurrency: 3 }, () => {
  for (const [parameter, name] of [
    ['dom=shady', 'polymer-3'],
    ['wc-inject-shadydom=true', 'lite'],
    ['wc-inject-shadydom=true', 'loader'],
  ] as const) {
    test(`${parameter} makes the polyfill of ${name} render into light DOM`, async () => {
      const { shows, byPolyfill } = PAGES[name] ?? assert.fail();
      const target = `${bench.site.url}/polyfills/${name}.html`;
      const response = await bench.renderer.fetch(new Request(`http://renderer.test/render/${target}?${parameter}`));
      const html = shown(await response.text());
      assert.match(html, shows);
      assert.match(html, byPolyfill);
    });
  }
});

describe('a page without a polyfill', () => {
  test('is flattened as usual although one is asked for', async () => {
    const { html } = await bench.renderer.render(`${bench.site.url}/polyfills/none.html`, { polyfill: 'shady' });
    assert.match(html, /<x-plain[^>]*><p[^>]*>native root<\/p><slot[^>]*><b[^>]*>light child<\/b><\/slot><\/x-plain>/);
    assert.match(html, /data-flags="ShadyDOM ShadyCSS WebComponents Polymertrue"/);
  });
  test('sees nothing of it when none is asked for', async () => {
    const { html } = await bench.renderer.render(`${bench.site.url}/polyfills/none.html`);
    assert.match(html, /data-flags="undefined"/);
  });
});
