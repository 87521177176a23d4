/** Style sheets of other kinds, and in other states, than those of most pages. */
import type { Seen } from './seen.ts';

const IMPORTED = { '/hides.css': 'p { display: none }', '/colours.css': 'p { color: rgb(1, 1, 1) }' };
const onLoad = (script: string) => `<script>addEventListener('load', () => { ${script} })</script>`;

export const SHEETS: Readonly<Record<string, Seen>> = {
  'a style sheet of SVG applies only to its own tree': {
    page: `<p class="c">p</p><div id="g"></div><div id="h"></div><script>
      for (const [host, fill] of [[g, 'rgb(1, 1, 1)'], [h, 'rgb(2, 2, 2)']]) host.attachShadow({ mode: 'open' }).innerHTML =
        '<svg><style>.c { fill: ' + fill + '; display: inline }</style><rect class="c"/></svg>';</script>`,
    styles: { '#g rect': { fill: 'rgb(1, 1, 1)' }, '#h rect': { fill: 'rgb(2, 2, 2)' }, p: { display: 'block' } },
  },
  'rules that a script has changed in a style sheet of SVG': {
    page: `<svg><style>.a { display: none }</style></svg><svg><style>.b { display: none }</style></svg><p class="a">a</p><p class="b">b</p><p class="c">c</p><script>
      const [one, other] = document.querySelectorAll('style');
      one.sheet.insertRule('.c { display: none }');
      other.sheet.disabled = true;</script>`,
    text: 'b',
  },
  'an import that a script has added to others': {
    page: `<style id="s">@import "/none.css"; p { margin: 1px }</style><p>p</p><script>s.sheet.insertRule('@import "/colours.css"', 1)</script>`,
    sheets: { ...IMPORTED, '/none.css': 'p { color: red }' },
    styles: { p: { color: 'rgb(1, 1, 1)' } },
  },
  'an import that a script has deleted, or given other media': {
    page: `<style id="s">@import "/hides.css"; @import "/colours.css" print;</style><p>p</p>${onLoad(
      `s.sheet.cssRules[1].media.mediaText = 'screen'; s.sheet.deleteRule(0);`,
    )}`,
    sheets: IMPORTED,
    text: 'p',
    styles: { p: { color: 'rgb(1, 1, 1)' } },
  },
  'custom properties without a value keep none': {
    page: `<p class="a b">ab</p><p class="a" id="a">a</p><script>const sheet = new CSSStyleSheet();
      sheet.replaceSync('.a { --v: ; --1color: ; } .b { --v: red } .a { background-color: var(--v) }');
      document.adoptedStyleSheets = [sheet];
      sheet.cssRules[2].style.color = 'var(--v) rgb(1, 1, 1)';</script>`,
    styles: { '#a': { color: 'rgb(1, 1, 1)', '--v': '', '--1color': '' } },
  },
  'a shorthand with var() keeps its parts in MathML and SVG; an element without styles has none': {
    page: `<style>:root { --m: 3px }</style><math><mi style="padding: var(--m); padding-left: 0">x</mi></math><svg><rect style="margin: var(--m); margin-left: 0"/></svg>
      <script>for (const name of ['mi', 'rect']) document.querySelector(name).style.color = 'red';
        const other = document.createElementNS('urn:other', 'other');
        other.setAttribute('style', 'padding-top: ;');
        document.body.append(other, 'end');</script>`,
    text: '𝑥 end',
    styles: { mi: { padding: '3px 3px 3px 0px' }, rect: { margin: '3px 3px 3px 0px' } },
  },
  'a shorthand with var() keeps its parts in nested declarations': {
    page: `<style id="s">:root { --m: 3px } .a { color: red; &.b { margin: 0 } @media all { padding: var(--m); padding-top: 0 } }
        .b { margin: 1px; & i { margin: 0 } padding: var(--m); padding-left: 0 }</style><p class="a">a</p><p class="b">b</p>
      <script>s.sheet.insertRule('p { margin: 2px }', 0)</script>`,
    styles: { '.a': { padding: '0px 3px 3px' }, '.b': { padding: '3px 3px 3px 0px', margin: '1px' } },
  },
  'a font that a script has added, and not one that it has deleted': {
    page: `<script>Object.prototype.listed = 1; Array.prototype.toJSON = () => '';
        const face = (name) => new FontFace(name, 'local("Own"),\\n url(own.woff2)', { weight: '400' });
        document.fonts.add(face('Mine'));
        const other = face('Other');
        document.fonts.add(other);
        document.fonts.delete(other);</script>`,
    html: /<style>@font-face \{ font-family: Mine; src: local\("Own"\), {2}url\(own\.woff2\);[^<]*font-weight: 400;[^<]*\}<\/style>/,
  },
  'namespaces hold for their own style sheets': {
    page: `<p>p</p><div id="host"></div><script>const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = '<style>a { margin: 3px }</style><style>@namespace s "http://www.w3.org/2000/svg"; s|a:not(s|b) { fill: rgb(1, 1, 1) } a { padding: var(--m); padding-left: 0 }</style>' +
        '<style>@namespace "http://www.w3.org/2000/svg"; a, .a { stroke: rgb(2, 2, 2) }</style><svg><a class="a"></a></svg><a class="a" style="--m: 3px">a</a>';
      const adopted = new CSSStyleSheet();
      adopted.replaceSync('@namespace s url(http://www.w3.org/2000/svg); s|p { color: red } p { color: rgb(1, 1, 1) }');
      document.adoptedStyleSheets = [adopted];</script>`,
    styles: {
      'svg a': { fill: 'rgb(1, 1, 1)', stroke: 'rgb(2, 2, 2)', 'margin-top': '3px' },
      'svg + a': { fill: 'rgb(0, 0, 0)', stroke: 'none', padding: '3px 3px 3px 0px' },
      p: { color: 'rgb(1, 1, 1)' },
    },
  },
  'addresses in a style sheet that a script has imported are relative to it': {
    page: `<p class="x">p</p><script type="module">import sheet from '/deep/module.css' with { type: 'css' }; document.adoptedStyleSheets = [sheet]</script>`,
    sheets: { '/deep/module.css': '.x { background: url(loaded.png) } .x:hover { background: url(later.png) }' },
    html: /url\("http:[^"]*\/deep\/loaded\.png"\)[^]*url\("http:[^"]*\/deep\/later\.png"\)/,
  },
  'media queries for scripts mean those of the page': {
    page: `<link rel="stylesheet" href="/scripting.css"><style media="(scripting: none)">p { display: none }</style><p>p</p><x-a></x-a><script>
      const css = '@media (scripting: none) { b { display: none } } @media (scripting) { b { color: rgb(1, 1, 1) } }';
      document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML = '<style>' + css + '</style><b>b</b>'</script>`,
    sheets: {
      '/scripting.css':
        '@media not (scripting: enabled) { p { display: none } } @media (scripting: initial-only) { p { display: none } } @media (scripting) { p { color: rgb(1, 1, 1) } }',
    },
    text: 'p b',
    styles: { p: { color: 'rgb(1, 1, 1)' }, b: { color: 'rgb(1, 1, 1)' } },
  },
  'a style sheet stays a link if what it asks about scripts takes effect on nothing': {
    page: '<link rel="stylesheet" href="/unasked.css"><link rel="stylesheet" href="/asked.css"><p>p</p>',
    sheets: {
      '/unasked.css':
        '@media (scripting: none) { html:has(.banner:not([hidden])) { margin: 9px } .none:hover::before { content: "a" } @supports (color: red) { b { color: red } } } .card { @media (scripting) { color: red } }',
      '/asked.css':
        'i { color: red } body { @media (scripting: none) { & p:is(:hover, :not(a))::after { color: red } } }',
    },
    html: /<link[^>]*unasked\.css[^]*<style>[^]*body \{[^]*width < 0px/,
  },
  '@scope without a selector in a shadow tree is that of its host': {
    page: `<p id="out">out</p><x-a></x-a><script>document.querySelector('x-a').attachShadow({ mode: 'open' }).innerHTML =
      '<style>@scope { p { color: rgb(1, 1, 1) } } @scope to (.stop) { p { font-weight: 700 } }</style><p id="in">in</p><div class="stop"><p id="stop">stop</p></div>'</script>`,
    styles: {
      '#out': { color: 'rgb(0, 0, 0)', 'font-weight': '400' },
      '#in': { color: 'rgb(1, 1, 1)', 'font-weight': '700' },
      '#stop': { color: 'rgb(1, 1, 1)', 'font-weight': '400' },
    },
  },
  'lengths of a frame that is inserted are those of the frame': {
    page: `<style>html { font-size: 20px }</style><iframe id="f" style="width: 400px; height: 200px; border: 0"></iframe><script>
      f.contentDocument.head.innerHTML = '<style>html { font-size: 10px } .w-\\\\[50vw\\\\] { width: 50vw; height: calc(20vh + 1rem) } p::before { content: "1rem"; --m: 1.5rem }</style>';
      f.contentDocument.body.innerHTML = '<p class="w-[50vw]" style="margin: 2rem">p</p>'</script>`,
    styles: {
      p: { width: '200px', height: '50px', 'margin-top': '20px' },
      'p::before': { content: '"1rem"', '--m': '15px' },
    },
  },
  'a property of a shadow tree is not registered': {
    page: `<div id="host"></div><script>host.attachShadow({ mode: 'open' }).innerHTML =
      '<style>@media all { @property --size { syntax: "<length>"; inherits: true; initial-value: 33px } } p { font-size: var(--size, 12px) }</style><p>p</p>'</script>`,
    styles: { p: { 'font-size': '12px' } },
  },
};
