/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf } from '../dom/dom.ts';
import type { Tree } from '../dom/trees.ts';
import { parseSheet } from '../styles/styles.ts';

/**
 * Writes the effect of animations that scripts have started, and that have ended or are paused, into the styles of the copies:
 * an animation that fills forwards stays in effect. Animations and transitions of style sheets run in the copy as well.
 */
export function writeAnimations(trees: readonly Tree[]): void {
  const animations = Document.prototype.getAnimations.call(document);
  for (const animation of animations) {
    const { playState, effect } = animation;
    if (animation instanceof CSSAnimation || animation instanceof CSSTransition) continue;
    if (playState !== 'finished' && playState !== 'paused') continue;
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
    const written = [attributeOf(copy, 'style')?.replace(/;?\s*$/, ''), rule.style.cssText].filter(Boolean).join('; ');
    Element.prototype.setAttribute.call(copy, 'style', written);
  }
}
