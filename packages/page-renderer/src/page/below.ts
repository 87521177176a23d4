/// <reference lib="dom" />

/** The height of a page in CSS pixels: on a phone without a `viewport` meta tag they are smaller than those of the screen. */
export interface Extent {
  /** Height of the viewport that would show everything that can be scrolled to. */
  height: number;
  /** Height of the viewport. */
  window: number;
  /** Number of parts with a scroll bar of their own. */
  parts: number;
}

/**
 * Measures how high the viewport would have to be. Runs in an isolated world. A page may have its scroll bar in an element;
 * the content that it hides counts, too.
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

/** Elements with a scroll bar of their own, the largest first; text that is shown in parts has nothing to load. */
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

/** The element that shows the page; undefined if the page itself is scrolled. It fills at least a third of the viewport. */
export function mainScroller(all: readonly Element[]): Element | undefined {
  return all.find(({ clientHeight, scrollHeight }) => scrollHeight > clientHeight && clientHeight > innerHeight / 3);
}

/**
 * Scrolls through the page by whole windows, and through the largest of its parts that have a scroll bar of their own, then back
 * to its beginning; dispatches scroll events even if there is nothing left to scroll. Runs in an isolated world.
 *
 * @param places maximum number of windows
 * @returns number of CSS pixels from the beginning of the page that were shown, after the browser has drawn each position
 */
export async function scrollThrough(places: number): Promise<number> {
  const { scheduler } = globalThis;
  // Observers are notified of a frame before the second task.
  const drawn = () =>
    new Promise(requestAnimationFrame)
      .then(() => scheduler.postTask(() => {}))
      .then(() => scheduler.postTask(() => {}));
  const all = scrollers();
  const scroller = mainScroller(all);
  const root = Reflect.get(Document.prototype, 'documentElement', document) as Element;
  const scrolled = scroller ?? root;
  const step = scroller ? scroller.clientHeight : innerHeight;
  // Elements that are added meanwhile are not scrolled: there might be no end.
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
