/**
 * `<policy-embed>`: a frame of another site (a video, a map) that is asked for once somebody agrees, or presses "show".
 * What the host writes inside, best a link, is there until then without JavaScript.
 */
import { policyConsent, type PolicyConsent } from './consent.ts';
import { PageElement } from './page-element.ts';
import { rulesOf } from './wake.ts';

/** Attributes that are the element's own; all others are the frame's. */
const OWN = /^(?:data-|id$|class$|style$|mount$)/;

/** Puts values in the place of `{names}` in the texts of a fragment. */
function fill(node: Node, values: Readonly<Record<string, string>>): void {
  if (node.nodeType === Node.TEXT_NODE) {
    node.nodeValue = node.nodeValue!.replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
  }
  for (const child of node.childNodes) fill(child, values);
}

/** Dimensions that the style sheet reads from the attributes, and from here in browsers where it cannot. */
const SIZES = ['width', 'height'];

/**
 * The place of an embedded frame. Attributes: `data-consent`, `data-src`, `title`, `mount`, and those of a frame. Without
 * `data-consent` it stays as it was written: a framework adds the attribute when it has taken over what a server rendered.
 */
export class PolicyEmbedElement extends PageElement {
  #link: HTMLAnchorElement | null = null;
  #shown: HTMLIFrameElement | null = null;
  /** How its gates stood when it was to be shown once. */
  #once = '';
  #isDeciding: boolean | undefined;
  #end: (() => void) | undefined;

  static readonly observedAttributes: readonly string[] = ['data-src', 'data-consent'];

  /** A client-side app uses the place for another film: what was shown once is not this one. */
  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    // Vue sets every attribute again when it takes over what a server rendered.
    if (!this.#end || before === after) return;
    if (before !== null) {
      this.#once = '';
      this.#shown = null;
      this.replaceChildren();
    }
    // When all of them are changed: an address is that of its own rules.
    queueMicrotask(() => this.#draw());
  }

  connectedCallback(): void {
    this.#link ??= this.querySelector('a');
    this.#end = this.#consent.onChange(() => this.#draw());
    this.addEventListener('click', this.#listener);
    this.#draw();
  }

  /** Put in again, a frame would be loaded before anybody asks. */
  disconnectedCallback(): void {
    this.#end?.();
    this.#end = undefined;
    this.querySelector('iframe')?.remove();
    this.#shown = null;
  }

  get #consent(): PolicyConsent {
    const named = this.hasAttribute('mount') ? this : document.querySelector('policy-consent');
    return policyConsent(named?.getAttribute('mount'));
  }

  readonly #listener = (event: MouseEvent): void => void this.#click(event);

  async #click({ target }: MouseEvent): Promise<void> {
    // A click comes from this element or from one within it.
    const button = (target as Element).closest<HTMLElement>('[data-embed]');
    if (button === null) return;
    if (button.dataset['embed'] === 'once') {
      this.#once = this.#standing;
      this.#draw();
    } else if (!this.#isDeciding) {
      this.#isDeciding = true;
      const { locale = '' } = this.#consent.state ?? {};
      // Neither a refusal nor the texts are in front of the person here.
      const shown = { locale, choices: ['once', 'accept'], texts: {} };
      await this.#consent
        // Of other vendors nothing is said here: they stay as they are.
        .decide(Object.fromEntries(rulesOf(this).map((gate) => [gate, true])), shown)
        .catch(() => this.#consent.refresh());
      this.#isDeciding = false;
    }
    this.#shown?.focus();
  }

  get #standing(): string {
    const { state } = this.#consent;
    return rulesOf(this)
      .map((gate) => state?.gates[gate])
      .join();
  }

  /** Where the frame is from; null for what is no address of the web. */
  get #source(): URL | null {
    try {
      const source = new URL(this.dataset['src'] ?? '', location.href);
      return /^https?:/.test(source.protocol) ? source : null;
    } catch {
      return null;
    }
  }

  #draw(): void {
    const rules = rulesOf(this);
    if (!this.#end || !rules.length) return;
    for (const name of SIZES) this.style.setProperty(`--_${name}`, String(Number(this.getAttribute(name)) || ''));
    const isAllowed = rules.every(this.#consent.hasConsent);
    // Once is until the next decision.
    if (isAllowed || this.#once !== this.#standing) this.#once = '';
    const source = this.#source;
    if (!source) return;
    if (isAllowed || this.#once) this.#showFrame(source);
    else this.#showPlaceholder(source);
  }

  #showFrame({ href }: URL): void {
    // A server that knew of the consent has written the frame.
    this.#shown ??= this.querySelector('iframe');
    if (this.#shown) return;
    const frame = document.createElement('iframe');
    for (const { name, value } of this.attributes) if (!OWN.test(name)) frame.setAttribute(name, value);
    frame.src = href;
    this.#shown = frame;
    this.replaceChildren(frame);
  }

  #showPlaceholder(source: URL): void {
    const { state } = this.#consent;
    if (!state || this.querySelector('.pe-embed')) return;
    const words = document.querySelector<HTMLTemplateElement>('template[data-embed-words]');
    this.#shown = null;
    if (!words) {
      // A page without the banner has no words: a frame goes all the same.
      if (this.querySelector('iframe')) this.replaceChildren(this.#link ?? '');
      return;
    }
    const labels = rulesOf(this).map((gate) => {
      const [rule, vendor] = gate.split(':');
      return decodeURIComponent(vendor ?? '') || state.rules.find(({ name }) => name === rule)?.label;
    });
    const content = document.importNode(words.content, true);
    const title = this.getAttribute('title') ?? '';
    fill(content, { title, host: source.host, rule: labels.join(', ') });
    for (const link of content.querySelectorAll('a')) link.href = this.#link?.href ?? source.href;
    this.replaceChildren(content);
  }
}
