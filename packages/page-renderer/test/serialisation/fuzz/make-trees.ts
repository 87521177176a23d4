/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Which trees are made. */
export interface TreeOptions {
  /** The same seed makes the same tree. */
  seeds: readonly number[];
  /** Whether there are selects with more than options in them. */
  selects: boolean;
  /** Whether there are frames. */
  frames: boolean;
  /** Whether there are trees in the head, and beside it and the body. */
  outside: boolean;
}

/**
 * Makes random trees with DOM calls, many of which no parser makes: each within a `<section>`. Runs inside a page. `window.ran` counts how often code of the page ran afterwards, and `window.closedRoots` are its closed shadow roots.
 * Each element has a mark of its own, the attribute `data-mark`.
 */
export function makeTrees({ seeds, selects, frames, outside }: TreeOptions): void {
  const HTML = 'http://www.w3.org/1999/xhtml';
  const SVG = 'http://www.w3.org/2000/svg';
  const MATH = 'http://www.w3.org/1998/Math/MathML';
  const FLOW =
    'div p span a b i em strong ul ol li dl dt dd h1 h2 h3 table caption colgroup col tbody thead tfoot tr td th form button ' +
    'label fieldset legend input textarea pre listing blockquote section article details summary dialog ruby rt rp nobr font ' +
    'br hr img option optgroup object iframe noembed noframes xmp plaintext template title center address body image ' +
    'keygen marquee applet menu x-card x-lazy video source script-like rb rtc main wbr search u code tt';
  const LEAVES =
    /^(?:br|hr|img|input|textarea|col|iframe|noembed|noframes|xmp|plaintext|title|image|keygen|wbr|source)$/;
  const RARE = 'style script link meta noscript head html frameset frame';
  const SVG_NAMES =
    'svg g rect path text tspan a use defs linearGradient foreignObject desc title style image foreignobject div font clippath';
  const MATH_NAMES = 'math mi mo mn ms mtext mrow mfrac annotation-xml semantics mglyph malignmark svg';
  const HOSTS = 'div p span section article x-card x-lazy h2 main';
  const TEXTS = [
    'plain',
    ' ',
    '\n',
    '\nfirst',
    'a < b',
    '<b>markup</b>',
    '</script>',
    '</style><i>',
    '-->',
    ']]>',
    '<!--<script>',
    '&amp;',
    '\u00A0',
    '\0',
    '\r\n',
    '<?pi?>',
    '</textarea>',
    '</xmp>',
    '</title>',
    '\uD800',
    '<!--',
    '<![CDATA[x]]>',
    'ä \u{1F600}',
  ];
  const VALUES = ['', 'x', '"', "'", '<', '>', '&quot;', 'javascript:alert(1)', ' \tjava\nscript:0', '\0', '\r', '`'];
  const NAMES = [
    'id',
    'class',
    'title',
    'data-x',
    'href',
    'src',
    'onclick',
    'onerror',
    'style',
    'is',
    'name',
    'action',
    'srcdoc',
    'v-on:click',
    'dir',
  ];
  const CLOBBERING = [
    'attributes',
    'childNodes',
    'innerText',
    'checkVisibility',
    'parentNode',
    'firstChild',
    'localName',
    'matches',
  ];
  let state = 0;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const name = (names: string) => pick(names.split(' '));
  const isOneIn = (count: number) => random() * count < 1;
  const scope = window as unknown as {
    ran: number;
    closedRoots: ShadowRoot[];
    CustomElementRegistry?: new () => CustomElementRegistry;
  };
  scope.ran = 0;
  scope.closedRoots = [];
  class Card extends HTMLElement {
    constructor() {
      super();
      scope.ran += 1;
    }
    connectedCallback() {
      scope.ran += 1;
      if (isOneIn(2)) this.append(document.createElement('em'));
    }
    adoptedCallback() {
      scope.ran += 1;
    }
    attributeChangedCallback() {
      scope.ran += 1;
    }
    static observedAttributes = ['id', 'class', 'title'];
  }
  if (!customElements.get('x-card')) customElements.define('x-card', Card);
  let scoped: CustomElementRegistry | undefined;
  if (scope.CustomElementRegistry) {
    scoped = new scope.CustomElementRegistry();
    scoped.define('x-lazy', class extends Card {});
  }

  const element = (parent: Node): Element => {
    const isForeign =
      parent instanceof Element &&
      parent.namespaceURI !== HTML &&
      !/^(?:foreignObject|desc|mi)$/.test(parent.localName);
    const kind = isForeign && !isOneIn(5) ? (parent.namespaceURI === SVG ? 0.8 : 0.9) : random();
    if (kind < 0.78) return document.createElement(isOneIn(25) ? name(RARE) : name(FLOW));
    if (kind < 0.88) return document.createElementNS(SVG, `${isOneIn(4) ? 'svg:' : ''}${name(SVG_NAMES)}`);
    if (kind < 0.94) return document.createElementNS(MATH, name(MATH_NAMES));
    if (kind < 0.97) return document.createElementNS(pick(['urn:other', null]), pick(['y', 'div', 'script', 'y-z']));
    return document.createElementNS(HTML, pick(['DIV', 'q:r', 'é', 'x.y', 'X-Upper']));
  };
  const addAttributes = (to: Element) => {
    for (let count = Math.floor(random() * 3); count > 0; count -= 1) {
      to.setAttribute(pick(NAMES), pick(VALUES));
    }
    if (isOneIn(12)) to.setAttributeNS('http://www.w3.org/1999/xlink', 'xlink:href', pick(VALUES));
    if (to.localName === 'script' && isOneIn(2)) to.setAttribute('type', 'application/ld+json');
    if (to.localName === 'script' && !to.hasAttribute('type')) to.setAttribute('type', 'module');
    if (to.localName === 'annotation-xml' && isOneIn(2)) to.setAttribute('encoding', 'text/html');
    if (to.localName === 'input' && isOneIn(3)) to.setAttribute('type', pick(['hidden', 'checkbox', 'password']));
    if (to.localName === 'template' || to.localName === 'link') to.removeAttribute('href');
  };
  const leaf = (): Node => {
    const kind = random();
    if (kind < 0.8) return document.createTextNode(pick(TEXTS));
    if (kind < 0.92) return document.createComment(pick([' x ', '-->', '>', '->', '--!>', '<!-', 'a--!', '<!--']));
    return document.createProcessingInstruction(
      pick(['x', 'start', 'end']),
      pick(['a="1"', 'name="a"', '> <b>', '<i>']),
    );
  };
  const addShadow = (host: Element, depth: number) => {
    const mode = isOneIn(4) ? 'closed' : 'open';
    const registry = scoped && isOneIn(3) ? { customElementRegistry: scoped } : {};
    const init = { mode, clonable: isOneIn(2), serializable: isOneIn(2), delegatesFocus: isOneIn(4), ...registry };
    const root = host.attachShadow(init as ShadowRootInit);
    if (mode === 'closed') scope.closedRoots.push(root);
    fill(root, depth + 1);
    root.append(document.createElement('slot'));
    if (registry.customElementRegistry) root.append(document.createElement('p'));
  };
  const addSelect = (to: Node, depth: number) => {
    const select = document.createElement('select');
    to.appendChild(select);
    const button = document.createElement('button');
    button.append(document.createElement('selectedcontent'));
    select.append(button);
    for (let count = 3; count > 0; count -= 1) {
      const option = document.createElement('option');
      // It is not used elsewhere, and not compared: a parser fills `<selectedcontent>` itself.
      const bold = document.createElement('kbd');
      bold.append(String(count));
      option.append(...(isOneIn(2) ? [bold] : ['plain']));
      select.append(option);
    }
    if (depth < 4) fill(select, depth + 3);
    select.selectedIndex = Math.floor(random() * 3);
  };
  const fill = (parent: Node, depth: number): void => {
    for (let count = Math.floor(random() * (depth === 0 ? 7 : 5)); count > 0; count -= 1) {
      if (depth > 6 || isOneIn(3)) {
        parent.appendChild(leaf());
        continue;
      }
      if (selects && depth < 4 && isOneIn(6)) {
        addSelect(parent, depth);
        continue;
      }
      const isHost = isOneIn(9);
      const child = isHost ? document.createElement(name(HOSTS)) : element(parent);
      addAttributes(child);
      parent.appendChild(child);
      if (child.localName === 'form' && isOneIn(3)) {
        const field = document.createElement('input');
        field.name = pick(CLOBBERING);
        child.append(field);
        fill(child, depth + 1);
        continue;
      }
      if (/^(?:style|script|link|meta|noscript)$/.test(child.localName)) {
        child.append(pick(TEXTS));
        continue;
      }
      if (LEAVES.test(child.localName) && !isOneIn(6)) {
        child.append(pick(TEXTS));
        continue;
      }
      if (isHost) addShadow(child, depth);
      fill(child instanceof HTMLTemplateElement ? child.content : child, depth + 1);
    }
  };

  const closed = () => new Map(scope.closedRoots.map((root) => [root.host, root]));
  // Style sheets are merged, a parser fills `<selectedcontent>`, and there is one base.
  const parts = new Set<Element>([document.documentElement, document.head, document.body]);
  const nameOf = (element: Element): string => Reflect.get(Element.prototype, 'localName', element);
  const mark = (root: ParentNode, all: ReadonlyMap<Element, ShadowRoot>): void => {
    for (const one of root.querySelectorAll('*')) {
      marks += 1;
      const isCompared = !parts.has(one) && !(one instanceof HTMLElement && /^(?:style|kbd|base)$/.test(nameOf(one)));
      if (isCompared) Element.prototype.setAttribute.call(one, 'data-mark', String(marks));
      const inner: ShadowRoot | null = Reflect.get(Element.prototype, 'shadowRoot', one) ?? all.get(one) ?? null;
      if (inner) mark(inner, all);
      if (one instanceof HTMLTemplateElement) mark(one.content, all);
    }
  };
  let marks = 0;

  for (const seed of seeds) {
    state = seed;
    const section = document.createElement('section');
    const root = document.documentElement;
    if (!outside || !isOneIn(3)) document.body.append(section);
    else if (isOneIn(2)) root.insertBefore(section, pick([document.body, null]));
    else document.head.append(section);
    fill(section, 0);
    if (outside && isOneIn(3)) fill(pick([document.head, root]), 5);
    if (frames && isOneIn(8)) {
      const frame = document.createElement('iframe');
      frame.setAttribute('srcdoc', '<!doctype html><title>t</title><p>in <b>frame</b></p><ul><li>1<li>2</ul>');
      section.append(frame);
    }
  }
  mark(document, closed());
  scope.ran = 0;
}

/** Replaces prototypes and functions that a reader of a page might use. Runs inside a page. */
export function patchPage(): void {
  const scope = window as unknown as { ran: number };
  const fail = () => {
    scope.ran += 1;
    throw new Error('The page was called');
  };
  Object.assign(Array.prototype, { map: fail, toJSON: fail });
  Object.assign(Object.prototype, { polluted: fail });
  for (const [owner, property] of [
    [Node.prototype, 'childNodes'],
    [Node.prototype, 'firstChild'],
    [Element.prototype, 'attributes'],
    [Element.prototype, 'shadowRoot'],
  ] as const) {
    Object.defineProperty(owner, property, { get: fail });
  }
  Object.assign(Document.prototype, { createElement: fail, createTreeWalker: fail });
  Object.assign(JSON, { stringify: fail });
}
