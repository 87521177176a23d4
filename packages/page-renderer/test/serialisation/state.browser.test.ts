/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** What people see depends on state that is not in the tree: rules, registered properties, states of elements. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../../testing/browser.ts';
import { showWithoutScripts, useBench } from '../support/rendering.ts';
import { each, inTurn } from '../../../../testing/rounds.ts';

const bench = useBench();
let browser: Browser;
const SHEETS: Readonly<Record<string, string>> = {
  '/css/hidden.css':
    '@import "imported.css"; .was-hidden { display: none } p { padding: var(--m); padding-left: 7px } .more { color: red }',
  '/css/imported.css': '.in-import { display: none }',
  '/css/layers.css': '@layer low, high; @import "high.css" layer(high); @layer low { p { color: red } }',
  '/css/high.css': '.layered { color: rgb(1, 1, 1) }',
  '/css/state.css': 'x-one:not(:defined), x-one:not(:state(on)) { display: none }',
  '/css/print.css': 'b { display: none }',
  '/css/states.css': '#open:popover-open { opacity: 0.5 } dialog:is(:modal) { opacity: 0.25 }',
  '/css/read.css': '.read { background: url(picture.png); padding: var(--m); padding-left: 0 }',
};
before(async () => {
  for (const [path, css] of Object.entries(SHEETS)) bench.pages.set(path, css);
  browser = await launchBrowser();
});
after(() => browser.close());

const shown = (path: string, shadow: 'flat' | 'declarative' = 'flat') =>
  showWithoutScripts(browser, bench, path, shadow);

describe('rules that a script has changed in a linked style sheet', { concurrency: 2 }, () => {
  const linked = (script: string) =>
    `<!DOCTYPE html><style>:root { --m: 3px }</style><link id="l" rel="stylesheet" href="/css/hidden.css"><p class="was-hidden">hidden</p>
     <p class="in-import">imported</p><p class="more">more</p><script>addEventListener('load', () => { const { sheet } = l; ${script} })</script>`;
  const cases: Array<[name: string, script: string, text: string]> = [
    ['deleted', 'sheet.deleteRule(1)', 'hidden more'],
    ['inserted', `sheet.insertRule('.more { display: none !important }', 1)`, ''],
    ['added by an old name', `sheet.addRule('.more', 'display: none')`, ''],
    ['changed by their style', `sheet.cssRules[1].style.display = 'block'`, 'hidden more'],
    ['changed by their selector', `sheet.rules[1].selectorText = '.more'`, 'hidden'],
    ['in an imported sheet', 'sheet.cssRules[0].styleSheet.deleteRule(0)', 'imported more'],
  ];
  for (const [name, script, text] of each(cases, 2)) {
    test(name, async () => {
      const path = `/linked/${name.replaceAll(' ', '-')}`;
      bench.pages.set(path, linked(script));
      const result = await shown(path);
      assert.equal(result.text, text);
      assert.doesNotMatch(result.html, /<link/);
      // Of an unchanged rule nothing is lost.
      assert.equal(await result.styleOf('.was-hidden', 'padding'), '3px 3px 3px 7px');
      await result.page.context().close();
    });
  }

  test('are written; a sheet that is only read keeps its link', async () => {
    bench.pages.set(
      '/read',
      `<!DOCTYPE html><link id="l" rel="stylesheet" href="/css/read.css"><p class="read">read</p><script>
        addEventListener('load', () => { document.title = l.sheet.cssRules.length })</script>`,
    );
    const { html } = await shown('/read');
    assert.match(html, /<title>1<\/title>/);
    assert.match(html, /<link id="l" rel="stylesheet" href="\/css\/read.css">/);
  });

  test('of a style element that imports it', async () => {
    bench.pages.set(
      '/imports',
      `<!DOCTYPE html><style id="s" media="screen">@import "/css/imported.css"; b { color: rgb(1, 2, 3) }</style><b class="in-import">imported</b><script>
        addEventListener('load', () => { s.sheet.cssRules[0].styleSheet.cssRules[0].style.display = '' })</script>`,
    );
    const { text, styleOf } = await shown('/imports');
    assert.deepEqual([text, await styleOf('b', 'color')], ['imported', 'rgb(1, 2, 3)']);
  });

  test('within a shadow tree', async () => {
    bench.pages.set(
      '/within',
      `<!DOCTYPE html><div id="host"></div><script>
        const root = host.attachShadow({ mode: 'open' });
        root.innerHTML = '<link rel="stylesheet" href="/css/hidden.css"><b class="was-hidden">within</b>';
        root.firstChild.onload = () => root.firstChild.sheet.deleteRule(1);</script>`,
    );
    for (const shadow of inTurn(['flat', 'declarative'] as const, 1)) {
      const { page, html } = await shown('/within', shadow);
      assert.equal(await page.locator('.was-hidden').innerText(), 'within', html);
      assert.ok(await page.locator('.was-hidden').isVisible());
    }
  });
});

