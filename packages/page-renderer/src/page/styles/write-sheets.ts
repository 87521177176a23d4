/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, documentProperty, isStyleElement, rootOf } from '../dom/dom.ts';
import { pairsOf, replaceCopy } from '../dom/trees.ts';
import type { Tree } from '../dom/trees.ts';
import { isTouched } from '../environment/note-styles.ts';
import { isAlternate, isInEffect } from './in-effect.ts';
import { joined, sheetsOf, sheetText } from './scopes.ts';
import { rulesWithLost, withAllSources } from './source.ts';
import { changedText, readRules } from './styles.ts';

/** Texts of style sheets as they were loaded, by address. */
export type SheetTexts = Readonly<Record<string, string>>;

/**
 * The addresses of style sheets that scripts may have changed, with those that they import: their texts must be known to
 * {@link writeSheets}.
 */
export function touchedSheets(roots: ReadonlyArray<Document | ShadowRoot>): string[] {
  const addresses = new Set<string>();
  const add = (sheet: CSSStyleSheet) => {
    if (sheet.href !== null) addresses.add(sheet.href);
    for (const rule of readRules(sheet) ?? [])
      if (rule instanceof CSSImportRule && rule.styleSheet) add(rule.styleSheet);
  };
  for (const root of roots) for (const sheet of sheetsOf(root)) if (isTouchedSheet(sheet)) add(sheet);
  return [...addresses];
}

export function isTouchedSheet({ ownerNode }: CSSStyleSheet): boolean {
  if (isStyleElement(ownerNode)) return (ownerNode.textContent ?? '').includes('@import') && isTouched(ownerNode);
  return ownerNode instanceof HTMLLinkElement && isTouched(ownerNode);
}

/**
 * Writes style sheets in their current state into the copy of their tree: `insertRule`, `deleteRule`, `disabled` and changed
 * media exist in the CSSOM only. A style sheet that still equals its text keeps its text, and a linked one its link.
 *
 * @param texts of the addresses of {@link touchedSheets}; a sheet without a text counts as changed
 * @returns the number of style sheets that are written anew
 */
export function writeSheets(tree: Tree, parsed: Map<string, string[]>, texts: SheetTexts): number {
  let replaced = 0;
  for (const [live, copy] of pairsOf(tree, 'style, link[rel~="stylesheet" i]')) {
    if (!(isStyleElement(live) || live instanceof HTMLLinkElement) || !live.sheet) continue;
    const { sheet } = live;
    const isOn = isInEffect(sheet);
    writeSwitches(sheet, copy, isOn);
    const isChanged = isOn && isTouchedSheet(sheet) && differs(sheet, texts, parsed);
    if (live instanceof HTMLLinkElement) {
      writeAlternate(live, sheet, copy, isOn);
      if (isChanged) replaceCopy(tree, live, styleOf(copy, wholeText(sheet, texts)));
      replaced += isChanged ? 1 : 0;
    } else if (isChanged) {
      copy.textContent = wholeText(sheet, texts);
      copy.removeAttribute('media');
      replaced += 1;
    } else {
      const text = live.textContent ?? '';
      const changed = changedText(sheet, text, parsed);
      if (changed === null) continue;
      copy.textContent = withAllSources(changed, text);
      replaced += 1;
    }
  }
  return replaced;
}

/** A style element in place of the copy of a link. */
export function styleOf(copy: Element, css: string): HTMLStyleElement {
  const style = copy.ownerDocument.createElement('style');
  for (const name of ['id', 'class']) {
    const value = attributeOf(copy, name);
    if (value !== null) style.setAttribute(name, value);
  }
  style.textContent = css;
  return style;
}

/** Writes whether the style sheet of a link is in effect: the copy may have other titles, and nobody chooses. */
export function writeAlternate(live: HTMLLinkElement, sheet: CSSStyleSheet, copy: Element, isOn: boolean): void {
  if (sheet.disabled && !isAlternate(live)) copy.toggleAttribute('disabled', true);
  if (isOn && isAlternate(live)) {
    copy.setAttribute('rel', 'stylesheet');
    copy.removeAttribute('title');
  } else if (!isOn && !sheet.disabled && !isAlternate(live)) copy.setAttribute('rel', 'alternate stylesheet');
}

