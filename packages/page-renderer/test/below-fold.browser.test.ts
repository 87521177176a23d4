/** T5: content that a page loads only when it is scrolled to. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { stretched } from '../../../testing/load.ts';
import { testsAll } from '../../../testing/rounds.ts';
import { useBench } from './support/rendering.ts';

const far = '<div style="height: 3000px"></div>';
const observe = (then: string) =>
  `<script>new IntersectionObserver(([entry], observer) => { if (!entry.isIntersecting) return; observer.disconnect(); ${then} }).observe(document.getElementById('last'))</script>`;

describe('below the fold', () => {
  const bench = useBench({ timeout: stretched(20_000) });
  const rendered = async (html: string) => {
    bench.pages.set('/page', `<!doctype html><title>page</title>${html}`);
    bench.pages.set('/late', 'come');
    return bench.renderer.render(`${bench.site.url}/page?${Math.random()}`);
  };

  test('a part that loads when it is seen is there', async () => {
    const { html, verdict } = await rendered(
      `${far}<p id=last></p>${observe("fetch('/late').then((r) => r.text()).then((text) => last.append(text))")}`,
    );
    assert.match(html, /<p id="last">come<\/p>/);
    assert.equal(verdict, 'complete');
  });

  test('pictures get their real address from the page, and from the browser', async () => {
    const { html } = await rendered(
      `${far}<img id=last data-src="/real.png"><img loading=lazy src="/lazy.png">${observe('entry.target.src = entry.target.dataset.src')}`,
    );
    assert.match(html, /<img id="last"[^>]* src="[^"]*\/real\.png"/);
    assert.ok(bench.site.requests.includes('/lazy.png'));
  });

  test('scroll listeners are called, also for a page that scrolls in an element', async () => {
    const inner = await rendered(
      `<style>html, body { height: 100%; margin: 0 } main { height: 100vh; overflow: auto }</style><main>${far}<p id=last></p></main>${observe("last.append('come')")}`,
    );
    assert.match(inner.html, /<p id="last">come<\/p>/);
    const heard = await rendered(
      `${far}<p id=last></p><script>addEventListener('scroll', () => { last.textContent = 'heard' })</script>`,
    );
    assert.match(heard.html, /<p id="last">heard<\/p>/);
  });

  const inParts: Readonly<Record<string, string>> = {
    'a part in the middle is covered':
      '<div style="position: fixed; inset: 40%; z-index: 1">Choose</div><main style="position: fixed; inset: 0; overflow: auto">MORE</main>',
    'the page is a part below a head':
      '<header style="height: 53vh"></header><main style="height: 47vh; overflow: auto">MORE</main>',
    'a small part has a bar': '<div style="height: 200px; overflow: auto">MORE</div>',
    'a part beside navigation has one':
      '<nav style="position: fixed; inset: 0 30% 0 0"></nav><main style="position: fixed; inset: 0 0 0 70%; overflow: auto">MORE</main>',
    'a row goes to the side':
      '<div style="overflow-x: auto"><div style="width: 4000px; display: flex; justify-content: space-between"><b>row</b><p id=last>&nbsp;</p></div></div>',
  };
  for (const [what, html] of Object.entries(inParts)) {
    test(`what is seen only where ${what} is there`, async () => {
      const page = html.replace('MORE', `${far}<p id=last>&nbsp;</p>`);
      assert.match(
        (await rendered(`<style>body { margin: 0 }</style>${page}${observe("last.append('come')")}`)).html,
        /come<\/p>/,
      );
    });
  }

  test('a list in a box that holds only the rows in view is not complete, and one that holds all of them is', async () => {
    const list = (holds: string) => `<div id=box style="height: 200px; overflow: auto"><ul id=rows></ul></div><script>
      const draw = () => { ${holds} };
      const write = (first, count) => {
        rows.innerHTML = Array.from({ length: count }, (_, n) => '<li style="height: 20px">Row ' + (first + n) + '</li>').join('');
      };
      draw();
      box.addEventListener('scroll', draw);</script>`;
    const recycled = await rendered(
      list(`const first = Math.floor(box.scrollTop / 20);
        rows.style.cssText = 'margin: 0; padding-top: ' + first * 20 + 'px; height: ' + (200 - first) * 20 + 'px';
        write(first, 12);`),
    );
    assert.deepEqual([recycled.verdict, recycled.pending], ['settled', { 'below-fold': 1 }]);
    assert.match(recycled.html, /Row 0</);
    const whole = await rendered(list('if (!rows.firstChild) write(0, 200);'));
    assert.equal(whole.verdict, 'complete');
    // What says where it is, is not a row.
    const counter = await rendered(
      list('if (!rows.lastChild) write(0, 200); now.textContent = box.scrollTop;').replace('<ul', '<b id=now></b><ul'),
    );
    assert.equal(counter.verdict, 'complete');
  });

  test('parts as high as the window are seen, however high it is', async () => {
    const parts = [1, 2, 3, 4].map(
      (n) => `<section style="height: 100vh" id=${n === 4 ? 'last' : `part${n}`}></section>`,
    );
    const { html, verdict } = await rendered(`${parts.join('')}${observe("last.append('come')")}`);
    assert.match(html, /come<\/section>/);
    assert.equal(verdict, 'complete');
  });

  test('a page that is always higher than its window is seen whole, unless it grows by content', async () => {
    const grows = (then: string) => `<style>body { margin: 0 }</style><div id=box></div><p>text</p><script>
      const grow = () => { box.style.height = innerHeight + 20 + 'px'; ${then} };
      grow();
      onresize = () => setTimeout(grow, 100);
    </script>`;
    const { verdict, pending } = await rendered(grows(''));
    assert.deepEqual([verdict, pending], ['complete', {}]);
    const more = await rendered(grows(`document.body.prepend(innerHeight + '')`));
    assert.deepEqual([more.verdict, more.pending], ['settled', { 'below-fold': 1 }]);
  });

  test('a page that is longer than the limit is scrolled once, unless it changes', async () => {
    const page = (then: string) => `<div style="height: 300000px"></div><p>text</p><script>
      let passes = 0;
      onscroll = () => {
        if (scrollY !== innerHeight) return;
        document.body.dataset.passes = passes += 1;
        ${then}
      };</script>`;
    const { html, pending } = await rendered(page(''));
    assert.match(html, /<body data-passes="1">/);
    assert.deepEqual(pending, { 'below-fold': 1 });
    const changed = await rendered(page(`document.querySelector('p').textContent = 'text ' + passes;`));
    assert.match(changed.html, /<body data-passes="3">/);
  });

  const slow = testsAll ? [5_500] : [];
  for (const time of slow) {
    test(`a page that is drawn for ${time} ms is seen whole`, async () => {
      const slowly = `<script>onresize = () => { for (const end = performance.now() + ${time}; performance.now() < end;); }</script>`;
      const { html, verdict, pending } = await rendered(
        `${far}<p id=last></p>${slowly}${observe("last.append('come')")}`,
      );
      assert.match(html, /come<\/p>/);
      assert.deepEqual([verdict, pending], ['complete', {}]);
    });
  }

  test('an endless list stops at the limit, and below-fold is pending', async () => {
    const { html, verdict, pending } = await rendered(`<ul id=list></ul><p id=last></p><script>
      let count = 0;
      const add = () => { for (let n = 0; n < 20; n += 1) list.append(Object.assign(document.createElement('li'), { textContent: 'entry ' + (count += 1), style: 'height: 100px' })); };
      add();
      const observer = new IntersectionObserver(([entry]) => { if (!entry.isIntersecting) return; add(); observer.unobserve(last); observer.observe(last); });
      observer.observe(last);
    </script>`);
    assert.match(html, /entry 60/);
    assert.equal(verdict, 'settled');
    assert.deepEqual(pending, { 'below-fold': 1 });
  });

  test('a page that fits the window is not made higher, and a picture shows the window that was asked for', async () => {
    const height = `<p id=height></p><script>
      const note = () => { document.getElementById('height').append(innerHeight + ' ') };
      note();
      addEventListener('resize', note);
    </script>`;
    const fits = await rendered(height);
    assert.match(fits.html, /<p id="height">\d+ <\/p>/);
    const { image, verdict } = await bench.renderer.screenshot(`${bench.site.url}/page`, {
      width: 300,
      height: 200,
      picture: { type: 'png' },
    });
    assert.deepEqual([image[19], image[23], verdict], [300 & 0xff, 200, 'complete']);
  });

  test('a page that nobody sees is drawn small, and finds the same sizes as one that is', async () => {
    bench.pages.set(
      '/sizes',
      `<!doctype html><title>sizes</title><style>body { margin: 0; font: 13.3px serif } #thin { border: 0.4px solid; width: 50.25px }</style>
      <span id=text>The quick brown fox</span><p id=thin></p><iframe width=9 height=9 src="${bench.site.url.replace('127.0.0.1', 'localhost')}/frame"></iframe>${far}<p id=last>last</p>
      <script>
        const boxes = () => [text, thin, last].flatMap((one) => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height] });
        const sizes = () => [innerWidth, innerHeight, outerWidth, screen.width, devicePixelRatio, visualViewport.width, visualViewport.scale,
          matchMedia('(resolution: 1dppx)').matches, document.documentElement.scrollHeight, document.elementFromPoint(9, 9)?.id, ...boxes()];
        const tell = (what, said) => fetch('/said?' + who + what + encodeURIComponent(JSON.stringify(said)));
        const who = location.search.slice(1);
        addEventListener('load', () => tell('load', sizes()));
        addEventListener('resize', () => tell('resize', sizes()), { once: true });
        new IntersectionObserver(([entry]) => tell('seen', [entry.intersectionRatio, entry.rootBounds, entry.boundingClientRect])).observe(last);
        new ResizeObserver(([entry]) => tell('box', entry.devicePixelContentBoxSize[0].inlineSize)).observe(thin);
        addEventListener('message', ({ data }) => tell('frame', data), { once: true });
      </script>`,
    );
    bench.pages.set(
      '/frame',
      `<!doctype html><title>frame</title><p id=box style="margin: 0">in</p><script>
      new IntersectionObserver(([entry]) => requestAnimationFrame(() => parent.postMessage([innerWidth, devicePixelRatio, entry.isIntersecting], '*'))).observe(box);
      </script>`,
    );
    bench.pages.set('/said', '');
    const saidBy = (who: string) =>
      bench.site.requests
        .filter((url) => url.startsWith(`/said?${who}`))
        .map((url) => decodeURIComponent(url.slice(6 + who.length)))
        .toSorted();
    await bench.renderer.render(`${bench.site.url}/sizes?unseen`);
    await bench.renderer.screenshot(`${bench.site.url}/sizes?drawn`, { picture: { fullPage: true } });
    const unseen = saidBy('unseen');
    assert.ok(['load', 'resize', 'seen', 'box', 'frame'].every((what) => unseen.some((said) => said.startsWith(what))));
    const once = (said: string[]) => [...new Set(said)];
    assert.deepEqual(once(unseen), once(saidBy('drawn')));
  });
});
