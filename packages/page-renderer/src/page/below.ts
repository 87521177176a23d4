/// <reference lib="dom" />

/** How tall a page is, in CSS pixels: on a phone without a `viewport` meta they are smaller than those of the screen. */
export interface Extent {
  /** That the window would have to be high to show all that can be scrolled to. */
  height: number;
  /** That it is high. */
  window: number;
  /** How many parts of it have a scroll bar of their own. */
  parts: number;
}

/**
 * Measures how tall the window would have to be. Runs in a world of its own. A page may have its scroll bar in an element;
 * what that hides counts, too.
 */
export function measureExtent(): Extent {
  const root = Reflect.get(Document.prototype, 'documentElement', document) as Element | null;
  if (!root) return { height: 0, window: innerHeight, parts: 0 };
  const all = scrollers();
  const scroller = mainScroller(all);
  const hidden = scroller ? scroller.scrollHeight - scroller.clientHeight : 0;
  const height = Math.max(root.scrollHeight, innerHeight + hidden);
  return { height, window: innerHeight, parts: all.length - (scroller ? 1 : 0) };
}

/** Elements with a scroll bar of their own, the largest first; text that is only shown by parts has nothing to load. */
export function scrollers(): Element[] {
  const found: Array<[element: Element, area: number]> = [];
  for (const element of Document.prototype.querySelectorAll.call(document, 'body *')) {
    if (element.childElementCount === 0) continue;
    const { clientHeight: height, clientWidth: width } = element;
    if (height === 0 || (element.scrollHeight <= height && element.scrollWidth <= width)) continue;
    if (element.closest('pre, textarea, select, table')) continue;
    const { overflowX, overflowY } = getComputedStyle(element);
    const isBar = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
    const scrolls =
      (isBar(overflowY) && element.scrollHeight > height) || (isBar(overflowX) && element.scrollWidth > width);
    if (scrolls) found.push([element, height * width]);
  }
  return found.toSorted(([, a], [, b]) => b - a).map(([element]) => element);
}

/** The one that shows the page; undefined where the page itself is scrolled. Less than a third of the window is a part of it. */
export function mainScroller(all: readonly Element[]): Element | undefined {
  return all.find(({ clientHeight, scrollHeight }) => scrollHeight > clientHeight && clientHeight > innerHeight / 3);
}

/**
 * Scrolls through the page by whole windows, and through the largest of its parts that have a scroll bar of their own, then back
 * to its beginning; tells the page so, even where there is nothing to scroll any more. Runs in a world of its own.
 *
 * @param places how many windows are scrolled at most
 * @returns CSS pixels from the beginning of the page that were seen, once the browser has drawn each place
 */
export async function scrollThrough(places: number): Promise<number> {
  const { scheduler } = globalThis;
  // What observers are told of a frame comes before the second task.
  const drawn = () =>
    new Promise(requestAnimationFrame)
      .then(() => scheduler.postTask(() => {}))
      .then(() => scheduler.postTask(() => {}));
  const all = scrollers();
  const scroller = mainScroller(all);
  const root = Reflect.get(Document.prototype, 'documentElement', document) as Element;
  const scrolled = scroller ?? root;
  const step = scroller ? scroller.clientHeight : innerHeight;
  // What is added meanwhile is not followed: that might be without an end.
  const end = Math.min(places * step, scrolled.scrollHeight);
  for (let top = step; top < end; top += step) {
    scrolled.scrollTo({ top, behavior: 'instant' });
    await drawn();
  }
  scrolled.scrollTo({ top: 0, behavior: 'instant' });
  for (const part of all.filter((one) => one !== scroller).slice(0, 3)) {
    const [height, width] = [part.clientHeight, part.clientWidth];
    const count = Math.max(Math.ceil(part.scrollHeight / height), Math.ceil(part.scrollWidth / Math.max(width, 1)));
    const most = Math.ceil(places / 2);
    for (let place = 1; place < Math.min(count, most); place += 1) {
      const isLast = place === most - 1;
      const [top, left] = isLast ? [part.scrollHeight, part.scrollWidth] : [place * height, place * width];
      part.scrollTo({ top, left, behavior: 'instant' });
      await drawn();
    }
    part.scrollTo({ top: 0, left: 0, behavior: 'instant' });
  }
  for (const target of [document, globalThis]) target.dispatchEvent(new Event('scroll'));
  await drawn();
  return end + innerHeight - step;
}
