/** What a tree holds survives being written and parsed, and nothing of the page decides how it is written. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { useBench } from '../support/rendering.ts';

const bench = useBench();

const script = (code: string, head = '', body = '') =>
  `<!DOCTYPE html><html><head><title>t</title>${head}</head><body>${body}<script>${code}</script></body></html>`;

const SVG = 'http://www.w3.org/2000/svg';

/** Pages with their expected body. */
const WRITTEN: Readonly<Record<string, readonly [page: string, expected: string]>> = {
  'a processing instruction does not become markup': [
    script(`document.body.append(document.createProcessingInstruction('x', '> <b>b</b>'), 'end');`),
    'end',
  ],
  'text of xmp and plaintext is kept': [
    script(`for (const name of ['xmp', 'plaintext', 'p']) {
      const element = document.createElement(name); element.textContent = 'a <b> c'; document.body.append(element);
    }`),
    '<xmp>a <b> c</xmp><pre>a &lt;b&gt; c</pre><p>a &lt;b&gt; c</p>',
  ],
  'names with a prefix are those of SVG': [
    script(`const svg = document.createElementNS('${SVG}', 's:svg');
      svg.append(document.createElementNS('${SVG}', 's:rect')); document.body.append(svg);`),
    '<svg><rect></rect></svg>',
  ],
  'an element that the parser would close is closed there': [
    script(`const p = document.createElement('p'); const list = document.createElement('ul');
      p.append('a', list, 'b'); document.body.append(p);`),
    '<p>a</p><ul></ul>b',
  ],
  'a row without a table gets one, and text in a table a cell': [
    script(`const row = document.createElement('tr'); const table = document.createElement('table');
      table.append('x'); document.body.append(row, table);`),
    '<table><tbody><tr></tr></tbody></table><table><tbody><tr><td>x</td></tr></tbody></table>',
  ],
  'a form directly in a table of a template, which the standard ignores, is in a cell': [
    script(`const table = document.createElement('table'); table.append(document.createElement('form'));
      const template = document.createElement('template'); template.content.append(table); document.body.append(template);`),
    '<template><table><tbody><tr><td><form></form></td></tr></tbody></table></template>',
  ],
  'a list item in a search in another one, which parsers read differently, ends the other one': [
    script(`const item = document.createElement('li'); const search = document.createElement('search');
      search.append('a', document.createElement('li'), 'b'); item.append(search); document.body.append(item);`),
    '<li><search>a</search></li><li></li>b',
  ],
  'a link in a foreignObject in a link ends the outer link, and nothing else': [
    script(`const link = () => document.createElement('a'); const outer = link(); const svg = document.createElementNS('${SVG}', 'svg');
      const foreign = document.createElementNS('${SVG}', 'foreignObject'); const bold = document.createElement('b');
      foreign.append(link()); svg.append(foreign); bold.append(svg, 'in'); outer.append(bold, document.createElement('i'));
      document.body.append(outer, document.createElement('u'));`),
    '<a><b><svg><foreignObject><a></a></foreignObject></svg>in</b><i></i><u></u>',
  ],
  'a style sheet of HTML in MathML does not become text': [
    script(`const math = document.createElementNS('http://www.w3.org/1998/Math/MathML', 'math');
      const style = document.createElement('style'); style.textContent = 'p {}'; const bold = document.createElement('b');
      bold.append('b'); math.append(style, bold); document.body.append(math);`),
    '<math><mtext>b</mtext></math>',
  ],
  'what browsers do not show of HTML in MathML does not become text': [
    script(`const math = document.createElementNS('http://www.w3.org/1998/Math/MathML', 'math');
      for (const name of ['iframe', 'noembed', 'title', 'wbr', 'b']) {
        const element = document.createElement(name); element.append('in ' + name); math.append(element);
      }
      document.body.append(math);`),
    '<math><mtext>in b</mtext></math>',
  ],
  'a line feed at the beginning of a text stays, also after what is not written': [
    script(`const pre = document.createElement('pre'); pre.append(new Comment('-->'), '\\npre');
      const field = document.createElement('textarea'); field.append(document.createElement('b'), '\\nfield');
      document.body.append(pre, field);`),
    '<pre>\n\npre</pre><textarea>\n\nfield</textarea>',
  ],
  'line ends of a field that nobody has changed stay as they are': [
    script(`const field = document.createElement('textarea'); field.append('a\\r\\nb'); document.body.append(field);`),
    '<textarea>a&#13;\nb</textarea>',
  ],
  'a selected option is written once, with its state in its own elements': [
    script(
      `document.querySelector('select').selectedIndex = 1; document.querySelector('#last').value = 'typed';`,
      '',
      '<select><button><selectedcontent></selectedcontent></button><option>one</option><option><b>2</b><i>b</i></option></select><input id="last">',
    ),
    '<select><button><selectedcontent><b>2</b><i>b</i></selectedcontent></button><option>one</option>' +
      '<option selected=""><b>2</b><i>b</i></option></select><input id="last" value="typed">',
  ],
  'no element of a scoped registry is constructed again': [
    script(`const registry = new CustomElementRegistry(); let made = 0;
      registry.define('x-a', class extends HTMLElement {
        constructor() { super(); made += 1; document.title = made; }
        connectedCallback() { this.append('content'); }
      });
      const host = document.createElement('div'); document.body.append(host);
      const root = host.attachShadow({ mode: 'open', customElementRegistry: registry, clonable: true });
      root.innerHTML = '<x-a></x-a>';`),
    '<div><x-a>content</x-a></div>',
  ],
  'a template that declares no shadow tree, because a script has put it there, does not become one': [
    script(
      `document.querySelector('div').innerHTML = '<template shadowrootmode="open"><p>not seen</p></template><b>seen</b>';`,
      '',
      '<div></div>',
    ),
    '<div><template><p>not seen</p></template><b>seen</b></div>',
  ],
  'of attributes with the same name the one without a namespace is written': [
    script(`const link = document.createElement('a'); link.setAttributeNS('urn:other', 'href', '/other');
      link.setAttributeNS(null, 'href', '/own'); document.body.append(link);`),
    '<a href="/own"></a>',
  ],
  'a form with fields that hide its properties is written': [
    script(
      `const root = document.querySelector('div').attachShadow({ mode: 'open' });
       root.innerHTML = ['innerText', 'checkVisibility', 'attributes', 'parentNode', 'firstChild', 'matches', 'localName']
         .map((name) => '<form><input name="' + name + '"></form>').join('');`,
      '',
      '<div></div>',
    ),
    `<div>${['innerText', 'checkVisibility', 'attributes', 'parentNode', 'firstChild', 'matches', 'localName']
      .map((name) => `<form><input name="${name}"></form>`)
      .join('')}</div>`,
  ],
  'functions that the page replaces are not called': [
    script(
      `const fail = () => { document.body.replaceChildren('called'); throw new Error('called'); };
       Object.assign(Array.prototype, { map: fail, toJSON: fail }); Object.assign(JSON, { stringify: fail });
       Object.defineProperty(Node.prototype, 'childNodes', { get: fail });
       Document.prototype.createElement = fail; document.createTreeWalker = fail;`,
      '',
      '<p>kept</p><img name="implementation">',
    ),
    '<p>kept</p><img name="implementation">',
  ],
};

