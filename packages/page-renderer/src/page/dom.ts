/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/*
 * A page can name its elements so that they hide the properties of their document or form, in every world:
 * `<img name="head">`, `<form><input name="attributes">`. Such properties are therefore read from the prototype.
 */

/** A property of a document, regardless of the names of the page's elements. */
export function documentProperty<K extends keyof Document>(name: K, of: Document): Document[K] {
  return Reflect.get(Document.prototype, name, of);
}

/** The elements of a tree that match, regardless of the names of the page's elements. */
export function selectAll<E extends Element = HTMLElement>(root: Document | DocumentFragment, selector: string): E[] {
  if (root.nodeType !== Node.DOCUMENT_NODE) return [...root.querySelectorAll<E>(selector)];
  const found: Iterable<unknown> = Document.prototype.querySelectorAll.call(root, selector);
  return [...found] as E[];
}

/** The root element; a page may have removed it. */
export function rootOf(document: Document): Element | null {
  return documentProperty('documentElement', document);
}

/** Every element of a tree, in tree order, as a list that does not change. */
export function allElements(root: Document | DocumentFragment): NodeListOf<Element> {
  if (root.nodeType !== Node.DOCUMENT_NODE) return root.querySelectorAll('*');
  return Document.prototype.querySelectorAll.call(root, '*');
}

/** The value of an attribute, regardless of the names of a form's fields. */
export function attributeOf(element: Element, name: string): string | null {
  return Element.prototype.getAttribute.call(element, name);
}

/** Removes an attribute, regardless of the names of a form's fields. */
export function dropAttribute(element: Element, name: string): void {
  Element.prototype.removeAttribute.call(element, name);
}

/** The shadow root that a page can access: not a closed one, and not one of the browser's own controls. */
export function openRootOf(element: Element): ShadowRoot | null {
  return Reflect.get(Element.prototype, 'shadowRoot', element);
}
