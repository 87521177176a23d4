/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** What a person sees on a page, and what a bot reads in it. */
export interface PageFacts {
  title: string;
  /** Content of `<meta name="description">`; null if there is none. */
  description: string | null;
  /** Target of `<link rel="canonical">`, as written; null if there is none. */
  canonical: string | null;
  /** The beginning of the visible text, one line per block. */
  excerpt: string;
  /** The visible text, one line per block: the first 100,000 characters. */
  text: string;
  /** Characters of visible text. */
  textLength: number;
  /** Characters without spaces that people cannot see or reach, though they are displayed: left of or above the page, clipped, without size. */
  unseen: number;
  /** Text that style sheets write, which HTML does not hold. */
  drawn: string;
  headings: number;
  links: number;
  images: number;
  /** Blocks of structured data. */
  jsonLd: number;
  /** How much of the window the largest visible frame and canvas take, from 0 to 1. */
  frame: number;
  canvas: number;
  /** The current address of the page. */
  url: string;
}

/**
 * Reads the facts of the page in its current state. Runs inside the page, in an isolated world, and uses nothing from outside.
 * A page can name its elements so that they hide the properties of their document or form; such properties are therefore read
 * from the prototype, and the tree is traversed with a TreeWalker.
 *
 * @param scripting whether the page's JavaScript runs; the content of `<noscript>` counts only if it does not
 * @param closed the closed shadow roots, which a page cannot find by itself: people see what is in them, and bots get it
 */
export function factsOfDocument(scripting: boolean, ...closed: readonly ShadowRoot[]): PageFacts {
  const MAX_LINES = 8;
  const MAX_EXCERPT = 500;
  const MAX_TEXT = 100_000;
  const SILENT = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'HEAD', 'TITLE', 'IFRAME', 'OBJECT', 'SVG', 'MATH']);
  const counts = { headings: 0, links: 0, images: 0, jsonLd: 0 };
  const parts = { frame: 0, canvas: 0 };
  const closedRoots = new Map(closed.map((root) => [root.host, root]));
  let text = '';
  let unseen = 0;
  let drawn = '';

  const attribute = (element: Element, name: string) => Element.prototype.getAttribute.call(element, name);
  const nameOf = (element: Element): string => Reflect.get(Element.prototype, 'localName', element);
  const cut = (value: string, length: number) => (value.length > length ? `${value.slice(0, length)}…` : value);
  const first = (selector: string, name: string) => {
    const found = Document.prototype.querySelector.call(document, selector);
    return found && cut((attribute(found, name) ?? '').trim(), 500);
  };
  const count = (element: Element) => {
    const name = nameOf(element);
    if (/^h[1-6]$/.test(name)) counts.headings += 1;
    else if (name === 'a' && attribute(element, 'href') !== null) counts.links += 1;
    else if (name === 'img') counts.images += 1;
    else if (name === 'script' && /^\s*application\/ld\+json/i.test(attribute(element, 'type') ?? '')) {
      counts.jsonLd += 1;
    }
  };

  const measure = (element: Element) => {
    const name = nameOf(element);
    const key = name === 'iframe' || name === 'frame' ? 'frame' : name === 'canvas' ? name : undefined;
    if (key === undefined) return;
    const { width, height } = Element.prototype.getBoundingClientRect.call(element);
    const part = (Math.min(width, innerWidth) * Math.min(height, innerHeight)) / (innerWidth * innerHeight || 1);
    parts[key] = Math.max(parts[key], part);
  };

  /** Whether all of it is cut away, as texts for screen readers are, or in a box without size. */
  const isClipped = (element: Element, { position, clip, clipPath, overflow, textIndent }: CSSStyleDeclaration) => {
    if (/^inset\((?:[5-9]\d|100)%/.test(clipPath) || parseFloat(textIndent) <= -999) return true;
    if (/absolute|fixed/.test(position) && /^rect\((?:[01]px,? ?){4}\)$/.test(clip)) return true;
    if (!/hidden|clip/.test(overflow)) return false;
    const { width, height } = Element.prototype.getBoundingClientRect.call(element);
    return width === 0 || height === 0;
  };

  /** Whether no scrolling leads to its text. What is left of a page that is read from right to left can be reached. */
  const isAway = (element: Element) => {
    const { direction, fontSize } = getComputedStyle(element);
    const { left, right, bottom, width, height } = Element.prototype.getBoundingClientRect.call(element);
    if (width === 0 || height === 0) return fontSize === '0px';
    return bottom + scrollY <= 0 || (direction === 'ltr' ? right + scrollX <= 0 : left + scrollX >= innerWidth);
  };

  /** Letters and digits of a pseudo-element; signs of an icon font are in areas for private use. */
  const draw = (element: Element) => {
    for (const pseudo of ['::before', '::after']) {
      const { content, display } = getComputedStyle(element, pseudo);
      if (display === 'none' || !/["'][^]*[\p{L}\p{N}]/u.test(content)) continue;
      const strings = content.match(/"(?:[^"\\]|\\[^])*"/g) ?? [];
      if (drawn.length < MAX_TEXT) drawn += `${strings.map((one) => one.slice(1, -1)).join('')}\n`;
    }
  };

  const walk = (root: Node, rootShown: boolean, rootCut: boolean) => {
    const walker = Document.prototype.createTreeWalker.call(
      document,
      root,
      NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
    );
    const visit = (shown: boolean, wasCut: boolean) => {
      const node = walker.currentNode;
      if (node instanceof Text) {
        if (!shown) return;
        text += node.data.replaceAll(/\s+/g, ' ');
        const { length } = node.data.replaceAll(/\s+/g, '');
        const parent = Reflect.get(Node.prototype, 'parentNode', node);
        if (length > 0 && (wasCut || (parent instanceof Element && isAway(parent)))) unseen += length;
        return;
      }
      let isCut = wasCut;
      let inside = shown;
      let isBlock = false;
      if (node instanceof Element) {
        count(node);
        const isSilent = SILENT.has(nameOf(node).toUpperCase()) || (scripting && nameOf(node) === 'noscript');
        const style = getComputedStyle(node);
        const isShown = shown && style.display !== 'none' && style.visibility === 'visible';
        if (isShown) measure(node);
        inside = isShown && !isSilent;
        isCut ||= isClipped(node, style);
        if (inside) draw(node);
        isBlock = inside && (nameOf(node) === 'br' || !/^(?:inline|contents|ruby)/.test(style.display));
        if (isBlock) text += '\n';
        const shadow = Reflect.get(Element.prototype, 'shadowRoot', node) ?? closedRoots.get(node);
        if (shadow) walk(shadow, inside, isCut);
      }
      if (walker.firstChild()) {
        do visit(inside, isCut);
        while (walker.nextSibling());
        walker.parentNode();
      }
      if (isBlock) text += '\n';
    };
    visit(rootShown, rootCut);
  };

  walk(Reflect.get(Document.prototype, 'documentElement', document), true, false);
  const lines = text
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' ').trim())
    .filter((line) => line !== '');
  return {
    title: cut(Reflect.get(Document.prototype, 'title', document), 300),
    description: first('meta[name="description" i]', 'content'),
    canonical: first('head link[rel~="canonical" i]:not([media], [type], [lang], [hreflang])', 'href'),
    excerpt: cut(lines.slice(0, MAX_LINES).join('\n'), MAX_EXCERPT),
    text: lines.join('\n').slice(0, MAX_TEXT),
    textLength: lines.reduce((sum, line) => sum + line.length, 0),
    unseen,
    drawn,
    ...counts,
    ...parts,
    url: location.href.slice(0, 2_000),
  };
}