describe('states of elements', { concurrency: 2 }, () => {
  const linkedSheet = '/css/states.css';
  const page = `<!DOCTYPE html><meta http-equiv="Content-Security-Policy" content="style-src 'self' 'nonce-a'"><link rel="stylesheet" href="${linkedSheet}">
    <style nonce="a">x-state { display: none } x-state:state(ready) { display: block } [popover] { color: rgb(1, 1, 1) }</style>
    <x-state id="ready">ready</x-state><x-state id="other">other</x-state><div id="open" popover="manual">popover</div><div popover>closed</div>
    <dialog id="modal">dialog</dialog><details open><summary>s</summary>details</details><div id="host"></div>
    <script>
      customElements.define('x-state', class extends HTMLElement {
        states = this.attachInternals().states;
      });
      document.querySelector('#ready').states.add('ready');
      document.querySelector('#open').showPopover();
      modal.showModal();
      const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = '<style nonce="a">:host { display: none } :host(:hover), x-state { display: none } x-state:not(:state(inner)) + i { display: none } x-state:state(inner) { display: block }</style><x-state>inner</x-state><i>after</i><div popover id="within">within</div>';
      root.querySelector('x-state').states.add('inner');
    </script>`;
  for (const shadow of inTurn(['flat', 'declarative'] as const, 2)) {
    test(`are kept: ${shadow}`, async () => {
      bench.pages.set(
        '/states',
        page
          .replace(':host { display: none } ', '')
          .replace('</script>', `root.querySelector('#within').showPopover();</script>`),
      );
      const { page: opened, styleOf, html } = await shown('/states', shadow);
      const isVisible = (selector: string) => opened.locator(selector).isVisible();
      const seen = ['#ready', '#open', '#modal', 'i', '#within', '#host x-state'];
      for (const one of seen) assert.ok(await isVisible(one), `${one} in ${html}`);
      for (const one of ['#other', '[popover=""]:not(#within)'])
        assert.ok(!(await isVisible(one)), `${one} in ${html}`);
      assert.deepEqual(
        [await styleOf('#open', 'position'), await styleOf('#open', 'color'), await styleOf('#modal', 'position')],
        ['fixed', 'rgb(1, 1, 1)', 'fixed'],
      );
      // The linked sheet asks for an open popover and a modal dialog.
      assert.deepEqual([await styleOf('#open', 'opacity'), await styleOf('#modal', 'opacity')], ['0.5', '0.25']);
    });
  }

  test('registered properties have their initial values', async () => {
    bench.pages.set(
      '/registered',
      `<!DOCTYPE html><p id="p" style="width: var(--size); opacity: var(--none, 0.5)">p</p><script>
        CSS.registerProperty({ name: '--size', syntax: '<length>', inherits: false, initialValue: '34px' });
        try { CSS.registerProperty({ name: '--none', syntax: '<length>', inherits: true }) } catch {}</script>`,
    );
    const { styleOf } = await shown('/registered');
    assert.deepEqual([await styleOf('#p', 'width'), await styleOf('#p', 'opacity')], ['34px', '0.5']);
  });

  test('an animation that fills forwards stays in effect', async () => {
    bench.pages.set(
      '/animated',
      `<!DOCTYPE html><style>#a { opacity: 0 } #b { display: none }</style><p id="a" style="color: rgb(1, 2, 3)">faded in</p><p id="b">shown</p><p id="c">back</p><form id="f"><input name="style"></form><script>
        a.animate([{ opacity: 0 }, { opacity: 1, marginLeft: '5px' }], { duration: 50, fill: 'forwards' });
        b.animate({ display: ['none', 'block'] }, { duration: 50, fill: 'both' });
        c.animate([{ opacity: 0 }, { opacity: 0.5 }], 50);
        f.animate([{ opacity: 0.5 }, { opacity: 0.75 }], { duration: 10, fill: 'forwards' });</script>`,
    );
    const { styleOf } = await shown('/animated');
    assert.deepEqual(
      [await styleOf('#a', 'opacity'), await styleOf('#a', 'margin-left'), await styleOf('#a', 'color')],
      ['1', '5px', 'rgb(1, 2, 3)'],
    );
    assert.deepEqual(
      [await styleOf('#b', 'display'), await styleOf('#c', 'opacity'), await styleOf('#f', 'opacity')],
      ['block', '1', '0.75'],
    );
  });

  test('an animation stays in effect within a shadow tree, and where a script has stopped or ended it', async () => {
    bench.pages.set(
      '/stopped',
      `<!DOCTYPE html><style>@keyframes k { from { opacity: 0 } to { opacity: 1 } } #p { animation: k 10s linear }</style><p id="p">p</p><p id="q" style="animation: k 10s both">q</p><div id="host"></div><script>
        q.getAnimations()[0].finish();
        const [animation] = p.getAnimations();
        animation.pause();
        animation.currentTime = 5000;
        const root = host.attachShadow({ mode: 'open' });
        root.innerHTML = '<style>b { opacity: 0 }</style><b>b</b>';
        root.querySelector('b').animate({ opacity: [0, 1] }, { duration: 10, fill: 'forwards' });</script>`,
    );
    for (const shadow of inTurn(['flat', 'declarative'] as const, 3)) {
      const { styleOf } = await shown('/stopped', shadow);
      for (const [one, opacity] of [
        ['#p', '0.5'],
        ['#q', '1'],
        ['#host b', '1'],
      ] as const) {
        assert.equal(await styleOf(one, 'opacity'), opacity, one);
      }
    }
  });

  test('a checkbox that is indeterminate', async () => {
    bench.pages.set(
      '/indeterminate',
      `<!DOCTYPE html><style>i { display: none } :indeterminate + i { display: inline }</style><input type="checkbox" id="a"><i>some</i>
       <input type="checkbox"><i>none</i><progress></progress><i>progress</i><script>a.indeterminate = true</script>`,
    );
    assert.equal((await shown('/indeterminate')).text, 'some progress');
  });

  test('the chosen option of a customizable select', async () => {
    bench.pages.set(
      '/select',
      `<!DOCTYPE html><style>select, ::picker(select) { appearance: base-select }</style><select id="s"><button><selectedcontent></selectedcontent></button>
        <option>one</option><option><b>two</b></option></select><script>addEventListener('load', () => { s.value = 'two' })</script>`,
    );
    const { page: opened, html } = await shown('/select');
    assert.equal(await opened.locator('#s').inputValue(), 'two', html);
    assert.equal(await opened.locator('selectedcontent').innerText(), 'two', html);
  });
});

