'use strict';
// The checks that run inside the page. A finding names an element by its tag and its text, and contains no measures, because
// they differ between machines.
globalThis.a11y = (() => {
  const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], iframe';
  let roots = 'body';
  const all = (selector) => [...document.querySelectorAll(selector)].filter((element) => element.closest(roots));
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) &&
    element.getBoundingClientRect().width > 0;
  const wordsOf = (element) =>
    (element.getAttribute('aria-label') || element.innerText || element.labels?.[0]?.innerText || element.title || '')
      .trim()
      .replace(/\s+/g, ' ')
      // From the other server.
      .replace(/:\d{4,5}\b/, '')
      .slice(0, 40);
  const named = (element) => `${element.localName} “${wordsOf(element)}”`;
  const shown = (selector) => all(selector).filter(isShown);
  const controls = () => shown(CONTROLS).filter(({ tabIndex, disabled }) => tabIndex >= 0 && !disabled);
  const unique = (values) => [...new Set(values)];

  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  function luminance(...colours) {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }
  /** The colours on top of each other behind an element, the lowest first. */
  function behind(element) {
    const layers = [];
    for (let one = element; one; one = one.parentElement) layers.unshift(getComputedStyle(one).backgroundColor);
    return ['Canvas', ...layers];
  }
  function contrast(colour, layers) {
    const [a, b] = [luminance(...layers, colour), luminance(...layers)].toSorted((x, y) => y - x);
    return (a + 0.05) / (b + 0.05);
  }

  // A page opened as a file cannot read its own style sheets; their texts are passed in.
  let texts = [];
  const sheets = (given) => void (texts = given);
  function rules() {
    const read = texts.map((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      return sheet;
    });
    const flat = (list) => [...list].flatMap((rule) => [rule].concat(rule.cssRules ? flat(rule.cssRules) : []));
    return read.flatMap((sheet) => flat(sheet.cssRules));
  }

  /** Content that is cut off, or makes the page scroll in two directions. Tables may, and so may text for screen readers only. */
  function cut() {
    const faults = [];
    // WCAG 1.4.10 allows a table to need two directions.
    const isTable = shown('table').some((table) => table.getBoundingClientRect().right > innerWidth);
    if (document.documentElement.scrollWidth > innerWidth && !isTable) faults.push('the page scrolls sideways');
    for (const element of shown('*')) {
      if (element.closest('svg, iframe, table, pre, select, textarea, input, .pe-table-frame')) continue;
      const style = getComputedStyle(element);
      const { width, height, left, right } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1 || style.clipPath !== 'none' || style.display === 'inline') continue;
      if (element.innerText.trim() === '') continue;
      const isClipped = (value) => value === 'hidden' || value === 'clip';
      const isOver = (scroll, client) => client > 0 && scroll > client + 2;
      if (isClipped(style.overflowX) && isOver(element.scrollWidth, element.clientWidth))
        faults.push(`cut at its side: ${named(element)}`);
      if (isClipped(style.overflowY) && isOver(element.scrollHeight, element.clientHeight))
        faults.push(`cut at its end: ${named(element)}`);
      const scroller = element.parentElement?.closest('.pe-chips, .book-nav, .pe-consent-scroll') ?? null;
      if (scroller === null && style.position !== 'absolute' && (right > innerWidth + 1 || left < -1))
        faults.push(`outside of the window: ${named(element)}`);
    }
    return { isThere: true, faults: unique(faults) };
  }

  /** WCAG 2.5.8: 24 px, or a circle of 24 px around it that meets no other target; links in a sentence and native controls may be less. */
  function targets() {
    const found = controls().filter((element) => element.localName !== 'iframe' && !element.closest('.pe-skip'));
    const isInline = (element) =>
      getComputedStyle(element).display === 'inline' &&
      [...element.parentElement.childNodes].some((node) => node.nodeType === 3 && /\p{L}{2}/u.test(node.data));
    const boxes = found.map((element) => {
      // A label is a part of the target.
      const label = element.labels?.[0] ?? element;
      const rects = [element, label].map((one) => one.getBoundingClientRect());
      const left = Math.min(...rects.map((rect) => rect.left));
      const top = Math.min(...rects.map((rect) => rect.top));
      const right = Math.max(...rects.map((rect) => rect.right));
      const bottom = Math.max(...rects.map((rect) => rect.bottom));
      return { element, left, top, right, bottom, isSmall: right - left < 23.99 || bottom - top < 23.99 };
    });
    const middle = ({ left, top, right, bottom }) => [(left + right) / 2, (top + bottom) / 2];
    const meets = (one, other) => {
      const [x, y] = middle(one);
      const [u, v] = other.isSmall
        ? middle(other)
        : [Math.max(other.left, Math.min(x, other.right)), Math.max(other.top, Math.min(y, other.bottom))];
      return Math.hypot(x - u, y - v) < (other.isSmall ? 23.99 : 11.99);
    };
    const isWithin = (one, other) => one.contains(other) || other.contains(one);
    const faults = boxes
      .filter(({ isSmall, element }) => isSmall && !isInline(element))
      .filter((one) => boxes.some((other) => !isWithin(one.element, other.element) && meets(one, other)))
      .map(({ element }) => `smaller than 24 × 24 px, and too close to another: ${named(element)}`);
    return { isThere: found.length > 0, faults: unique(faults) };
  }

  /** Borders of inputs and switches, and marks that show which one is chosen. */
  function edges() {
    const fields = shown('input:not([type=hidden]), select, textarea');
    const faults = fields
      .filter((field) => {
        const style = getComputedStyle(field);
        // The browser draws the first; the button of a file field describes it.
        if (['checkbox', 'radio', 'color'].includes(field.type) && style.appearance !== 'none') return false;
        if (field.type === 'file') return false;
        const outside = behind(field.parentElement);
        const border = Number.parseFloat(style.borderTopWidth) > 0 ? contrast(style.borderTopColor, outside) : 1;
        return Math.max(border, contrast(style.backgroundColor, outside)) < 3;
      })
      .map((field) => `border with less contrast than 3:1: ${named(field)}`);
    return { isThere: controls().length > 0, faults };
  }

  function images() {
    const pictures = shown('img, svg, canvas, [role=img], input[type=image]');
    const isHidden = (element) => element.closest('[aria-hidden=true]') !== null;
    const hasName = (element) =>
      element.getAttribute('aria-label') || element.getAttribute('aria-labelledby') || element.querySelector?.('title');
    const faults = pictures
      .filter((element) => !isHidden(element) && !element.hasAttribute('alt') && !hasName(element))
      .filter((element) => element.parentElement.closest('[role=img], svg') === null)
      .map((element) => `neither named nor hidden: ${element.localName}.${element.getAttribute('class') ?? ''}`);
    return { isThere: pictures.length > 0, faults: unique(faults) };
  }

  const media = () => ({
    isThere: all('audio, video, object, embed, bgsound').length > 0,
    faults: all('audio, video').some(({ autoplay }) => autoplay) ? ['sound or film that plays by itself'] : [],
  });

  /** Bitmaps, which may contain text. */
  const picturesOfText = () => ({ isThere: shown('img, canvas, input[type=image]').length > 0, faults: [] });

  /** Short transitions do not count: whether one runs at the moment depends on the machine. */
  function motion() {
    const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime > 5000);
    const marquees = all('marquee, blink');
    return {
      isThere: moving.length + marquees.length > 0,
      faults: moving.length + marquees.length > 0 ? ['something moves for longer than five seconds'] : [],
    };
  }

  /** A time limit that a page could set: a refresh. Timers of scripts are reviewed manually. */
  function limits() {
    const isThere = document.querySelector('meta[http-equiv=refresh i]') !== null;
    return { isThere, faults: isThere ? ['the page is loaded again by itself'] : [] };
  }

  /** Style rules that show something on hover or focus; colours and lines are not content. */
  function hovering() {
    const shows = rules().filter(
      ({ selectorText = '', style }) =>
        /:(?:hover|focus)/.test(selectorText) &&
        !/\.pe-skip|\.book-skip/.test(selectorText) &&
        ['display', 'visibility', 'opacity', 'content', 'clip-path'].some((name) => style.getPropertyValue(name)),
    );
    return { isThere: shows.length > 0, faults: shows.map(({ selectorText }) => `shown on hover: ${selectorText}`) };
  }

  const turned = () => ({
    isThere: true,
    faults: rules()
      .filter(({ media }) => /orientation/.test(media?.mediaText ?? ''))
      .map(({ media }) => `looks otherwise by orientation: ${media.mediaText}`),
  });

  function overGradient(text) {
    let ground = text;
    while (ground && !/gradient/.test(getComputedStyle(ground).backgroundImage)) ground = ground.parentElement;
    return ground;
  }

  /**
   * Texts whose contrast axe leaves open: in a drawing, and over a gradient, where each of its colours counts.
   *
   * @param selectors what axe left open
   */
  function openContrast(selectors) {
    const faults = [];
    for (const selector of selectors) {
      const text = document.querySelector(selector);
      const { fill, color, fontSize } = getComputedStyle(text);
      const svg = text.closest('svg');
      const ground = svg ? svg.parentElement : overGradient(text);
      const image = svg || !ground ? '' : getComputedStyle(ground).backgroundImage;
      const layers = svg
        ? [[]]
        : (image.match(/(?:rgba?|color|oklab|oklch|lab)\([^()]*\)/g) ?? []).map((stop) => [stop]);
      const least = Number.parseFloat(fontSize) >= 24 ? 3 : 4.5;
      const isEnough = (above) => contrast(svg ? fill : color, [...behind(ground), ...above]) >= least;
      if (layers.length === 0) faults.push(`contrast not known: ${text.localName}`);
      else if (!layers.every(isEnough)) faults.push(`less contrast than ${least}:1: ${text.localName}`);
    }
    return { isThere: selectors.length > 0, faults: unique(faults) };
  }

  /** Styles by which the visual order could differ from the order of the document. */
  function order() {
    const faults = shown('*').filter((element) => {
      const style = getComputedStyle(element);
      const isReversed = /reverse/.test(style.flexDirection) && /flex/.test(style.display);
      // An icon without meaning may be on the other side of its word.
      const isIcon = [...element.children].some((child) => child.matches('svg[aria-hidden]'));
      return (isReversed && !isIcon) || (style.order !== '0' && element.innerText?.trim());
    });
    const forced = all('[tabindex]').filter(({ tabIndex }) => tabIndex > 0);
    return { isThere: true, faults: [...faults, ...forced].map((element) => `in another order: ${named(element)}`) };
  }

  /** Words that refer to a position or a colour. */
  function senses() {
    const words =
      /\b(?:click the (?:red|green|blue|round|square)|on the (?:left|right)|(?:red|green|blue|round) button|to the (?:left|right) of)\b/gi;
    const text = all('*')
      .filter((element) => !element.closest('select, textarea, iframe'))
      .map((element) => (element.children.length ? '' : (element.innerText ?? '')))
      .join('\n');
    return { isThere: true, faults: unique((text.match(words) ?? []).map((found) => `says where: ${found}`)) };
  }

  /** Each field has visible text as its label. */
  function labels() {
    const fields = shown('input:not([type=hidden]), select, textarea');
    const faults = fields
      .filter((field) => !field.getAttribute('aria-label') && ![...(field.labels ?? [])].some(isShown))
      .map((field) => `field without a label in sight: ${field.name || field.id}`);
    return { isThere: fields.length > 0, faults };
  }

  function labelInName() {
    const having = shown(`:is(${CONTROLS})[aria-label]`).filter((element) => element.innerText?.trim());
    const plain = (text) =>
      text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, ' ')
        .trim();
    const faults = having
      .filter((element) => !plain(element.getAttribute('aria-label')).includes(plain(element.innerText)))
      .map((element) => `the name lacks the words in sight: ${named(element)}`);
    return { isThere: controls().length > 0, faults };
  }

  /** Fields about the person have `autocomplete`, if the specification has a token for them. */
  function purposes() {
    const fields = shown('input[type=email], input[type=tel], input[type=password]');
    const faults = fields
      .filter((field) => !field.autocomplete || field.autocomplete === 'off')
      .map((field) => `no autocomplete: ${named(field)}`);
    return { isThere: fields.length > 0, faults };
  }

  /** A password may be pasted, and a password manager may fill it in. */
  function passwords() {
    const fields = shown('input[type=password]');
    const faults = fields.flatMap((field) => {
      const paste = new Event('paste', { bubbles: true, cancelable: true });
      field.dispatchEvent(paste);
      const isFree = !paste.defaultPrevented && /current-password/.test(field.autocomplete);
      return isFree ? [] : [`can’t be filled in by a program: ${named(field)}`];
    });
    return { isThere: fields.length > 0, faults };
  }

  const language = () => ({
    isThere: true,
    faults: document.documentElement.lang === 'en' ? [] : [`lang is “${document.documentElement.lang}”`],
  });

  /** Names of languages are written in their own language and have `lang`. */
  function parts() {
    const LANGUAGES = /^(?:العربية|Deutsch|español|français|italiano|Nederlands|polski|português|Türkçe)$/;
    const links = shown('a, button').filter(({ innerText }) => LANGUAGES.test(innerText.trim()));
    const faults = links
      .filter((link) => !link.closest('[lang]:not(html, [lang=""])'))
      .map((link) => `no lang: ${named(link)}`);
    return { isThere: links.length > 0, faults };
  }

  /** Whether both have the same meaning is reviewed manually. */
  function title() {
    const heading = document.querySelector('h1')?.innerText.replace(/\s+/g, ' ').trim() ?? '';
    const first = document.title.split(' · ')[0];
    return { isThere: true, faults: heading && first ? [] : ['no heading, or no title'] };
  }

  /** The text of a link states its target, on its own or together with the item, row or section that contains it. */
  function links() {
    const found = shown('a[href]');
    const VAGUE = /^(?:here|more|click here|read more|link|details|…)$/i;
    const faults = found.filter((link) => VAGUE.test(wordsOf(link))).map((link) => `says nothing: ${named(link)}`);
    const place = (link) =>
      link.closest('li, tr, dd, article, section, p, figure')?.innerText.replace(/\s+/g, ' ') ?? '';
    const byWords = Map.groupBy(found, (link) => `${wordsOf(link)}\n${place(link)}`);
    for (const [, twins] of byWords) {
      if (new Set(twins.map(({ href }) => href.split('?')[0])).size > 1)
        faults.push(`the same words lead to several places: ${named(twins[0])}`);
    }
    return { isThere: found.length > 0, faults: unique(faults) };
  }

  /** Where the focus is, whether it is visible, and whether something covers it. */
  let stops;
  function begin() {
    // The keyboard continues from the last focus: here from the beginning of the document.
    const start = document.createElement('span');
    start.tabIndex = -1;
    document.body.prepend(start);
    start.focus();
    start.remove();
    // The whole page: a banner must not cover content of the host.
    const own = roots;
    roots = 'body';
    stops = controls();
    roots = own;
    // The keyboard reaches only the checked radio button of a group.
    const groups = Map.groupBy(stops, (one) => (one.type === 'radio' ? one.name : ''));
    const chosenOf = (name) => groups.get(name).find(({ checked }) => checked) ?? groups.get(name)[0];
    stops = stops.filter((one) => one.type !== 'radio' || chosenOf(one.name) === one);
    return stops.map(named);
  }
  function stop() {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    const isOwn = stops.includes(element);
    const found = { index: stops.indexOf(element), name: named(element), faults: [] };
    if (!isOwn || element.localName === 'iframe') return found;
    const style = getComputedStyle(element);
    const width = Number.parseFloat(style.outlineWidth);
    const around = Number.parseFloat(style.outlineOffset) < 0 ? behind(element) : behind(element.parentElement);
    if (style.outlineStyle === 'none' || width === 0) found.faults.push('2.4.7');
    else if (style.outlineStyle !== 'auto' && contrast(style.outlineColor, around) < 3) found.faults.push('1.4.11');
    const rect = [...element.getClientRects()].find((one) => one.width > 0) ?? element.getBoundingClientRect();
    const spots = [0.5, 0.1, 0.9].flatMap((x) =>
      [0.5, 0.1, 0.9].map((y) => [rect.left + x * rect.width, rect.top + y * rect.height]),
    );
    const isSeen = spots.some(([x, y]) => {
      const top = document.elementFromPoint(x, y);
      return top !== null && (element.contains(top) || top.contains(element) || top.control === element);
    });
    if (!isSeen) found.faults.push('2.4.11');
    return found;
  }

  const use = (selector) => void (roots = selector);
  const text = () => document.body.innerText.replace(/\s+/g, ' ');
  return {
    use,
    sheets,
    text,
    openContrast,
    begin,
    stop,
    cut,
    targets,
    edges,
    images,
    media,
    picturesOfText,
    motion,
    limits,
    hovering,
    turned,
    order,
    senses,
    labels,
    labelInName,
    purposes,
    passwords,
    language,
    parts,
    title,
    links,
    controls: () => controls().length,
  };
})();
