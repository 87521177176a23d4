/** How a page is printed: what the browser is told, and what is refused. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readPrint } from '../../dist/grammar/dialects/print.js';
import { printParameters } from '../../dist/render/job/print.js';
import type { PdfOptions } from 'page-renderer';

const read = (query: string, isPdf = true) => readPrint(new URLSearchParams(query), isPdf);

test('without parameters nothing is said', () => {
  assert.equal(read(''), undefined);
  assert.equal(read('', false), undefined);
  assert.deepEqual(printParameters({}), { printBackground: true, preferCSSPageSize: true, pageRanges: '1-201' });
});

describe('the browser is told', () => {
  for (const [query, expected] of [
    ['pageSize=a5', { preferCSSPageSize: false, paperWidth: 148 / 25.4, paperHeight: 210 / 25.4 }],
    ['pageSize=5in+720pt', { preferCSSPageSize: false, paperWidth: 5, paperHeight: 10 }],
    ['landscape=true', { preferCSSPageSize: false, landscape: true }],
    ['margin=1in', { marginTop: 1, marginRight: 1, marginBottom: 1, marginLeft: 1 }],
    ['margin=0+96px+2in', { marginTop: 0, marginRight: 1, marginBottom: 2, marginLeft: 1 }],
    ['background=false', { printBackground: false }],
    ['scale=0.5', { scale: 0.5 }],
    ['pageRanges=1-3,+5,8-', { pageRanges: '1-3,5-5,8-208' }],
    ['tagged=false', { generateTaggedPDF: false }],
    ['outline=true', { generateTaggedPDF: true, generateDocumentOutline: true }],
  ] as const) {
    test(query, () => {
      const told = printParameters(read(query) ?? assert.fail());
      assert.deepEqual({ ...told, ...expected }, told);
    });
  }
});

describe('refused with what to write instead', () => {
  for (const [query, message] of [
    ['pageSize=A9', /^pageSize: expected A3, .* got "A9"/],
    ['pageSize=1mm+1mm', /^pageSize: expected sides from 0\.5in to 200in/],
    ['pageSize=constructor', /^pageSize: expected A3/],
    ['margin=1', /^margin: expected one to four lengths/],
    ['margin=-1cm', /^margin: expected one to four lengths/],
    ['margin=1cm+1cm+1cm+1cm+1cm', /^margin: expected one to four lengths/],
    ['pageSize=A5&margin=4in', /^margin: it leaves no room on the paper/],
    ['pageSize=5in+10in&landscape&margin=2.5in+0', /^margin: it leaves no room on the paper/],
    ['scale=3', /^scale: expected a number from 0\.1 to 2/],
    ['scale=big', /^scale: expected a number from 0\.1 to 2, got "big"/],
    ['pageRanges=0', /^pageRanges: expected pages such as/],
    ['pageRanges=3-1', /^pageRanges: expected pages such as/],
    ['pageRanges=1-200,300', /^pageRanges: expected pages such as .* at most 200 in all/],
    ['outline=true&tagged=false', /^outline: bookmarks are made of tags/],
    ['landscape=yes', /^landscape: expected no value, "true" or "false"/],
    ['headerText={author}', /^headerText: expected only \{page\}, .* in braces/],
    ['footerText=a|b|c|d', /^footerText: expected at most three parts/],
    [`footerText=${'a'.repeat(301)}`, /^footerText: expected at most 300 characters/],
  ] as const) {
    test(query.slice(0, 60), () => assert.throws(() => read(query), { code: 'invalid-parameter', message }));
  }
  test('anything but a PDF', () => {
    assert.throws(() => read('landscape', false), { message: /^landscape: only for renderType=pdf/ });
  });
});

test('a header is text: no markup of a client reaches the browser', () => {
  for (const name of ['headerText', 'footerText'] as const) {
    const text = `<img src=x onerror=alert(1)> & "'{title}'</div><script>`;
    const told = printParameters({ [name]: text } satisfies PdfOptions);
    const [own, other] =
      name === 'headerText' ? [told.headerTemplate, told.footerTemplate] : [told.footerTemplate, told.headerTemplate];
    const tags = [...(own ?? '').matchAll(/<\/?(\w+)/g)].map(([, tag]) => tag ?? '');
    assert.deepEqual([...new Set(tags)].toSorted(), ['div', 'span']);
    assert.match(
      own ?? '',
      /&lt;img src=x onerror=alert\(1\)&gt; &amp; &quot;&#39;<span class="title"><\/span>&#39;&lt;\/div&gt;/,
    );
    // Without one, the browser would print its own.
    assert.equal(other, '<span></span>');
  }
});
