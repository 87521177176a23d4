/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { documentProperty } from '../dom/dom.ts';

/**
 * The text of a style sheet whose rules differ from its original text; null for others.
 *
 * @param parsed the rules of texts that have been parsed before: components often repeat the same text
 */
export function changedText(sheet: CSSStyleSheet, text: string, parsed: Map<string, string[]>): string | null {
  const rules = readRules(sheet);
  if (rules === null || (rules.length === 0 && text.trim() === '')) return null;
  if (text.trim() !== '') {
    const expected = parsed.get(text) ?? [...rulesIn(text)].map((rule) => rule.cssText);
    parsed.set(text, expected);
    const same = (rule: CSSRule, index: number) => rule.cssText === expected[index];
    if (expected.length === rules.length && rules.every(same)) return null;
  }
  return rulesText(rules);
}

/** The rules of a CSS text, also those that import others, which a constructed sheet does not have. Nothing is fetched. */
export function rulesIn(text: string): CSSRuleList {
  if (!text.includes('@import')) return parseSheet(text).cssRules;
  const inert = documentProperty('implementation', document).createHTMLDocument('');
  const style = inert.createElement('style');
  style.textContent = text;
  documentProperty('head', inert).append(style);
  return style.sheet?.cssRules ?? parseSheet(text).cssRules;
}

/** The text of a style element, if its rules still equal the text and other text can follow it. */
export function pristineText(style: HTMLStyleElement | SVGStyleElement): string | null {
  const text = style.textContent ?? '';
  if (!style.sheet || changedText(style.sheet, text, new Map()) !== null) return null;
  return [...parseSheet(`${text}\n.x-end {}`).cssRules].at(-1)?.cssText === '.x-end { }' ? text : null;
}

/** A separate style sheet, so that changes to it do not affect the page. */
export function parseSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** The rules of a style sheet; null if it is of another origin and may not be read. */
export function readRules(sheet: CSSStyleSheet): CSSRule[] | null {
  try {
    return [...sheet.cssRules];
  } catch {
    return null;
  }
}

export function rulesText(rules: readonly CSSRule[]): string {
  return rules.map((rule) => rule.cssText).join('\n');
}

export function forEachRule(
  rules: readonly CSSRule[],
  visit: (rule: CSSRule, isNested: boolean) => void,
  isNested = false,
): void {
  for (const rule of rules) {
    visit(rule, isNested);
    if (rule instanceof CSSKeyframesRule) continue;
    const inner = (rule as Partial<CSSGroupingRule>).cssRules;
    if (inner) forEachRule([...inner], visit, isNested || rule instanceof CSSStyleRule);
  }
}
