/** Selectors count elements: also those that are removed, and those that are added. */
import type { Seen } from './seen.ts';

const [ONE, TWO] = [{ color: 'rgb(1, 1, 1)' }, { 'font-weight': '700' }];
const NONE = { color: 'rgb(0, 0, 0)', 'font-weight': '400' };
const adopt = (css: string, root = 'document') =>
  `const sheet = new CSSStyleSheet(); sheet.replaceSync('${css}'); ${root}.adoptedStyleSheets = [sheet];`;
const COUNTING =
  'p:last-child { color: rgb(1, 1, 1) } p:only-child { font-weight: 700 } p:nth-last-child(2) { font-weight: 700 }';

export const COUNTED: Readonly<Record<string, Seen>> = {
  'a canvas on whose place selectors for others depend stays, with its picture as the background': {
    page: `<style>canvas + p { color: rgb(1, 1, 1) } div:has(> canvas) { color: rgb(2, 2, 2) } b:nth-child(2) { color: rgb(3, 3, 3) }</style>
      <canvas width="9" height="9" id="c"></canvas><p>p</p><div><canvas width="9" height="9" id="d"></canvas></div><section><canvas width="9" height="9" id="e">Fallback</canvas><b>b</b></section><i><canvas width="9" height="9" id="f"></canvas></i>
      <script>for (const one of [c, d, e, f]) one.getContext('2d').fillRect(0, 0, 5, 5)</script>`,
    html: /<canvas[^>]*id="c"[^>]*background-image: url\([^]*<canvas[^>]*id="d"[^]*<img[^>]*id="f"/,
    styles: {
      p: { color: 'rgb(1, 1, 1)' },
      div: { color: 'rgb(2, 2, 2)' },
      b: { color: 'rgb(3, 3, 3)' },
    },
  },
  'a canvas that is written as a picture counts as before': {
    page: `<style>canvas { counter-increment: figure } img { counter-increment: figure 7 } i::before { content: counter(figure) }</style>
      <canvas width="9" height="9" id="c"></canvas><i></i><script>c.getContext('2d').fillRect(0, 0, 5, 5)</script>`,
    html: /<img [^>]*counter-increment: figure 1/,
  },
  // https://github.com/chrismccord/render_sync/issues/38, https://github.com/BorisMoore/jsviews/issues/269
  'scripts are counted where they were': {
    page: `<style>.stack > * + p { color: rgb(1, 1, 1) } .stack > :first-child { font-weight: 700 } h2 + p { color: red }
      div:empty { display: none } .nested { & > :nth-child(2) { font-weight: 700 } }</style>
      <div class="stack"><script>0</script><p id="a">a</p></div><div id="not-empty"><noscript>no</noscript></div>
      <div class="nested"><script id="s" class="c">0</script><p id="b">b</p></div><h2>h</h2><script>0</script><p id="c">c</p>`,
    text: 'a b h c',
    styles: {
      '#a': { ...ONE, 'font-weight': '400' },
      '#b': TWO,
      '#c': NONE,
      '#not-empty': { display: 'block' },
      '#s': { display: 'none' },
    },
  },
  'scripts are counted in values': {
    page: '<style>p { margin: calc(3px * sibling-index()) }</style><body><script>0</script><p>p</p>',
    styles: { p: { 'margin-top': '6px' } },
  },
  'style sheets of a script are not counted': {
    page: `<p id="a">a</p><p id="b">b</p><script>${adopt('body > :nth-last-child(2) { color: rgb(1, 1, 1) }')} document.currentScript.remove()</script>`,
    styles: { '#a': ONE, '#b': NONE },
  },
  'style sheets of a script are not counted in a declared shadow tree': {
    page: `<div id="g"></div><div id="h"></div><script>for (const host of [g, h]) {
        const root = host.attachShadow({ mode: 'open' });
        root.innerHTML = '<style>p:nth-last-child(1 of .second) { margin: 3px }</style><p>a</p>' + (host === h ? '<p class="second">b</p>' : '');
        ${adopt(COUNTING, 'root')}
      }</script>`,
    shadow: 'declarative',
    styles: {
      '#g p': { ...ONE, 'font-weight': '400' },
      '#h p:first-of-type': TWO,
      '#h .second': { ...ONE, 'margin-top': '3px' },
    },
  },
  'nodes in slots are counted among those of their host': {
    page: `<x-a id="h"><p id="a">a</p><p slot="s" id="b">b</p></x-a><x-a><p id="c" slot="s">c</p></x-a><script>
      for (const host of document.querySelectorAll('x-a')) host.attachShadow({ mode: 'open' }).innerHTML =
        '<style>::slotted(:first-child) { color: rgb(1, 1, 1) } slot[name]::slotted(:last-child) { font-weight: 700 } :host { &:has(> :first-child:not([slot])) h2 { margin: 3px } }</style>' +
        '<slot></slot><h2>h</h2><slot name="s"></slot>';</script>`,
    styles: {
      '#a': { ...ONE, 'font-weight': '400' },
      '#b': { color: 'rgb(0, 0, 0)', 'font-weight': '700' },
      '#c': { ...ONE, ...TWO },
      '#h h2': { 'margin-top': '3px' },
    },
  },
};
