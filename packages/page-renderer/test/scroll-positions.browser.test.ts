/** Looking at what is below leaves no trace: the page is read when each of its parts is where it was before it was scrolled. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { useBench } from './support/rendering.ts';
import { each } from '../../../testing/rounds.ts';

const TOOLS = `const draw = (top) => view.replaceChildren(...Array.from({ length: 12 }, (_, n) =>
  Object.assign(document.createElement('p'), { textContent: 'row ' + (Math.floor(Math.abs(top) / 20) + n + 1) + '.' })));`;
const STYLE =
  '<style>body { margin: 0 } .box { height: 200px; width: 300px; overflow: auto } .tall { height: 8000px }</style>';
const TALL = '<div class=tall><i>tall</i></div>';
const WIDE = '<div style="width: 6000px"><i>wide</i></div>';
const page = (
  body: string,
  script: string,
) => `<!doctype html><title>page</title>${STYLE}<body>${body}<div id=view></div>
<script>${TOOLS}${script}</script>`;
/** Two parts that are moved together. */
const two = (inside: string, script: string, style = '') =>
  page(
    `<div class=box id=a style="${style}">${inside}</div><div class=box id=b style="${style}">${inside}</div>`,
    script,
  );

/** The window of a frame is moved with a box by messages, and tells its position. */
const FRAME = `<!doctype html><body style="height: 9000px"><script>onmessage = ({ data }) => scrollTo(0, data);
  onscroll = () => parent.postMessage(scrollY, '*')</script>`;
/** A box in a closed shadow tree of a frame. */
const CLOSED = `<!doctype html><body><x-a></x-a><script>const root = document.querySelector('x-a').attachShadow({ mode: 'closed' });
  root.innerHTML = '<div style="height: 100px; overflow: hidden"><div style="height: 9000px"></div></div>'; const box = root.firstChild;
  onmessage = ({ data }) => box.scrollTop = data; box.onscroll = () => parent.postMessage(box.scrollTop, '*')</script>`;
const withFrame = (attributes: string) =>
  page(
    `<div class=box id=b>${TALL}</div>`,
    `draw(0); const frame = document.createElement('div'); frame.innerHTML = '<iframe ${attributes}></iframe>'.replace('PORT', location.port);
    document.body.append(frame.firstChild); b.onscroll = () => { if (b.scrollTop > 0) frames[0].postMessage(b.scrollTop, '*') };
    onmessage = ({ data }) => draw(data)`,
  );
