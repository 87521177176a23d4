/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, parentOf } from '../dom/dom.ts';
import { pairsOf } from '../dom/trees.ts';
import type { Tree } from '../dom/trees.ts';
import { appendStyle } from './animations.ts';
import { openerOf } from '../environment/note-styles.ts';

/*
 * In the copy nothing is in the top layer: open popovers and modal dialogs are parts of their surroundings, and nothing has opened
 * them. They are shown by a rule of `writeUnsaid`; what it cannot know is written into their styles.
 */

/** Writes how open popovers and modal dialogs are positioned, and the colour behind them. @returns their number */
export function writeTopLayer(tree: Tree): number {
  let count = 0;
  const pairs = pairsOf(tree, '[popover]:popover-open, dialog:modal');
  const heights = heightsOf(
    pairs.map(([live]) => live),
    tree.root,
  );
  for (const [index, [live, copy]] of pairs.entries()) {
    const computed = getComputedStyle(live);
    const anchored = anchorOf(live, tree, computed);
    const css = [anchored, topPlaceOf(live, computed, anchored !== ''), backdropOf(live, computed)];
    // It is above everything else.
    const height = heights[index] ?? 0;
    if (computed.zIndex !== 'auto' || height < 0) css.push(`z-index: ${2147483647 + height} !important`);
    const written = css.filter(Boolean).join('; ');
    if (written !== '') count += appendStyle(copy, written);
  }
  return count;
}

/** Which of several is above another one, as levels from 0 downwards: the last one that was opened, which nothing but a look tells. */
export function heightsOf(lives: readonly HTMLElement[], root: Document | ShadowRoot): number[] {
  const levels = lives.map(() => 0);
  if (lives.length < 2 || lives.length > 20) return levels;
  const above: Array<[upper: number, lower: number]> = [];
  for (const [index, one] of lives.entries()) {
    for (const [before, other] of lives.slice(0, index).entries()) {
      const isUpper = isAbove(one, other, root);
      if (isUpper !== null) above.push(isUpper ? [index, before] : [before, index]);
    }
  }
  // In the order of the document they are so by themselves.
  if (above.every(([upper, lower]) => upper > lower)) return levels;
  for (let turn = 0; turn < lives.length; turn += 1) {
    for (const [upper, lower] of above) levels[lower] = Math.min(levels[lower] ?? 0, (levels[upper] ?? 0) - 1);
  }
  return levels;
}

/** Null if they do not lie over each other, or nobody can tell. */
export function isAbove(one: Element, other: Element, root: Document | ShadowRoot): boolean | null {
  const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  const [left, right] = [Math.max(a.left, b.left, 0), Math.min(a.right, b.right, window.innerWidth)];
  const [top, bottom] = [Math.max(a.top, b.top, 0), Math.min(a.bottom, b.bottom, window.innerHeight)];
  if (left >= right || top >= bottom) return null;
  const point = [(left + right) / 2, (top + bottom) / 2] as const;
  const found =
    root instanceof Document
      ? Document.prototype.elementsFromPoint.call(root, ...point)
      : root.elementsFromPoint(...point);
  const [first, second] = [one, other].map((element) =>
    found.findIndex((each) => Node.prototype.contains.call(element, each)),
  );
  return first === undefined || second === undefined || first < 0 || second < 0 ? null : first < second;
}

/**
 * A popover may be positioned by the element that has opened it, without a name: the only button that can, or the source that a
 * script has given. It gets a name.
 */
export function anchorOf(live: HTMLElement, tree: Tree, { positionAnchor, positionArea }: CSSStyleDeclaration): string {
  const isBare = positionAnchor === 'auto' || (positionAnchor === 'normal' && positionArea !== 'none');
  if (!isBare || attributeOf(live, 'popover') === null) return '';
  const buttons = pairsOf(tree, '[popovertarget], [commandfor]').filter(([button]) => opens(button, live));
  const opener = openerOf(live) ?? (buttons.length === 1 ? buttons[0]?.[0] : undefined);
  const target = opener && tree.copyOf.get(opener);
  if (!opener || !target) return '';
  const names = getComputedStyle(opener).getPropertyValue('anchor-name');
  const name = `--opens-${[...tree.copyOf.keys()].indexOf(live)}`;
  appendStyle(target, `anchor-name: ${names === 'none' ? name : `${names}, ${name}`}`);
  return `position-anchor: ${name}`;
}

export function opens(button: Element, popover: Element): boolean {
  const { popoverTargetElement, commandForElement } = button as Partial<HTMLButtonElement>;
  return popoverTargetElement === popover || commandForElement === popover;
}

/**
 * The top layer makes positions absolute, or fixed, in relation to the page: another element would do so in the copy. Where one would,
 * the place is written as it is.
 */
export function topPlaceOf(live: HTMLElement, computed: CSSStyleDeclaration, isAnchored: boolean): string {
  const { position } = computed;
  const around = containingBlock(live, position);
  const given = live.computedStyleMap();
  const isAuto = (...sides: string[]) => sides.every((side) => given.get(side)?.toString() === 'auto');
  // Without insets it is at the beginning of the page, and not where it would be without a position.
  const isPlaced = around === null && !isAuto('top', 'bottom') && !isAuto('left', 'right');
  // As browsers show them, and the rule of `writeUnsaid`.
  if (isAnchored || isPlaced) return position === 'fixed' ? '' : `position: ${position} !important`;
  const own = live.getBoundingClientRect();
  const outer = around?.getBoundingClientRect() ?? { top: 0, left: 0 };
  const { clientTop = 0, clientLeft = 0, scrollTop = 0, scrollLeft = 0 } = around ?? pageScroll(position);
  const top = own.top - outer.top - clientTop + scrollTop;
  const left = own.left - outer.left - clientLeft + scrollLeft;
  const { width, height } = computed;
  return [
    `position: ${position} !important`,
    `inset: ${top}px auto auto ${left}px`,
    'margin: 0',
    `width: ${width}`,
    `height: ${height}`,
    'max-width: none',
    'max-height: none',
  ].join('; ');
}

export function pageScroll(position: string): Partial<Element> {
  return position === 'fixed' ? {} : { scrollTop: window.scrollY, scrollLeft: window.scrollX };
}

/** The element that an element with this position would be positioned by, without the top layer; null for the page. */
export function containingBlock(live: Element, position: string): Element | null {
  for (let node = parentOf(live); node; node = node instanceof ShadowRoot ? node.host : parentOf(node)) {
    if (!(node instanceof Element)) continue;
    const style = getComputedStyle(node);
    if (style.display === 'contents' || style.display === 'inline') continue;
    if (position === 'absolute' && style.position !== 'static') return node;
    const given = ['transform', 'translate', 'rotate', 'scale', 'perspective', 'filter', 'backdrop-filter'];
    if (given.some((name) => style.getPropertyValue(name) !== 'none')) return node;
    if (/layout|paint|strict|content/.test(style.contain)) return node;
    if (/transform|translate|rotate|scale|perspective|filter/.test(style.willChange)) return node;
  }
  return null;
}

/** A colour behind the element, as its shadow. */
export function backdropOf(live: Element, { boxShadow }: CSSStyleDeclaration): string {
  const { display, backgroundColor, opacity } = getComputedStyle(live, '::backdrop');
  if (display === 'none' || backgroundColor === 'rgba(0, 0, 0, 0)' || Number(opacity) === 0) return '';
  return `box-shadow: ${boxShadow === 'none' ? '' : `${boxShadow}, `}0 0 0 200vmax ${backgroundColor}`;
}