describe('what a tree holds is the same after it was written and parsed', () => {
  before(() => {
    for (const [index, [page]] of Object.values(WRITTEN).entries()) bench.pages.set(`/written-${index}`, page);
  });
  for (const [index, [name, [, expected]]] of Object.entries(WRITTEN).entries()) {
    test(name, async () => {
      const { html } = await bench.renderer.render(`${bench.site.url}/written-${index}`);
      const body = /<body>(.*)<\/body>/s.exec(html)?.[1] ?? '';
      // Distinguishes what was in a shadow tree.
      assert.equal(body.replaceAll(/ data-shadow-(?:tree|host)="1"/g, ''), expected);
    });
  }

  test('a page that enforces trusted types is written with its data', async () => {
    const policy = `<meta http-equiv="Content-Security-Policy" content="require-trusted-types-for 'script'; trusted-types none">`;
    const data = '<script type="application/ld+json">{"@type":"Thing"}</script><iframe srcdoc="<p>in</p>"></iframe>';
    bench.pages.set('/trusted', script('', policy, data));
    const { html, verdict } = await bench.renderer.render(`${bench.site.url}/trusted`);
    assert.equal(verdict, 'complete');
    assert.match(html, /<script type="application\/ld\+json">\{"@type":"Thing"\}<\/script>/);
    assert.match(html, /srcdoc="&lt;html&gt;/);
  });

  test('what a head cannot contain does not move what follows into the body', async () => {
    const code = `document.head.prepend(document.createElement('iframe'), document.createElement('x-a'));`;
    bench.pages.set('/head', script(code, '<link rel="canonical" href="/c">'));
    const { html } = await bench.renderer.render(`${bench.site.url}/head`);
    assert.match(html, /<title>t<\/title><link rel="canonical" href="\/c"><\/head><body><\/body>/);
  });

  test('of what a head cannot contain, elements of other languages and shadow trees are not written', async () => {
    const code = `const host = document.createElement('div'); document.head.append(host);
      const link = document.createElementNS('urn:other', 'link'); link.setAttribute('rel', 'canonical');
      const meta = document.createElement('meta'); meta.name = 'kept'; host.append(link, meta);
      const inner = document.createElement('div'); inner.attachShadow({ mode: 'open' }).append('shadow'); host.append(inner);`;
    bench.pages.set('/head-reduced', script(code));
    for (const shadow of ['flat', 'declarative'] as const) {
      const { html } = await bench.renderer.render(`${bench.site.url}/head-reduced`, { shadow });
      assert.match(html, /<title>t<\/title><meta name="kept"><\/head>/);
    }
  });
});