test('a shorthand with var() keeps what another declaration does not set, wherever a script has put it', async () => {
  const css = (name: string) => `.${name} { padding: var(--m); padding-left: 0 }`;
  const imported = css('i')
    .replace('0 }', '0 !important; padding-top: 1px }')
    .replace('var(--m)', 'var(--m) !important');
  bench.pages.set(
    '/lost',
    `<!DOCTYPE html><style id="s">:root { --m: 3px }</style><link id="l" rel="stylesheet" href="/css/read.css"><p class="a"><p class="b"><p class="c"><p class="d">
    <p class="e" style="padding: var(--m); padding-left: 0">e<p class="i"><p class="read"><div id="host"></div><script>addEventListener('load', () => {
      s.sheet.insertRule('${css('a')}');
      s.sheet.insertRule('@media screen { ${css('b')} }');
      s.sheet.cssRules[0].insertRule('${css('c')}');
      s.sheet.insertRule('${imported}');
      l.sheet.insertRule('.none { color: red }');
      const adopted = new CSSStyleSheet();
      adopted.replaceSync('${css('d')}');
      document.adoptedStyleSheets = [adopted];
      document.querySelector('.e').style.color = 'red';
      const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = '<b class="d">d</b>';
      root.adoptedStyleSheets = [adopted];
    })</script>`,
  );
  for (const shadow of inTurn(['flat', 'declarative'] as const, 4)) {
    const { styleOf, html } = await shown('/lost', shadow);
    for (const one of ['.a', '.b', '.c', 'p.d', '.e', '#host .d', '.read']) {
      assert.equal(await styleOf(one, 'padding'), '3px 3px 3px 0px', `${one}: ${html}`);
    }
    assert.equal(await styleOf('.i', 'padding'), '3px 3px 3px 0px', html);
    assert.doesNotMatch(html, /: ;/);
  }
});

