/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import {
  attributeOf,
  documentProperty,
  dropAttribute,
  isStyleElement,
  localNameOf,
  rootOf,
  selectAll,
  textOf,
} from '../dom/dom.ts';
import { pairsOf, replaceCopy } from '../dom/trees.ts';
import type { Tree } from '../dom/trees.ts';
import { noted } from '../environment/note-styles.ts';
import { asksForScripts, isInEffect } from './in-effect.ts';
import { joined, sheetText } from './scopes.ts';
import { functionOf, parseSelectors, writeSelector } from './selectors.ts';
import { markLost, withLost } from './source.ts';
import { forEachRule, parseSheet, readRules, rulesText } from './styles.ts';
import { newStyle } from './write-sheets.ts';

/*
 * Without scripts no custom element is ever defined or has states, no popover is open, no dialog modal, no checkbox indeterminate,
 * no element the target of an address that a script has set or focused, no field faulty because a script says so, and `@media (scripting: none)` applies. What a page shows
 * only then (`x-app:not(:defined) { display: none }`) would be hidden. The elements are marked with attributes, and in selectors
 * the attributes replace the pseudo-classes.
 */

/**
 * The beginnings of the simple selectors that are replaced: pseudo-classes that elements of the page match, always `:defined`, and
 * attributes (`[checked`) that say another state than in the page.
 */
export type Marks = Set<string>;

/** The attributes that stand for pseudo-classes without an argument. */
export function markNames(): Record<string, string> {
  return {
    ':popover-open': 'data-popover-open',
    ':modal': 'data-modal-dialog',
    ':indeterminate': 'data-indeterminate',
    ':target': 'data-css-target',
    ':invalid': 'data-css-invalid',
    ':user-invalid': 'data-css-user-invalid',
    ':user-valid': 'data-css-user-valid',
    ':disabled': 'data-css-disabled',
    ':enabled': 'data-css-enabled',
    ':focus': 'data-css-focus',
    ':focus-within': 'data-css-focus-within',
    ':focus-visible': 'data-css-focus-visible',
  };
}

/**
 * Marks elements that are not defined, and those with states that only scripts bring about.
 *
 * @param isFocusSeen whether the focus is marked, too; see {@link showsByFocus}
 */
export function markStates(tree: Tree, marks: Marks, isFocusSeen: boolean): void {
  marks.add(':defined');
  marks.add('(scripting');
  const always = [':popover-open', ':modal', ':target', ':user-invalid', ':user-valid'];
  const focus = isFocusSeen ? [':focus', ':focus-within', ':focus-visible'] : [];
  const ofCustom = ':is(:disabled, :enabled):not(button, input, select, textarea, fieldset, option, optgroup)';
  const others = [':not(:defined)', 'input[type="checkbox" i]:indeterminate', ':invalid', ofCustom];
  const wanted = [...always, ...focus, ...others].join(', ');
  const names = markNames();
  const isMatch = (live: Element, pseudo: string) => Element.prototype.matches.call(live, pseudo);
  const mark = (live: Element, pseudo: string) => {
    const name = names[pseudo];
    const copy = tree.copyOf.get(live);
    if (name === undefined || !(copy instanceof Element)) return;
    marks.add(pseudo);
    Element.prototype.setAttribute.call(copy, name, '');
  };
  const found = selectAll<Element>(tree.root, wanted);
  const faulty = found.filter((live) => isMatch(live, ':invalid') && isFaultyByScript(live));
  for (const live of found) {
    // In the copy nothing is defined, so the page is checked.
    if (!isMatch(live, ':defined')) (tree.copyOf.get(live) as Element | undefined)?.setAttribute('data-undefined', '');
    // Custom elements that are fields are none without scripts.
    const ofFields = localNameOf(live).includes('-') ? [':disabled', ':enabled'] : [];
    for (const pseudo of [...always, ...focus, ...ofFields]) if (isMatch(live, pseudo)) mark(live, pseudo);
    // Radio buttons and progress bars are so without a script.
    if (live instanceof HTMLInputElement && live.type === 'checkbox' && live.indeterminate)
      mark(live, ':indeterminate');
    const isAround = /^(?:form|fieldset)$/.test(localNameOf(live)) && faulty.some((one) => isOwnerOf(live, one));
    if (faulty.includes(live) || isAround) mark(live, ':invalid');
  }
  // It asks for both.
  if (marks.has(':invalid')) marks.add(':valid');
}

/** Whether a script says that a field is faulty, and not its attributes. */
export function isFaultyByScript(live: Element): boolean {
  const { validity } = live as Partial<HTMLInputElement>;
  return validity instanceof ValidityState ? validity.customError : localNameOf(live).includes('-');
}

