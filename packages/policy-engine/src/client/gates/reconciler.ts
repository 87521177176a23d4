/**
 * Keeps gated elements as they should be: what is active follows from the decision and the present attributes of each element, both
 * ways and again and again. A failure stays with its element.
 */
import { GATED, GIVEN, OF, REQUESTING } from './gated.ts';
import type * as Scripts from './scripts.ts';
import { loadRare, loadScripts } from '../page/parts.ts';
import { doc, plain } from '../page/doc.ts';
import { trusted } from './trusted.ts';

/** Elements that go on with what they have loaded until they are inserted again, or do not load before. */
const KEEPING = ':is(iframe,object,embed,link)[data-consent]';
/** A link that people follow requests nothing, nor does a picture that the page has written in place of the other. */
const FREE = 'a,area,img[src^="data:"]:not([srcset])';

/** A value as the attribute accepts it under Trusted Types. */
function valueFor(element: Element, name: string, value: string): string {
  if (name === 'srcdoc') return trusted().createHTML(value);
  return element.matches('object,embed') ? trusted().createScriptURL(value) : value;
}

/** Changes an element; what it has loaded goes, or what it will. */
function renew(element: Element, change: (element: Element) => void): void {
  if (!element.matches(KEEPING)) return change(element);
  const { parentNode, nextSibling } = element;
  element.remove();
  // On the way back to a page, WebKit loads in a frame what one of the same name has shown, and numbers those without a name.
  if (!element.hasAttribute('name')) element.setAttribute('name', `${Math.random()}`);
  change(element);
  parentNode?.insertBefore(element, nextSibling);
}

/** A film or a sound tries its sources once. */
const loadMedia = (element: Element): void => element.closest<HTMLMediaElement>('video,audio')?.load();

function grant(element: Element): void {
  for (const name of REQUESTING) {
    const value = element.getAttribute(`data-${name}`);
    if (value === null || element.getAttribute(name) === value) continue;
    element.setAttribute(name, valueFor(element, name, value));
    if (element.localName === 'source') loadMedia(element);
  }
}

/** A router that compares the page with the server's HTML takes away what that lacks: a frame would load again. */
function hold(element: Element): void {
  element.removeAttribute = (name) => {
    if (![GIVEN, 'name'].includes(name) && !element.hasAttribute(`data-${name}`))
      Element.prototype.removeAttribute.call(element, name);
  };
}

/** Takes back what an element has loaded, and what a script of the page has made of its inactive attributes. */
function revoke(element: Element): void {
  if (element.matches(FREE)) return;
  const loading = REQUESTING.filter((name) => element.hasAttribute(name));
  if (!loading[0]) return;
  delete (element as Partial<Element>).removeAttribute;
  renew(element, () => {
    for (const name of loading) {
      // Drawings read `href` as well.
      const kept = `data-${name.replace('xlink:', '')}`;
      if (!element.hasAttribute(kept)) element.setAttribute(kept, element.getAttribute(name)!);
      element.removeAttribute(name);
    }
  });
  // A film goes on without subtitles.
  if (element.localName !== 'track') loadMedia(element);
}

/** What decides on gates: one engine, or several that are mounted in the site. */
export interface Decider {
  hasConsent(gate: string): boolean;
  stateOf(gate: string): string;
}

/** Applies the decisions to the elements of a page. */
export class Reconciler {
  readonly #deciders: Decider[] = [];
  readonly #roots = new Set<Document | ShadowRoot>();
  readonly #observer = new MutationObserver((records) => this.#changed(records));
  /** Whether gates are open, as they are written in an attribute: many elements wait for the same ones. */
  #asked = new Map<string, boolean>();
  #scripts: Scripts.ScriptRunner | undefined;
  /** Hears of each change of the page: one observer costs less than two. */
  onChange: ((records: readonly MutationRecord[]) => void) | undefined;
  #isLoading = false;

  /** See {@link Scripts.ScriptRunner.ran}. */
  get ran(): Scripts.ScriptRunner['ran'] {
    return this.#scripts?.ran ?? [];
  }

  /** Adds an engine. */
  add(decider: Decider): void {
    this.#deciders.push(decider);
  }

