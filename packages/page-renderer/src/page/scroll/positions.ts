/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import {
  allElements,
  attributeOf,
  documentProperty,
  elementProperty,
  openRootOf,
  rootOf,
  selectAll,
} from '../dom/dom.ts';

/*
 * The scroll positions of a page before the renderer scrolls it. A page may move other parts than those that are scrolled, and may
 * do so later than its parts are put back: an editor copies the position of its scroll bar, for example. All of this runs in an isolated
 * world, which keeps the positions.
 */

/** The window, or an element that can be scrolled. */
export interface Place {
  part: Window | Element;
  isWindow: boolean;
  /** Where it was; infinite for its end. */
  top: number;
  left: number;
  /** Where it is expected: the browser may not be able to put it where it was, because of its size or its snap positions. */
  at: Position;
  /** Whether it has been elsewhere. */
  isMoved: boolean;
}

/** The size of an element without scroll bars, and that of its content; the same if it is not laid out as a box. */
export interface Sizes {
  height: number;
  width: number;
  fullHeight: number;
  fullWidth: number;
}

export type Position = readonly [top: number, left: number];

/** The positions of a page: of its window and its elements. */
export interface Places {
  readonly all: Place[];
  /** When a part was last put back. */
  returnedAt: number;
  /** Whether the page is no longer scrolled. */
  isOver: boolean;
  /** Links to parts of the page, and how they and its address were marked; see {@link marksOf}. */
  readonly links: readonly HTMLAnchorElement[];
  readonly marks: string;
}

/** A page after its parts were put back. */
export interface Returned {
  /** Number of parts that were elsewhere, or hear that they were. */
  count: number;
  /** Whether it shows, by its address or its links, that another of its parts is read. */
  isMarked: boolean;
  elements: number;
}

/**
 * Stores the positions of a page, also those in open shadow trees. Each of its frames stores its own.
 *
 * @param larger elements of the document whose content is larger than they are; to read sizes takes longer than anything else here
 */
export function notePlaces(larger: readonly Element[]): void {
  const all = [placeOf(globalThis.window, true), ...larger.map((element) => placeOf(element, false))];
  const body = documentProperty('body', document);
  if (body) noteElement(body, all);
  noteWithin([document], all);
  const links = selectAll<HTMLAnchorElement>(document, 'a[href*="#"]').slice(0, 500);
  Reflect.set(globalThis, 'pageRendererPlaces', {
    all,
    returnedAt: -Infinity,
    isOver: false,
    links,
    marks: marksOf(links),
  } satisfies Places);
}

/** Stores the positions in closed shadow trees, which a page cannot find by itself. Runs after {@link notePlaces}. */
export function notePlacesIn(_: null, ...roots: ShadowRoot[]): void {
  const stored = storedPlaces();
  if (stored) noteWithin(roots, stored.all);
}

export function noteElement(element: Element, all: Place[]): void {
  const { height, width } = hiddenOf(element);
  if (height > 0 || width > 0) all.push(placeOf(element, false));
}

/** Stores the positions in trees, and in those within them. The elements of the document itself are already stored. */
export function noteWithin(within: ReadonlyArray<Document | ShadowRoot>, all: Place[]): void {
  const roots = [...within];
  for (const root of roots) {
    for (const element of allElements(root)) {
      const inner = openRootOf(element);
      if (inner) roots.push(inner);
      if (root !== document) noteElement(element, all);
    }
  }
}

/** What a page that marks the part that is read changes: its address, and the links to its parts or the elements around them. */
export function marksOf(links: readonly Element[]): string {
  const marks = links.map((link) => {
    const around = link.parentElement;
    return [link, around].map((one) => one && [attributeOf(one, 'class'), attributeOf(one, 'aria-current')]);
  });
  return JSON.stringify([location.href, marks]);
}

/** Stores the position of an element that could not be scrolled before. */
export function notePlace(element: Element): void {
  const all = storedPlaces()?.all;
  if (all && !all.some(({ part }) => part === element)) all.push(placeOf(element, false));
}

export function placeOf(part: Window | Element, isWindow: boolean): Place {
  const at = positionOf(part, isWindow);
  const { height, width } = hiddenOf(isWindow ? rootOf((part as Window).document) : (part as Element));
  const kept = (now: number, most: number) =>
    Math.abs(now) > 1 && Math.abs(now) >= most - 1 ? Math.sign(now) * Infinity : now;
  return { part, isWindow, top: kept(at[0], height), left: kept(at[1], width), at, isMoved: false };
}

