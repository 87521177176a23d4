/// <reference lib="dom" />

import { allElements, elementProperty, openRootOf, selectAll, textOf } from '../dom/dom.ts';
import { isAsNoted, notePlace, notePlaces, putBack, scrollPart, sizesOf, storedPlaces } from './positions.ts';

/** The height of a page in CSS pixels: on a phone without a `viewport` meta tag they are smaller than those of the screen. */
export interface Extent {
  /** Height of the viewport that would show everything that can be scrolled to. */
  height: number;
  /** Height of the viewport. */
  window: number;
  /** Number of parts with a scroll bar of their own. */
  parts: number;
  /** Number of elements that load when they are near to what is seen, and of those with a scroll bar; of the first measurement. */
  lazy: number;
  /** Whether all parts are where they were when it was first measured; see {@link isAsNoted}. */
  isBack: boolean;
}

/**
 * Measures how high the viewport would have to be. Runs in an isolated world. A page may have its scroll bar in an element;
 * the content that it hides counts, too.
 *
 * @param isFirst whether the page has not been scrolled: then its positions are stored, if there is anything to scroll
 */
export function measureExtent(isFirst: boolean): Extent {
  const root = Reflect.get(Document.prototype, 'documentElement', document) as Element | null;
  if (!root) return { height: 0, window: innerHeight, parts: 0, lazy: 0, isBack: true };
  const larger: Element[] = [];
  const all = scrollers(larger);
  const scroller = mainScroller(all);
  const { height: shown, fullHeight } = scroller ? sizesOf(scroller) : { height: 0, fullHeight: 0 };
  const height = Math.max(elementProperty('scrollHeight', root), innerHeight + fullHeight - shown);
  const parts = all.length - (scroller ? 1 : 0);
  if (isFirst && (height > innerHeight || parts > 0)) notePlaces(larger);
  const lazy = isFirst ? all.length + lazyIn([document]) : 0;
  return { height, window: innerHeight, parts, lazy, isBack: isFirst || isAsNoted() };
}

/** Number of elements in trees, and in the open shadow trees in them, that load when they are near to what is seen. */
export function lazyIn(roots: Array<Document | ShadowRoot>): number {
  let count = 0;
  for (const root of roots) {
    count += selectAll(root, '[loading=lazy i], video, audio').length;
    for (const element of allElements(root)) {
      const inner = openRootOf(element);
      if (inner) roots.push(inner);
    }
  }
  return count;
}

/** Stores the positions of a frame. Runs in the frame. */
export function noteFrame(): void {
  const larger: Element[] = [];
  scrollers(larger);
  notePlaces(larger);
}

/**
 * Elements with a scroll bar of their own, the largest first; text that is shown in parts has nothing to load.
 *
 * @param larger gets all elements whose content is larger than they are
 */
export function scrollers(larger: Element[] = []): Element[] {
  const found: Array<[element: Element, area: number]> = [];
  for (const element of Document.prototype.querySelectorAll.call(document, 'body *')) {
    if (elementProperty('childElementCount', element) === 0) continue;
    const { height, width, fullHeight, fullWidth } = sizesOf(element);
    if (height === 0 || (fullHeight <= height && fullWidth <= width)) continue;
    larger.push(element);
    if (Element.prototype.closest.call(element, 'pre, textarea, select, table')) continue;
    const { overflowX, overflowY } = getComputedStyle(element);
    const isBar = (overflow: string) => overflow === 'auto' || overflow === 'scroll';
    const scrolls = (isBar(overflowY) && fullHeight > height) || (isBar(overflowX) && fullWidth > width);
    if (scrolls) found.push([element, height * width]);
  }
  return found.toSorted(([, a], [, b]) => b - a).map(([element]) => element);
}

/** The element that shows the page; undefined if the page itself is scrolled. It fills at least a third of the viewport. */
export function mainScroller(all: readonly Element[]): Element | undefined {
  return all.find((element) => {
    const { height, fullHeight } = sizesOf(element);
    return fullHeight > height && height > innerHeight / 3;
  });
}

/** What was seen while the page was scrolled. */
export interface Scrolled {
  /** Number of CSS pixels from the beginning of the page that were shown, after the browser has drawn each position. */
  seen: number;
  /** Number of parts that hold only the rows in view, so that others are gone again. */
  recycling: number;
}

