/// <reference lib="dom" />

import type { Native, Scope } from './replace.ts';
import { proxyOf, replaceConstructor, replaceMethods } from './replace.ts';

/*
 * What a script changes in the style sheets of links, and the properties and fonts that it adds, is in no document. These functions run
 * in the world of a page or frame, before its scripts; another world asks with events at an element or an object.
 */

/**
 * Marks the link of each style sheet whose rules a script has accessed: it may have changed them. An element with a marked sheet
 * cancels the event of {@link isTouched}. Of style elements only those are marked whose imported sheets are accessed, since all
 * else can be compared with their text.
 */
export function noteSheets(): void {
  const scope = globalThis as unknown as Record<string, { prototype: Scope } | undefined>;
  const sheetClass = scope['CSSStyleSheet'];
  if (!sheetClass) return;
  const { apply, defineProperty, getOwnPropertyDescriptor } = Reflect;
  const getter = (of: string, name: string) =>
    getOwnPropertyDescriptor(scope[of]?.prototype ?? {}, name)?.get as unknown as Native;
  const ownerNode = getter('StyleSheet', 'ownerNode');
  const ownerRule = getter('CSSStyleSheet', 'ownerRule');
  const sheetOfRule = getter('CSSRule', 'parentStyleSheet');
  const localName = getter('Element', 'localName');
  const listen = Reflect.get(EventTarget.prototype, 'addEventListener');
  const cancel = Reflect.get(Event.prototype, 'preventDefault');
  const onAsk = (event: Event) => apply(cancel, event, []);
  let last: unknown;
  const note = (sheet: unknown) => {
    // Scripts add many rules to one sheet.
    if (sheet === last) return;
    last = sheet;
    try {
      let top = sheet;
      let node = apply(ownerNode, top, []);
      while (node === null) {
        const rule = apply(ownerRule, top, []);
        if (!rule) return;
        top = apply(sheetOfRule, rule, []);
        node = apply(ownerNode, top, []);
      }
      if (top !== sheet || apply(localName, node, []) === 'link') {
        apply(listen, node, ['page-renderer-touched', onAsk] as never[]);
      }
    } catch {
      // The page gets the error of the function that it has called.
    }
  };
  const includes = Reflect.get(String.prototype, 'includes');
  const addRules = noteText('rules');
  // The CSSOM does not keep all of a rule with `var()`; see `rulesWithLost`.
  const keep = (text: unknown) => {
    if (typeof text === 'string' && apply(includes, text, ['var('])) addRules(text);
  };
  replaceMethods({ 'CSSStyleSheet.prototype': 'insertRule deleteRule addRule removeRule' }, (native, self, given) => {
    note(self);
    keep(given[0]);
    return apply(native, self, given as never[]);
  });
  const others = { 'CSSStyleSheet.prototype': 'replace replaceSync', 'CSSGroupingRule.prototype': 'insertRule' };
  replaceMethods(others, (native, self, given) => {
    keep(given[0]);
    return apply(native, self, given as never[]);
  });
  for (const name of ['cssRules', 'rules']) {
    const described = getOwnPropertyDescriptor(sheetClass.prototype, name);
    const native = described?.get;
    if (!native) continue;
    const onRead = (_: unknown, self: unknown) => {
      note(self);
      return apply(native, self, []);
    };
    const get = proxyOf(native, { apply: onRead }) as () => unknown;
    defineProperty(sheetClass.prototype, name, { ...described, get });
  }
}

/** Whether the rules of an element's style sheet may have been changed. Runs in another world. */
export function isTouched(element: Element): boolean {
  return !EventTarget.prototype.dispatchEvent.call(element, new Event('page-renderer-touched', { cancelable: true }));
}

/**
 * Records the properties that scripts register, as CSS, the states that they give to custom elements, and whether they end or change
 * animations, for {@link noted}.
 */
export function notePropertiesAndStates(): void {
  // A web worker has neither.
  if (typeof document !== 'object') return;
  const { apply } = Reflect;
  const { String, Boolean } = globalThis;
  const stringify = Reflect.get(JSON, 'stringify');
  const addProperty = noteText('properties');
  const addState = noteText('states');
  const addEnd = noteText('animations');
  let [hasEnded, hasChanged] = [false, false];
  replaceMethods({ 'Animation.prototype': 'cancel finish' }, (native, self, given) => {
    if (!hasEnded) addEnd('ended');
    hasEnded = true;
    return apply(native, self, given as never[]);
  });
  const effects = { 'KeyframeEffect.prototype': 'setKeyframes', 'AnimationEffect.prototype': 'updateTiming' };
  replaceMethods(effects, (native, self, given) => {
    if (!hasChanged) addEnd('changed');
    hasChanged = true;
    return apply(native, self, given as never[]);
  });
  const seen = Object.create(null) as Record<string, true>;
  replaceMethods({ CSS: 'registerProperty' }, (native, self, given) => {
    apply(native, self, given as never[]);
    const { name, syntax = '*', inherits, initialValue } = given[0] as Record<string, string | undefined>;
    const initial = initialValue === undefined ? '' : ` initial-value: ${initialValue};`;
    addProperty(`@property ${name} { syntax: ${stringify(syntax)}; inherits: ${Boolean(inherits)};${initial} }`);
  });
  replaceMethods({ 'CustomStateSet.prototype': 'add' }, (native, self, given) => {
    const result = apply(native, self, given as never[]);
    const name = String(given[0]);
    if (!(name in seen)) addState(name);
    seen[name] = true;
    return result;
  });
}

