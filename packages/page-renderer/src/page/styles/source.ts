/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { openRoots } from '../dom/trees.ts';
import { noted } from '../environment/note-styles.ts';
import { endOfBlock } from './selectors.ts';
import { forEachRule, parseSheet, rulesText } from './styles.ts';

/** A rule as written in the text of a style sheet. */
export interface SourceRule {
  prelude: string;
  /** Its declarations, without nested rules; a rule such as `@media` has some where it is nested. */
  declarations: string;
}

/**
 * The CSSOM loses a shorthand with `var()` if another declaration of the rule sets a part of it:
 * `border: 1px solid var(--line); border-color: red` no longer has a width. This function finds such rules in the text of
 * the style sheet and inserts a mark, which {@link withLost} replaces by the text.
 *
 * @returns the declarations that replace the marks
 */
export function markLost(sheet: CSSStyleSheet, text: string): string[] {
  const lost: string[] = [];
  if (!text.includes('var(')) return lost;
  const rules: Array<CSSStyleRule | CSSNestedDeclarations> = [];
  const hasLost = new Set<CSSRule>();
  forEachRule([...sheet.cssRules], (rule) => {
    if (!(rule instanceof CSSStyleRule || rule instanceof CSSNestedDeclarations)) return;
    const { style } = rule;
    const isIncomplete = [...style].some((name) => isForgotten(style, name));
    if (rule instanceof CSSNestedDeclarations && rule.parentRule instanceof CSSStyleRule) {
      // In the text they are among those of the rule.
      if (!isIncomplete) return;
      hasLost.add(rule.parentRule);
      style.cssText = '';
      return;
    }
    rules.push(rule);
    if (isIncomplete) hasLost.add(rule);
  });
  if (hasLost.size === 0) return lost;
  const sources = sourceRules(text);
  let next = 0;
  for (const rule of rules) {
    const at = sources.findIndex(({ prelude, declarations }, index) => {
      if (index < next) return false;
      return rule instanceof CSSStyleRule
        ? meansSame(prelude, rule.selectorText)
        : prelude.startsWith('@') && declarations !== '';
    });
    if (at < 0) continue;
    next = at + 1;
    const declarations = sources[at]?.declarations ?? '';
    // Animations may be renamed, which is not possible in the text.
    if (!hasLost.has(rule) || /animation/i.test(declarations)) continue;
    rule.style.cssText = `--lost-${lost.push(declarations)}: 0`;
  }
  return lost;
}

export function isForgotten(style: CSSStyleDeclaration, name: string): boolean {
  return !name.startsWith('--') && style.getPropertyValue(name) === '';
}

export function meansSame(prelude: string, selector: string): boolean {
  if (prelude === selector) return true;
  if (prelude.startsWith('@')) return false;
  const [rule] = parseSheet(`${prelude} {}`).cssRules;
  return rule instanceof CSSStyleRule && rule.selectorText === selector;
}

/** Replaces the marks by the lost declarations. */
export function withLost(css: string, lost: readonly string[]): string {
  return css.replaceAll(/--lost-(\d+): 0;/g, (_, number: string) => `${lost[Number(number) - 1] ?? ''};`);
}

/**
 * The text of rules, with what the CSSOM has lost of them; see {@link markLost}. It is found by the rules as the CSSOM writes them.
 *
 * @param text of their style sheet, before scripts have changed it; the rules that scripts have added are known
 */
export function rulesWithLost(rules: readonly CSSRule[], text: string): string {
  return withAllSources(rulesText(rules), text);
}

export function withAllSources(css: string, text: string): string {
  return mayHaveLost(css) ? withFirstMatch(withSources(withSources(css, text), noted('rules'))) : css;
}

/**
 * Rules that no text tells, since a script has set their declarations one by one: what is lost is written as the first element
 * that matches has it.
 */
export function withFirstMatch(css: string): string {
  if (!mayHaveLost(css)) return css;
  return css.replaceAll(/([^{};]+)\{([^{}]*)\}/g, (whole, selector: string, declarations: string) => {
    const element = mayHaveLost(declarations) ? firstMatch(selector.trim()) : null;
    return element ? `${selector}{${withComputed(declarations, getComputedStyle(element))}}` : whole;
  });
}

export function firstMatch(selector: string): Element | null {
  for (const root of openRoots()) {
    try {
      const found: Element | null = (
        root instanceof Document ? Document : DocumentFragment
      ).prototype.querySelector.call(root, selector);
      if (found) return found;
    } catch {
      // Keyframes, for example, have no selectors.
      return null;
    }
  }
  return null;
}

/** Declarations with computed values where they have none. */
export function withComputed(declarations: string, computed: CSSStyleDeclaration): string {
  return declarations.replaceAll(/(?<![\w-])(?!--)([a-z-]+): {1,2}(?=;|!important)/g, (whole, name: string) => {
    const value = computed.getPropertyValue(name);
    return value === '' ? whole : `${name}: ${value} `;
  });
}

/** Whether a declaration has no value. */
export function mayHaveLost(css: string): boolean {
  return /: (?:;| ?!important)/.test(css);
}

export function withSources(css: string, text: string): string {
  if (!mayHaveLost(css) || !text.includes('var(')) return css;
  const sheet = parseSheet(text);
  const rules: CSSRule[] = [];
  forEachRule([...sheet.cssRules], (rule) => {
    if (rule instanceof CSSStyleRule) rules.push(rule);
  });
  const before = rules.map(({ cssText }) => cssText);
  const lost = markLost(sheet, text);
  let written = css;
  for (const [index, rule] of rules.entries()) {
    const whole = lost.length > 0 ? withLost(rule.cssText, lost) : before[index];
    if (whole !== undefined && whole !== before[index]) written = written.replaceAll(before[index] ?? '', () => whole);
  }
  return written;
}

/** The rules of a CSS text, each rule before the rules within it (CSS Syntax 3 §5.4). */
export function sourceRules(text: string): SourceRule[] {
  const rules: SourceRule[] = [];
  eachBlock(text, (prelude, body) => {
    if (/^@(?:[\w-]*keyframes|font-face|property|page|counter-style)/i.test(prelude)) return;
    rules.push({ prelude, declarations: eachBlock(body, () => {}) }, ...sourceRules(body));
  });
  return rules;
}

/** Visits the blocks of a text with the text before each. @returns the rest of the text, which consists of declarations */
export function eachBlock(text: string, visit: (prelude: string, body: string) => void): string {
  const rest: string[] = [];
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const char = text[at] ?? '';
    if (text.startsWith('/*', at)) {
      at = `${text}*/`.indexOf('*/', at + 2) + 2;
    } else if (char === '\\') {
      at += 2;
    } else if (char === '"' || char === "'" || char === '(' || char === '[') {
      at = endOfBlock(text, at);
    } else if (char === '{') {
      const end = endOfBlock(text, at);
      const prelude = text
        .slice(start, at)
        .replaceAll(/\/\*.*?\*\//gs, '')
        .trim();
      if (!/^--[^\s:]*\s*:/.test(prelude)) {
        visit(prelude, text.slice(at + 1, end - 1));
        start = end;
      }
      at = end;
    } else {
      at += 1;
      if (char !== ';') continue;
      rest.push(text.slice(start, at));
      start = at;
    }
  }
  return [...rest, text.slice(start)].join('').trim();
}
