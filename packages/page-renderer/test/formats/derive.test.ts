/** Other forms of a page, made from its HTML. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { derive } from '../../dist/formats/derive.js';
import type { PageLinks } from '../../dist/formats/links.js';
import type { PageMetadata } from '../../dist/formats/metadata.js';
import { prefersMarkdown, readFormat } from '../../dist/grammar/dialects/format.js';
import { FormatThreads } from '../../dist/formats/threads.js';

const URL = 'https://shop.example/dir/page?x=1';
const page = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head>${head}</head><body>${body}</body></html>`;
/** Markdown without its head. */
const markdown = (body: string, head = '') =>
  derive(page(body, head), URL, 'md')
    .replace(/^---\n[^]*?\n---\n\n/, '')
    .trim();

describe('Markdown', () => {
  test('begins with what a reader needs to cite the page', () => {
    const head =
      '<title> A "title"\n: x </title><link rel="canonical" href="/page"><meta name="description" content="d">';
    const lines = [
      'title: "A \\"title\\" : x"',
      `url: "${URL}"`,
      'canonical: "https://shop.example/page"',
      'language: "en"',
      'description: "d"',
    ];
    assert.equal(derive(page('<p>x', head), URL, 'md'), `---\n${lines.join('\n')}\n---\n\nx\n`);
  });

  for (const [what, body, expected] of [
    [
      'headings, emphasis, code',
      '<h2>A <em>b</em></h2><p><strong>c</strong> <code>d</code></p>',
      '## A *b*\n\n**c** `d`',
    ],
    ['nested lists', '<ul><li>a<ul><li>b</li></ul></li></ul><ol start="3"><li>c</li></ol>', '- a\n  - b\n\n3. c'],
    ['tables', '<table><tr><th>A<th>B<tr><td>1<td>x|y</table>', '| A | B |\n| - | - |\n| 1 | x\\|y |'],
    [
      'cells with blocks',
      '<table><tr><th>A<tr><td><p>1</p><ul><li>2<li>3</ul><br>4</table>',
      '| A |\n| - |\n| 1 / 2 / 3 / 4 |',
    ],
    ['tables for layout', '<table role="presentation"><tr><td><p>a</p><td>b</table>', 'a\n\nb'],
    ['tables within tables', '<table><tr><td>a<table><tr><th>B<tr><td>1</table></table>', 'a\n\n| B |\n| - |\n| 1 |'],
    ['code with its language', '<pre><code class="x language-js">a\n  b\n</code></pre>', '```js\na\n  b\n```'],
    ['code of lines', '<pre><div>a</div><div>b</div></pre>', '```\na\nb\n```'],
    [
      'absolute addresses',
      '<a href="../x">a</a> <img src="i.png" alt="b">',
      '[a](https://shop.example/x) ![b](https://shop.example/dir/i.png)',
    ],
    ['no address of another scheme', '<a href="javascript:go()">a</a> <img src="data:image/png,x" alt="b">', 'a b'],
    ['no decoration', '<p>a <img src="i.png" alt=""> <a href="/x"><svg></svg></a></p>', 'a'],
    ['frames as links', '<iframe src="https://v.example/1" title="A film"></iframe>', '[A film](https://v.example/1)'],
    ['text that looks like markup', '<p># a *b* &lt;script&gt; [c](d)</p>', '\\# a \\*b\\* \\<script> \\[c]\\(d)'],
    [
      'nothing hidden',
      '<p>a</p><p hidden>b</p><p aria-hidden="true">c</p><script>d</script><template>e</template>',
      'a',
    ],
    ['captions', '<table><caption>Prices</caption><tr><th>A<tr><td>1</table>', 'Prices\n\n| A |\n| - |\n| 1 |'],
    [
      'headings of rows',
      '<table><tr><th>A<td>1<tr><th>B<td>2</table>',
      '| | |\n| - | - |\n| **A** | 1 |\n| **B** | 2 |',
    ],
    ['a corner', '<table><tr><td><th>A<tr><th>b<td>1</table>', '| | A |\n| - | - |\n| b | 1 |'],
    ['sums at the end', '<table><tr><th>A<tfoot><tr><td>3<tbody><tr><td>1</table>', '| A |\n| - |\n| 1 |\n| 3 |'],
    [
      'cells that reach to the end',
      '<table><tr><th>A<th>B<tbody><tr><td rowspan="0">x<td>1<tr><td>2</table>',
      '| A | B |\n| - | - |\n| x | 1 |\n| | 2 |',
    ],
    ['code in cells', '<table><tr><th>A<tr><td><pre>a | b\n  c</pre></table>', '| A |\n| - |\n| `a \\| b` / `c` |'],
    [
      'code beside the numbers of its lines',
      '<table class="highlight language-js"><tr><td class="gutter"><pre>1\n2</pre><td><pre>a\n  b</pre></table>',
      '```js\na\n  b\n```',
    ],
    [
      'code in rows of lines',
      '<table><tr><td class="blob-num">1<td><span>a</span><tr><td class="blob-num">2<td>  b</table>',
      '```\na\n  b\n```',
    ],
    ['nothing of an empty table', '<table></table><h2></h2><p>a</p>', 'a'],
    ['emphasis at words', '<p>a<b> b </b>c <i><p>d</p><p>e</p></i>', 'a **b** c\n\n*d*\n\n*e*'],
    [
      'links that are named by a label',
      '<a href="/x" aria-label="Cart"><svg></svg></a>',
      '[Cart](https://shop.example/x)',
    ],
    [
      'formulas as TeX',
      '<p><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^{2}</annotation></semantics></math></p>',
      '$`x^{2}`$',
    ],
    [
      'formulas as blocks',
      '<math display="block" alttext="\\frac{a}{b}"><mi>a</mi></math>',
      '```math\n\\frac{a}{b}\n```',
    ],
    [
      'formulas as text',
      '<p>E = <math><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup> <mo>+</mo> <mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mn>2</mn></mfrac></math></p>',
      'E = mc^2 + (a+1)/2',
    ],
    ['what opens', '<p hidden="until-found">a</p>', 'a'],
    ['code whose language an attribute names', '<pre data-language="ts"><code>a</code></pre>', '```ts\na\n```'],
    [
      'code whose language a box names',
      '<div class="highlight highlight-source-python"><pre>a</pre></div><div class="language-ruby"><div class="highlight"><pre>b</pre></div></div><div class="lang-de"><pre>c</pre></div><div class="highlight-default notranslate"><pre>d</pre></div>',
      '```python\na\n```\n\n```ruby\nb\n```\n\n```\nc\n```\n\n```\nd\n```',
    ],
    [
      'emphasis that Markdown reads between letters',
      '<p>これは<b>「重要」</b>です。<b>Note:</b> a',
      'これは「**重要**」です。**Note:** a',
    ],
    ['emphasis once', '<p><b><strong>a</strong></b> <i><b>b</b></i>', '**a** ***b***'],
    [
      'pictures that are loaded later',
      '<p><img alt="a" src="data:image/gif;base64,R0" srcset="b.jpg 1x, c.jpg 2x"> <img alt="d" data-src="d.jpg"> <picture><source srcset="e.avif 1x, f.avif 2x"><img alt="e" src="data:,"></picture> <img alt="g">',
      '![a](https://shop.example/dir/b.jpg) ![d](https://shop.example/dir/d.jpg) ![e](https://shop.example/dir/e.avif) g',
    ],
    [
      'films, and the parts of a frame set',
      '<video title="Film"><source src="/v.webm"><source src="/v.mp4"></video><embed src="/d.pdf" title="Manual">',
      '[Film](https://shop.example/v.webm)\n\n[Manual](https://shop.example/d.pdf)',
    ],
    [
      'the links of a picture',
      '<img src="m.png" alt="Map"><map><area href="/n" alt="North"><area href="/s" alt="South"></map>',
      '![Map](https://shop.example/dir/m.png) [North](https://shop.example/n) [South](https://shop.example/s)',
    ],
    ['words without their places to break', '<p>super<wbr>cali&shy;fragil', 'supercalifragil'],
    ['readings', '<p><ruby>漢<rt>かん</rt>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>', '漢(かん)字(じ)'],
    ['menus', '<menu><li>a<li>b</menu>', '- a\n- b'],
    ['headings of one line', '<h2>a<br>b</h2>', '## a b'],
    [
      'what roles say',
      '<div role="heading" aria-level="3">a</div><div role="list"><div role="listitem">b</div></div><div role="table"><div role="row"><span role="columnheader">C</span></div><div role="row"><span role="cell">1</span></div></div>',
      '### a\n\n- b\n\n| C |\n| - |\n| 1 |',
    ],
    [
      'columns that a style aligns',
      '<table><tr><th style="color: red; text-align: Center">A<th align="right">B<tr><td>1<td>2</table>',
      '| A | B |\n| :-: | -: |\n| 1 | 2 |',
    ],
    [
      'declared shadow trees with what their slots show',
      '<x-a><template shadowrootmode="open"><h2><slot name="h">Fallback</slot></h2><slot></slot><x-b><template shadowrootmode="closed"><i><slot></slot></i></template>c</x-b></template><span slot="h">a</span>b</x-a>',
      '## a\n\nb*c*',
    ],
    [
      'links that are named by what is drawn, and by a title',
      '<p><a href="/a"><svg><title>Home</title></svg></a> <a href="/b" title="Cart"><i></i></a>',
      '[Home](https://shop.example/a) [Cart](https://shop.example/b "Cart")',
    ],
  ] as const) {
    test(`has ${what}`, () => assert.equal(markdown(body), expected));
  }

  for (const [what, body, expected] of [
    ['main', '<header>h</header><p>b</p><main><nav>n</nav><header><h1>a</h1></header></main>', '# a'],
    ['the larger of two', '<main>a</main><div role="main">longer</div>', 'longer'],
    ['the only article', '<div>b</div><article><footer>a</footer></article>', 'a'],
    ['all articles', '<nav>n</nav><article>a</article><article>b</article><footer>f</footer>', 'a\n\nb'],
    ['the body without what is around it', '<header>h</header><aside>s</aside><div role="search">q</div><p>a</p>', 'a'],
    ['headers of its sections', '<section><header>a</header></section>', 'a'],
    ['no closed dialog', '<dialog>d</dialog><dialog open>a</dialog>', 'a'],
    ['nothing', '', ''],
  ] as const) {
    test(`is of ${what}`, () => assert.equal(markdown(body), expected));
  }

  test('resolves addresses with the base of the page', () => {
    assert.equal(markdown('<a href="x">a</a>', '<base href="https://cdn.example/y/">'), '[a](https://cdn.example/y/x)');
  });
});