export function writeSwitches(sheet: CSSStyleSheet, copy: Element, isOn: boolean): void {
  const media = sheet.media.mediaText;
  const isStyle = copy.localName === 'style';
  if (isStyle && !isOn) copy.setAttribute('media', 'not all');
  else if (media.toLowerCase() !== (attributeOf(copy, 'media') ?? '').trim().toLowerCase()) {
    if (media) copy.setAttribute('media', media);
    else copy.removeAttribute('media');
  }
}

/** Whether the rules of a style sheet, or of one that it imports, differ from its text. */
export function differs(sheet: CSSStyleSheet, texts: SheetTexts, parsed: Map<string, string[]>): boolean {
  const rules = readRules(sheet);
  if (rules === null) return false;
  const text = sheet.href === null ? sheet.ownerNode?.textContent : texts[sheet.href];
  if (typeof text !== 'string' || changedText(sheet, text, parsed) !== null) return true;
  return rules.some(
    (rule) => rule instanceof CSSImportRule && rule.styleSheet && differs(rule.styleSheet, texts, parsed),
  );
}

/** The rules of a style sheet and of its imports; imports that may not be read stay. */
export function wholeText(sheet: CSSStyleSheet, texts: SheetTexts): string {
  return joined(sheetText(sheet, texts));
}

/** Adds style sheets without an element: they come after all others, each as a new element. @returns these elements */
export function writeAdopted(
  sheets: readonly CSSStyleSheet[],
  into: Document | DocumentFragment,
): Array<[CSSStyleSheet, HTMLStyleElement]> {
  const written: Array<[CSSStyleSheet, HTMLStyleElement]> = [];
  for (const sheet of sheets) {
    if (sheet.disabled || sheet.cssRules.length === 0) continue;
    const style = newStyle(into, rulesWithLost([...sheet.cssRules], ''));
    if (sheet.media.mediaText) style.setAttribute('media', sheet.media.mediaText);
    written.push([sheet, style]);
  }
  placeSheets(
    into,
    written.map(([, style]) => style),
  );
  return written;
}

/** A style element for a tree. */
export function newStyle(into: Document | DocumentFragment, css: string): HTMLStyleElement {
  const style = (into instanceof Document ? into : into.ownerDocument).createElement('style');
  style.textContent = css;
  return style;
}

/** Puts style sheets after all others. In the body selectors would count them, so they are put there only if others are. */
export function placeSheets(into: Document | DocumentFragment, styles: readonly HTMLStyleElement[]): void {
  let parent: Element | Document | DocumentFragment | null = into;
  if (into instanceof Document) {
    const [head, body] = [documentProperty('head', into), documentProperty('body', into)];
    const other = body?.querySelector('style, link[rel~="stylesheet" i]');
    parent = (other ? body : (head ?? body)) ?? rootOf(into);
  }
  parent?.append(...styles);
}

/** Writes the style sheets that processing instructions of XML have loaded, which HTML does not have. */
export function writeInstructed(copy: Document, isFrame: boolean): void {
  if (documentProperty('contentType', document) === 'text/html') return;
  const written = [...documentProperty('styleSheets', document)].flatMap((sheet) => {
    if (!(sheet.ownerNode instanceof ProcessingInstruction) || sheet.href === null || !isInEffect(sheet)) return [];
    const link = copy.createElement('link');
    if (isFrame) return [styleOf(link, wholeText(sheet, {}))];
    link.setAttribute('rel', 'stylesheet');
    link.setAttribute('href', sheet.href);
    if (sheet.media.mediaText) link.setAttribute('media', sheet.media.mediaText);
    return [link];
  });
  (documentProperty('head', copy) ?? rootOf(copy))?.prepend(...written);
}
