/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { documentProperty, rootOf } from '../dom/dom.ts';
import { readRules } from './styles.ts';

/*
 * Of the style sheets with a title, those of one title are in effect; alternate ones only if somebody has chosen them. The CSSOM does
 * not tell: `disabled` is false for all of them.
 */

/** Whether the rules of a style sheet take effect where its media match. */
export function isInEffect(sheet: CSSStyleSheet): boolean {
  if (sheet.disabled) return false;
  const { ownerNode } = sheet;
  const mayBeOff = ownerNode !== null && (sheet.title ? true : isAlternate(ownerNode));
  // Within shadow trees titles mean nothing.
  if (!mayBeOff || Node.prototype.getRootNode.call(ownerNode) instanceof ShadowRoot) return true;
  return showsRule(sheet) ?? (!isAlternate(ownerNode) && sheet.title === preferredTitle());
}

export function isAlternate(node: Element | ProcessingInstruction): boolean {
  return node instanceof HTMLLinkElement && node.relList.contains('alternate');
}

/** Whether a rule that is added for a moment takes effect; null if that cannot be tried. */
export function showsRule(sheet: CSSStyleSheet): boolean | null {
  const rules = readRules(sheet);
  const root = rootOf(document);
  if (rules === null || root === null || !matchMedia(sheet.media.mediaText || 'all').matches) return null;
  const name = '--page-renderer-in-effect';
  sheet.insertRule(`:root { ${name}: 1 !important }`, rules.length);
  const value = getComputedStyle(root).getPropertyValue(name);
  sheet.deleteRule(rules.length);
  return value.trim() === '1';
}

/** The title that a document chooses by itself: that of its first style sheet with one. */
export function preferredTitle(): string {
  const sheets = [...documentProperty('styleSheets', document)];
  const first = sheets.find(({ title, ownerNode }) => title && ownerNode && !isAlternate(ownerNode));
  return first?.title ?? '';
}