test('links are absolute, and have their text, relations and side', () => {
  const body = `<a href="/a#b"> A <b>b</b></a><a href="https://o.example/" rel="NoFollow noopener"><img alt="O" src="o"></a>
    <a href="mailto:a@b.example">m</a><a>none</a><a href="/x" aria-label="X"></a><div hidden><a href="/h">h</a></div>`;
  const { links, count } = JSON.parse(derive(page(body), URL, 'links')) as PageLinks;
  assert.deepEqual(links, [
    { href: 'https://shop.example/a#b', text: 'A b', rel: [], isInternal: true },
    { href: 'https://o.example/', text: 'O', rel: ['nofollow', 'noopener'], isInternal: false },
    { href: 'https://shop.example/x', text: 'X', rel: [], isInternal: true },
  ]);
  assert.equal(count, 3);
});

test('links without text have the name that assistive technology reads; drawings have links, too', () => {
  const body = `<a href="/a"><svg><title>A</title></svg></a><a href="/b"><svg role="img" aria-label="B"></svg></a>
    <span id="l">C</span><a href="/c" aria-labelledby="l"></a><a href="/d"><input type="image" alt="D"></a>
    <a href="/e" title="E"><i></i></a><a href="/f"><img src="f"></a><svg><a xlink:href="/g"><text>G</text></a></svg>
    <x-a><template shadowrootmode="open"><a href="/h">H</a></template></x-a>`;
  const { links } = JSON.parse(derive(page(body, '<base target="_top"><base href="/x/">'), URL, 'links')) as PageLinks;
  assert.deepEqual(
    links.map(({ href, text }) => `${href.replace('https://shop.example', '')} ${text}`),
    ['/a A', '/b B', '/c C', '/d D', '/e E', '/f ', '/g G', '/h H'],
  );
});