test('what a script has set part by part is written as the first element that matches has it', async () => {
  bench.pages.set(
    '/parts',
    `<!DOCTYPE html><style id="s">:root { --m: 3px } .a {} @media screen { .b { margin: var(--m); margin-top: 0 } }</style><p class="a">a<p class="c">c<script>
      const [, a, media] = s.sheet.cssRules;
      a.style.padding = 'var(--m)';
      a.style.paddingLeft = '0';
      media.cssRules[0].selectorText = '.c'</script>`,
  );
  const { styleOf, html } = await shown('/parts');
  assert.deepEqual(
    [await styleOf('.a', 'padding'), await styleOf('.c', 'margin')],
    ['3px 3px 3px 0px', '0px 3px 3px'],
    html,
  );
});

describe('style sheets that others import', { concurrency: 2 }, () => {
  test('are loaded, if a script has inserted the import', async () => {
    bench.pages.set(
      '/inserted',
      `<!DOCTYPE html><style id="s">p { color: red }</style><p class="in-import">imported<p>p<script>s.sheet.insertRule('@import "/css/imported.css"')</script>`,
    );
    assert.equal((await shown('/inserted')).text, 'p');
  });

  test('keep the order of their layers when a script has changed a rule', async () => {
    bench.pages.set(
      '/layered',
      `<!DOCTYPE html><link id="l" rel="stylesheet" href="/css/layers.css"><p class="layered">p<script>
        addEventListener('load', () => l.sheet.insertRule('p { margin: 0 }', l.sheet.cssRules.length))</script>`,
    );
    const { styleOf, html } = await shown('/layered');
    assert.equal(await styleOf('.layered', 'color'), 'rgb(1, 1, 1)', html);
  });

  test('have attributes for states of elements', async () => {
    bench.pages.set(
      '/importing',
      `<!DOCTYPE html><style>@import "/css/state.css"; x-one:state(on) { color: rgb(1, 1, 1) }</style><x-one>one</x-one><script>
        customElements.define('x-one', class extends HTMLElement {});
        document.querySelector('x-one').attachInternals().states.add('on')</script>`,
    );
    const { text, styleOf } = await shown('/importing');
    assert.deepEqual([text, await styleOf('x-one', 'color')], ['one', 'rgb(1, 1, 1)']);
  });

  test('do not reach into shadow trees', async () => {
    bench.pages.set(
      '/outside',
      `<!DOCTYPE html><style>@import "/css/imported.css"; @import "/css/print.css" print;</style><p class="in-import">outside<div id="host"></div><script>
        host.attachShadow({ mode: 'open' }).innerHTML = '<b class="in-import">inside</b>'</script>`,
    );
    assert.equal((await shown('/outside')).text, 'inside');
  });
});
