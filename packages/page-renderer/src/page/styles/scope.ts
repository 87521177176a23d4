/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, documentProperty, isStyleElement, localNameOf, rootOf } from '../dom/dom.ts';
import { isInEffect } from './in-effect.ts';
import { exposedParts } from './parts.ts';
import type { Rewriting, Rewritten } from './rewrite.ts';
import { scopeSelectors, unnested } from './rewrite.ts';
import type { Scope } from './scopes.ts';
import { absoluteUrls, joined, sheetText } from './scopes.ts';
import { functionOf, parseSelectors } from './selectors.ts';
import { markLost, rulesWithLost, withLost } from './source.ts';
import { forEachRule, parseSheet, pristineText, readRules, rulesText } from './styles.ts';
import type { Tree } from '../dom/trees.ts';

/**
 * Converts the style sheets of all trees for one document. The rules of shadow trees are put into cascade layers, the
 * innermost first: rules of an outer tree take precedence over those of an inner one, and vice versa if they are
 * `!important`. This is the order of both layers (CSS Cascade 5 §6.4) and trees (CSS Scoping §3.3).
 */
export function scopeSheets(
  trees: readonly Tree[],
  scopes: readonly Scope[],
  adopted: ReadonlyArray<readonly [CSSStyleSheet, HTMLStyleElement]>,
): void {
  const flat = trees[0]?.copy as Document;
  const copyOf = new Map<Element, Element>();
  for (const tree of trees) {
    for (const element of tree.live) copyOf.set(element, tree.copyOf.get(element) as Element);
  }
  let marks = 0;
  const { words } = vocabularyOf(trees);
  const shared = { flat, copyOf, words, partsOf: exposedParts(trees), nextMark: () => String((marks += 1)) };
  const names = keyframesOf(scopes);
  const blocks: string[] = [];
  const imports: string[] = [];
  for (const scope of scopes) {
    if (scope.id === null) continue;
    const layer = `shadow.depth-${scope.depth}.tree-${scope.id}`;
    for (const href of scope.unreadable) imports.push(`@import url(${JSON.stringify(href)}) layer(${layer});`);
    const scoped = scopedText([...scope.namespaces, scope.css].join('\n'), { scope, ...shared }, names.get(scope));
    const css = scoped.replaceAll(/^@namespace .*\n?/gm, '');
    if (css) blocks.push(`@layer ${layer} {\n${css}\n}`);
    for (const tree of scope.trees) clearSheets(tree, names.get(scope));
  }
  const outermost = scopes.find(({ id }) => id === null);
  if (outermost) keepOutOfShadow(trees, adopted, { scope: outermost, ...shared });
  if (blocks.length + imports.length === 0) return;
  const depths = [...new Set(scopes.map(({ depth }) => depth))].filter((depth) => depth > 0);
  const order = depths.toSorted((a, b) => b - a).map((depth) => `shadow.depth-${depth}`);
  const style = flat.createElement('style');
  const namespaces = new Set(scopes.flatMap((scope) => scope.namespaces));
  style.textContent = [`@layer ${order.join(', ')};`, ...imports, ...namespaces, ...blocks].join('\n');
  (documentProperty('head', flat) ?? rootOf(flat))?.prepend(style);
}

/** New names of keyframes for each scope: its own, otherwise those of the tree around it. */
export function keyframesOf(scopes: readonly Scope[]): Map<Scope, Map<string, string>> {
  const names = new Map<Scope, Map<string, string>>();
  const scopeOf = new Map(scopes.flatMap((scope) => scope.trees.map((tree) => [tree, scope])));
  for (const scope of scopes) {
    const around = scopeOf.get(scope.trees[0]?.host?.tree as Tree);
    const own = new Map(around ? names.get(around) : []);
    names.set(scope, own);
    if (scope.id === null || !scope.css.includes('@keyframes')) continue;
    forEachRule([...parseSheet(scope.css).cssRules], (rule) => {
      if (rule instanceof CSSKeyframesRule) own.set(rule.name, `${rule.name}-${scope.id}`);
    });
  }
  return names;
}