test('metadata is what the page says, in its order', () => {
  const head = `<title>T</title><meta name="robots" content="noindex"><meta property="og:title" content="O">
    <meta name="twitter:card" content="summary"><link rel="alternate" hreflang="de" href="/de">
    <script type="application/ld+json">{"@type":"Product"}</script><script type="application/ld+json">{</script>`;
  const found = JSON.parse(derive(page('<h1>A</h1><h2>B <i>c</i></h2>', head), URL, 'metadata')) as PageMetadata;
  assert.deepEqual(found, {
    url: URL,
    title: 'T',
    description: null,
    canonical: null,
    language: 'en',
    robots: 'noindex',
    author: null,
    alternates: [{ language: 'de', href: 'https://shop.example/de' }],
    openGraph: [['og:title', 'O']],
    twitter: [['twitter:card', 'summary']],
    headings: [
      { level: 1, text: 'A' },
      { level: 2, text: 'B c' },
    ],
    structuredData: [{ '@type': 'Product' }],
    unreadStructuredData: 1,
  });
});

test('metadata is what search engines read', () => {
  const head = `<link rel="canonical" hreflang="de" href="/de"><link rel="Canonical" href="../c">
    <meta property="description" content="P"><meta name="DESCRIPTION" content="D">
    <script type=" Application/LD+JSON; charset=utf-8">{"a":1}</script>`;
  const found = JSON.parse(
    derive(page('<svg><title>S</title></svg><p><link rel="canonical" href="/b">', head), URL, 'metadata'),
  ) as PageMetadata;
  const { title, canonical, description, structuredData } = found;
  assert.deepEqual(
    { title, canonical, description, structuredData },
    { title: null, canonical: 'https://shop.example/c', description: 'D', structuredData: [{ a: 1 }] },
  );
});