/** Records the fonts that scripts add to the document, each with its family before its rule. What is loaded from a buffer is not. */
export function noteFonts(): void {
  if (typeof document !== 'object') return;
  const { apply, get } = Reflect;
  const replaceAll = get(String.prototype, 'replaceAll') as unknown as Native;
  const remember = get(WeakMap.prototype, 'set');
  const recall = get(WeakMap.prototype, 'get');
  const sources = new WeakMap<object, unknown>();
  const add = noteText('fonts');
  const others = Object.assign(Object.create(null) as Record<string, string>, {
    style: 'font-style',
    weight: 'font-weight',
    stretch: 'font-stretch',
    unicodeRange: 'unicode-range',
    featureSettings: 'font-feature-settings',
    display: 'font-display',
  });
  replaceConstructor('FontFace', (make, given) => {
    const face = make(given);
    apply(remember, sources, [face, given[1]] as never[]);
    return face;
  });
  replaceMethods({ 'FontFaceSet.prototype': 'add' }, (native, self, given) => {
    const result = apply(native, self, given as never[]);
    try {
      const face = given[0] as FontFace;
      const source: unknown = apply(recall, sources, [face] as never[]);
      if (typeof source !== 'string' || face.status === 'error') return result;
      let css = `@font-face { font-family: ${face.family}; src: ${source};`;
      for (const name in others) css += ` ${others[name]}: ${get(face, name)};`;
      add(apply(replaceAll, `${face.family}\0${css} }`, ['\n', ' '] as never[]) as string);
    } catch {
      // A page may have changed what is read of a font.
    }
    return result;
  });
}

/** Records the elements by which scripts open popovers (`showPopover({ source })`), for {@link openerOf}. */
export function noteOpeners(): void {
  if (typeof document !== 'object') return;
  const { apply, get } = Reflect;
  const Event = globalThis.FocusEvent;
  const listen = get(EventTarget.prototype, 'addEventListener');
  const dispatch = get(EventTarget.prototype, 'dispatchEvent');
  const known = new WeakMap<object, unknown>();
  const [has, remember, recall] = [get(known, 'has'), get(known, 'set'), get(known, 'get')];
  const note = (popover: object, source: unknown) => {
    if (!apply(has, known, [popover])) {
      const onAsk = () => {
        const relatedTarget = apply(recall, known, [popover]) as Element | null;
        apply(dispatch, popover, [new Event('page-renderer-opener-answer', { relatedTarget })]);
      };
      apply(listen, popover, ['page-renderer-opener', onAsk] as never[]);
    }
    apply(remember, known, [popover, source]);
  };
  replaceMethods({ 'HTMLElement.prototype': 'showPopover togglePopover' }, (native, self, given) => {
    const options = given[0];
    const result = apply(native, self, given as never[]);
    try {
      const source: unknown = typeof options === 'object' && options !== null ? get(options, 'source') : undefined;
      if (source instanceof Element) note(self as object, source);
    } catch {
      // A getter of the page.
    }
    return result;
  });
}

/** The element by which a script has opened a popover. Runs in another world. */
export function openerOf(popover: Element): Element | undefined {
  let opener: EventTarget | null = null;
  const onAnswer = (event: Event) => {
    opener = (event as FocusEvent).relatedTarget;
  };
  popover.addEventListener('page-renderer-opener-answer', onAnswer);
  popover.dispatchEvent(new Event('page-renderer-opener'));
  popover.removeEventListener('page-renderer-opener-answer', onAnswer);
  return (opener as EventTarget | null) instanceof Element ? (opener as unknown as Element) : undefined;
}

/** Records lines of text, a few million characters at most. @returns a function that adds a line */
export function noteText(what: string): (line: string) => void {
  const { apply, get } = Reflect;
  const Event = globalThis.CustomEvent;
  const clock = globalThis.performance;
  const listen = get(EventTarget.prototype, 'addEventListener');
  const dispatch = get(clock, 'dispatchEvent');
  let text = '';
  const onAsk = () => {
    const event = new Event(`page-renderer-${what}-answer`, { detail: text });
    apply(dispatch, clock, [event] as never[]);
  };
  return (line) => {
    if (text.length > 2e6) return;
    if (text === '') apply(listen, clock, [`page-renderer-${what}`, onAsk] as never[]);
    text += `${line}\n`;
  };
}

/**
 * What was recorded, as lines of text. Runs in another world.
 *
 * @param what `properties` as CSS, the names of `states`, the `rules` that scripts have added, as they were given, `fonts`, or whether they have
 * `ended` or `changed` `animations`
 */
export function noted(what: 'properties' | 'states' | 'rules' | 'fonts' | 'animations'): string {
  let text = '';
  const onAnswer = (event: Event) => {
    const { detail } = event as CustomEvent<unknown>;
    if (typeof detail === 'string') text = detail;
  };
  performance.addEventListener(`page-renderer-${what}-answer`, onAnswer);
  performance.dispatchEvent(new Event(`page-renderer-${what}`));
  performance.removeEventListener(`page-renderer-${what}-answer`, onAnswer);
  return text;
}
