/** The difference of two rendered texts. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Parser } from 'htmlparser2';
import { markdownToHtml } from '../../dist/modules/terms/markdown/markdown.js';
import { renderedDifference } from '../../dist/modules/terms/comparison/rendered-difference.js';
import { createLanguages } from '../../dist/platform/i18n/language.js';
import { texts } from '../../dist/modules/terms/texts/texts.generated.js';
import { stretched } from '../../../../testing/load.ts';
import { hostileTexts } from './hostile-texts.ts';

const english = createLanguages({}, 'en', [texts])(['en']);
const difference = (before: string, after: string): string =>
  renderedDifference(markdownToHtml(before), markdownToHtml(after), english);
/** Without text for screen readers, and on one line. */
const seen = (html: string): string => html.replaceAll(/<span class="pe-hidden".*?<\/span>/g, '').replaceAll('\n', '');

/** The words left without what was added, or removed; without heads of tables, which may be repeated. */
function side(html: string, dropped: 'ins' | 'del'): string[] {
  let [skipping, words] = [0, ''];
  const isSkipped = (tag: string, attributes: Record<string, string>) =>
    tag === dropped || tag === 'summary' || tag === 'thead' || attributes['class'] === 'pe-hidden';
  const open: boolean[] = [];
  const parser = new Parser({
    onopentag(tag, attributes) {
      const skips = isSkipped(tag, attributes);
      open.push(skips);
      if (skips) skipping += 1;
      if (!['strong', 'em', 'a', 'code', 's', 'ins', 'del', 'span'].includes(tag)) words += ' ';
    },
    ontext(text) {
      if (skipping === 0) words += text;
    },
    onclosetag() {
      if (open.pop() === true) skipping -= 1;
    },
  });
  parser.end(html);
  return words.split(/\s+/).filter((word) => word !== '');
}

const PARTS = [
  '# Cookies',
  '## What we *store*',
  'We set **one** cookie.',
  'We set **two** small cookies.',
  '- apples\n- pears\n- plums',
  '- apples\n- plums\n  - yellow\n  - blue',
  '3. three\n4. four',
  '> We promise.\n>\n> - nothing',
  '| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |',
  '| A | B |\n|---|---|\n| 1 | 5 |\n| 6 | 7 |\n| 3 | 4 |',
  '```\ncode <b>\n  more\n```',
  '---',
  'See [the page](https://example.org/?a=1&b=2), ~~or not~~.',
];