  /** Whether a gate is open: of several engines one has to say so, and none that it is rejected. */
  readonly #has = (gate: string): boolean => {
    // oxlint-disable-next-line unicorn/prefer-set-has -- of one engine or two
    const answers = this.#deciders.map((one) => one.hasConsent(gate) || one.stateOf(gate));
    return answers.includes(true) && !answers.includes('rejected');
  };

  /** Begins with the page, or with a shadow tree. @returns ends it, and what is active stays so */
  watch(root: Document | ShadowRoot): () => void {
    this.#roots.add(root);
    const watched = ['data-consent', ...REQUESTING.flatMap((name) => [name, `data-${name}`])];
    this.#observer.observe(root, { childList: true, subtree: true, attributeFilter: watched });
    this.#settleIn(root);
    return () => {
      this.#roots.delete(root);
      this.#observer.disconnect();
      for (const other of this.#roots) this.watch(other);
    };
  }

  /** Applies the decisions as they are now, if one has changed. */
  look(): void {
    const before = this.#asked;
    this.#asked = new Map();
    for (const [text, was] of before) if (this.#isOpen(text) !== was) return this.#settleAll();
  }

  #settleAll(): void {
    for (const root of this.#roots) this.#settleIn(root);
  }

  /** Settles what a router shows next, before it does. */
  prepare(next: ParentNode): void {
    this.look();
    this.#settleIn(next);
    // Their elements add them again.
    for (const frame of next.querySelectorAll('policy-embed > iframe')) frame.remove();
  }

  /** What is in a part of the page. Twice, as a page may have hundreds of elements and few that were made of templates. */
  #settleIn(root: ParentNode): void {
    const from = root === document ? doc : root;
    for (const element of from.querySelectorAll(`[${OF}]`)) this.#settle(element);
    for (const element of from.querySelectorAll(GATED)) this.#apply(element);
  }

  readonly #isOpen = (text: string): boolean => {
    // Without a name it waits for one that there is not.
    const isOpen = this.#asked.get(text) ?? (text.match(/\S+/g) ?? ['']).every(this.#has);
    this.#asked.set(text, isOpen);
    return isOpen;
  };

  readonly #settleFrom = (element: Element): void => {
    this.#settle(element);
    if (element.firstElementChild) this.#settleIn(element);
  };

  #changed(records: readonly MutationRecord[]): void {
    this.onChange?.(records);
    this.look();
    for (const { type, target, addedNodes, removedNodes } of records) {
      // The code of a script may come after it.
      if (type === 'attributes' || target.nodeName === 'SCRIPT') this.#settle(plain(target as Element));
      for (const node of addedNodes) {
        const element = plain(node as Element);
        // Of another window, it is an element of that one.
        if (element.nodeType !== 1 || !element.isConnected) continue;
        this.#settleFrom(element);
        // What was registered before its host is in the page; the document has none.
        for (const root of this.#roots) if (element.contains((root as ShadowRoot).host)) this.#settleIn(root);
      }
      for (const node of removedNodes) {
        const element = plain(node as Element);
        if (element.nodeType !== 1) continue;
        this.#scripts?.removed(element);
        // A shadow tree may not be in the page yet.
        if (this.#roots.has(element.getRootNode() as Document)) continue;
        // When it is brought back, it would load before its gates are looked at.
        if (element.matches(KEEPING)) revoke(element);
        for (const one of element.querySelectorAll(KEEPING)) revoke(one);
      }
    }
  }

  #settle(element: Element): void {
    const of = element.getAttribute(OF);
    if (of !== null && !this.#isOpen(of)) element.remove();
    else if (element.matches(GATED)) this.#apply(element);
  }

  #apply(element: Element): void {
    const isOpen = this.#isOpen(element.getAttribute('data-consent')!);
    try {
      const wasOpen = element.hasAttribute(GIVEN);
      element.toggleAttribute(GIVEN, isOpen);
      if (element.matches('script,template')) {
        if (isOpen) this.#load();
        this.#scripts?.settle(element as HTMLScriptElement, isOpen);
      } else if (isOpen) {
        hold(element);
        // When somebody goes back to a page, a frame of its HTML loads from the history what it showed, without a `src`.
        if (wasOpen) grant(element);
        else renew(element, grant);
      } else revoke(element);
    } catch (error) {
      void loadRare().then(({ tellFault }) => tellFault(element, 'exception', error));
    }
  }

  /** Loads the code that scripts and templates need; when it is there, everything is looked at again. */
  #load(): void {
    if (this.#isLoading) return;
    this.#isLoading = true;
    void loadScripts().then(({ ScriptRunner }) => {
      this.#scripts = new ScriptRunner(this.#isOpen, trusted, this.#settleFrom);
      this.#settleAll();
      return;
    });
  }
}

/** The one of this page, even if the app bundles its own copy of this module: two would run each script, each one. */
export const pageReconciler = (): Reconciler =>
  ((globalThis as { [SHARED]?: Reconciler })[SHARED] ??= new Reconciler());

const SHARED = Symbol.for('policy-engine.gates');
