/** What the parser of the HTML Standard (§13.2) does with the names of elements. */
export interface HtmlNames {
  /** Elements without an end tag. */
  empty: ReadonlySet<string>;
  /** Elements with text only. It is not escaped, except in `textarea` and `title`. */
  raw: ReadonlySet<string>;
  /** Start tags that end an open `<p>`. */
  endsParagraph: ReadonlySet<string>;
  /** All start tags that may end an open element. */
  endsOthers: ReadonlySet<string>;
  /** "Special" elements: the search for an open `<li>`, `<dd>` or `<dt>` stops at them. */
  special: ReadonlySet<string>;
  /** "Generate implied end tags". */
  implied: ReadonlySet<string>;
  /** Elements of HTML beyond which an open element is not "in scope". */
  scope: ReadonlySet<string>;
  /** Elements that are allowed in a head. */
  head: ReadonlySet<string>;
  /** Parts of a table, with the elements that may contain them. */
  tableParts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Start tags that end SVG and MathML. */
  endsForeign: ReadonlySet<string>;
  /** Names of SVG in mixed case, by their form in lower case. */
  svg: ReadonlyMap<string, string>;
}

/** All lists of names; created once for each document. */
export function htmlNames(): HtmlNames {
  const set = (names: string) => new Set(names.split(/\s+/));
  const blocks =
    'address article aside blockquote center details dir div dl fieldset figcaption figure footer header hgroup ' +
    'main menu nav ol search section summary ul';
  const headings = 'h1 h2 h3 h4 h5 h6';
  const empty = 'area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr';
  const mixed =
    'altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend feColorMatrix ' +
    'feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow ' +
    'feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset ' +
    'fePointLight feSpecularLighting feSpotLight feTile feTurbulence foreignObject glyphRef linearGradient ' +
    'radialGradient textPath';
  return {
    empty: set(empty),
    raw: set('iframe noembed noframes noscript plaintext script style textarea title xmp'),
    endsParagraph: set(`${blocks} ${headings} dialog p pre listing form table hr xmp plaintext li dd dt`),
    endsOthers: set(
      `${blocks} ${headings} dialog p pre listing form table hr xmp plaintext li dd dt button a nobr option optgroup rb rp rt rtc`,
    ),
    // In Chromium and other parsers, `search` is none yet.
    special: set(
      `${blocks.replace('search ', '')} ${headings} ${empty} applet body button caption colgroup dd dt form frameset head html iframe li ` +
        'listing marquee noembed noframes noscript object p plaintext pre script select style table tbody td template ' +
        'textarea tfoot th thead title tr xmp',
    ),
    implied: set('dd dt li optgroup option p rb rp rt rtc'),
    scope: set('applet caption html marquee object select table td template th'),
    head: set('base basefont bgsound link meta noframes noscript script style template title'),
    tableParts: new Map([
      ['caption', set('table')],
      ['colgroup', set('table')],
      ['col', set('colgroup')],
      ['tbody', set('table')],
      ['thead', set('table')],
      ['tfoot', set('table')],
      ['tr', set('tbody thead tfoot')],
      ['td', set('tr')],
      ['th', set('tr')],
    ]),
    endsForeign: set(
      'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta ' +
        'nobr ol p pre ruby s small span strong strike sub sup table tt u ul var',
    ),
    svg: new Map(mixed.split(/\s+/).map((name) => [name.toLowerCase(), name])),
  };
}
