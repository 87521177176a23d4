/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { attributeOf, firstChildOf, inertName, nextSiblingOf, openRootOf } from './dom.ts';

/*
 * Copies nodes one by one, so that each node of the page is known with its copy, and so that nothing of the page runs: cloning
 * would construct custom elements of scoped registries, fill `<selectedcontent>` again, and attach shadow roots.
 */

/** Each copied node with its copy. */
export type Copies = Map<Node, Node>;

/**
 * Copies the children of a node and everything in them, including the content of templates.
 *
 * @param copies gets each node outside of templates with its copy
 * @returns the copied elements outside of templates, in tree order
 */
export function copyChildren(from: Node, into: Node, target: Document, copies: Copies): Element[] {
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
  const copy = newElement(element, target);
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
