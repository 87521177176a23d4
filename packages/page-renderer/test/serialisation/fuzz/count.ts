/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** How a page is written: without shadow roots, with declared ones, or without shadow roots and with its frames. */
export type Form = 'flat' | 'declarative' | 'inline';

/** Number of elements by name; those of SVG and MathML as `svg:rect`. */
export type Counts = Record<string, number>;

/** The elements of a tree. */
export interface Elements {
  counts: Counts;
  /** The marks of elements (see `makeTrees`) in tree order, each with that of the innermost marked element around it. */
  marks: Array<[mark: string, around: string]>;
}

/** Reads the elements of the page that its HTML should contain. Runs inside a page. */
export function readLive(form: Form): Elements {
  const counts: Counts = {};
  const marks: Elements['marks'] = [];
  const { closedRoots } = window as unknown as { closedRoots: ShadowRoot[] };
  const closed = new Map(closedRoots.map((root) => [root.host, root]));
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  const nameOf = (element: Element) => {
    const localName: string = Reflect.get(Element.prototype, 'localName', element);
    if (element.namespaceURI === 'http://www.w3.org/2000/svg') return `svg:${localName}`;
    if (element.namespaceURI === 'http://www.w3.org/1998/Math/MathML') return `math:${localName}`;
    return element.namespaceURI === 'http://www.w3.org/1999/xhtml' ? localName : element.tagName;
  };
  const within = (node: Node, isShown: boolean, around: string, host?: Element): void => {
    for (
      let child = Node.prototype.hasChildNodes.call(node) ? Reflect.get(Node.prototype, 'firstChild', node) : null;
      child;
    ) {
      if (child instanceof Element) one(child, isShown, around, host);
      child = Reflect.get(Node.prototype, 'nextSibling', child);
    }
  };
  const one = (element: Element, isShown: boolean, around: string, host?: Element): void => {
    const name: string = Reflect.get(Element.prototype, 'localName', element);
    if (name === 'noscript') return;
    if (name === 'script' && Element.prototype.getAttribute.call(element, 'type') !== 'application/ld+json') return;
    const mark = Element.prototype.getAttribute.call(element, 'data-mark') ?? '';
    if (mark !== '') marks.push([mark, around]);
    if (form === 'inline' && name === 'iframe' && /in <b>frame/.test(element.getAttribute('srcdoc') ?? '')) {
      for (const written of ['div', 'div', 'div', 'p', 'b', 'ul', 'li', 'li']) add(written);
      return;
    }
    add(nameOf(element));
    if (name === 'selectedcontent') return;
    if (element instanceof HTMLTemplateElement) return within(element.content, false, mark);
    const root = Reflect.get(Element.prototype, 'shadowRoot', element) ?? (isShown ? closed.get(element) : undefined);
    if (name === 'slot' && host && isShown && form !== 'declarative') return within(host, isShown, mark);
    if (!root) return within(element, isShown, mark, host);
    if (form === 'declarative' || !isShown) {
      add('template');
      within(root, isShown, mark);
      within(element, isShown, mark, host);
    } else {
      within(root, isShown, mark, element);
    }
  };
  for (const part of document.documentElement.children) {
    if (part === document.head || part === document.body) within(part, true, '');
    else one(part, true, '');
  }
  return { counts, marks };
}

/** What a parser makes of HTML. */
export interface Parsed extends Elements {
  /** Scripts, event handlers and `javascript:` addresses. */
  alive: string[];
}

/** Reads the elements in the head and the body of HTML that was parsed. Runs inside a page. */
export function readParsed(html: string): Parsed {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const counts: Counts = {};
  const marks: Elements['marks'] = [];
  const alive: string[] = [];
  const read = (element: Element, around: string): string => {
    const namespace = Reflect.get(Element.prototype, 'namespaceURI', element);
    const localName: string = Reflect.get(Element.prototype, 'localName', element);
    const kinds: Record<string, string> = {
      'http://www.w3.org/2000/svg': 'svg:',
      'http://www.w3.org/1998/Math/MathML': 'math:',
    };
    const name = `${kinds[namespace ?? ''] ?? ''}${localName}`;
    counts[name] = (counts[name] ?? 0) + 1;
    const get = (attribute: string) => Element.prototype.getAttribute.call(element, attribute);
    if (localName === 'script' && get('type') !== 'application/ld+json') alive.push('script');
    for (const { name: attribute, value } of Reflect.get(Element.prototype, 'attributes', element)) {
      if (/^on/i.test(attribute)) alive.push(attribute);
      if (
        /^(?:href|src|action|formaction|xlink:href)$/.test(attribute) &&
        /^\s*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i.test(value)
      ) {
        alive.push(`${localName} ${attribute}`);
      }
    }
    const mark = get('data-mark');
    if (mark === null) return around;
    marks.push([mark, around]);
    return mark;
  };
  const within = (node: Node, around: string): void => {
    let child: Node | null = Reflect.get(Node.prototype, 'firstChild', node);
    for (; child; child = Reflect.get(Node.prototype, 'nextSibling', child)) {
      if (!(child instanceof Element)) continue;
      const mark = read(child, around);
      if (Reflect.get(Element.prototype, 'localName', child) === 'selectedcontent') continue;
      within(child instanceof HTMLTemplateElement ? child.content : child, mark);
    }
  };
  for (const part of Document.prototype.querySelectorAll.call(parsed, 'html > head, html > body')) within(part, '');
  return { counts, marks, alive };
}