suite('the rendered difference of two texts', () => {
  test('marks words within a block, with their formats', () => {
    assert.equal(
      seen(
        difference(
          '# Cookies\n\nOn this site we set **one** cookie.',
          '# Cookies\n\nOn this site we set **two** small cookies.',
        ),
      ),
      '<h2>Cookies</h2><p class="pe-line-changed">On this site we set <del><strong>one</strong> cookie</del>' +
        '<ins><strong>two</strong> small cookies</ins>.</p>',
    );
  });

  test('ignores line breaks of the source', () => {
    assert.doesNotMatch(difference('one two\nthree', 'one\ntwo three\n\nfour'), /<del/);
  });

  test('keeps lists and tables whole, with items and rows added and removed within them', () => {
    assert.equal(
      seen(difference('- a\n- b\n- c', '- a\n- c\n- d')),
      '<ul><li>a</li><li><div class="pe-line-removed"><del>b</del></div></li><li>c</li>' +
        '<li><div class="pe-line-added"><ins>d</ins></div></li></ul>',
    );
    const table = (rows: string) => `| A | B |\n|---|---|\n${rows}`;
    assert.equal(
      seen(difference(table('| 1 | 2 |\n| 3 | 4 |'), table('| 1 | 2 |\n| 3 | 5 |\n| 3 | 4 |'))),
      '<table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr>' +
        '<tr><td><ins>3</ins></td><td><ins>5</ins></td></tr><tr><td>3</td><td>4</td></tr></tbody></table>',
    );
  });

  test('an item of a list is the same with and without a blank line before the next one', () => {
    const html = seen(difference('- one\n- two', '- one\n- two\n\n- three'));
    assert.equal(html.match(/<(ins|del)>.*?<\/\1>/g)?.join(''), '<ins>three</ins>');
  });

  test('pairs a paragraph with its earlier version, also after a new one', () => {
    assert.equal(
      seen(difference('We keep data for two years.', 'This is entirely new.\n\nWe keep data for ten years.')),
      '<p class="pe-line-added"><ins>This is entirely new.</ins></p>' +
        '<p class="pe-line-changed">We keep data for <del>two</del><ins>ten</ins> years.</p>',
    );
  });

  test('folds text far from any change, continues the numbering, and repeats the head of a table', () => {
    const list = (last: string) => ['a', 'b', 'c', 'd', 'e', last].map((item) => `1. ${item}`).join('\n');
    const folded = seen(difference(list('f'), list('g')));
    assert.match(folded, /^<details class="pe-unchanged"><summary lang="en">Unchanged paragraphs: 4<\/summary><ol>/);
    assert.match(folded, /<\/ol><\/details><ol><li value="5">e<\/li><li value="6"><div class="pe-line-removed">/);
    const table = (last: string) => `| A |\n|---|\n| 1 |\n| 2 |\n| 3 |\n| ${last} |`;
    const tables = seen(difference(table('4'), table('5')));
    assert.equal(tables.match(/<thead><tr><th>A<\/th><\/tr><\/thead>/g)?.length, 2);
  });

  test('labels additions and removals, in the language of the page', () => {
    const turkish = createLanguages({}, 'en', [texts])(['tr']);
    const html = renderedDifference('<p>one two</p>', '<p>one three</p>', turkish);
    assert.match(html, /<del><span class="pe-hidden" lang="tr">\[çıkarıldı\] <\/span>two<span/);
    assert.match(html, /<ins><span class="pe-hidden" lang="tr">\[eklendi\] <\/span>three<span/);
  });

  test('contains both texts, and every element is closed where it should be', () => {
    let state = 7;
    const roll = (sides: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * sides);
    };
    const write = () => markdownToHtml(Array.from({ length: roll(7) }, () => PARTS[roll(PARTS.length)]).join('\n\n'));
    for (let round = 0; round < 60; round += 1) {
      const [before, after] = [write(), write()];
      const html = renderedDifference(before, after, english);
      // Struck-out text in the source was not removed.
      const own = (text: string) => text.replaceAll(/(?<=<\/?)del>/g, 's>');
      assert.deepEqual(side(html, 'ins'), side(own(before), 'ins'), `${before}\n=>\n${after}\n=>\n${html}`);
      assert.deepEqual(side(html, 'del'), side(own(after), 'del'), `${before}\n=>\n${after}\n=>\n${html}`);
      assert.equal(wellFormed(html), true, html);
    }
  });

  test('contains no markup that the renderer would escape', () => {
    for (const [attack, markdown] of hostileTexts) {
      for (const html of [difference('A text.', markdown), difference(markdown, `${markdown}\n\nmore`)]) {
        const tags = new Set(Array.from(html.matchAll(/<(\w+)([^>]*)>/g), ([, tag, rest]) => `${tag}${rest}`));
        for (const tag of tags) assert.match(tag, ALLOWED, `${attack}: ${tag}`);
      }
    }
  });

  test('the rendered difference of the longest and most different texts takes a bounded time', () => {
    const words = Array.from({ length: 100_000 }, (_, index) => `w${index % 5000}`);
    const paragraphs = (step: number) =>
      Array.from({ length: 400 }, (_, index) => `<p>${'one two three four five '.repeat(20)}${index * step}</p>`).join(
        '',
      );
    for (const [before, after] of [
      [`<p>${words.join(' ')}</p>`, `<p>${words.toReversed().join(' ')}</p>`],
      ['<p>a</p>'.repeat(5000), '<p>b</p>'.repeat(5000)],
      [paragraphs(1), paragraphs(3)],
    ] as const) {
      const began = performance.now();
      assert.ok(renderedDifference(before, after, english).length > 0);
      assert.ok(performance.now() - began < stretched(3000), `${performance.now() - began} ms`);
    }
  });
});

const ALLOWED =
  /^(?:(?:h[2-6]|p|pre|div)(?: class="pe-line-(?:added|removed|changed)")?|ins|del|s|br|hr|strong|em|ul|ol|li(?: value="\d+")?|blockquote|code|table|thead|tbody|tr|th|td|summary lang="en"|details class="pe-unchanged"|span class="pe-hidden" lang="en"|a href="(?:https?:\/\/|mailto:|tel:|\/)[^"]*"(?: rel="noopener noreferrer")?|img src="\/[^"]*" alt="[^"]*")$/;

/** Whether every element is closed by its own closing tag. */
function wellFormed(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (['br', 'hr', 'img'].includes(tag)) continue;
    if (slash === '') open.push(tag);
    else if (open.pop() !== tag) return false;
  }
  return open.length === 0;
}
