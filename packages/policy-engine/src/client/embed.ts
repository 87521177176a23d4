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
  #isOnce = false;
  #end: (() => void) | undefined;

  static readonly observedAttributes: readonly string[] = ['data-src', 'data-consent'];

  /** A client-side app uses the place for another film: what was shown once is not this one. */
  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    // Vue sets every attribute again when it takes over what a server rendered.
    if (!this.#end || before === after) return;
    if (before !== null) {
      this.#isOnce = false;
      this.#shown = null;
      this.replaceChildren();
    }
    this.#draw();
  }

  connectedCallback(): void {
    this.#link ??= this.querySelector('a');
    this.#end = this.#consent.onChange(() => this.#draw());
    this.addEventListener('click', this.#listener);
    this.#draw();
  }

  disconnectedCallback(): void {
    this.#end?.();
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
      this.#isOnce = true;
      this.#draw();
    } else {
      await this.#consent.decide(Object.fromEntries(rulesOf(this).map((rule) => [rule, true])));
    }
    this.#shown?.focus();
  }

  #draw(): void {
    const rules = rulesOf(this);
    if (!rules.length) return;
    for (const name of SIZES) this.style.setProperty(`--_${name}`, String(Number(this.getAttribute(name)) || ''));
    if (this.#isOnce || rules.every(this.#consent.hasConsent)) this.#showFrame();
    else this.#showPlaceholder();
  }

  #showFrame(): void {
    // A server that knew of the consent has written the frame.
    this.#shown ??= this.querySelector('iframe');
    if (this.#shown) return;
    const frame = document.createElement('iframe');
    for (const { name, value } of this.attributes) if (!OWN.test(name)) frame.setAttribute(name, value);
    frame.src = this.dataset['src'] ?? '';
    this.#shown = frame;
    this.replaceChildren(frame);
  }

  #showPlaceholder(): void {
    const { state } = this.#consent;
    if (!state || this.querySelector('.pe-embed')) return;
    const words = document.querySelector<HTMLTemplateElement>('template[data-embed-words]');
    this.#shown = null;
    if (!words) {
      // A page without the banner has no words: a frame goes all the same.
      if (this.querySelector('iframe')) this.replaceChildren(this.#link ?? '');
      return;
    }
    const source = new URL(this.dataset['src'] ?? '', location.href);
    const labels = state.rules.filter(({ name }) => rulesOf(this).includes(name)).map(({ label }) => label);
    const content = document.importNode(words.content, true);
    const title = this.getAttribute('title') ?? '';
    fill(content, { title, host: source.host, rule: labels.join(', ') });
    for (const link of content.querySelectorAll('a')) link.href = this.#link?.href ?? source.href;
    this.replaceChildren(content);
  }
}
