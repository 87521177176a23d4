/**
 * Keeps gated elements as they should be: what is active follows from the decision and the present attributes of each element, both
 * ways and again and again. A failure stays with its element.
 */
import { GATED, GIVEN, REQUESTING, rulesOf, tellFault } from './gated.ts';
import type { ScriptRunner } from './scripts.ts';
import { loadScripts } from '../page/parts.ts';
import { trusted } from './trusted.ts';

const OF_HEAD = /^(link|meta|(no)?script|style)$/;
/** Elements that go on with what they have loaded until they are inserted again. */
const KEEPING = 'iframe,object,embed';
/** A link that people follow requests nothing. */
const FOLLOWED = 'a,area';

/** A value as the attribute accepts it under Trusted Types. */
function valueFor(name: string, value: string): string {
  if (name === 'srcdoc') return trusted().createHTML(value);
  return name === 'data' ? trusted().createScriptURL(value) : value;
}

/** Lets what has loaded go, or what will. */
function insertAgain(element: Element): void {
  if (!element.matches(KEEPING)) return;
  const { parentNode, nextSibling } = element;
  element.remove();
  parentNode?.insertBefore(element, nextSibling);
}

function grant(element: Element): void {
  for (const name of REQUESTING) {
    const value = element.getAttribute(`data-${name}`);
    if (value !== null && element.getAttribute(name) !== value) element.setAttribute(name, valueFor(name, value));
  }
}

/** Takes back what an element has loaded, and what a script of the page has made of its inactive attributes. */
function revoke(element: Element): void {
  if (element.matches(FOLLOWED)) return;
  const loading = REQUESTING.filter((name) => element.hasAttribute(name));
  if (!loading.length) return;
  for (const name of loading) {
    const kept = `data-${name}`;
    if (!element.hasAttribute(kept)) element.setAttribute(kept, element.getAttribute(name)!);
    element.removeAttribute(name);
  }
  insertAgain(element);
  element.closest<HTMLMediaElement>('video,audio')?.load();
}

/** Takes out what can run until its turn; data blocks and tags that wait for another rule stay. */
function hold(content: DocumentFragment): HTMLScriptElement[] {
  const scripts = [...content.querySelectorAll('script')].filter(
    ({ type, dataset }) => dataset['consent'] === undefined && /^$|^module$|script/i.test(type),
  );
  for (const script of scripts) {
    if (script.type) script.dataset['type'] = script.type;
    script.type = 'text/plain';
  }
  return scripts;
}

/** Applies the decisions to the elements of a page. */
export class Reconciler {
  readonly #has: (gate: string) => boolean;
  readonly #roots = new Set<Document | ShadowRoot>();
  readonly #observer = new MutationObserver((records) => this.#changed(records));
  /** What was made of a template. */
  readonly #content = new WeakMap<Element, readonly ChildNode[]>();
  #scripts: ScriptRunner | undefined;
  #loading: Promise<ScriptRunner> | undefined;

  /** @param has whether a gate is open now */
  constructor(has: (gate: string) => boolean) {
    this.#has = has;
  }

  /** See {@link ScriptRunner.ran}. */
  get ran(): ScriptRunner['ran'] {
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

  /** Applies the decisions as they are now. */
  look(): void {
    for (const root of this.#roots) this.#settleIn(root);
  }

  /**
   * Writes the content of open templates again after a router has compared the page with one that lacks it.
   *
   * @param next what the router shows next
   */
  restore(next?: ParentNode): void {
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
    this.look();
  }

  #settleIn(root: ParentNode): void {
    for (const element of root.querySelectorAll(GATED)) this.#settle(element);
  }

  #settleFrom(element: Element): void {
    this.#settle(element);
    this.#settleIn(element);
  }

  #changed(records: readonly MutationRecord[]): void {
    for (const { type, target, addedNodes, removedNodes } of records) {
      if (type === 'attributes') this.#settle(target as Element);
      for (const node of addedNodes) {
        if (node instanceof Element && node.isConnected) this.#settleFrom(node);
      }
      // The content of a template goes with it.
      for (const node of removedNodes) if (node instanceof Element && !node.isConnected) this.#empty(node);
    }
  }

  #empty(removed: Element): void {
    for (const one of [removed, ...removed.querySelectorAll('template')]) this.#close(one);
  }

  #settle(element: Element): void {
    if (!element.matches(GATED)) return;
    const gates = rulesOf(element);
    const isOpen = gates.length > 0 && gates.every(this.#has);
    try {
      const wasOpen = element.hasAttribute(GIVEN);
      element.toggleAttribute(GIVEN, isOpen);
      if (element instanceof HTMLScriptElement) {
        if (isOpen) this.#run(element, gates);
      } else if (element instanceof HTMLTemplateElement) {
        if (!isOpen) this.#close(element);
        else if (!this.#content.has(element)) this.#open(element);
      } else if (isOpen) {
        // When somebody goes back to a page, a frame of its HTML loads from the history what it showed, without a `src`.
        if (!wasOpen) insertAgain(element);
        grant(element);
      } else revoke(element);
    } catch (error) {
      tellFault(element, 'exception', error);
    }
  }

  #run(script: HTMLScriptElement, gates: readonly string[]): void {
    this.#loading ??= loadScripts().then(
      ({ ScriptRunner: Runner }) => (this.#scripts = new Runner(this.#has, trusted)),
    );
    void this.#loading.then((scripts) => scripts.want(script, gates));
  }

  #open(template: HTMLTemplateElement): void {
    const content = document.importNode(template.content, true);
    const scripts = hold(content);
    // A parser would have ended the head at the first visible element: nothing is rendered there.
    const isShown = [...content.children].some((child) => !OF_HEAD.test(child.localName));
    const nodes = [...content.childNodes];
    this.#content.set(template, nodes);
    if (isShown && template.closest('head')) document.body.prepend(content);
    else template.after(content);
    // Now, and not when the page reports them: its scripts come before those behind it.
    for (const node of nodes) if (node instanceof Element) this.#settleFrom(node);
    for (const script of scripts) this.#run(script, rulesOf(template));
  }

  #close(template: Element): void {
    for (const node of this.#content.get(template) ?? []) node.remove();
    this.#content.delete(template);
  }
}