export function isOwnerOf(owner: Element, field: Element): boolean {
  return Node.prototype.contains.call(owner, field) || (field as Partial<HTMLInputElement>).form === owner;
}

/** Marks the states that scripts have given to custom elements. */
export function markCustomStates(trees: readonly Tree[], marks: Marks): void {
  for (const name of noted('states').split('\n').filter(Boolean)) {
    for (const tree of trees) {
      if (tree.isFrame) continue;
      for (const [, copy] of pairsOf(tree, `:state(${CSS.escape(name)})`)) {
        const before = attributeOf(copy, 'data-custom-state');
        copy.setAttribute('data-custom-state', before === null ? name : `${before} ${name}`);
        marks.add(':state');
      }
    }
  }
}

/** Writes linked and importing style sheets that mention what is replaced. @returns their number */
export function writeMentioning(tree: Tree, marks: Marks): number {
  let count = 0;
  for (const [live, copy] of pairsOf(tree, 'link[rel~="stylesheet" i], style')) {
    if (!(live instanceof HTMLLinkElement || isStyleElement(live)) || !live.sheet) continue;
    // Other style elements have all of their rules in their text.
    const isImporting = copy.localName === 'style' && textOf(copy).includes('@import');
    const isMentioning = (isImporting || copy.localName === 'link') && sheetMentions(live.sheet, marks, tree.root);
    if (!isMentioning || !isInEffect(live.sheet)) continue;
    const text = sheetText(live.sheet);
    if (text.unreadable.length > 0) continue;
    const style = copy.localName === 'style' ? copy : copy.ownerDocument.createElement('style');
    style.textContent = joined(text);
    // They are in the text.
    style.removeAttribute('media');
    if (style !== copy) replaceCopy(tree, live, style);
    count += 1;
  }
  return count;
}

/**
 * Whether a rule of a style sheet, or of one that it imports, mentions what is replaced. A rule that asks for scripts counts if it takes
 * effect on an element: style sheets that many pages have stay links.
 */
export function sheetMentions(sheet: CSSStyleSheet, marks: Marks, root: Document | ShadowRoot): boolean {
  const others = new Set([...marks].filter((mark) => mark !== '(scripting'));
  return (readRules(sheet) ?? []).some((rule) => {
    if (!(rule instanceof CSSImportRule)) {
      const text = rule.cssText;
      return mentions(text, others) || (text.includes('(scripting') && asksForScripts(rule, root));
    }
    const { media, styleSheet } = rule;
    if (styleSheet === null) return false;
    return media.mediaText.includes('(scripting') || sheetMentions(styleSheet, marks, root);
  });
}

export function mentions(text: string, marks: Marks): boolean {
  for (const pseudo of marks) if (text.includes(pseudo)) return true;
  return false;
}

/** Rewrites the style sheets of a copy that mention what is replaced. What none mentions is not marked. */
export function settleStates(copy: Document | DocumentFragment, marks: Marks): void {
  const texts = rewriteSheets(copy, marks);
  const ofFields = ['data-css-state', 'data-css-checked', 'data-css-selected', 'data-css-value'];
  const optional = [...Object.values(markNames()).filter((name) => name.startsWith('data-css-')), ...ofFields];
  const unasked = ['data-undefined', ...optional].filter((name) => !texts.some((text) => text.includes(name)));
  if (unasked.length > 0) dropMarks(copy, unasked);
}

export function dropMarks(copy: Document | DocumentFragment, names: readonly string[]): void {
  for (const element of selectAll(copy, names.map((name) => `[${name}]`).join(', '))) {
    for (const name of names) dropAttribute(element, name);
  }
  for (const template of selectAll<HTMLTemplateElement>(copy, 'template')) {
    if (template.content) dropMarks(template.content, names);
  }
}

/** @returns the texts of the style sheets that ask for a mark */
export function rewriteSheets(copy: Document | DocumentFragment, marks: Marks): string[] {
  const asking: string[] = [];
  for (const element of selectAll(copy, '[media*="scripting"]')) {
    element.setAttribute('media', withScripts(attributeOf(element, 'media') ?? ''));
  }
  for (const style of selectAll(copy, 'style')) {
    const text = style.textContent ?? '';
    if (text.includes('data-undefined')) asking.push(text);
    if (!mentions(text, marks) || text.includes('@import')) continue;
    const sheet = parseSheet(text);
    const lost = markLost(sheet, text);
    const limits = new Set<string>();
    forEachRule([...sheet.cssRules], (rule) => {
      if (rule instanceof CSSStyleRule) rule.selectorText = withMarks(rule.selectorText, marks);
      if (rule instanceof CSSMediaRule) rule.media.mediaText = withScripts(rule.media.mediaText);
      if (rule instanceof CSSScopeRule) for (const one of [rule.start, rule.end]) if (one !== null) limits.add(one);
    });
    let written = withLost(rulesText([...sheet.cssRules]), lost);
    // They cannot be set.
    for (const limit of limits) written = written.replaceAll(`(${limit})`, () => `(${withMarks(limit, marks)})`);
    style.textContent = written;
    asking.push(written);
  }
  for (const template of selectAll<HTMLTemplateElement>(copy, 'template')) {
    if (template.content) asking.push(...rewriteSheets(template.content, marks));
  }
  return asking;
}

