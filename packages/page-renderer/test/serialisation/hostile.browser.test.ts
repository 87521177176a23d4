import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { RendererError } from 'page-renderer';
import { rounds } from '../../../../testing/rounds.ts';
import { useBench } from '../support/rendering.ts';

const bench = useBench({ timeout: 30_000 });
const ELEMENTS = rounds(20_000, 100_000);
const CHARACTERS = rounds(1_000_000, 5_000_000);
const ATTRIBUTES = rounds(5_000, 20_000);

/** Pages that try to be read wrongly, or not at all, with content that must be in the result. */
const HOSTILE: Record<string, [what: string, page: string, expected: RegExp]> = {
  prototypes: [
    'built-ins and prototypes of the page throw',
    `<p>readable</p><script>
      const bad = () => { throw new Error('hostile') };
      for (const type of [Array, Element, Node, Map, Set, String, Document, HTMLElement, ShadowRoot, CSSStyleSheet, NodeList, RegExp]) {
        for (const name of Object.getOwnPropertyNames(type.prototype)) {
          if (name === 'constructor' || name === 'readyState' || (type === Array && name === 'push')) continue;
          try { Object.defineProperty(type.prototype, name, { get: bad, set: bad, configurable: true }); } catch {}
        }
      }
      Object.prototype.toJSON = bad; Object.prototype.get = bad; Function.prototype.call = bad; JSON.stringify = bad; Symbol.iterator = 1;
      Reflect.get = bad; Reflect.apply = bad;
    </script>`,
    /<p>readable<\/p>/,
  ],
  getters: [
    'properties of the document are getters that throw, and window is a proxy for some',
    `<p>readable</p><script>
      for (const name of ['documentElement', 'head', 'body', 'baseURI', 'doctype', 'implementation', 'title', 'adoptedStyleSheets', 'styleSheets', 'querySelectorAll', 'URL', 'childNodes', 'createTreeWalker'])
        Object.defineProperty(document, name, { get() { throw new Error('hostile'); } });
      window.CSSStyleSheet = new Proxy(CSSStyleSheet, { construct() { for (;;); }, get() { for (;;); } });
    </script>`,
    /<p>readable<\/p>/,
  ],
  clobbered: [
    'elements are named like properties of the document and of their form',
    `<base href="/based/"><title>t</title><style id="s">a{}</style>${[
      'documentElement',
      'head',
      'body',
      'baseURI',
      'doctype',
      'implementation',
      'title',
      'adoptedStyleSheets',
      'styleSheets',
      'querySelectorAll',
      'childNodes',
      'createTreeWalker',
      'importNode',
      'createElement',
    ]
      .map((name) => `<img name="${name}" alt=""><form name="${name}"></form>`)
      .join('')}
    <form id="form" onsubmit="x()" action="javascript:x()">${[
      'attributes',
      'getAttribute',
      'removeAttribute',
      'setAttribute',
      'shadowRoot',
      'localName',
      'children',
      'matches',
      'childNodes',
      'namespaceURI',
    ]
      .map((name) => `<input name="${name}" value="v">`)
      .join('')}</form><p>readable</p>`,
    /<head><base href="[^"]*\/based\/">.*<form id="form"><input.*<p>readable<\/p>/s,
  ],
  constructors: [
    'custom elements throw in every reaction and move themselves',
    `<x-throws>text</x-throws><x-moves>moves</x-moves><p>readable</p><script>
      customElements.define('x-throws', class extends HTMLElement { constructor() { super(); throw new Error('hostile'); } });
      customElements.define('x-moves', class extends HTMLElement {
        connectedCallback() { if (this.moved !== true) { this.moved = true; document.body.append(this); } }
        disconnectedCallback() { if (document.readyState === 'complete') for (;;); }
        adoptedCallback() { for (;;); }
      });
    </script>`,
    /<p>readable<\/p>.*<x-moves>moves<\/x-moves>/s,
  ],
  nodes: [
    `${ELEMENTS} elements`,
    `<div id="all"></div><script>all.innerHTML = "<i>n</i>".repeat(${ELEMENTS})</script>`,
    /(?:<i>n<\/i>){1000}<\/div>/,
  ],
  deep: [
    '5,000 elements within one another, which are not laid out, and 300 shadow roots within one another',
    `<div id="deep" hidden></div><div id="roots"></div><script>
      let at = deep;
      for (let i = 0; i < 5000; i += 1) at = at.appendChild(document.createElement('div'));
      at.textContent = 'bottom';
      at = roots;
      for (let i = 0; i < 300; i += 1) { const root = at.attachShadow({ mode: i % 2 ? 'open' : 'closed' }); root.innerHTML = '<style>:host { color: red }</style>'; at = root.appendChild(document.createElement('div')); }
      at.textContent = 'innermost';
    </script>`,
    /bottom<\/div>.*innermost<\/div>/s,
  ],
  attribute: [
    `an attribute of ${CHARACTERS} characters and ${ATTRIBUTES} attributes on one element`,
    `<p id="p">readable</p><script>
      p.setAttribute('data-x', 'x'.repeat(${CHARACTERS}));
      for (let i = 0; i < ${ATTRIBUTES}; i += 1) p.setAttribute('a' + i, '');
    </script>`,
    new RegExp(`a${ATTRIBUTES - 1}="">readable</p>`),
  ],
  slots: [
    'slots that are assigned what is elsewhere, in a circle, and to themselves',
    `<div id="a"><div id="b"></div></div><p>readable</p><script>
      const make = (host) => { const root = host.attachShadow({ mode: 'open', slotAssignment: 'manual' }); root.innerHTML = '<slot></slot><slot></slot>'; return [...root.children]; };
      const [a1, a2] = make(a), [b1, b2] = make(b);
      a1.assign(b); a2.assign(b, a1, a); b1.assign(a, b1, a2); b2.assign(b, b2);
      a1.append(a2);
    </script>`,
    /<p>readable<\/p>/,
  ],
  selectors: [
    'style that is all selectors of shadow trees, many and odd ones',
    `<div id="h"><p class="a:b">light</p></div><p>readable</p><script>
      const odd = [':host(:not(:is(.a, [b="),("], :host)))', '::slotted(.a\\\\:b)::before', 'a:nth-child(2n + 1 of .x, .y) > b ~ c + d', ':host-context(:is(html, .z)) *', '*|*', '#\\\\31 23', ':is(:where(:not(a, b)))', '[x="]"] [y=\\']\\']', '& > a', ':host::before', '::part(x)::after', ':has(> :host, ~ a)'];
      h.attachShadow({ mode: 'open' }).innerHTML = '<style>' + odd.map((one, index) => one + ' { --n: ' + index + ' }').join('') + '.x {}'.repeat(3000) + '</style><slot></slot>';
      const style = document.createElement('style'); style.textContent = odd.join(' {} ') + ' {} ' + 'div > p:first-child { color: red }'.repeat(500); document.head.append(style);
    </script>`,
    /light<\/p>.*<p[^>]*>readable<\/p>/s,
  ],
  materials: [
    'pictures, canvases and frames have hidden, thrown or named away what they are read with',
    `<canvas id="c" width="20" height="20"></canvas><img id="p"><form>${[
      'toDataURL',
      'width',
      'getAttributeNames',
      'computedStyleMap',
      'contentDocument',
      'remove',
    ]
      .map((name) => `<input name="${name}">`)
      .join('')}</form><img name="createElement"><iframe name="pageRendererDraft" srcdoc="framed"></iframe><script>
      c.getContext('2d').fillRect(0, 0, 9, 9);
      p.srcset = URL.createObjectURL(new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/svg+xml' })) + ' 1x, blob:, blob:x 2x,,';
      for (const one of [c, p, document.querySelector('iframe')])
        for (const name of ['width', 'height', 'src', 'getAttributeNames', 'checkVisibility', 'computedStyleMap', 'toDataURL', 'getBoundingClientRect', 'contentDocument', 'localName', 'textContent'])
          Object.defineProperty(one, name, { get() { throw new Error('hostile'); } });
      HTMLCanvasElement.prototype.getContext = Document.prototype.createElement = Image = Blob = URL = () => { throw new Error('hostile'); };
      window.pageRendererDraft = window.pageRendererHtml = { copy: null };
    </script>`,
    /<img id="c" width="20" height="20" src="data:image\/png.*framed/s,
  ],
  rootless: ['there is no root element', '<script>document.documentElement.remove()</script>', /^$/],
  replaced: [
    'the root element is another, and so is the body',
    `<script>
      const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'); svg.append('readable');
      document.documentElement.replaceWith(svg);
    </script>`,
    /^<svg>readable<\/svg>$/,
  ],
};

describe('a page cannot prevent that it is read', { concurrency: 4 }, () => {
  for (const [name, [what, page, expected]] of Object.entries(HOSTILE)) {
    test(`${name}: ${what}`, async () => {
      bench.pages.set(`/${name}`, page);
      for (const shadow of ['flat', 'declarative'] as const) {
        const { html } = await bench.renderer.render(`${bench.site.url}/${name}`, { shadow, frames: 'inline' });
        assert.match(html, expected);
      }
    });
  }
});

test('a page that is too large is refused, with its size', async () => {
  bench.pages.set('/large', '<p id="p" hidden></p><script>p.textContent = "x".repeat(21_000_000)</script>');
  await assert.rejects(bench.renderer.render(`${bench.site.url}/large`), (error) => {
    assert.ok(error instanceof RendererError);
    assert.equal(error.code, 'page-too-large');
    assert.equal(error.status, 502);
    assert.match(error.reason, /^The page has 21000\d{3} characters of HTML; at most 20000000 are allowed$/);
    return true;
  });
});
