/** The element `<policy-embed>` without its behaviour, which is in {@link EmbedPlace} and can be loaded on demand. */
import { policyConsent } from '../policy-consent.ts';
import type { EmbedPlace } from './embed-place.ts';
import { PageElement } from '../page/page-element.ts';

/** Dimensions that the style sheet reads from the attributes; browsers that cannot do so get them from here. */
const SIZES = ['width', 'height'];

/** Passes its part of a page to an {@link EmbedPlace}. Until that is loaded, the host's content stays. */
export abstract class EmbedElement extends PageElement {
  #place: EmbedPlace | undefined;

  static readonly observedAttributes: readonly string[] = ['data-src', 'data-consent', ...SIZES];

  /** Calls back when the code is loaded: at once, or later. */
  protected abstract withCode(use: (Place: typeof EmbedPlace) => void): void;

  connectedCallback(): void {
    this.withCode((Place) => {
      if (this.isConnected) (this.#place ??= new Place(this, policyConsent)).connect();
    });
  }

  disconnectedCallback(): void {
    this.#place?.disconnect();
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    this.#place?.change(name, before, after);
    // A framework adds the attribute after hydration: until then the HTML must not differ.
    if (!this.dataset['consent']) return;
    for (const size of SIZES) this.style.setProperty(`--_${size}`, (Number(this.getAttribute(size)) || '') as string);
  }
}
