/**
 * Keeps gated elements as they should be: what is active follows from the decision and the present attributes of each element, both
 * ways and again and again. A failure stays with its element.
 */
import { GATED, GIVEN, OF, REQUESTING, rulesOf } from './gated.ts';
import type * as Scripts from './scripts.ts';
import { loadRare, loadScripts } from '../page/parts.ts';
import { doc } from '../page/doc.ts';
import { trusted } from './trusted.ts';

/** Elements that go on with what they have loaded until they are inserted again, or do not load before. */
const KEEPING = 'iframe,object,embed,link';
/** A link that people follow requests nothing. */
const FOLLOWED = 'a,area';

/** A value as the attribute accepts it under Trusted Types. */
function valueFor(name: string, value: string): string {
  if (name === 'srcdoc') return trusted().createHTML(value);
  return name === 'data' ? trusted().createScriptURL(value) : value;
}

/** Changes an element; what it has loaded goes, or what it will. */
function renew(element: Element, change: (element: Element) => void): void {
  if (!element.matches(KEEPING)) return change(element);
  const { parentNode, nextSibling } = element;
  element.remove();
  change(element);
  parentNode?.insertBefore(element, nextSibling);
}

/** A film or a sound tries its sources once. */
const loadMedia = (element: Element): void => element.closest<HTMLMediaElement>('video,audio')?.load();

function grant(element: Element): void {
  for (const name of REQUESTING) {
    const value = element.getAttribute(`data-${name}`);
    if (value === null || element.getAttribute(name) === value) continue;
    element.setAttribute(name, valueFor(name, value));
    if (element.localName === 'source') loadMedia(element);
  }
}

/** Takes back what an element has loaded, and what a script of the page has made of its inactive attributes. */
function revoke(element: Element): void {
  if (element.matches(FOLLOWED)) return;
  const loading = REQUESTING.filter((name) => element.hasAttribute(name));
  if (!loading.length) return;
  renew(element, () => {
    for (const name of loading) {
      // Drawings read `href` as well.
      const kept = `data-${name.replace('xlink:', '')}`;
      if (!element.hasAttribute(kept)) element.setAttribute(kept, element.getAttribute(name)!);
      element.removeAttribute(name);
    }
  });
  loadMedia(element);
}

/** Applies the decisions to the elements of a page. */
export class Reconciler {
  readonly #has: (gate: string) => boolean;
  readonly #roots = new Set<Document | ShadowRoot>();
  readonly #observer = new MutationObserver((records) => this.#changed(records));
  readonly #content: Scripts.Contents = new WeakMap();
  /** Whether gates are open, as they are written in an attribute: many elements wait for the same ones. */
  #asked = new Map<string, boolean>();
  #scripts: Scripts.ScriptRunner | undefined;
  #loading: Promise<void> | undefined;

  /** @param has whether a gate is open now */
  constructor(has: (gate: string) => boolean) {
    this.#has = has;
  }

  /** See {@link Scripts.ScriptRunner.ran}. */
  get ran(): Scripts.ScriptRunner['ran'] {
    return this.#scripts?.ran ?? [];
  }

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

  /**
   * Writes the content of open templates again after a router has compared the page with one that lacks it.
   *
   * @param next what the router shows next
   */
  restore(next?: ParentNode): void {
    this.look();
    if (next) {
      this.#settleIn(next);
      // Their elements add them again.
      for (const frame of next.querySelectorAll('policy-embed > iframe')) frame.remove();
    }
    for (const root of this.#roots) {
      for (const template of root.querySelectorAll('template[data-consent]')) {
        const content = this.#content.get(template);
        if (content?.every(({ isConnected }) => !isConnected)) this.#content.delete(template);
      }
    }
    this.#settleAll();
  }

  #settleIn(root: ParentNode): void {
    for (const element of (root === document ? doc : root).querySelectorAll(`${GATED},[${OF}]`)) this.#settle(element);
  }

  #isOpen(text: string): boolean {
    let isOpen = this.#asked.get(text);
    if (isOpen === undefined) {
      const gates = text.match(/\S+/g) ?? [];
      this.#asked.set(text, (isOpen = gates.length > 0 && gates.every(this.#has)));
    }
    return isOpen;
  }

  #settleFrom(element: Element): void {
    this.#settle(element);
    if (element.childElementCount) this.#settleIn(element);
  }

  #changed(records: readonly MutationRecord[]): void {
    this.look();
    for (const { type, target, addedNodes, removedNodes } of records) {
      if (type === 'attributes') this.#settle(target as Element);
      for (const node of addedNodes) {
        if (node instanceof Element && node.isConnected) this.#settleFrom(node);
      }
      for (const node of removedNodes) {
        if (!(node instanceof Element) || node.isConnected) continue;
        // The content of a template goes with it.
        for (const one of [node, ...node.querySelectorAll('template')]) this.#close(one);
      }
    }
  }

  #settle(element: Element): void {
    const of = element.getAttribute(OF);
    if (of !== null && !this.#isOpen(of)) return element.remove();
    if (!element.matches(GATED)) return;
    const isOpen = this.#isOpen(element.getAttribute('data-consent')!);
    try {
      const wasOpen = element.hasAttribute(GIVEN);
      element.toggleAttribute(GIVEN, isOpen);
      if (element instanceof HTMLScriptElement) {
        if (isOpen) this.#run(element, rulesOf(element));
      } else if (element instanceof HTMLTemplateElement) {
        if (!isOpen) this.#close(element);
        else if (!this.#content.has(element)) this.#open(element);
      } else if (isOpen) {
        // When somebody goes back to a page, a frame of its HTML loads from the history what it showed, without a `src`.
        if (wasOpen) grant(element);
        else renew(element, grant);
      } else revoke(element);
    } catch (error) {
      void loadRare().then(({ tellFault }) => tellFault(element, 'exception', error));
    }
  }

  /** Whether the code is there that scripts and templates need; when it is, everything is looked at again. */
  #isReady(): boolean {
    void (this.#loading ??= loadScripts().then(({ ScriptRunner }) => {
      this.#scripts = new ScriptRunner(this.#has, trusted);
      this.#settleAll();
      return;
    }));
    return !!this.#scripts;
  }

  /** In a task of its own: what is told to the tags of the page comes before. */
  #run(script: HTMLScriptElement, gates: readonly string[]): void {
    if (this.#isReady()) queueMicrotask(() => this.#scripts!.want(script, gates));
  }

  #open(template: HTMLTemplateElement): void {
    if (!this.#isReady()) return;
    const scripts = this.#scripts!.openTemplate(template, this.#content);
    // Now, and not when the page reports them: its scripts come before those behind it.
    for (const node of this.#content.get(template)!) if (node instanceof Element) this.#settleFrom(node);
    for (const script of scripts) this.#run(script, rulesOf(template));
  }

  #close(template: Element): void {
    for (const node of this.#content.get(template) ?? []) node.remove();
    this.#content.delete(template);
  }
}
