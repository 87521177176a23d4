/// <reference lib="dom" />

import type { Native, Scope } from '../environment/replace.ts';
import { replaceMethods } from '../environment/replace.ts';

/*
 * What is read of a document: text, headings, links, pictures, the attributes of `readAttributes`, and structured data; not
 * classes, styles, or what is drawn. These functions run with `notePending`, under the same rules, except that a page can change
 * what `isReadingChanged` uses: then the page counts as changed.
 */

/** What is read of a document. */
export interface Reading {
  /** Starts to watch it, which counts as a change; called again, it searches for shadow trees that no script has created. */
  watch(): void;
  /** When it last changed. */
  changedAt(): number;
  /** How often it has changed. */
  changes(): number;
}

/** Tells when what is read of the document last changed. Undefined for web workers. */
export function noteReading(now: () => number): Reading | undefined {
  const { document } = globalThis as unknown as { document?: Document };
  if (typeof document !== 'object') return undefined;
  const { apply, get, getOwnPropertyDescriptor } = Reflect;
  const { observe, takeRecords } = MutationObserver.prototype as unknown as Record<'observe' | 'takeRecords', Native>;
  const querySelectorAll = get(document, 'querySelectorAll') as Native;
  const shadowOf = getOwnPropertyDescriptor(Element.prototype, 'shadowRoot')?.get as Native;
  const roots = Object.create(null) as Record<number, unknown>;
  const known = new WeakSet();
  const [has, add] = [get(known, 'has') as Native, get(known, 'add') as Native];
  const filter = readAttributes().split(' ');
  let [count, changed, changes, watchedAt] = [0, -Infinity, 0, 0];
  let [isWatching, hasSearched] = [false, false];
  const change = () => {
    changed = now();
    changes += 1;
  };
  const options = Object.assign(Object.create(null), {
    subtree: true,
    childList: true,
    characterData: true,
    characterDataOldValue: true,
    attributeOldValue: true,
    attributeFilter: filter,
  }) as MutationObserverInit;
  const observer = new MutationObserver((records) => hear(records));
  const look = (root: unknown) => apply(observe, observer, [root, options] as never[]);
  const note = (root: unknown) => {
    if (root === null || typeof root !== 'object' || apply(has, known, [root] as never[])) return;
    apply(add, known, [root] as never[]);
    roots[count] = root;
    count += 1;
    if (isWatching) look(root);
  };
  const hear = (records: readonly MutationRecord[]) => {
    try {
      if (isReadingChanged(records, (element) => note(apply(shadowOf, element, [])))) change();
    } catch {
      change();
    }
  };
  noteRoots(note);
  return {
    watch: () => {
      if (!isWatching) {
        isWatching = true;
        change();
        watchedAt = changed;
        look(document);
        for (const index in roots) look(roots[index]);
      }
      // Most pages are complete before: there is nothing to search for.
      if (hasSearched || now() - watchedAt < 100) return;
      hasSearched = true;
      const before = count;
      const all = apply(querySelectorAll, document, ['*'] as never[]) as NodeListOf<Element>;
      for (let index = 0; index < all.length; index += 1) note(apply(shadowOf, all[index], []));
      if (count > before) change();
    },
    changedAt: () => {
      if (isWatching) hear(apply(takeRecords, observer, []) as MutationRecord[]);
      return changed;
    },
    changes: () => changes,
  };
}

/** Tells of the shadow trees that scripts can access, also of closed ones. */
export function noteRoots(note: (root: unknown) => void): void {
  const { apply, getOwnPropertyDescriptor } = Reflect;
  replaceMethods({ 'Element.prototype': 'attachShadow' }, (native, self, given) => {
    const root = apply(native, self, given as never[]);
    note(root);
    return root;
  });
  const { ElementInternals: internals } = globalThis as unknown as Scope & { ElementInternals?: { prototype: object } };
  const rootOf = internals && (getOwnPropertyDescriptor(internals.prototype, 'shadowRoot')?.get as Native | undefined);
  replaceMethods({ 'HTMLElement.prototype': 'attachInternals' }, (native, self, given) => {
    const value = apply(native, self, given as never[]);
    if (rootOf) note(apply(rootOf, value, []));
    return value;
  });
}

/** The attributes that search reads, separated by spaces; docs/complete.md lists them. */
export function readAttributes(): string {
  return (
    'href src srcset alt title content name property rel hreflang lang http-equiv datetime aria-label hidden open ' +
    'itemprop itemscope itemtype itemid typeof resource'
  );
}

/** Whether records tell of another text, link, heading, picture, attribute that search reads, or of other structured data. */
export function isReadingChanged(records: readonly MutationRecord[], onElement: (element: Element) => void): boolean {
  let [removed, added, isChanged] = ['', '', false];
  let last: Node | undefined;
  for (let index = 0; index < records.length; index += 1) {
    const { type, oldValue, target, attributeName, removedNodes, addedNodes } = records[index] as MutationRecord;
    if (type === 'attributes') {
      if (Element.prototype.getAttribute.call(target, attributeName ?? '') !== oldValue) isChanged = true;
      continue;
    }
    const within = type === 'childList' ? target : nodeProperty('parentNode', target);
    if (within && nodeProperty('nodeType', within) === 1 && !isRead(within as Element)) continue;
    if (type === 'characterData') {
      if (nodeProperty('nodeType', target) === 3 && nodeProperty('nodeValue', target) !== oldValue) isChanged = true;
      continue;
    }
    // What replaces the same is no change.
    if (target !== last) {
      if (removed !== added) isChanged = true;
      [removed, added, last] = ['', '', target];
    }
    removed += readingOf(removedNodes, onElement);
    added += readingOf(addedNodes, onElement);
  }
  return isChanged || removed !== added;
}

/** What is read of nodes. */
export function readingOf(nodes: NodeList, onElement: (element: Element) => void): string {
  let text = '';
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index] as Node;
    const type = nodeProperty('nodeType', node);
    if (type === 3) text += nodeProperty('nodeValue', node);
    if (type !== 1) continue;
    const element = node as Element;
    onElement(element);
    if (!isRead(element)) continue;
    const name = ` ${Reflect.get(Element.prototype, 'localName', element)} `;
    if (' a h1 h2 h3 h4 h5 h6 img meta link title script '.includes(name)) text += `<${name}>`;
    const attributes = Reflect.get(Element.prototype, 'attributes', element);
    const read = ` ${readAttributes()} `;
    for (let at = 0; at < attributes.length; at += 1) {
      const { name: key, value } = attributes[at] as Attr;
      if (read.includes(` ${key} `)) text += `${key}="${value}"`;
    }
    text += readingOf(nodeProperty('childNodes', element), onElement);
  }
  return text;
}

/** A property that an element of a form with that name does not hide. */
export function nodeProperty<Name extends keyof Node>(name: Name, node: Node): Node[Name] {
  return Reflect.get(Node.prototype, name, node);
}

/** Whether the content of an element is read: not that of scripts and styles, except structured data. */
export function isRead(element: Element): boolean {
  const name: string = Reflect.get(Element.prototype, 'localName', element);
  if (name !== 'script') return name !== 'style' && name !== 'noscript' && name !== 'template';
  return Element.prototype.getAttribute.call(element, 'type') === 'application/ld+json';
}
