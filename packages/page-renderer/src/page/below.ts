/// <reference lib="dom" />

/** How tall a page is, in CSS pixels: on a phone without a `viewport` meta they are smaller than those of the screen. */
export interface Extent {
  /** That the window would have to be high to show all that can be scrolled to. */
  height: number;
  /** That it is high. */
  window: number;
}

/**
 * Measures how tall the window would have to be. Runs in a world of its own. A page may have its scroll bar in an element
 * that is as high as the window; what it hides counts, too.
 */
export function measureExtent(): Extent {
  const root = Reflect.get(Document.prototype, 'documentElement', document) as Element | null;
  if (!root) return { height: 0, window: innerHeight };
  const scroller = scrollerOf(innerWidth / 2, innerHeight / 2);
  const hidden = scroller ? scroller.scrollHeight - scroller.clientHeight : 0;
  return { height: Math.max(root.scrollHeight, innerHeight + hidden), window: innerHeight };
}

/** The element around a point of the window that is scrolled; undefined where it is the page itself. */
export function scrollerOf(x: number, y: number): Element | undefined {
  let element = Document.prototype.elementFromPoint.call(document, x, y);
  while (element) {
    const { overflowY } = getComputedStyle(element);
    const scrolls = overflowY === 'auto' || overflowY === 'scroll' || overflowY === 'overlay';
    // Less than half of the window is a part of the page, not the page.
    if (scrolls && element.scrollHeight > element.clientHeight && element.clientHeight > innerHeight / 2)
      return element;
    element = Reflect.get(Node.prototype, 'parentElement', element);
  }
  return undefined;
}

/**
 * Scrolls through the page by whole windows, then back to its beginning; tells the page so, even where there is nothing to
 * scroll any more. Runs in a world of its own.
 *
 * @param places how many windows are scrolled at most
 * @returns CSS pixels from the beginning of the page that were seen, once the browser has drawn each place
 */
export async function scrollThrough(places: number): Promise<number> {
  const drawn = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      setTimeout(resolve, 200);
    });
  const scroller = scrollerOf(innerWidth / 2, innerHeight / 2);
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
  for (const target of [document, globalThis]) target.dispatchEvent(new Event('scroll'));
  await drawn();
  return end + innerHeight - step;
}
