/** The content of templates whose gates are open. Loaded, as scripts are, when the first one may be opened. */
import { doc } from '../page/doc.ts';
import { GIVEN, OF, rulesOf } from './gated.ts';

const OF_HEAD = /^(link|meta|(no)?script|style)$/;

/** Takes out what can run until its turn; data blocks and tags that wait for another rule stay. */
export function hold(content: ParentNode): HTMLScriptElement[] {
  const scripts = [...content.querySelectorAll('script')].filter(
    ({ type, dataset }) => dataset['consent'] === undefined && /^$|^module$|script/i.test(type),
  );
  for (const script of scripts) {
    if (script.type) script.dataset['type'] = script.type;
    script.type = 'text/plain';
  }
  return scripts;
}

/** Gives a copy the shadow trees that the parser made of its HTML: they are not copied with their elements. */
function copyShadows(from: ParentNode, to: ParentNode): void {
  const copies = [...to.querySelectorAll('*')];
  // Not by `entries()`, which old libraries replace.
  for (const { shadowRoot } of from.querySelectorAll('*')) {
    const copy = copies.shift()!;
    if (!shadowRoot || copy.shadowRoot) continue;
    const { delegatesFocus, slotAssignment } = shadowRoot;
    const root = copy.attachShadow({ mode: 'open', delegatesFocus, slotAssignment });
    for (const node of shadowRoot.childNodes) root.append(doc.importNode(node, true));
    copyShadows(shadowRoot, root);
  }
}

/** Whether a node is what was made of a template: a router that compares the page with another may have made it a part of that. */
const isStill = (node: ChildNode): boolean =>
  !(node instanceof Element) || node instanceof HTMLTemplateElement || node.hasAttribute(OF);

/** Templates that are open. */
export class Templates {
  /** By template what was made of it; by each element of that nothing: another element with {@link OF} is a copy. */
  readonly #contents = new WeakMap<Element, readonly ChildNode[]>();
  readonly #settle: (element: Element) => void;

  /** @param settle looks at an element and at what is in it */
  constructor(settle: (element: Element) => void) {
    this.#settle = settle;
  }

  /**
   * Writes the content of a template behind it, if it is not there, and takes away the copy of an earlier content: a page may copy the
   * template with it.
   *
   * @returns its scripts, which do not run by themselves
   */
  open(template: HTMLTemplateElement): HTMLScriptElement[] {
    const rules = rulesOf(template).join(' ');
    const isOther = (node: ChildNode) => node instanceof Element && (node.getAttribute(OF) ?? rules) !== rules;
    if (this.#contents.get(template)?.some(isOther)) this.close(template);
    if (this.#contents.has(template)) return [];
    const content = doc.importNode(template.content, true);
    copyShadows(template.content, content);
    const scripts = hold(content);
    // A parser would have ended the head at the first visible element: nothing is rendered there.
    const isShown = [...content.children].some((child) => !OF_HEAD.test(child.localName));
    // Behind the content: what scripts put in its place goes with it.
    content.append(doc.createComment(OF));
    const nodes = [...content.childNodes];
    this.#contents.set(template, nodes);
    // A router that compares the page with the server's HTML takes this away, and the content.
    template.removeAttribute = (name) => {
      if (name === GIVEN) queueMicrotask(() => this.#restore(template));
      else Element.prototype.removeAttribute.call(template, name);
    };
    for (const child of content.children) {
      if (child instanceof HTMLTemplateElement) continue;
      child.setAttribute(OF, rules);
      this.#contents.set(child, []);
    }
    const copyBehind = () => {
      const next = template.nextElementSibling;
      return next?.hasAttribute(OF) && !this.#contents.has(next) ? next : null;
    };
    for (let copy = copyBehind(); copy; copy = copyBehind()) copy.remove();
    if (isShown && template.closest('head')) doc.body.prepend(content);
    else template.after(content);
    // Now, and not when the page reports them: its scripts come before those behind it.
    for (const node of nodes) if (node instanceof Element) this.#settle(node);
    return scripts;
  }

  /** Takes the content of a template away. */
  close(template: Element): void {
    const content = this.#contents.get(template) ?? [];
    const end = content.at(-1);
    const behind: ChildNode[] = [];
    for (let node = template.nextSibling; node; node = node.nextSibling) behind.push(node);
    const isWhole = end && behind.includes(end) && content.every(isStill);
    for (const node of isWhole ? behind.slice(0, behind.indexOf(end) + 1) : content.filter(isStill)) node.remove();
    this.#contents.delete(template);
  }

  /** A template was taken away, perhaps to another place: its content goes with it. @param element contains it, or is it */
  removed(element: Element): void {
    for (const one of [element, ...element.querySelectorAll('template')]) {
      const [first] = this.#contents.get(one) ?? [];
      if (!one.isConnected || (first && first.previousSibling !== one && !one.closest('head'))) this.close(one);
    }
  }

  /** Writes the content of a template again if it is gone. */
  #restore(template: Element): void {
    const content = this.#contents.get(template) ?? [];
    // Spaces between elements may be there still.
    const elements = content.filter((node) => node instanceof Element);
    const isGone = (node: ChildNode) => !node.isConnected || !isStill(node);
    if ((elements[0] ? elements : content).every(isGone)) this.close(template);
    this.#settle(template);
  }
}
