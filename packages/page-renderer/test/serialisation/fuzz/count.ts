/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** How a page is written: without shadow roots, with declared ones, or without shadow roots and with its frames. */
export type Form = 'flat' | 'declarative' | 'inline';

/** Number of elements by name; those of SVG and MathML as `svg:rect`. */
export type Counts = Record<string, number>;

/** Counts the elements of the page that its HTML should contain. Runs inside a page. */
export function countLive(form: Form): Counts {
  const counts: Counts = {};
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
  const within = (node: Node, isShown: boolean, host?: Element): void => {
    for (
      let child = Node.prototype.hasChildNodes.call(node) ? Reflect.get(Node.prototype, 'firstChild', node) : null;
      child;
    ) {
      if (child instanceof Element) one(child, isShown, host);
      child = Reflect.get(Node.prototype, 'nextSibling', child);
    }
  };
  const one = (element: Element, isShown: boolean, host?: Element): void => {
    const name: string = Reflect.get(Element.prototype, 'localName', element);
    if (name === 'noscript') return;
    if (name === 'script' && Element.prototype.getAttribute.call(element, 'type') !== 'application/ld+json') return;
    if (form === 'inline' && name === 'iframe' && /in <b>frame/.test(element.getAttribute('srcdoc') ?? '')) {
      for (const written of ['div', 'div', 'div', 'p', 'b', 'ul', 'li', 'li']) add(written);
      return;
    }
    add(nameOf(element));
    // A parser fills it with the selected option.
    if (name === 'selectedcontent') return;
    if (element instanceof HTMLTemplateElement) return within(element.content, false);
    const root = Reflect.get(Element.prototype, 'shadowRoot', element) ?? (isShown ? closed.get(element) : undefined);
    if (name === 'slot' && host && isShown && form !== 'declarative') return within(host, isShown);
    if (!root) return within(element, isShown, host);
    if (form === 'declarative' || !isShown) {
      add('template');
      within(root, isShown);
      within(element, isShown, host);
    } else {
      within(root, isShown, element);
    }
  };
  for (const section of document.body.children) one(section, true);
  return counts;
}

/** What a parser makes of HTML. */
export interface Parsed {
  counts: Counts;
  /** Scripts, event handlers and `javascript:` addresses. */
  alive: string[];
}

/** Counts the elements of the body of HTML that was parsed. Runs inside a page. */
export function countParsed(html: string): Parsed {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  const counts: Counts = {};
  const alive: string[] = [];
  const roots: Array<Document | DocumentFragment> = [parsed];
  for (const root of roots) {
    const elements: Iterable<Element> =
      root === parsed ? Document.prototype.querySelectorAll.call(parsed, 'body *') : root.querySelectorAll('*');
    for (const element of elements) {
      if (Element.prototype.matches.call(element, 'selectedcontent *')) continue;
      const { namespaceURI, localName } = {
        namespaceURI: Reflect.get(Element.prototype, 'namespaceURI', element),
        localName: Reflect.get(Element.prototype, 'localName', element),
      };
      const kind =
        namespaceURI === 'http://www.w3.org/2000/svg'
          ? 'svg:'
          : namespaceURI === 'http://www.w3.org/1998/Math/MathML'
            ? 'math:'
            : '';
      counts[kind + localName] = (counts[kind + localName] ?? 0) + 1;
      if (element instanceof HTMLTemplateElement) roots.push(element.content);
      const type = Element.prototype.getAttribute.call(element, 'type');
      if (localName === 'script' && type !== 'application/ld+json') alive.push('script');
      for (const { name, value } of Reflect.get(Element.prototype, 'attributes', element)) {
        if (/^on/i.test(name)) alive.push(name);
        if (
          /^(?:href|src|action|formaction|xlink:href)$/.test(name) &&
          /^\s*j\s*a\s*v\s*a\s*s\s*c\s*r\s*i\s*p\s*t\s*:/i.test(value)
        ) {
          alive.push(`${localName} ${name}`);
        }
      }
    }
  }
  return { counts, alive };
}