describe('Accept', () => {
  for (const [header, isPreferred] of [
    [undefined, false],
    ['*/*', false],
    ['text/*', false],
    ['text/html, */*;q=0.8', false],
    ['text/markdown', true],
    ['Text/Markdown; charset=utf-8, */*;q=0.1', true],
    ['text/markdown, text/html', true],
    ['text/markdown;q=0.5, text/html;q=0.9', false],
    ['text/html;q=0.5, text/markdown;q=0.8', true],
    ['text/markdown;q=0', false],
    ['text/markdown;q=nonsense', true],
    ['application/x-text/markdown', false],
  ] as const) {
    test(`${header} ${isPreferred ? 'is' : 'is not'} answered with Markdown`, () => {
      assert.equal(prefersMarkdown(header), isPreferred);
    });
  }
  test('an unknown form is refused with those that exist', () => {
    assert.throws(
      () => readFormat(new URLSearchParams('format=pdf')),
      /expected "html", "md", "metadata", "links", got "pdf"/,
    );
  });
});

describe('threads', () => {
  test('refuse a page that is nested too deeply, and go on', async () => {
    const threads = new FormatThreads();
    const deep = { html: '<div>'.repeat(20_000), url: URL, format: 'md' } as const;
    await assert.rejects(threads.make(deep), { code: 'page-too-large' });
    const made = Array.from({ length: 5 }, () => threads.make({ html: '<p>a', url: URL, format: 'links' }));
    for (const text of await Promise.all(made)) assert.match(text, /"count":0/);
    await threads.close();
  });
});