/** What is pending less what a machine adds that had no time for it. */
const unlessSlow = (pending: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(pending).filter(([kind]) => kind !== 'busy' && kind !== 'timer'));
/** Pages that show their first row where they were at the beginning. */
const RETURN: Record<string, string> = {
  'two boxes copy the position of each other': two(
    TALL,
    `draw(0); const copy = (from, to) => from.onscroll = () => { const top = from.scrollTop; requestAnimationFrame(() => { to.scrollTop = top; draw(top) }) };
    copy(a, b); copy(b, a)`,
  ),
  'they do so when scrolling has ended': two(
    TALL,
    'draw(0); const copy = (from, to) => from.onscrollend = () => { to.scrollTop = from.scrollTop; draw(from.scrollTop) }; copy(a, b); copy(b, a)',
  ),
  'they do so 100 ms later': two(
    TALL,
    `draw(0); const copy = (from, to) => { let timer; from.onscroll = () => { draw(from.scrollTop); clearTimeout(timer);
      const top = from.scrollTop; timer = setTimeout(() => { to.scrollTop = top }, 100) } }; copy(a, b); copy(b, a)`,
  ),
  'they move smoothly': two(
    TALL,
    'draw(0); const copy = (from, to) => from.onscroll = () => { to.scrollTop = from.scrollTop; draw(from.scrollTop) }; copy(a, b); copy(b, a)',
    'scroll-behavior: smooth',
  ),
  'they move to the side': two(
    WIDE,
    'draw(0); const copy = (from, to) => from.onscroll = () => { to.scrollLeft = from.scrollLeft; draw(from.scrollLeft) }; copy(a, b); copy(b, a)',
  ),
  'they move to the left': page(
    `<div class=box id=a dir=rtl>${WIDE}</div>`,
    'draw(0); a.onscroll = () => requestAnimationFrame(() => draw(a.scrollLeft))',
  ),
  'the other box is in a shadow tree': page(
    `<x-a></x-a><div class=box id=b>${TALL}</div>`,
    `draw(0); const root = document.querySelector('x-a').attachShadow({ mode: 'open' });
    root.innerHTML = '<div style="height: 200px; overflow: hidden"><div style="height: 9000px"></div></div>';
    b.onscroll = () => { if (b.scrollTop > 0) root.firstChild.scrollTop = b.scrollTop }; root.firstChild.onscroll = () => draw(root.firstChild.scrollTop)`,
  ),
  'the other box is in a closed shadow tree': page(
    `<x-a></x-a><div class=box id=b>${TALL}</div>`,
    `draw(0); const root = document.querySelector('x-a').attachShadow({ mode: 'closed' });
    root.innerHTML = '<p></p>'; const inner = root.firstChild.attachShadow({ mode: 'closed' });
    inner.innerHTML = '<div style="height: 200px; overflow: hidden"><div style="height: 9000px"></div></div>';
    b.onscroll = () => { if (b.scrollTop > 0) inner.firstChild.scrollTop = b.scrollTop }; inner.firstChild.onscroll = () => draw(inner.firstChild.scrollTop)`,
  ),
  'the other box is in a closed shadow tree of a frame': withFrame(`src="/closed"`),
  'the other box is in a closed shadow tree of a frame of another site': withFrame(
    `src="http://localhost:PORT/closed"`,
  ),
  'the other box is in a closed shadow tree of a frame without an origin': withFrame(
    `sandbox="allow-scripts" src="/closed"`,
  ),
  'the other one is the window of a frame of another site': withFrame(`src="http://localhost:PORT/frame"`),
  'the other one is the window of a frame without an origin': withFrame(`sandbox="allow-scripts" src="/frame"`),
  'the other one is the window of a frame': page(
    `<iframe srcdoc="<body style='height: 9000px'>"></iframe><div class=box id=b>${TALL}</div>`,
    `draw(0); onload = () => { const inner = frames[0];
    b.onscroll = () => { if (b.scrollTop > 0) inner.scrollTo(0, b.scrollTop) }; inner.onscroll = () => draw(inner.scrollY) }`,
  ),
  'a listener ignores events for 150 ms': page(
    `<div class=box id=a>${TALL}</div>`,
    'draw(0); let last = -1e9; a.onscroll = () => { if (performance.now() - last > 150) { last = performance.now(); draw(a.scrollTop) } }',
  ),
  'a box shows its end': page(
    `<div class=box id=a>${TALL}</div>`,
    'a.scrollTop = 1e6; const end = a.scrollTop; draw(0); a.onscroll = () => draw(a.scrollTop - end)',
  ),
  'a box shows its middle': page(
    `<div class=box id=a>${TALL}</div>`,
    'a.scrollTop = 3000; draw(0); a.onscroll = () => draw(a.scrollTop - 3000)',
  ),
  'a box snaps': page(
    `<div class=box id=a style="scroll-snap-type: y mandatory">${'<p style="height: 190px; margin: 0; scroll-snap-align: start"><i>part</i></p>'.repeat(30)}</div>`,
    'draw(0); a.onscroll = () => draw(a.scrollTop)',
  ),
  'the window is longer than it is shown': page(
    '<div style="height: 60000px">long</div>',
    `draw(0); let timer; onscroll = () => { clearTimeout(timer); timer = setTimeout(() => { draw(scrollY); history.replaceState(null, '', '#' + scrollY) }, 50) }`,
  ),
  'the window of a page without a doctype is': `<body><div id=view></div><div style="height: 60000px">long</div>
    <script>${TOOLS}; draw(0); onscroll = () => draw(scrollY)</script>`,
};