export function withMarks(selectors: string, marks: Marks): string {
  if (!mentions(selectors, marks)) return selectors;
  const rewrite = (part: string) => {
    const { name, argument } = functionOf(part);
    if (part.startsWith('[')) return withDefaults(part, marks);
    if (marks.has(name)) return markOf(name, argument ?? '');
    return argument !== null && mentions(argument, marks) ? `${name}(${withMarks(argument, marks)})` : part;
  };
  return parseSelectors(selectors)
    .map((complex) =>
      writeSelector(complex.map(({ combinator, parts }) => ({ combinator, parts: parts.map(rewrite) }))),
    )
    .join(', ');
}

/** Media queries that ask for scripts: they mean those of the page. */
export function withScripts(media: string): string {
  return media.replaceAll(/\(\s*scripting\b[^()]*\)/gi, (feature) => {
    return matchMedia(feature).matches ? '(width >= 0px)' : '(width < 0px)';
  });
}

/** A selector for an attribute that fields have with their present state: it asks for the one that they had. */
export function withDefaults(part: string, marks: Marks): string {
  const [start = '', name = ''] = /^\[\s*(checked|selected|value)(?![\w|-])/i.exec(part) ?? [];
  if (!marks.has(`[${name.toLowerCase()}`)) return part;
  const attribute = name.toLowerCase();
  const before = `[data-css-${attribute}${part.slice(start.length)}`;
  return `:is(${part}:where(:not([data-css-state="${attribute}"])), ${before})`;
}

export function markOf(pseudo: string, argument: string): string {
  if (pseudo === ':defined') return ':not([data-undefined])';
  if (pseudo === ':state') return `[data-custom-state~=${JSON.stringify(argument)}]`;
  if (pseudo === ':valid') return ':valid:where(:not([data-css-invalid]))';
  if (pseudo === ':default')
    return ':is(:default:where(:not([data-css-state="checked"], [data-css-state="selected"])), [data-css-checked], [data-css-selected])';
  const mark = `[${markNames()[pseudo]}]`;
  if (pseudo === ':modal' || pseudo === ':popover-open') return mark;
  // Others have the state without a script.
  return `:is(${pseudo}, ${mark})`;
}

/** The fonts that scripts have added, and that are still there. */
export function fontRules(): string {
  const lines = noted('fonts').split('\n').filter(Boolean);
  if (lines.length === 0) return '';
  const present = new Set([...documentProperty('fonts', document)].map(({ family }) => family));
  const fonts = lines.flatMap((line) => {
    const [family = '', css = ''] = line.split('\0');
    return present.has(family) ? [css] : [];
  });
  return [...new Set(fonts)].join('\n');
}

/**
 * Writes what no element of the page says: the properties and fonts that scripts have registered, and how browsers show open popovers and
 * modal dialogs, in a layer before all others.
 *
 * @returns whether there is any
 */
export function writeUnsaid(trees: readonly Tree[], marks: Marks): boolean {
  const above = 'z-index: 2147483647';
  const within = 'calc(100% - 6px - 2em)';
  const shown: Record<string, string> = {
    ':popover-open': `display: block; ${above}`,
    ':modal': `display: block; position: fixed; inset-block: 0; max-width: ${within}; max-height: ${within}; overflow: auto; ${above}`,
  };
  const rules = Object.entries(shown).filter(([pseudo]) => marks.has(pseudo));
  const layer = `@layer page-renderer {\n${rules.map(([pseudo, css]) => `:where(${markOf(pseudo, '')}) { ${css}; }`).join('\n')}\n}`;
  const properties = noted('properties') + fontRules();
  if (rules.length === 0 && properties === '') return false;
  for (const { root, copy, isFrame } of trees) {
    const isDocument = root instanceof Document;
    if (isFrame || !(isDocument || copy.querySelector('[data-popover-open], [data-modal-dialog]'))) continue;
    const style = newStyle(copy, `${isDocument ? properties : ''}${rules.length > 0 ? layer : ''}`);
    if (isDocument) (documentProperty('head', copy as Document) ?? rootOf(copy as Document))?.prepend(style);
    else copy.append(style);
  }
  return true;
}