/** The size of an element in CSS pixels, and that of all its content. */
export function sizesOf(element: Element): Sizes {
  const [height, width] = [elementProperty('clientHeight', element), elementProperty('clientWidth', element)];
  if (height === 0) return { height, width, fullHeight: 0, fullWidth: width };
  const fullHeight = elementProperty('scrollHeight', element);
  return { height, width, fullHeight, fullWidth: elementProperty('scrollWidth', element) };
}

/** How many CSS pixels of an element's content are hidden; 0 if it is not laid out as a box. */
export function hiddenOf(element: Element | null): { height: number; width: number } {
  if (!element) return { height: 0, width: 0 };
  const { height, width, fullHeight, fullWidth } = sizesOf(element);
  return { height: fullHeight - height, width: fullWidth - width };
}

export function positionOf(part: Window | Element, isWindow: boolean): Position {
  if (isWindow) return [(part as Window).scrollY, (part as Window).scrollX];
  return [elementProperty('scrollTop', part as Element), elementProperty('scrollLeft', part as Element)];
}

/** Scrolls a part at once, even if its style says otherwise. */
export function scrollPart(part: Window | Element, isWindow: boolean, top: number, left: number): void {
  const scroll = Reflect.get(isWindow ? part : Element.prototype, 'scrollTo') as (to: ScrollToOptions) => void;
  Reflect.apply(scroll, part, [{ top, left, behavior: 'instant' }]);
}

/** The stored positions. */
export function storedPlaces(): Places | undefined {
  return Reflect.get(globalThis, 'pageRendererPlaces') as Places | undefined;
}

/** Whether no part has been elsewhere since it was last put back, and the page marks the same one as before. */
export function isAsNoted(): boolean {
  const places = storedPlaces();
  if (!places) return true;
  return marksOf(places.links) === places.marks && places.all.every((place) => !place.isMoved && isInPlace(place));
}

/** Whether a part is where it is expected, or is no part of the page any more. */
export function isInPlace({ part, isWindow, at }: Place): boolean {
  if (!isWindow && !elementProperty('isConnected', part as Element)) return true;
  const now = positionOf(part, isWindow);
  return Math.abs(now[0] - at[0]) <= 1 && Math.abs(now[1] - at[1]) <= 1;
}

/** Puts every part that is elsewhere back where it was. @returns how many there were */
export function putBack(): number {
  let moved = 0;
  const places = storedPlaces();
  for (const place of places?.all ?? []) {
    if (isInPlace(place)) continue;
    const { part, isWindow, top, left } = place;
    moved += 1;
    place.isMoved = true;
    // An infinite number would be 0.
    const finite = (value: number) => Math.max(-1e7, Math.min(value, 1e7));
    scrollPart(part, isWindow, finite(top), finite(left));
    place.at = positionOf(part, isWindow);
  }
  if (places && moved > 0) places.returnedAt = performance.now();
  return moved;
}

/**
 * Ends scrolling, and puts every part back where it was. A listener that ignores events shortly after others, as many do, may have
 * missed that a part was put back: those of parts that have been elsewhere hear of it once more, 200 ms later.
 *
 * @param isHeard whether anybody listens to the window of the page; null for a frame, which is not known
 */
export async function returnPlaces(isHeard: boolean | null): Promise<Returned> {
  const elements = Document.prototype.getElementsByTagName.call(document, '*').length;
  const places = storedPlaces();
  if (!places) return { count: 0, isMarked: false, elements };
  places.isOver = true;
  let count = putBack();
  for (const place of places.all) if (place.isWindow && isHeard === false) place.isMoved = false;
  const isTold = places.all.some(({ isMoved }) => isMoved);
  const delay = isTold ? places.returnedAt + 200 - performance.now() : 0;
  if (delay > 0) await scheduler.postTask(() => {}, { delay });
  for (const place of places.all) {
    if (!place.isMoved) continue;
    place.isMoved = false;
    count += 1;
    const target = place.isWindow ? document : place.part;
    EventTarget.prototype.dispatchEvent.call(target, new Event('scroll', { bubbles: place.isWindow }));
  }
  return { count, isMarked: marksOf(places.links) !== places.marks, elements };
}