describe('a page that was scrolled', { concurrency: 4 }, () => {
  const bench = useBench({ allowPrivateNetworks: ['127.0.0.1', '::1'] });
  before(() => {
    bench.pages.set('/frame', FRAME);
    bench.pages.set('/closed', CLOSED);
    bench.pages.set(
      '/stays',
      FRAME.replace(
        'onscroll = () =>',
        'let most = 0; onscroll = () => scrollTo(0, most = Math.max(most, scrollY)) ||',
      ),
    );
  });
  const rendered = async (name: string, html: string) => {
    bench.pages.set(`/${encodeURIComponent(name)}`, html);
    return bench.renderer.render(`${bench.site.url}/${encodeURIComponent(name)}`);
  };
  const firstRow = (html: string) => /<p>row (\d+)\./.exec(html)?.[1];

  for (const [name, html] of each(Object.entries(RETURN), 2)) {
    test(`is read as if it had not been: ${name}`, async () => {
      const { html: text, verdict, pending } = await rendered(name, html);
      assert.deepEqual([firstRow(text), verdict, pending], ['1', 'complete', {}]);
    });
  }

  // https://drafts.csswg.org/cssom-view/#smooth-scrolling leaves it to the browser whether to scroll smoothly.
  test('has a part at once where a script moves it smoothly', async () => {
    const { html } = await rendered(
      'smoothly',
      page(
        `<div class=box id=a style="scroll-behavior: smooth">${TALL}</div>`,
        'a.scrollTop = 3000; view.textContent = a.scrollTop; a.scrollTop = 0',
      ),
    );
    assert.match(html, /<div id="view">3000</);
  });

  /** A menu that marks the part that is read, and adds it to the address. */
  const menu = (
    options: string,
  ) => `<nav>${['one', 'two', 'three'].map((id) => `<a href="#${id}">${id}</a>`).join('')}</nav>
    ${['one', 'two', 'three'].map((id) => `<section id=${id} style="height: 1500px">part</section>`).join('')}<script>
    const observer = new IntersectionObserver((entries) => { for (const { isIntersecting, target } of entries) if (isIntersecting) {
      for (const link of document.links) link.className = link.hash === '#' + target.id ? 'active' : '';
      history.replaceState(null, '', '#' + target.id); document.title = location.hash } }, ${options});
    for (const section of document.querySelectorAll('section')) observer.observe(section);</script>`;
  for (const options of ['{}', '{ rootMargin: "-50% 0px" }']) {
    test(`shows its first part as the one that is read, if an observer with ${options} marks it`, async () => {
      const { html, verdict, pending } = await rendered(
        `menu ${options}`,
        `<!doctype html><title>menu</title>${menu(options)}`,
      );
      assert.match(html, /<title>#one<[^]*<a href="#one" class="active">one<\/a><a href="#two" class="">/);
      assert.deepEqual([verdict, pending], ['complete', {}]);
    });
  }

  test('keeps rows that are shown only while they are seen, and is not complete if a menu marks a later part', async () => {
    const { html, verdict, pending } = await rendered(
      'menu and rows',
      `<!doctype html><title>menu</title>${menu('{}')}<div id=rows style="height: 4000px"></div><script>
      const show = () => rows.replaceChildren(...Array.from({ length: innerHeight / 100 }, (_, n) =>
        Object.assign(document.createElement('p'), { textContent: 'row ' + n + '.' })));
      show(); addEventListener('resize', show)</script>`,
    );
    assert.match(html, /row 70\./);
    assert.deepEqual([verdict, unlessSlow(pending)], ['settled', { scrolled: 1 }]);
  });

  test('is not complete if the window of a frame of another site does not return', async () => {
    const html = withFrame(`src="http://localhost:PORT/stays"`);
    const { verdict, pending } = await rendered('stays in a frame', html);
    assert.deepEqual([verdict, unlessSlow(pending)], ['settled', { scrolled: 1 }]);
  });

  test('is not complete if it has more frames than are looked at', async () => {
    const { verdict, pending } = await rendered(
      'frames',
      page(`<div class=box id=b>${TALL}</div>${'<iframe srcdoc="frame"></iframe>'.repeat(51)}`, 'draw(0)'),
    );
    assert.deepEqual([verdict, pending], ['settled', { frame: 1 }]);
  });

  const stays: Record<string, string> = {
    'at once': 'a.scrollTop = most',
    later: 'clearTimeout(timer); timer = setTimeout(() => { a.scrollTop = most }, 100)',
  };
  for (const [when, move] of Object.entries(stays)) {
    test(`is not complete if a part of it does not return, because a listener moves it ${when}`, async () => {
      const { html, verdict, pending } = await rendered(
        `stays ${when}`,
        page(
          `<div class=box id=a>${TALL}</div>`,
          `draw(0); let most = 0; let timer; a.onscroll = () => { most = Math.max(most, a.scrollTop); draw(most); ${move} }`,
        ),
      );
      assert.notEqual(firstRow(html), '1');
      assert.deepEqual([verdict, unlessSlow(pending)], ['settled', { scrolled: 1 }]);
    });
  }
});
