/**
 * Elements named like a property hide that property of their document or form. No function of ours reads a hidden one: the pages
 * hide all that there are.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { useBench } from '../support/rendering.ts';

const bench = useBench();

/** `hide(parent, name of an element, type)` adds an element for each property of objects of a type. */
const HIDE = `const make = Document.prototype.createElement.bind(document);
  const append = Node.prototype.appendChild;
  const hide = (parent, tag, type) => {
    for (let at = type.prototype; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
      for (const name of Object.getOwnPropertyNames(at)) {
        const element = make(tag);
        element.setAttribute('name', name);
        append.call(parent, element);
      }
    }
  };`;

/** Shows a last part of the form when it is scrolled to, and says so. */
const FORM = `<form id="form" style="height: 500px; overflow: auto" action="javascript:0"><i style="display: block; height: 4000px"></i><b id="end">end</b></form>`;
const FORM_SCRIPT = `const [form, end] = [window.form, window.end];
  const seen = new IntersectionObserver((entries) => {
    if (entries.some((entry) => entry.isIntersecting)) end.textContent = 'end was seen';
  });
  seen.observe(end);
  hide(form, 'input', HTMLFormElement);
  append.call(form, end);`;

const inFrame = (script: string) =>
  `<!doctype html><body>${FORM}<script>${HIDE}${script}</script>`.replaceAll('"', '&quot;');

/** What a page has, its script, and what must be in its HTML. */
const PAGES: Readonly<Record<string, readonly [body: string, script: string, expected: RegExp]>> = {
  'of the document': ['<p>text</p>', `hide(document.body, 'img', HTMLDocument);`, /<p>text<\/p>/],
  'of a form that is scrolled': [FORM, FORM_SCRIPT, /<form id="form"[^>]*>.*end was seen/s],
  'of a form in a frame': [`<iframe srcdoc="${inFrame(FORM_SCRIPT)}"></iframe>`, '', /<form id="form"/],
  'of a form in a document that is an attribute': [
    `<template><iframe srcdoc="<form href='x:' xlink:href='javascript:0' action='javascript:0' id='form'><input name='setAttribute'><input name='removeAttribute'><input name='matches'></form>"></iframe></template>`,
    '',
    /srcdoc="[^"]*&lt;form (?!action)/,
  ],
};

describe('names of elements do not hide properties from the renderer', () => {
  for (const [index, [name, [body, script, expected]]] of Object.entries(PAGES).entries()) {
    test(name, async () => {
      bench.pages.set(
        `/names-${index}`,
        `<!doctype html><title>t</title><body>${body}<script>${HIDE}${script}</script>`,
      );
      for (const options of [
        { shadow: 'flat', frames: 'inline' },
        { shadow: 'declarative', frames: 'inline' },
      ] as const) {
        const { html, verdict } = await bench.renderer.render(`${bench.site.url}/names-${index}`, options);
        assert.equal(verdict, 'complete');
        assert.match(html, expected);
      }
    });
  }
});
