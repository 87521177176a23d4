import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { markdownToHtml, structureFault } from '../../dist/modules/terms/markdown/markdown.js';
import { canonicalText } from '../../dist/modules/terms/markdown/text.js';
import { stretched } from '../../../../testing/load.ts';
import { rounds, variants } from '../../../../testing/rounds.ts';
import { hostileTexts } from './hostile-texts.ts';

/** Every tag that the renderer may write, with all its attributes; anything else with an angle bracket is an escape. */
const TAG = new RegExp(
  [
    '</?(?:h[2-6]|p|strong|em|del|ul|ol|li|blockquote|code|pre|table|thead|tbody|tr|th|td)>',
    '<(?:br|hr) />',
    '<ol start="\\d+">',
    '</a>',
    '<a href="https?://[^"<>\\s@]*" rel="noopener noreferrer">',
    '<a href="(?:mailto:|tel:|/(?![/\\\\]))[^"<>\\s]*">',
    '<img src="/(?![/\\\\])[^"<>\\s]*" alt="[^"<>]*" />',
  ].join('|'),
  'g',
);

/** Characters that open something that is never closed: emphasis, an address, a picture, a link, code. */
const ENDLESS = ['**a', 'a@b', '<a@', '!', '[a', '`a'];
/** Emphasis within and beside other marks. Each uses the whole time limit of a text; short rounds test the first. */
const MIXED = ['![**a](', '[**a', '**a\u3000', '**a_', '`*a'];

