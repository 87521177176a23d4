/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf } from '../dom/dom.ts';
import { pairsOf } from '../dom/trees.ts';
import type { Tree } from '../dom/trees.ts';
import { isForgotten, withComputed } from '../styles/source.ts';
import { parseSheet } from '../styles/styles.ts';

/**
 * Writes the effect of animations that scripts have started, and that have ended or are paused, into the styles of the copies:
 * an animation that fills forwards stays in effect. Animations and transitions of style sheets run in the copy as well, unless a
 * script has stopped them halfway.
 *
 * @returns their number
 */
export function writeAnimations(trees: readonly Tree[]): number {
  let count = 0;
  const roots = trees.filter(({ isFrame }) => !isFrame).map(({ root }) => root);
  const animations = roots.flatMap((root) => {
    return root instanceof Document ? Document.prototype.getAnimations.call(root) : root.getAnimations();
  });
  for (const animation of animations) {
    const { playState, effect } = animation;
    if (playState !== 'finished' && playState !== 'paused') continue;
    const isOfSheet = animation instanceof CSSAnimation;
    if (animation instanceof CSSTransition || (isOfSheet && !isMoved(animation))) continue;
    if (!(effect instanceof KeyframeEffect) || effect.target === null || effect.pseudoElement !== null) continue;
    const copy = trees[0]?.copyOf.get(effect.target);
    const [rule] = parseSheet('a {}').cssRules;
    if (!(copy instanceof Element) || !(rule instanceof CSSStyleRule)) continue;
    const computed = getComputedStyle(effect.target);
    const timing = new Set(['offset', 'computedOffset', 'easing', 'composite']);
    for (const name of new Set(effect.getKeyframes().flatMap((frame) => Object.keys(frame)))) {
      if (timing.has(name)) continue;
      if (name.startsWith('--')) rule.style.setProperty(name, computed.getPropertyValue(name));
      else Reflect.set(rule.style, name, Reflect.get(computed, name === 'cssFloat' ? 'float' : name));
    }
    // Otherwise it would begin again, and hide these values.
    if (isOfSheet) rule.style.animation = 'none';
    const written = [attributeOf(copy, 'style')?.replace(/;?\s*$/, ''), rule.style.cssText].filter(Boolean).join('; ');
    Element.prototype.setAttribute.call(copy, 'style', written);
    count += 1;
  }
  return count;
}

/** Whether a script has moved an animation of a style sheet: it is paused later than at its beginning, or began before its page. */
export function isMoved({ playState, currentTime, startTime }: Animation): boolean {
  return playState === 'paused' ? currentTime !== 0 : Number(startTime) < 0;
}

/**
 * Writes the values that the CSSOM has lost of `style` attributes: a script that sets one property of
 * `padding: var(--m); padding-left: 0` leaves `padding-top: ; …`. They are written as they are computed.
 *
 * @returns the number of elements
 */
export function writeLostStyles(trees: readonly Tree[]): number {
  let count = 0;
  for (const tree of trees) {
    for (const [live, copy] of tree.isFrame
      ? []
      : pairsOf(tree, '[style*=": ;"], [style*=": !important"], [style*=":  !"]')) {
      const style: unknown = Reflect.get(
        live instanceof SVGElement ? SVGElement.prototype : HTMLElement.prototype,
        'style',
        live,
      );
      if (!(style instanceof CSSStyleDeclaration)) continue;
      const computed = getComputedStyle(live);
      const before = attributeOf(copy, 'style') ?? '';
      const written = [...style].some((name) => isForgotten(style, name)) ? withComputed(before, computed) : before;
      if (written === before) continue;
      Element.prototype.setAttribute.call(copy, 'style', written);
      count += 1;
    }
  }
  return count;
}
