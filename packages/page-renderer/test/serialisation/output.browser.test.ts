import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { RenderResult } from 'page-renderer';
import { useBench } from '../support/rendering.ts';

const bench = useBench();

/** The opening tag of the element with an id. */
function tagOf(html: string, id: string): string {
  return new RegExp(`<[a-z][^>]*\\bid="${id}"[^>]*>`).exec(html)?.[0] ?? '';
}

/** The content of the element with an id. */
function contentOf(html: string, id: string): string {
  const name = /^<([a-z]+)/.exec(tagOf(html, id))?.[1];
  return new RegExp(`<${name}[^>]*\\bid="${id}"[^>]*>(.*?)</${name}>`, 's').exec(html)?.[1] ?? '';
}

describe('scripts and what surrounds them', () => {
  let html: string;
  let result: RenderResult;
  before(async () => {
    result = await bench.renderer.render(`${bench.site.url}/pages/scripts.html`);
    html = result.html;
  });

  test('the doctype and the comments around the root element are kept', () => {
    assert.ok(
      html.startsWith(
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n<!-- before the root -->\n<html lang="en">',
      ),
    );
    assert.ok(html.endsWith('</html>\n<!-- after the root -->'));
  });
  test('no script that would run is left, whatever its type and wherever it is', () => {
    assert.doesNotMatch(html, /var classic|var typed|export \{|importmap|speculationrules/);
    assert.doesNotMatch(html, /inner\(\)|inTemplate|svgScript/);
  });
  test('nothing that only loads scripts is left, other preloads are', () => {
    assert.doesNotMatch(html, /import\.html|preload\.js|mp\.js|prefetch\.js/);
    assert.match(html, /kept-style\.css/);
  });
  test('data stays: JSON-LD, JSON and templates in scripts', () => {
    assert.equal(contentOf(html, 'ld'), '{"@type":"Thing"}');
    assert.equal(contentOf(html, 'template'), '&lt;b>');
  });
  test('data that a script has set does not end its element, and is the same once parsed', () => {
    const data = JSON.parse(contentOf(html, 'data')) as unknown;
    assert.deepEqual(data, { html: '</script><img id=escaped src=x>', open: '<!--<script>' });
  });
  test('text of comments and raw elements does not become elements', () => {
    assert.doesNotMatch(html, /comment-escape|<img id=xmp-escape/);
    assert.match(html, /<pre>&lt;\/xmp&gt;&lt;img id=xmp-escape src=x&gt;<\/pre>/);
  });
  test('inline handlers and javascript: addresses are gone, their elements are not', () => {
    assert.doesNotMatch(html, /\son\w+=|javascript:|java\s*script:/i);
    assert.equal(tagOf(html, 'js'), '<a id="js" href="about:invalid">');
    assert.equal(tagOf(html, 'plain'), '<a id="plain" href="plain">');
    assert.equal(tagOf(html, 'form'), '<form id="form">');
  });
  test('a document in srcdoc is cleaned as well', () => {
    const srcdoc = tagOf(html, 'srcdoc').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
    assert.match(srcdoc, /srcdoc="<html><head><\/head><body><p>inner<\/p><\/body><\/html>">$/);
  });
  test('the content of templates is kept', () => {
    assert.match(contentOf(html, 'tpl'), /<p class="in-template">kept<\/p>/);
  });
  test('noscript is gone: nobody is asked to enable JavaScript', () => {
    assert.doesNotMatch(html, /noscript|enable JavaScript/);
  });
  test('another encoding is corrected to UTF-8', () => {
    assert.match(html, /<meta http-equiv="Content-Type" content="text\/html; charset=utf-8">/);
  });
  test('the metas are read: all headers, the first of the others', () => {
    assert.deepEqual(result.metas, {
      statusCode: '200',
      headers: ['X-One: 1', 'Cache-Tag: a, b'],
      prerenderStatusCode: '404',
      prerenderHeaders: ['Location: /x'],
      tags: 'one two',
      refresh: { url: `${bench.site.url}/next?a=b`, delay: 300 },
      titleLength: 'Scripts & data'.length,
      textLength: result.metas?.textLength,
      robots: [],
      canonical: null,
      hasShadow: false,
      isAmp: false,
    });
    assert.match(html, /http-equiv="refresh"/);
  });
});

describe('the base of relative addresses', { concurrency: 4 }, () => {
  const cases: Array<[name: string, path: string, head: string, base: string, rest?: string]> = [
    ['of a path without a trailing slash', '/a/b', '', '/a/b'],
    ['of a path with a trailing slash', '/a/b/', '', '/a/b/'],
    ['of a path with a query', '/a/q?x=1&y=2', '', '/a/q?x=1&amp;y=2'],
    ['of a relative base', '/a/r', '<base href="sub/">', '/a/sub/'],
    ['of an absolute base', '/a/abs', '<base href="/deep/er/x">', '/deep/er/x'],
    ['of several bases: the first counts', '/a/s', '<base href="one/"><base href="two/">', '/a/one/'],
    ['of a base that is no address', '/a/bad', '<base href="javascript:1">', '/a/bad'],
    ['after pushState', '/a/push', '<script>history.pushState(0, "", "/elsewhere/now")</script>', '/elsewhere/now'],
    ['with a charset before it', '/a/c', '<meta charset="windows-1252">', '/a/c'],
  ];
  for (const [name, path, head, base] of cases) {
    test(`${name} is ${base}`, async () => {
      bench.pages.set(path.split('?', 1)[0] ?? '', `<!DOCTYPE html><title>t</title>${head}<a href="x">x</a>`);
      const html = await bench.html(path);
      assert.deepEqual(
        [...html.matchAll(/<base[^>]*>/g)].map(([tag]) => tag),
        [`<base href="${bench.site.url}${base}">`],
      );
      assert.match(html, /^<!DOCTYPE html>\n<html><head>(?:<meta charset="utf-8">)?<base/);
    });
  }
  test('keeps the target that a base gives to links', async () => {
    bench.pages.set('/target', '<base target="_top"><base target="_blank"><a href="x">x</a>');
    assert.match(await bench.html('/target'), new RegExp(`<base href="${bench.site.url}/target" target="_top">`));
  });
  test('lets links within the page be links within the page', async () => {
    const body = '<a id="top" href="#top">a</a><map><area id="area" href="#top"></map><a id="else" href="x#top">b</a>';
    bench.pages.set('/plain', body);
    assert.equal(tagOf(await bench.html('/plain'), 'top'), '<a id="top" href="#top">');
    bench.pages.set('/pushed', `${body}<script>history.pushState(0, "", "/other/page")</script>`);
    const pushed = await bench.html('/pushed');
    assert.equal(tagOf(pushed, 'top'), `<a id="top" href="${bench.site.url}/pushed#top">`);
    assert.equal(tagOf(pushed, 'area'), `<area id="area" href="${bench.site.url}/pushed#top">`);
    assert.equal(tagOf(pushed, 'else'), '<a id="else" href="x#top">');
    bench.pages.set('/own-base', `<base href="/">${body}`);
    assert.equal(tagOf(await bench.html('/own-base'), 'top'), '<a id="top" href="#top">');
  });
});

describe('style that is not in the text of a sheet', () => {
  let html: string;
  before(async () => {
    html = await bench.html('/pages/cssom.html');
  });

  for (const [id, expected] of [
    ['empty', /^\.inserted \{ color: green; \}$/],
    ['filled', /^\.before \{ color: blue; \}\n\.filled \{ color: red; \}$/],
    ['deleted', /^\.deleted-2 \{ color: red; \}$/],
    ['mutated', /^\.mutated \{ color: rebeccapurple; \}$/],
    ['kept', /^\/\* a comment that stays \*\/ \.kept \{ color: red \}$/],
    ['imports', /^@import url\("none\.css"\); \.imports \{ color: red \}$/],
  ] as const) {
    test(`is written where it differs from the text: ${id}`, () => assert.match(contentOf(html, id), expected));
  }
  test('switched-off and changed media say so', () => {
    assert.equal(tagOf(html, 'off'), '<style id="off" media="not all">');
    assert.equal(tagOf(html, 'media'), '<style id="media" media="print">');
  });
  test('every kind of rule is written', () => {
    const css = contentOf(html, 'rules').replaceAll(/\s+/g, ' ');
    assert.match(css, /@layer one \{ \.l \{ color: red; \} \}/);
    assert.match(css, /@property --p \{/);
    assert.match(css, /@container \(min-width: 1px\) \{ \.c \{ color: red; \} \}/);
    assert.match(css, /@font-face \{ font-family: F; src: url\("f\.woff2"\); \}/);
    assert.match(css, /\.n \{ color: red; & \.m \{ color: blue; \} @media \(min-width: 1px\) \{ color: green; \} \}/);
    assert.match(css, /@keyframes k \{/);
  });
  test('adopted sheets come last, in their order, those that are off do not', () => {
    assert.match(
      html,
      /<style>\.adopted::before \{ content: "<\\\/style>"; \}<\/style><style media="screen">\.adopted-last \{ color: red; \}<\/style><\/head>/,
    );
    assert.doesNotMatch(html, /adopted-off/);
  });
  test('</style> in a string ends nothing', () => {
    assert.equal(contentOf(html, 'breakout'), '.b::after { content: "<\\/style><i id=escaped>" }');
  });
});

describe('the state of forms', () => {
  let html: string;
  before(async () => {
    html = await bench.html('/pages/forms.html');
  });

  for (const [id, expected] of [
    ['text', '<input id="text" value="after &quot;quoted&quot; &lt;b&gt;">'],
    ['typed', '<input id="typed" value="typed">'],
    ['check', '<input id="check" type="checkbox" checked="">'],
    ['uncheck', '<input id="uncheck" type="checkbox">'],
    ['radio1', '<input id="radio1" type="radio" name="r">'],
    ['radio2', '<input id="radio2" type="radio" name="r" checked="">'],
    ['opened', '<details id="opened" open="">'],
    ['dialog', '<dialog id="dialog" open="">'],
  ] as const) {
    test(`is written: ${id}`, () => assert.equal(tagOf(html, id), expected));
  }
  test('is written: text areas, with the newline they begin with', () => {
    assert.equal(contentOf(html, 'area'), 'new &lt;text&gt;');
    assert.equal(contentOf(html, 'newline'), '\n\nfirst line empty');
    assert.equal(contentOf(html, 'pre'), '\n\nindented');
  });
  test('is written: selections, but not the one that is there anyway', () => {
    assert.equal(contentOf(html, 'one'), '<option>a</option><option selected="">b</option>');
    assert.equal(contentOf(html, 'initial'), '<option>x</option><option>y</option>');
    assert.equal(
      contentOf(html, 'many'),
      '<option>m</option><option selected="">n</option><option selected="">o</option>',
    );
  });
  test('contains no secrets: passwords, cards, codes, not even those in the HTML', () => {
    assert.doesNotMatch(html.replaceAll(/<script.*?<\/script>/gs, ''), /hunter|shown-secret|4111|5555|123456|card-/);
  });
});

test('the page itself is not changed: nothing runs, and nothing is fetched', async () => {
  const before = bench.site.requests.length;
  const html = await bench.html('/pages/alive.html');
  assert.match(html, /<div id="log">constructed 1 connected<\/div>/);
  assert.deepEqual(bench.site.requests.slice(before).toSorted(), [
    '/constructed-1',
    '/pages/alive.html',
    '/pages/seen.png',
  ]);
});
