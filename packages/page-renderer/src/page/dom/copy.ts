/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import {
  allElements,
  attributeOf,
  childNodesOf,
  documentOf,
  firstChildOf,
  hidesNames,
  inertName,
  namespaceOf,
  nextSiblingOf,
  openRootOf,
  selectAll,
} from './dom.ts';

/*
 * Each node of the page is known with its copy, and nothing of the page runs. A tree is copied by the browser only if that has
 * no such effect: cloning constructs custom elements of scoped registries, fills `<selectedcontent>` again, and attaches
 * shadow roots. Other trees are copied node by node.
 */

/** Each copied node with its copy. */
export type Copies = Map<Node, Node>;

/**
 * Copies the children of a root and everything in them, including the content of templates.
 *
 * @param copies gets each element outside of templates with its copy, and other nodes if the copies are not the same
 * @returns the copied elements outside of templates, in tree order
 */
export function copyChildren(
  from: Document | DocumentFragment,
  into: Document | DocumentFragment,
  target: Document,
  copies: Copies,
): Element[] {
  return importChildren(from, into, target, copies) ?? copyEach(from, into, target, copies);
}

/** Copies a tree that is plain by the browser's own function, several times as fast; null if it is not plain. */
export function importChildren(
  from: Document | DocumentFragment,
  into: Document | DocumentFragment,
  target: Document,
  copies: Copies,
): Element[] | null {
  const live = plainElements(from, true);
  if (live === null) return null;
  let isSame = true;
  for (const child of childNodesOf(from)) {
    if (child.nodeType === Node.DOCUMENT_TYPE_NODE) continue;
    const copy = target.importNode(child, true);
    Node.prototype.appendChild.call(into, copy);
    isSame &&= Node.prototype.isEqualNode.call(child, copy);
  }
  makeInert(into);
  const copied = isSame ? allElements(into) : [];
  if (copied.length !== live.length) {
    for (const child of childNodesOf(into)) Node.prototype.removeChild.call(into, child);
    return null;
  }
  for (const [index, element] of live.entries()) copies.set(element, copied[index] as Element);
  return live;
}

/** The elements of a tree that the browser copies without side effects; null if there are others. */
export function plainElements(root: Document | DocumentFragment, mayHost: boolean): Element[] | null {
  if (selectAll(root, 'selectedcontent').length > 0) return null;
  // Their copies may do something (processing instructions), or do not exist in HTML (CDATA sections).
  const others = NodeFilter.SHOW_PROCESSING_INSTRUCTION + NodeFilter.SHOW_CDATA_SECTION;
  if (Document.prototype.createTreeWalker.call(document, root, others).nextNode()) return null;
  const elements: Element[] = [];
  for (const element of allElements(root)) {
    elements.push(element);
    if (hidesNames(element)) continue;
    const { shadowRoot, localName } = element;
    if (shadowRoot && (!mayHost || shadowRoot.clonable)) return null;
    // Whether it is of a scoped registry is unknown: in an isolated world, all registries are null.
    if (localName.includes('-') || element.hasAttribute('is')) return null;
    if (element instanceof HTMLTemplateElement && plainElements(element.content, false) === null) return null;
  }
  return elements;
}

/** Replaces elements whose properties a page can hide, or that change by themselves; see {@link inertName}. */
export function makeInert(root: Document | DocumentFragment): void {
  for (const element of selectAll(root, 'form, details')) {
    const { name, namespace } = inertName(element);
    if (namespace === namespaceOf(element)) continue;
    const inert = copyAttributes(element, documentOf(element).createElementNS(namespace, name));
    inert.append(...childNodesOf(element));
    Element.prototype.replaceWith.call(element, inert);
  }
  for (const template of selectAll<HTMLTemplateElement>(root, 'template')) {
    if (template instanceof HTMLTemplateElement) makeInert(template.content);
  }
}

/** Copies the children of a node, node by node. */
export function copyEach(from: Node, into: Node, target: Document, copies: Copies): Element[] {
  const elements: Element[] = [];
  const templates = new Map<Node, Node>();
  copyWithin(from, into, target, (node, copy) => {
    copies.set(node, copy);
    if (node instanceof Element) elements.push(node);
    if (copy instanceof HTMLTemplateElement) templates.set((node as HTMLTemplateElement).content, copy.content);
  });
  for (const [content, copied] of templates) {
    copyWithin(content, copied, target, (node, copy) => {
      if (copy instanceof HTMLTemplateElement) templates.set((node as HTMLTemplateElement).content, copy.content);
      const root = node instanceof Element ? openRootOf(node) : null;
      if (!root) return;
      // Not shown anywhere, so that it does not have to be merged with what is around it.
      const declared = declarationOf(root, target);
      copy.appendChild(declared);
      templates.set(root, declared.content);
    });
  }
  return elements;
}

/** A template that a parser turns into a shadow root like the given one. */
export function declarationOf(root: ShadowRoot, target: Document): HTMLTemplateElement {
  const template = target.createElement('template');
  template.setAttribute('shadowrootmode', root.mode);
  template.toggleAttribute('shadowrootdelegatesfocus', root.delegatesFocus);
  template.toggleAttribute('shadowrootserializable', root.serializable);
  template.toggleAttribute('shadowrootclonable', root.clonable);
  return template;
}

/** Visits each node with its copy when it has its attributes, but no children yet. */
export function copyWithin(from: Node, into: Node, target: Document, onCopy: (node: Node, copy: Node) => void): void {
  const levels: Array<{ next: Node | null; parent: Node }> = [{ next: firstChildOf(from), parent: into }];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const node = level.next;
    if (node === null) {
      levels.pop();
      continue;
    }
    level.next = nextSiblingOf(node);
    const copy = copyNode(node, target);
    if (copy === null) continue;
    level.parent.appendChild(copy);
    onCopy(node, copy);
    const first = firstChildOf(node);
    if (first !== null) levels.push({ next: first, parent: copy });
  }
}

/** A copy of a node without its children; null for what cannot be in a tree of HTML. */
export function copyNode(node: Node, target: Document): Node | null {
  if (node instanceof Element) return copyElement(node, target);
  // CDATA sections are text, and HTML has none.
  if (node instanceof Text) return target.createTextNode(node.data);
  if (node instanceof Comment) return target.createComment(node.data);
  return node instanceof ProcessingInstruction ? target.createProcessingInstruction(node.target, '') : null;
}

export function copyElement(element: Element, target: Document): Element {
  return copyAttributes(element, newElement(element, target));
}

export function copyAttributes(element: Element, copy: Element): Element {
  const names = Element.prototype.getAttributeNames.call(element);
  if (names.length === 0) return copy;
  if (names.every((name) => /^[a-z][a-z\d-]*$/.test(name))) {
    for (const name of names) if (!name.startsWith('on')) copy.setAttribute(name, attributeOf(element, name) ?? '');
    return copy;
  }
  // A parser makes names that `setAttribute` refuses, and names with namespaces.
  const attributes: NamedNodeMap = Reflect.get(Element.prototype, 'attributes', element);
  for (const attribute of attributes) {
    if (!/^on/i.test(attribute.name)) copy.setAttributeNode(attribute.cloneNode() as Attr);
  }
  return copy;
}

export function newElement(element: Element, target: Document): Element {
  const { name, namespace } = inertName(element);
  // Several times as fast.
  if (namespace === 'http://www.w3.org/1999/xhtml' && /^[a-z][a-z\d]*$/.test(name)) return target.createElement(name);
  try {
    return target.createElementNS(namespace, name);
  } catch {
    // A name that only a parser can make is never that of a custom element.
    return target.importNode(element, false);
  }
}