export function scopedText(css: string, rewriting: Rewriting, names: ReadonlyMap<string, string> = new Map()): string {
  const sheet = parseSheet(css);
  const lost = markLost(sheet, css);
  if (rewriting.scope.id !== null) dropProperties(sheet);
  const known = new Map<CSSRule | null, Rewritten>();
  let isBare = false;
  forEachRule([...sheet.cssRules], (rule) => {
    if (rule instanceof CSSStyleRule) {
      const around = known.get(styleRuleAround(rule));
      const own = rule.selectorText;
      rule.selectorText = scopeSelectors(own, rewriting, around);
      known.set(rule, { own: unnested(own, around?.own), written: unnested(rule.selectorText, around?.written) });
    } else if (rule instanceof CSSKeyframesRule && rewriting.scope.id !== null) {
      rule.name = names.get(rule.name) ?? rule.name;
    }
    isBare ||= rule instanceof CSSScopeRule && rule.start === null;
    const { style } = rule as Partial<CSSStyleRule>;
    if (style && names.size > 0) renameAnimations(style, names);
  });
  const scoped = withLost(rulesText([...sheet.cssRules]), lost);
  // It is that of the element around the style sheet.
  return isBare && rewriting.scope.id !== null ? withHostScope(scoped, rewriting.scope.id) : scoped;
}