/**
 * Texts of the elements of a part that contain no others; none for a part with very many elements, which holds all of its rows.
 *
 * @param to gets them, too
 */
export function textsIn(part: Element, to: Set<string> = new Set()): Set<string> {
  const all = Element.prototype.querySelectorAll.call(part, '*');
  if (all.length > 3_000) return to;
  for (const element of all) {
    const text = elementProperty('childElementCount', element) === 0 ? textOf(element).trim().slice(0, 200) : '';
    if (text) to.add(text);
  }
  return to;
}

/**
 * Whether rows that were seen are gone. Some texts may go for another reason: a counter or two, at each place that was shown.
 *
 * @param places number of them
 */
export function areGone(texts: ReadonlySet<string>, part: Element, places: number): boolean {
  const present = textsIn(part);
  return [...texts].filter((text) => !present.has(text)).length > 2 * (places + 1);
}

/** Waits for a frame, of which observers are notified before the second task after it. */
export async function drawn(): Promise<void> {
  await new Promise(requestAnimationFrame);
  for (let tasks = 0; tasks < 2; tasks += 1) await scheduler.postTask(() => {});
}

/**
 * Scrolls through the page by whole windows, and through the largest of its parts that have a scroll bar of their own. Each is put back
 * where it was before the next one is scrolled; dispatches scroll events even if there is nothing left to scroll. Runs in an
 * isolated world, after {@link notePlaces}, and ends early after {@link returnPlaces}.
 *
 * @param places maximum number of windows
 */
export async function scrollThrough(places: number): Promise<Scrolled> {
  const stored = storedPlaces();
  const isOver = () => stored?.isOver ?? true;
  if (stored) stored.isOver = false;
  const all = scrollers();
  const scroller = mainScroller(all);
  const root = Reflect.get(Document.prototype, 'documentElement', document) as Element;
  const show = (part: Element | undefined, top: number, left = 0) => {
    scrollPart(part ?? globalThis.window, part === undefined, top, left);
    return drawn();
  };
  if (scroller) notePlace(scroller);
  const step = scroller ? sizesOf(scroller).height : innerHeight;
  // Elements that are added meanwhile are not scrolled: there might be no end.
  const end = Math.min(places * step, scroller ? sizesOf(scroller).fullHeight : elementProperty('scrollHeight', root));
  for (let top = step; top < end && !isOver(); top += step) await show(scroller, top);
  putBack();
  let recycling = 0;
  for (const part of all.filter((one) => one !== scroller).slice(0, 3)) {
    await drawn();
    notePlace(part);
    const { height, width, ...full } = sizesOf(part);
    const count = Math.max(Math.ceil(full.fullHeight / height), Math.ceil(full.fullWidth / Math.max(width, 1)));
    const most = Math.ceil(places / 2);
    const texts = new Set<string>();
    for (let place = 1; place < Math.min(count, most) && !isOver(); place += 1) {
      const isLast = place === most - 1;
      await show(part, isLast ? 1e7 : place * height, isLast ? 1e7 : place * width);
      textsIn(part, texts);
    }
    putBack();
    if (texts.size === 0) continue;
    await drawn();
    if (areGone(texts, part, most)) recycling += 1;
  }
  for (const target of [document, globalThis]) EventTarget.prototype.dispatchEvent.call(target, new Event('scroll'));
  await drawn();
  // What has listened may have moved a part again.
  for (let tries = 0; tries < 5 && putBack() > 0; tries += 1) await drawn();
  return { seen: end + innerHeight - step, recycling };
}

/**
 * Scrolls to the end of the page and back, so that observers hear of its first parts last, as they do when a person returns. Runs in an
 * isolated world, after {@link notePlaces}.
 */
export async function scrollAway(): Promise<void> {
  const scroller = mainScroller(scrollers());
  const place = storedPlaces()?.all.find(({ part, isWindow }) => (scroller ? part === scroller : isWindow));
  if (!place) return;
  scrollPart(place.part, place.isWindow, 1e7, 0);
  // An observer that is notified of both places at once hears of them part by part, not in their order.
  for (let frames = 0; frames < 2; frames += 1) await drawn();
  // The window has another size than before.
  place.at = [NaN, NaN];
  putBack();
  await drawn();
}
