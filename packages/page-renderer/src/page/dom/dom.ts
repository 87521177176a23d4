/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/*
 * A page can name its elements so that they hide the properties of their form or document: `<form><input name="attributes">`,
 * `<img name="head">`. Such properties are therefore read from the prototype. Chromium hides those of a form in every world, those of
 * a document only in the page's own.
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

/** A property of an element, regardless of the names of a form's fields. */
export function elementProperty<K extends keyof Element>(name: K, of: Element): Element[K] {
  return hidesNames(of) ? Reflect.get(Element.prototype, name, of) : of[name];
}

/** The shadow root that a page can access: not a closed one, and not one of the browser's own controls. */
export function openRootOf(element: Element): ShadowRoot | null {
  return hidesNames(element) ? null : element.shadowRoot;
}

/** Whether an element is a style sheet in the text of its document: one of HTML or of SVG. */
export function isStyleElement(node: unknown): node is HTMLStyleElement | SVGStyleElement {
  return node instanceof HTMLStyleElement || node instanceof SVGStyleElement;
}

/** The declarations of a `style` attribute, regardless of the names of a form's fields; undefined for elements that have none. */
export function inlineStyleOf(element: Element): CSSStyleDeclaration | undefined {
  const kind = [HTMLElement, SVGElement, MathMLElement].find((one) => element instanceof one);
  return kind && Reflect.get(kind.prototype, 'style', element);
}

/** The name of an element without a prefix, regardless of the names of a form's fields. */
export function localNameOf(element: Element): string {
  return hidesNames(element) ? Reflect.get(Element.prototype, 'localName', element) : element.localName;
}

/** Only forms do; reading from the prototype, or asking for the class, takes several times as long. */
export function hidesNames(node: Node): boolean {
  const { localName } = node as Partial<Element>;
  return localName !== undefined && (typeof localName !== 'string' || localName === 'form');
}

/** The text within a node, regardless of the names of a form's fields. */
export function textOf(node: Node): string {
  return Reflect.get(Node.prototype, 'textContent', node) ?? '';
}

export function namespaceOf(element: Element): string | null {
  return hidesNames(element) ? Reflect.get(Element.prototype, 'namespaceURI', element) : element.namespaceURI;
}

export function documentOf(node: Element): Document {
  return Reflect.get(Node.prototype, 'ownerDocument', node) as Document;
}

export function parentOf(node: Node): Node | null {
  return hidesNames(node) ? Reflect.get(Node.prototype, 'parentNode', node) : node.parentNode;
}

export function firstChildOf(node: Node): Node | null {
  if (hidesNames(node) || node.nodeType === Node.DOCUMENT_NODE) return Reflect.get(Node.prototype, 'firstChild', node);
  return node.firstChild;
}

export function nextSiblingOf(node: Node): Node | null {
  return hidesNames(node) ? Reflect.get(Node.prototype, 'nextSibling', node) : node.nextSibling;
}

/** The children of a node, as a list that does not change. */
export function childNodesOf(node: Node): Node[] {
  const children: Node[] = [];
  for (let child = firstChildOf(node); child; child = nextSiblingOf(child)) children.push(child);
  return children;
}

/**
 * The name and the namespace of a copy: a form's fields would hide its properties, and a browser changes what other elements
 * contain, or whether they are open. In a namespace of ours they are elements that do nothing.
 */
export function inertName(element: Element): { name: string; namespace: string | null } {
  const namespace = namespaceOf(element);
  const name = localNameOf(element);
  if (namespace === 'http://www.w3.org/1999/xhtml') {
    return {
      name,
      namespace:
        name === 'form' || name === 'details' || name === 'selectedcontent' ? 'urn:page-renderer:inert' : namespace,
    };
  }
  if (namespace === 'http://www.w3.org/2000/svg' || namespace === 'http://www.w3.org/1998/Math/MathML') {
    return { name, namespace };
  }
  return { name: Reflect.get(Element.prototype, 'tagName', element), namespace };
}
