/** States of elements that only scripts bring about, and that style sheets ask for. */
import type { Seen } from './seen.ts';

const RED = { color: 'rgb(9, 9, 9)' };

export const STATES: Readonly<Record<string, Seen>> = {
  'a field that a script calls faulty': {
    page: `<style>i { display: none } :invalid + i { display: inline } input:valid, form:valid { color: red } form:invalid b { color: rgb(9, 9, 9) }</style>
      <form><input id="a" value="v"><i>taken</i><b>in a form</b><x-field>custom</x-field><i>wrong</i><input value="v"><i>good</i></form>
      <script>a.setCustomValidity('taken');
        customElements.define('x-field', class extends HTMLElement {
          static formAssociated = true;
          constructor() { super(); this.attachInternals().setValidity({ customError: true }, 'no'); }
        });</script>`,
    text: 'takenin a formcustomwrong',
    styles: { b: RED, '#a': { color: 'rgb(0, 0, 0)' }, 'input:last-of-type': { color: 'rgb(255, 0, 0)' } },
  },
  'fields of a form that a script has submitted': {
    page: `<style>i { display: none } :user-invalid + i, :user-valid + i { display: inline }</style>
      <form id="f"><input required><i>required</i></form><form id="g" onsubmit="return false"><input value="v"><i>good</i></form><input required><i>untouched</i>
      <script>f.requestSubmit(); g.requestSubmit()</script>`,
    text: 'required good',
  },
  'the target of an address that a script has set, in a linked style sheet': {
    page: `<link rel="stylesheet" href="/target.css"><section id="one"><b>one</b></section><section>two</section><script>location.hash = '#one'</script>`,
    sheets: {
      '/target.css': 'section:not(:target, :has(:hover)) { display: none } :target > b { color: rgb(9, 9, 9) }',
    },
    text: 'one',
    styles: { b: RED },
  },
  'selectors for the default of fields whose state a script has changed': {
    page: `<link rel="stylesheet" href="/default.css"><input type="checkbox" id="on"><i>on</i><input type="checkbox" id="off" checked><i>off</i>
      <select><option id="first" selected>1</option><option id="second">2</option></select><input id="text" value="old"><b>text</b>
      <script>on.checked = true; off.checked = false; second.selected = true; document.querySelector('#text').value = 'new'</script>`,
    sheets: {
      '/default.css': `[checked] + i { color: rgb(9, 9, 9) } :default + i { font-style: normal } [type=checkbox]:checked + i { opacity: 0.5 }
        option[selected] { color: rgb(9, 9, 9) } input[value="old"] + b { color: rgb(9, 9, 9) } input[value="new"] + b { opacity: 0.5 }`,
    },
    styles: {
      '#on + i': { color: 'rgb(0, 0, 0)', 'font-style': 'italic', opacity: '0.5' },
      '#off + i': { ...RED, 'font-style': 'normal', opacity: '1' },
      '#first': RED,
      '#second': { color: 'rgb(0, 0, 0)' },
      b: { ...RED, opacity: '1' },
    },
  },
  'custom elements that are fields': {
    page: `<style>x-f:disabled { opacity: 0.5 } x-f:enabled { color: rgb(9, 9, 9) }</style><fieldset disabled><x-f id="a">a</x-f></fieldset><x-f id="b">b</x-f>
      <script>customElements.define('x-f', class extends HTMLElement { static formAssociated = true })</script>`,
    styles: { '#a': { opacity: '0.5', color: 'rgb(0, 0, 0)' }, '#b': { ...RED, opacity: '1' } },
  },
  'animations of a style sheet whose effect a script has changed': {
    page: `<style>@keyframes in { from { opacity: 0 } } p { animation: in 100s linear paused both }</style><p id="a">a</p><p id="b">b</p><script>
      a.getAnimations()[0].effect.setKeyframes({ color: ['rgb(9, 9, 9)', 'rgb(9, 9, 9)'] });
      b.getAnimations()[0].effect.updateTiming({ delay: -50_000 })</script>`,
    styles: { '#a': { ...RED, opacity: '1' }, '#b': { opacity: '0.5' } },
  },
  'a menu of which a script has selected nothing': {
    page: `<style>select:has(option:not([hidden]):checked) + i, select:disabled + i { display: none }</style>
      <select id="none"><option>a</option></select><i>nothing</i><select id="one"><option selected>b</option></select><i>unknown</i><select><option>c</option></select><i>first</i>
      <script>none.selectedIndex = -1; one.value = 'other'</script>`,
    text: 'a nothing b unknown c',
  },
  'animations of a style sheet that a script has ended, cancelled or reversed': {
    page: `<style>@keyframes in { from { opacity: 0 } to { opacity: 1 } } p { animation: in 100s linear } #back { animation: in 0.01s linear both }</style>
      <p id="ended">ended</p><p id="gone">gone</p><p id="back">back</p><script>ended.getAnimations()[0].finish(); gone.getAnimations()[0].cancel();
        setTimeout(() => back.getAnimations()[0].reverse(), 50)</script>`,
    styles: { '#ended': { opacity: '1' }, '#gone': { opacity: '1' }, '#back': { opacity: '0' } },
  },
  'elements that a script has set as labels and descriptions': {
    page: `<i id="label">label</i><i>described</i><input><script>const field = document.querySelector('input');
      field.ariaLabelledByElements = [label];
      field.ariaDescribedByElements = [document.querySelectorAll('i')[1], label];</script>`,
    html: /<i id="(referred-\d+)">described<\/i><input aria-labelledby="label" aria-describedby="\1 label">/,
  },
  'a popover that is positioned by the button that has opened it': {
    page: `<style>#b { width: 77px; box-sizing: border-box } #p { position-area: bottom; width: anchor-size(width); box-sizing: border-box; padding: 0 }</style>
      <button id="b" popovertarget="p">open</button><div popover id="p">p</div><script>b.click()</script>`,
    styles: { '#p': { width: '77px' } },
  },
  'references to ids that several shadow trees have': {
    page: `<x-a id="g"></x-a><x-a id="h"></x-a><x-a id="s"></x-a><script>for (const host of [g, h, s]) host.attachShadow({ mode: 'open' }).innerHTML =
      (host === s ? '<style>#f { color: red }</style>' : '') + '<svg><linearGradient id="p"/><rect fill="url(#p)"/></svg><label for="f f2">l</label><input id="f">'</script>`,
    html: /id="p" [^>]*><\/linearGradient><rect fill="url\(#p\)" .*for="f f2" .*id="f" .*id="(p-[^"]+)" [^>]*><\/linearGradient><rect fill="url\(#\1\)".*for="(f-\S+) f2".*id="\2".*for="f f2" .*id="f" /s,
  },
  'limits of @scope that ask for states': {
    page: `<style>@scope (:popover-open) to (dialog:modal) { b { color: rgb(9, 9, 9) } }</style><div popover id="p"><b id="in">in</b><dialog id="d"><b id="out">out</b></dialog></div>
      <script>p.showPopover(); d.showModal()</script>`,
    styles: { '#in': RED, '#out': { color: 'rgb(0, 0, 0)' } },
  },
  'radio buttons of the same name in several shadow trees': {
    page: `<style>:checked { margin: 9px }</style><input type="radio" name="a" id="own" checked><x-a id="g"></x-a><x-a id="h"></x-a><script>
      for (const host of [g, h]) host.attachShadow({ mode: 'open' }).innerHTML =
        '<style>:checked { margin: 9px }</style><input type="radio" name="a" checked><input type="radio" name="a">';</script>`,
    styles: {
      '#own': { 'margin-top': '9px' },
      '#g input:first-of-type': { 'margin-top': '9px' },
      '#h input:first-of-type': { 'margin-top': '9px' },
    },
  },
  'an animation of SVG that a script has begun': {
    page: `<svg><text id="begun" opacity="0">begun<set attributeName="opacity" to="1" begin="indefinite" fill="freeze"/></text>
      <text id="waits" opacity="0">waits<set attributeName="opacity" to="1" begin="indefinite" fill="freeze"/></text></svg>
      <script>document.querySelector('set').beginElement()</script>`,
    styles: { '#begun': { opacity: '1' }, '#waits': { opacity: '0' } },
  },
  'animations that a script has started, and that do not end': {
    page: `<style>p { opacity: 0 } #pseudo { opacity: 1 } #pseudo::before { content: "before"; color: red }</style>
      <p id="endless">endless</p><p id="scrolled">scrolled</p><p id="later">later</p><p id="pseudo"></p><div id="host"></div><div style="height: 3000px"></div>
      <script>const still = { opacity: [0.5, 0.5] };
        endless.animate(still, { duration: 1000, iterations: Infinity });
        scrolled.animate(still, { timeline: new ViewTimeline({ subject: scrolled }), fill: 'both' });
        later.animate(still, { delay: 60_000, duration: 10, fill: 'backwards' });
        const end = { duration: 10, fill: 'forwards', pseudoElement: '::before' };
        pseudo.animate({ color: ['red', 'rgb(9, 9, 9)'], quotes: ['"a;" "b"', '"a;" "b"'] }, end);</script>`,
    styles: {
      '#endless': { opacity: '0.5' },
      '#scrolled': { opacity: '0.5' },
      '#later': { opacity: '0.5' },
      '#pseudo::before': { ...RED, quotes: '"a;" "b"' },
    },
  },
};