export function withHostScope(css: string, id: string): string {
  return css.replaceAll(/@scope\s*(?=\{|to\b)/g, `@scope (:where([data-shadow-host="${id}"])) `);
}

/** In shadow trees `@property` has no effect; in the document it would. */
export function dropProperties(group: CSSStyleSheet | CSSGroupingRule): void {
  for (let index = group.cssRules.length - 1; index >= 0; index -= 1) {
    const rule = group.cssRules[index];
    if (rule instanceof CSSPropertyRule) group.deleteRule(index);
    else if (rule instanceof CSSGroupingRule) dropProperties(rule);
  }
}

export function styleRuleAround({ parentRule }: CSSRule): CSSRule | null {
  return parentRule === null || parentRule instanceof CSSStyleRule ? parentRule : styleRuleAround(parentRule);
}

export function renameAnimations(style: CSSStyleDeclaration, names: ReadonlyMap<string, string>): void {
  const current = style.animationName;
  if (!current) return;
  const renamed = current
    .split(',')
    .map((name) => names.get(name.trim()) ?? name.trim())
    .join(', ');
  if (renamed !== current) style.setProperty('animation-name', renamed, style.getPropertyPriority('animation-name'));
}

/** The rules of a shadow tree's style sheets have been moved. Their elements stay, for selectors that count elements. */
export function clearSheets(tree: Tree, names: ReadonlyMap<string, string> = new Map()): void {
  for (const [index, live] of tree.live.entries()) {
    const copy = tree.copies[index];
    if (isStyleElement(live) && copy) copy.textContent = '';
    else if (live instanceof HTMLLinkElement && live.sheet && copy) {
      copy.replaceWith(copy.ownerDocument.createElement('style'));
    } else if (names.size > 0 && copy instanceof HTMLElement && attributeOf(copy, 'style')?.includes('animation')) {
      renameAnimations(copy.style, names);
    }
  }
}

/** Keeps the document's own style sheets from matching elements that were in a shadow tree. Other sheets stay unchanged. */
export function keepOutOfShadow(
  trees: readonly Tree[],
  adopted: ReadonlyArray<readonly [CSSStyleSheet, HTMLStyleElement]>,
  rewriting: Rewriting,
): void {
  const vocabulary = vocabularyOf(trees.slice(1));
  for (const [sheet, style] of adopted) {
    const rules = [...sheet.cssRules];
    if (reachesShadow(rules, vocabulary)) style.textContent = scopedText(rulesWithLost(rules, ''), rewriting);
  }
  for (const [index, live] of trees[0]?.live.entries() ?? []) {
    const copy = trees[0]?.copies[index];
    if (!copy || !(isStyleElement(live) || live instanceof HTMLLinkElement) || !live.sheet) continue;
    const rules = isInEffect(live.sheet) ? readRules(live.sheet) : null;
    const own = rules?.filter((rule) => !(rule instanceof CSSImportRule));
    if (!rules || !own || !rulesReach(rules, vocabulary)) continue;
    if (importsReach(rules, vocabulary)) {
      const { unreadable, ...text } = sheetText(live.sheet);
      const style = isStyleElement(live) ? copy : copy.ownerDocument.createElement('style');
      const css = scopedText(joined({ ...text, unreadable: [] }), rewriting);
      style.textContent = joined({ css, unreadable, namespaces: [] });
      // It is in the text.
      style.removeAttribute('media');
      if (style !== copy) copy.replaceWith(style);
      continue;
    }
    const imports = rulesText(rules.filter((rule) => rule instanceof CSSImportRule));
    const written = isStyleElement(live) ? pristineText(live) : null;
    const text = [imports, scopedText(written ?? rulesWithLost(own, ''), rewriting)].filter(Boolean).join('\n');
    const base = live instanceof HTMLLinkElement ? live.href : null;
    const style = base === null ? copy : copy.ownerDocument.createElement('style');
    style.textContent = base === null ? text : absoluteUrls(text, base);
    if (style === copy) continue;
    const media = attributeOf(copy, 'media');
    if (media) style.setAttribute('media', media);
    copy.replaceWith(style);
  }
}

/** Whether rules, or those of a style sheet that they import, may match an element of a shadow tree. */
export function rulesReach(rules: readonly CSSRule[], vocabulary: Vocabulary): boolean {
  const own = rules.filter((rule) => !(rule instanceof CSSImportRule));
  return reachesShadow(own, vocabulary) || importsReach(rules, vocabulary);
}

export function importsReach(rules: readonly CSSRule[], vocabulary: Vocabulary): boolean {
  return rules.some((rule) => {
    const inner = rule instanceof CSSImportRule && rule.styleSheet ? readRules(rule.styleSheet) : null;
    return inner !== null && rulesReach(inner, vocabulary);
  });
}

export interface Vocabulary {
  types: Set<string>;
  words: Set<string>;
}

/** Names, classes and ids of the elements of trees. */
export function vocabularyOf(trees: readonly Tree[]): Vocabulary {
  const types = new Set<string>();
  const words = new Set<string>();
  for (const { live } of trees) {
    for (const element of live) {
      types.add(localNameOf(element));
      for (const word of (attributeOf(element, 'class') ?? '').split(/\s+/)) words.add(`.${CSS.escape(word)}`);
      const id = attributeOf(element, 'id');
      if (id) words.add(`#${CSS.escape(id)}`);
    }
  }
  return { types, words };
}

/** Whether a rule might match an element of a shadow tree, or depends on parents and siblings, which slots may change. */
export function reachesShadow(rules: readonly CSSRule[], { types, words }: Vocabulary): boolean {
  const mightMatch = (parts: readonly string[]) =>
    parts.every((part) => {
      if (/^[.#]/.test(part)) return words.has(part);
      return /^[:[*&]/.test(part) || part.includes('|') || types.has(part.toLowerCase());
    });
  let reaches = false;
  forEachRule(rules, (rule) => {
    if (reaches || !(rule instanceof CSSStyleRule)) return;
    reaches = parseSelectors(rule.selectorText).some((complex) =>
      complex.some(
        ({ combinator, parts }) =>
          mightMatch(parts) ||
          /[>+~]/.test(combinator) ||
          parts.some(
            (part) =>
              /^::part|^:(?:first|last|only|nth|empty|has)/.test(functionOf(part).name) || part.includes(':defined'),
          ),
      ),
    );
  });
  return reaches;
}
