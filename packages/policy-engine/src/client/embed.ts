/**
 * `<policy-embed>`: a frame of another site (a video, a map) that is asked for once somebody agrees, or presses "show".
 * What the host writes inside, best a link, is there until then without JavaScript.
 */
import { CHANGE_EVENT, policyConsent, type PolicyConsent } from './consent.ts';
import { PageElement } from './page-element.ts';
import { rulesOf } from './wake.ts';

/** Attributes that are the element's own; all others are the frame's. */
const OWN = /^(?:data-|id$|class$|style$|mount$)/;

/** Puts values in the place of `{names}` in the texts of a fragment. */
function fill(node: Node, values: Readonly<Record<string, string>>): void {
  if (node.nodeType === Node.TEXT_NODE) {
    node.textContent = (node.textContent ?? '').replaceAll(/\{(\w+)\}/g, (all, name: string) => values[name] ?? all);
  }
  for (const child of node.childNodes) fill(child, values);
}

/** The place of an embedded frame. Attributes: `data-consent`, `data-src`, `title`, `mount`, and those of a frame. */
export class PolicyEmbedElement extends PageElement {
  #link: HTMLAnchorElement | null = null;
  #shown: HTMLIFrameElement | null = null;
  #isOnce = false;
  #end: AbortController | undefined;

  static readonly observedAttributes: readonly string[] = ['data-src', 'data-consent'];

  /** A client-side app uses the place for another film: what was shown once is not this one. */
  attributeChangedCallback(): void {
    if (this.#end === undefined) return;
    this.#isOnce = false;
    this.#shown = null;
    this.replaceChildren();
    this.#draw();
  }

  connectedCallback(): void {
    const [width, height] = ['width', 'height'].map((name) => Number(this.getAttribute(name)));
    // The place is kept, so that nothing moves when the frame comes.
    if (width && height) this.style.aspectRatio = `${width} / ${height}`;
    this.#link ??= this.querySelector('a');
    this.#end = new AbortController();
    const { signal } = this.#end;
    document.addEventListener(CHANGE_EVENT, () => this.#draw(), { signal });
    this.addEventListener('click', (event) => void this.#click(event), { signal });
    this.#draw();
  }

  disconnectedCallback(): void {
    this.#end?.abort();
  }

  get #consent(): PolicyConsent {
    const named = this.hasAttribute('mount') ? this : document.querySelector('policy-consent');
    return policyConsent(named?.getAttribute('mount'));
  }

  async #click({ target }: MouseEvent): Promise<void> {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-embed]') : null;
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
    const isAllowed = rules.length > 0 && rules.every(this.#consent.hasConsent);
    if (isAllowed || this.#isOnce) this.#showFrame();
    else this.#showPlaceholder();
  }

  #showFrame(): void {
    if (this.#shown) return;
    const frame = document.createElement('iframe');
    for (const { name, value } of this.attributes) if (!OWN.test(name)) frame.setAttribute(name, value);
    frame.src = this.dataset['src'] ?? '';
    this.#shown = frame;
    this.replaceChildren(frame);
  }

  #showPlaceholder(): void {
    const words = document.querySelector<HTMLTemplateElement>('template[data-embed-words]');
    const { state } = this.#consent;
    if (words === null || state === null) return;
    if (this.querySelector('.pe-embed')) return;
    this.#shown = null;
    const source = new URL(this.dataset['src'] ?? '', location.href);
    const labels = state.rules.filter(({ name }) => rulesOf(this).includes(name)).map(({ label }) => label);
    const content = document.importNode(words.content, true);
    const title = this.getAttribute('title') ?? '';
    fill(content, { title, host: source.host, rule: labels.join(', ') });
    for (const link of content.querySelectorAll('a')) link.href = this.#link?.href ?? source.href;
    this.replaceChildren(content);
  }
}
