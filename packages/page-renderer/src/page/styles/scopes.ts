/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { documentProperty, isStyleElement, parentOf } from '../dom/dom.ts';
import { isInEffect } from './in-effect.ts';
import { withoutNamespaces } from './namespaces.ts';
import { rulesWithLost } from './source.ts';
import { pristineText, readRules } from './styles.ts';
import { replaceUrls } from './urls.ts';
import type { Tree } from '../dom/trees.ts';

/** Trees with the same style sheets, distinguished from others by an attribute of their elements. */
export interface Scope {
  /** Value of the attribute; null for the document, whose elements do not have it. */
  id: string | null;
  depth: number;
  trees: Tree[];
  /** CSS of its style sheets, in their order. Style sheets of the document stay in their elements. */
  css: string;
  /** Addresses of style sheets that may not be read. */
  unreadable: string[];
  /** Declarations of namespaces. */
  namespaces: string[];
}

/**
 * Finds the scopes. Instances of one component share a scope, so that its CSS is written once; nested instances do not,
 * because a rule of the outer one would apply to the inner one.
 */
export function scopesOf(trees: readonly Tree[]): Scope[] {
  const scopes = new Map<string, Scope>();
  const byHost = new Map(trees.flatMap((tree) => (tree.host ? [[tree.host.live, tree] as const] : [])));
  const cssOf = new Map<Tree, string>();
  const texts = new Map<CSSStyleSheet, SheetText>();
  for (const tree of trees) {
    if (!tree.host) {
      scopes.set('', { id: null, depth: 0, trees: [tree], css: '', unreadable: [], namespaces: [] });
      continue;
    }
    const sheets = sheetsOf(tree.root).map((sheet) => {
      const known = texts.get(sheet) ?? sheetText(sheet);
      texts.set(sheet, known);
      return known;
    });
    const css = sheets.map((sheet) => sheet.css).join('\n');
    const unreadable = sheets.flatMap((sheet) => sheet.unreadable);
    const namespaces = [...new Set(sheets.flatMap((sheet) => sheet.namespaces))];
    const key = `${tree.depth} ${nesting(tree, css, byHost, cssOf)} ${css} ${unreadable.join(' ')}`;
    cssOf.set(tree, css);
    const scope = scopes.get(key) ?? {
      id: String(scopes.size),
      depth: tree.depth,
      trees: [],
      css,
      unreadable,
      namespaces,
    };
    scope.trees.push(tree);
    scopes.set(key, scope);
  }
  return [...scopes.values()];
}

/** Number of hosts around this one that have the same style sheets. */
export function nesting(
  tree: Tree,
  css: string,
  byHost: ReadonlyMap<Element, Tree>,
  cssOf: ReadonlyMap<Tree, string>,
): number {
  let count = 0;
  for (let node: Node | null = tree.host?.live ?? null; node;) {
    node = parentOf(node) ?? (node instanceof ShadowRoot ? node.host : null);
    const outer = node instanceof Element ? byHost.get(node) : undefined;
    if (outer && cssOf.get(outer) === css) count += 1;
  }
  return count;
}

/** The style sheets of a tree that apply, in the order of the cascade. */
export function sheetsOf(root: Document | ShadowRoot): CSSStyleSheet[] {
  const [own, adopted] =
    root instanceof Document
      ? [documentProperty('styleSheets', root), documentProperty('adoptedStyleSheets', root)]
      : [root.styleSheets, root.adoptedStyleSheets];
  return [...own, ...adopted].filter(isInEffect);
}

export interface SheetText {
  css: string;
  /** Addresses of imports that may not be read. */
  unreadable: string[];
  /** Declarations of namespaces, which must come before all rules. */
  namespaces: string[];
}

/** All of it as one text. */
export function joined({ css, unreadable, namespaces }: SheetText): string {
  return [...unreadable.map((href) => `@import url(${JSON.stringify(href)});`), ...namespaces, css].join('\n');
}

/**
 * The rules of a style sheet and of its imports, with absolute addresses, within the media of the style sheet.
 *
 * @param texts of style sheets as they were loaded, by address; see {@link rulesWithLost}
 */
export function sheetText(sheet: CSSStyleSheet, texts: Readonly<Record<string, string>> = {}): SheetText {
  const rules = readRules(sheet);
  if (rules === null) return { css: '', unreadable: sheet.href === null ? [] : [sheet.href], namespaces: [] };
  const unreadable: string[] = [];
  const namespaces: string[] = [];
  const parts: string[] = [];
  for (const rule of rules) {
    // The order of layers, which may come before the imports.
    if (rule instanceof CSSLayerStatementRule) parts.push(rule.cssText);
    if (!(rule instanceof CSSImportRule)) continue;
    if (!rule.styleSheet) continue;
    const imported = sheetText(rule.styleSheet, texts);
    unreadable.push(...imported.unreadable);
    namespaces.push(...imported.namespaces);
    const media = rule.styleSheet.media.mediaText === '' ? rule.media.mediaText : '';
    const shown = media ? `@media ${media} {\n${imported.css}\n}` : imported.css;
    const layered = rule.layerName === null ? shown : `@layer ${rule.layerName} {\n${shown}\n}`;
    parts.push(rule.supportsText ? `@supports (${rule.supportsText}) {\n${layered}\n}` : layered);
  }
  // If there is a text that contains more than its rules, it is preferred: see `markLost`.
  const { ownerNode } = sheet;
  const mightLose = isStyleElement(ownerNode) && ownerNode.textContent?.includes('var(');
  const written = mightLose ? pristineText(ownerNode) : null;
  const ownRules = rules.filter((rule) => !(rule instanceof CSSImportRule));
  const text = written ?? rulesWithLost(ownRules, texts[sheet.href ?? ''] ?? '');
  const { css: own, namespaces: declared } = withoutNamespaces(text, ownRules);
  namespaces.push(...declared);
  parts.push(sheet.href === null ? own : absoluteUrls(own, sheet.href));
  const media = sheet.media.mediaText;
  const css = parts.join('\n');
  return { css: media ? `@media ${media} {\n${css}\n}` : css, unreadable, namespaces };
}

/** A CSS text with absolute addresses. */
export function absoluteUrls(css: string, base: string): string {
  return replaceUrls(css, (address) => (address.startsWith('#') ? null : (URL.parse(address, base)?.href ?? null)));
}
