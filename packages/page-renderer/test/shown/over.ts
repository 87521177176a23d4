/** Popovers, dialogs and the focus: a browser without scripts opens and focuses nothing. */
import type { Seen } from './seen.ts';

const RED = { color: 'rgb(9, 9, 9)' };

export const OVER: Readonly<Record<string, Seen>> = {
  'a popover is positioned by the source with which a script has opened it': {
    page: `<style>button { width: 77px; box-sizing: border-box } div { position-area: bottom; width: anchor-size(width); box-sizing: border-box; padding: 0 }</style>
      <button>open</button><div popover>p</div><script>document.querySelector('div').showPopover({ source: document.querySelector('button') })</script>`,
    styles: { div: { width: '77px' } },
  },
  'a popover without an area is not positioned by its button': {
    page: `<style>#p { inset: auto; top: anchor(bottom); left: anchor(left); margin: 0 }</style>
      <button id="b" popovertarget="p" style="margin: 40px">open</button><div popover id="p">p</div><script>b.click()</script>`,
    styles: { '#p': { top: '0px', left: '0px' } },
  },
  'popovers and dialogs are out of the flow, whatever position a style sheet gives them': {
    page: `<style>body { margin: 0 } dialog { position: static; margin: 0 } #p { position: sticky; inset: 20px auto auto 30px; margin: 0; z-index: 1 }</style>
      <p id="b">before</p><dialog id="d">modal</dialog><div popover id="p">popover</div><script>d.showModal(); p.showPopover()</script>`,
    styles: {
      '#d': { position: 'absolute', top: '0px', left: '0px', 'box-shadow': 'rgba(0, 0, 0, 0.1) 0px 0px 0px 2560px' },
      '#p': { position: 'absolute', top: '20px', 'z-index': '2147483647' },
    },
  },
  'a popover in a box that would position it is where it was': {
    page: `<style>body { margin: 0 } div { position: relative; left: 50px } #p { position: absolute; inset: 200px auto auto 70px; margin: 0 }</style>
      <div><i popover id="p">popover</i></div><script>p.showPopover()</script>`,
    styles: { '#p': { top: '200px', left: '20px' } },
  },
  'of several popovers the last one that was opened is above the others': {
    page: `<style>div { inset: 0 auto auto 0; margin: 0; width: 90px; height: 90px } #c { left: 300px }</style>
      <div popover="manual" id="a">a</div><div popover="manual" id="b">b</div><div popover="manual" id="c">c</div><script>b.showPopover(); a.showPopover(); c.showPopover()</script>`,
    styles: { '#a': { 'z-index': '2147483647' }, '#b': { 'z-index': '2147483646' }, '#c': { 'z-index': '2147483647' } },
  },
  'what the focus shows': {
    page: `<link rel="stylesheet" href="/focus.css"><form><input id="i"><ul><li>suggestion</li></ul></form><x-s></x-s><script>i.focus();</script>`,
    sheets: {
      '/focus.css':
        'input + ul { display: none } input:focus + ul { display: block } form:focus-within { color: rgb(9, 9, 9) }',
    },
    text: 'suggestion',
    styles: { form: RED },
  },
  'what the focus shows in a shadow tree': {
    page: `<x-s></x-s><script>customElements.define('x-s', class extends HTMLElement { connectedCallback() {
      const root = this.attachShadow({ mode: 'open' });
      root.innerHTML = '<style>p { display: none } :host(:focus-within) p { display: block }</style><input><p>results</p>';
      root.querySelector('input').focus(); } })</script>`,
    text: 'results',
  },
  'a focus that shows nothing else is not marked': {
    page: `<style>html:focus-within { scroll-behavior: smooth } input:focus { outline: 1px solid }</style><input id="i"><script>i.focus()</script>`,
    html: /<html><head><base [^>]*><style>html:focus-within \{ scroll-behavior: smooth \} [^<]*<\/style><\/head><body><input id="i">/,
  },
};