suite('a policy text as HTML', () => {
  for (const [attack, markdown] of hostileTexts) {
    test(`rendered Markdown contains no active HTML: ${attack}`, () => {
      for (const text of [markdown, canonicalText(markdown), `# Title\n\n${markdown}\n\n${markdown}`]) {
        const html = markdownToHtml(text);
        assert.doesNotMatch(html.replace(TAG, ''), /[<>]/, html);
      }
    });
  }

  test('shows raw HTML as text, so that nothing agreed to is hidden', () => {
    assert.equal(
      markdownToHtml('We <b>never</b> sell <!-- hidden --> it.'),
      '<p>We &lt;b&gt;never&lt;/b&gt; sell &lt;!-- hidden --&gt; it.</p>\n',
    );
    assert.equal(
      markdownToHtml('<div>\n*Whole* block\n</div>'),
      '<p>&lt;div&gt;\n<em>Whole</em> block\n&lt;/div&gt;</p>\n',
    );
    assert.equal(
      markdownToHtml('<code> a < b & <a> https://a.example/'),
      '<p>&lt;code&gt; a &lt; b &amp; &lt;a&gt; ' +
        '<a href="https://a.example/" rel="noopener noreferrer">https://a.example/</a></p>\n',
    );
  });

  test('has its headings below the page’s own, without gaps', () => {
    const levels = (markdown: string) => [...markdownToHtml(markdown).matchAll(/<h(\d)>/g)].map(([, level]) => level);
    assert.deepEqual(levels('# A\n\n## B\n\n# C'), ['2', '3', '2']);
    assert.deepEqual(levels('### A\n\n###### B\n\n> ### C'), ['2', '3', '2']);
    assert.deepEqual(levels('# 1\n\n## 2\n\n### 3\n\n#### 4\n\n##### 5\n\n###### 6'), ['2', '3', '4', '5', '6', '6']);
    assert.deepEqual(levels('Title\n=====\n\nPart\n----'), ['2', '3']);
  });

  test('links to other sites without a referrer, and has no links to incomplete addresses', () => {
    const cases: readonly (readonly [markdown: string, html: string])[] = [
      ['[shop](https://a.example/b)', '<a href="https://a.example/b" rel="noopener noreferrer">shop</a>'],
      ['[us](/imprint?a=1&b=2#c)', '<a href="/imprint?a=1&amp;b=2#c">us</a>'],
      ['[us](/imprint?a=1&amp;b=2)', '<a href="/imprint?a=1&amp;b=2">us</a>'],
      ['[mail](mailto:dpo@a.example)', '<a href="mailto:dpo@a.example">mail</a>'],
      ['[call](tel:+4930123)', '<a href="tel:+4930123">call</a>'],
      ['dpo@a.example', '<a href="mailto:dpo@a.example">dpo@a.example</a>'],
      ['https://a.example/b', '<a href="https://a.example/b" rel="noopener noreferrer">https://a.example/b</a>'],
      ['[page](imprint.html)', 'page'],
      ['[part](#part)', 'part'],
      ['[other](//a.example)', 'other'],
    ];
    for (const [markdown, html] of cases) assert.equal(markdownToHtml(markdown), `<p>${html}</p>\n`);
  });

  test('shows pictures of this site and links to those of other sites', () => {
    const cases: readonly (readonly [markdown: string, html: string])[] = [
      ['![Our seal](/seal.png)', '<img src="/seal.png" alt="Our seal" />'],
      ['![Caf&eacute; & "bar"](/c.png)', '<img src="/c.png" alt="Café &amp; &quot;bar&quot;" />'],
      ['![Seal](https://a.example/s.png)', '<a href="https://a.example/s.png" rel="noopener noreferrer">Seal</a>'],
      [
        '![](https://a.example/s.png)',
        '<a href="https://a.example/s.png" rel="noopener noreferrer">https://a.example/s.png</a>',
      ],
      ['![Seal](data:image/png;base64,AAAA)', 'Seal'],
      [
        '[![Seal](https://a.example/s.png)](https://b.example/)',
        '<a href="https://b.example/" rel="noopener noreferrer">Seal</a>',
      ],
    ];
    for (const [markdown, html] of cases) assert.equal(markdownToHtml(markdown), `<p>${html}</p>\n`);
  });

  test('keeps the formats of a policy', () => {
    const html = markdownToHtml(
      '1. one\n2. two\n\n5) five\n\n- [x] done\n- [ ] open\n\n| a | b |\n|:-:|--:|\n| 1 | **2** |\n\n> quote\n\n---\n\n~~old~~ `a<b`\\\nnext',
    );
    for (const part of [
      '<ol start="5">',
      '<li>☑ done</li>',
      '<li>☐ open</li>',
      '<td><strong>2</strong></td>',
      '<blockquote>\n<p>quote</p>\n</blockquote>',
      '<hr />',
      '<del>old</del> <code>a&lt;b</code><br />next',
    ]) {
      assert.ok(html.includes(part), `${part} in ${html}`);
    }
  });

  test('is quickly refused if it is nested too deeply', () => {
    const began = performance.now();
    for (const markdown of [
      '>'.repeat(200_000),
      `${'- '.repeat(100_000)}x`,
      '> '.repeat(21) + 'x',
      '1. '.repeat(60) + 'x',
    ]) {
      assert.equal(structureFault(markdown), 'too_nested', markdown.slice(0, 20));
    }
    assert.ok(performance.now() - began < 10_000);
    for (const markdown of [
      '> - > - x',
      '- '.repeat(12) + 'x',
      '-'.repeat(300),
      '> a\n'.repeat(1000),
      '- a\n'.repeat(1000),
    ]) {
      assert.equal(structureFault(markdown), null, markdown.slice(0, 20));
    }
  });

  for (const mark of [...variants(ENDLESS), ...MIXED.slice(0, rounds(1, MIXED.length))]) {
    test(`a text of 200,000 characters is judged in limited time: ${mark}`, () => {
      const text = mark.repeat(200_000 / mark.length);
      const began = performance.now();
      const fault = structureFault(text);
      const took = performance.now() - began;
      assert.ok(took < stretched(10_000), `${took} ms, ${String(fault)}`);
      assert.ok(fault === 'too_tangled' || fault === null);
    });
  }

  test('is accepted if it is only long, and full of closed marks', () => {
    const paragraph = 'We keep **your data** as *short* as `possible`, see [the list](/list) and ~~nothing~~ else. ';
    const page = `## Part\n\n${paragraph.repeat(12)}\n\n- one\n- **two**\n\n| a | b |\n|---|---|\n| *1* | 2 |\n\n`;
    const text = page.repeat(Math.floor(199_000 / page.length));
    assert.equal(structureFault(text), null);
    assert.equal(markdownToHtml(text).match(/<strong>your data/g)?.length, text.split('your data').length - 1);
  });
});
