/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { documentProperty, rootOf, selectAll } from '../dom/dom.ts';
import { functionOf, isDynamic, isPseudoElement, parseSelectors, writeSelector } from './selectors.ts';
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

/**
 * Whether a rule that asks for scripts takes effect on an element of a tree: then it says something else without scripts.
 *
 * @param around the selectors of the rule in which it is nested
 */
export function asksForScripts(rule: CSSRule, root: Document | ShadowRoot, around?: string): boolean {
  if (!rule.cssText.includes('(scripting')) return false;
  const rules = [...((rule as Partial<CSSGroupingRule>).cssRules ?? [])];
  const own = rule instanceof CSSStyleRule ? rule.selectorText : around;
  if (own !== undefined && !mayMatch(own, root)) return false;
  if (!(rule instanceof CSSMediaRule) || !rule.media.mediaText.includes('(scripting')) {
    return rules.some((one) => asksForScripts(one, root, own));
  }
  return rules.some((one) => takesEffect(one, root));
}

/** Others than rules with selectors may always do: fonts, animations, properties. */
export function takesEffect(rule: CSSRule, root: Document | ShadowRoot): boolean {
  if (rule instanceof CSSStyleRule) return mayMatch(rule.selectorText, root);
  const { cssRules } = rule as Partial<CSSGroupingRule>;
  if (rule instanceof CSSKeyframesRule || cssRules === undefined) return true;
  return [...cssRules].some((one) => takesEffect(one, root));
}

/** Whether selectors match an element, or could after something that a visitor does. */
export function mayMatch(selectors: string, root: Document | ShadowRoot): boolean {
  // Those are about other elements than those of the tree, or relative to a rule around.
  if (/&|:(?:host|slotted|part|scope)\b/.test(selectors)) return true;
  return parseSelectors(selectors).some((complex) => {
    if (complex[0]?.combinator) return true;
    const fixed = complex.map(({ combinator, parts }) => {
      const kept = parts.filter((part) => !isPseudoElement(part) && !asksVisitor(part));
      return { combinator, parts: kept.length > 0 ? kept : ['*'] };
    });
    try {
      return selectAll(root, writeSelector(fixed)).length > 0;
    } catch {
      return true;
    }
  });
}

export function asksVisitor(part: string): boolean {
  if (isDynamic(part)) return true;
  const { argument } = functionOf(part);
  return (
    argument !== null &&
    parseSelectors(argument).some((complex) => complex.some(({ parts }) => parts.some(asksVisitor)))
  );
}
