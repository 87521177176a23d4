/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, inlineStyleOf } from '../dom/dom.ts';
import { pairsOf } from '../dom/trees.ts';
import { noted } from '../environment/note-styles.ts';
import type { Tree } from '../dom/trees.ts';
import { isForgotten, withComputed } from '../styles/source.ts';
import { parseSheet } from '../styles/styles.ts';
import { newStyle, placeSheets } from '../styles/write-sheets.ts';

/**
 * Writes the effect of animations that scripts have started into the styles of the copies: nothing starts them there. Animations of
 * style sheets run in the copy as well, unless a script has stopped them halfway.
 *
 * @param shadow how shadow trees are written
 * @returns their number
 */
export function writeAnimations(trees: readonly Tree[], shadow: 'flat' | 'declarative'): number {
  let count = 0;
  const touched = noted('animations').split('\n');
  const mayHaveEnded = touched.includes('ended');
  const mayHaveChanged = touched.includes('changed');
  for (const { root, copy, copyOf, live, isFrame } of trees) {
    if (isFrame) continue;
    if (mayHaveEnded)
      for (const element of live) if (isEnded(element)) count += appendStyle(copyOf.get(element), 'animation: none');
    const rules: string[] = [];
    const animations = root instanceof Document ? Document.prototype.getAnimations.call(root) : root.getAnimations();
    for (const animation of animations) {
      const { effect } = animation;
      if (!(effect instanceof KeyframeEffect) || effect.target === null || !isLost(animation, mayHaveChanged)) continue;
      const target = copyOf.get(effect.target);
      if (!(target instanceof Element)) continue;
      const css = effectCss(animation, effect, effect.target);
      if (effect.pseudoElement === null) {
        appendStyle(target, css);
      } else {
        const mark = attributeOf(target, 'data-animated') ?? String(count);
        Element.prototype.setAttribute.call(target, 'data-animated', mark);
        rules.push(`[data-animated="${mark}"]${effect.pseudoElement} { ${css} }`);
      }
      count += 1;
    }
    const into = (shadow === 'flat' ? trees[0]?.copy : undefined) ?? copy;
    if (rules.length > 0) placeSheets(into, [newStyle(into, rules.join('\n'))]);
  }
  return count;
}

/** Whether a style sheet says that an element is animated, and it no longer is: in the copy it would be again. */
export function isEnded(element: Element): boolean {
  if (getComputedStyle(element).animationName === 'none') return false;
  return !Element.prototype.getAnimations.call(element).some((animation) => animation instanceof CSSAnimation);
}

/** @returns the number of elements */
export function appendStyle(target: Node | undefined, css: string): number {
  if (!(target instanceof Element)) return 0;
  const written = [attributeOf(target, 'style')?.replace(/;?\s*$/, ''), css].filter(Boolean).join('; ');
  Element.prototype.setAttribute.call(target, 'style', written);
  return 1;
}

/** Animations of SVG that wait for a script, and have begun: they begin at once. */
export function writeBegun(tree: Tree): void {
  for (const [live, copy] of pairsOf(tree, '[begin*="indefinite"]')) {
    if (live instanceof SVGAnimationElement && hasBegun(live)) copy.setAttribute('begin', '0s');
  }
}

export function hasBegun(animation: SVGAnimationElement): boolean {
  try {
    return animation.getStartTime() <= animation.getCurrentTime();
  } catch {
    return false;
  }
}

/**
 * Whether an animation does not run in the copy, or from its beginning.
 *
 * @param mayHaveChanged whether a script has changed the effect of an animation
 */
export function isLost(animation: Animation, mayHaveChanged: boolean): boolean {
  const { playState } = animation;
  if (animation instanceof CSSTransition) return playState === 'paused';
  return (
    !(animation instanceof CSSAnimation) ||
    mayHaveChanged ||
    ((playState === 'finished' || playState === 'paused') && isMoved(animation))
  );
}

/** The present values of what an animation changes, as declarations. */
export function effectCss(animation: Animation, effect: KeyframeEffect, target: Element): string {
  const [rule] = parseSheet('a {}').cssRules;
  if (!(rule instanceof CSSStyleRule)) return '';
  const { style } = rule;
  const computed = getComputedStyle(target, effect.pseudoElement);
  const timing = new Set(['offset', 'computedOffset', 'easing', 'composite']);
  for (const name of new Set(effect.getKeyframes().flatMap((frame) => Object.keys(frame)))) {
    if (timing.has(name)) continue;
    if (name.startsWith('--')) style.setProperty(name, computed.getPropertyValue(name));
    else Reflect.set(style, name, Reflect.get(computed, name === 'cssFloat' ? 'float' : name));
  }
  if (effect.pseudoElement !== null) {
    for (const name of Array.from(style)) style.setProperty(name, style.getPropertyValue(name), 'important');
  }
  // Otherwise it would begin again, and hide these values.
  if (animation instanceof CSSAnimation) style.animation = 'none';
  return style.cssText;
}

/** Whether a script has moved an animation of a style sheet: it is paused later than at its beginning, or began before its page. */
export function isMoved({ playState, playbackRate, currentTime, startTime }: Animation): boolean {
  if (playbackRate !== 1) return true;
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
      const style = inlineStyleOf(live);
      if (!style) continue;
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
