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
  /** Text in tree order, with the mark of the innermost marked element around it, and the number of marked elements before it. */
  texts: Array<[text: string, around: string, at: number]>;
  /** The name of each marked element, and its attributes. */
  written: Record<string, { name: string; attributes: Array<[name: string, value: string]> }>;
}

/** Reads the elements of the page that its HTML should contain, as JSON of {@link Elements}. Runs inside a page. */
export function readLive(form: Form): string {
  const counts: Counts = {};
  const marks: Elements['marks'] = [];
  const texts: Elements['texts'] = [];
  const written: Elements['written'] = {};
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
      else if (child instanceof Text && !(node instanceof HTMLStyleElement)) {
        texts.push([Reflect.get(CharacterData.prototype, 'data', child), around, marks.length]);
      }
      child = Reflect.get(Node.prototype, 'nextSibling', child);
    }
  };
  const one = (element: Element, isShown: boolean, around: string, host?: Element): void => {
    const name: string = Reflect.get(Element.prototype, 'localName', element);
    if (name === 'noscript') return;
    if (name === 'script' && Element.prototype.getAttribute.call(element, 'type') !== 'application/ld+json') return;
    const mark = Element.prototype.getAttribute.call(element, 'data-mark') ?? '';
    if (mark !== '') {
      marks.push([mark, around]);
      const attributes: Array<[string, string]> = [];
      for (const { name: attribute, value } of Reflect.get(Element.prototype, 'attributes', element)) {
        attributes.push([attribute, value]);
      }
      const isOther = element.namespaceURI !== 'http://www.w3.org/1999/xhtml' && nameOf(element) === element.tagName;
      written[mark] = { name: `${isOther ? 'other:' : ''}${nameOf(element)}`, attributes };
    }
    if (form === 'inline' && name === 'iframe' && /in <b>frame/.test(element.getAttribute('srcdoc') ?? '')) {
      for (const framed of ['div', 'div', 'div', 'p', 'b', 'ul', 'li', 'li']) add(framed);
      texts.push(['in ', around, marks.length], ['frame12', around, marks.length]);
      return;
    }
    add(nameOf(element));
    if (name === 'selectedcontent') return;
    const inner = mark === '' ? around : mark;
    if (element instanceof HTMLTemplateElement) return within(element.content, false, inner);
    const root = Reflect.get(Element.prototype, 'shadowRoot', element) ?? (isShown ? closed.get(element) : undefined);
    if (name === 'slot' && host && isShown && form !== 'declarative') return within(host, isShown, inner);
    if (!root) return within(element, isShown, inner, host);
    if (form === 'declarative' || !isShown) {
      add('template');
      within(root, isShown, inner);
      within(element, isShown, inner, host);
    } else {
      within(root, isShown, inner, element);
    }
  };
  for (const part of document.documentElement.childNodes) {
    if (part === document.head || part === document.body) within(part, true, '');
    else if (part instanceof Element) one(part, true, '');
    else if (part instanceof Text) texts.push([part.data, '', marks.length]);
  }
  return JSON.stringify({ counts, marks, texts, written } satisfies Elements);
}

/** What a parser makes of HTML. */
export interface Parsed extends Elements {
  /** Scripts, event handlers and `javascript:` addresses. */
  alive: string[];
}

/** Reads the elements in the head and the body of HTML that was parsed, as JSON of {@link Parsed}. Runs inside a page. */
export function readParsed(html: string): string {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const counts: Counts = {};
  const marks: Elements['marks'] = [];
  const texts: Elements['texts'] = [];
  const written: Elements['written'] = {};
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
    const attributes: Array<[string, string]> = [];
    for (const { name: attribute, value } of Reflect.get(Element.prototype, 'attributes', element)) {
      attributes.push([attribute, value]);
    }
    written[mark] = { name, attributes };
    return mark;
  };
  const within = (node: Node, around: string): void => {
    let child: Node | null = Reflect.get(Node.prototype, 'firstChild', node);
    for (; child; child = Reflect.get(Node.prototype, 'nextSibling', child)) {
      if (child instanceof Text && !(node instanceof HTMLStyleElement)) texts.push([child.data, around, marks.length]);
      if (!(child instanceof Element)) continue;
      const mark = read(child, around);
      if (Reflect.get(Element.prototype, 'localName', child) === 'selectedcontent') continue;
      within(child instanceof HTMLTemplateElement ? child.content : child, mark);
    }
  };
  for (const part of Document.prototype.querySelectorAll.call(parsed, 'html > head, html > body')) within(part, '');
  return JSON.stringify({ counts, marks, texts, written, alive } satisfies Parsed);
}
