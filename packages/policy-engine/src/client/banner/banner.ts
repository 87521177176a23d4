/** The element `<policy-consent>` without its behaviour, which is in `banner-place.ts` and is loaded when somebody is asked. */
import { doc } from '../page/doc.ts';
import type * as Banner from './banner-place.ts';
import type { PolicyConsent } from '../consent.ts';
import { policyConsent } from '../policy-consent.ts';
import { decisionsInCookies } from '../state/cookies.ts';
import { CHANGE_EVENT, isSpecial, OPENER, within } from '../names.ts';
import { PageElement } from '../page/page-element.ts';
import { loadRare } from '../page/parts.ts';
import { loadBanner } from '../page/parts-banner.ts';
import type { ConsentDocument } from '../state/state.ts';

/** The banner. Attribute `mount`: path of the engine; `reload`: reload the page if a rejected tag still runs. */
export class PolicyConsentElement extends PageElement {
  #consent: PolicyConsent | undefined;
  #place: Promise<Banner.BannerPlace> | undefined;
  #loaded: Banner.BannerPlace | undefined;
  #isWaiting = false;
  #isBlocked = false;
  #end: AbortController | undefined;

  /** What this banner asks about. */
  get consent(): PolicyConsent {
    return (this.#consent ??= policyConsent(this.getAttribute('mount')));
  }

  connectedCallback(): void {
    const { signal } = (this.#end = new AbortController());
    // Nothing in the page has a place for it, and none is made.
    if (!this.firstElementChild && !this.nextElementSibling && this.parentElement === doc.body) {
      this.dataset['added'] = '';
    }
    // On the window, and early, and therefore before a router of the page, which would follow the link.
    addEventListener('click', (event) => this.#click(event), { signal, capture: true });
    if (this.#place) return void this.#place.then((place) => this.isConnected && place.connect());
    const { state, seen } = this.dataset;
    // If nobody is asked, the code comes when it is needed.
    doc.addEventListener(CHANGE_EVENT, () => this.#needsCode && void this.load(), { signal });
    if (state) this.consent.adopt(JSON.parse(state) as ConsentDocument, seen ?? '');
    // It is true now. A router may bring the element back later.
    delete this.dataset['state'];
    // What is the same for everybody says nothing of a visitor who has decided: it is asked whether there is something to
    // show. If that is blocked, the question comes with its state.
    if (!this.consent.state && decisionsInCookies() && doc.querySelector(OPENER))
      void this.consent.refresh().then(() => this.consent.state || void this.load());
    else if (this.#needsCode) void this.load();
  }

  disconnectedCallback(): void {
    this.#end?.abort();
    void this.#place?.then((place) => place.disconnect());
  }

  /** Shows the current consent settings and moves the focus there. */
  open(): void {
    void this.#open();
  }

  /** Closes the consent settings without a decision: a visitor who was not asked before is asked on the next page. */
  close(): void {
    void this.#place?.then((place) => place.close());
  }

  /** Whether there is something to show. */
  get #needsCode(): boolean {
    const { state, mustReload } = this.consent;
    return mustReload || !state || state.ask;
  }

  /** Loads the banner, which is not done where nobody is asked. */
  load(): Promise<Banner.BannerPlace> {
    this.#place ??= loadBanner(() => {
      this.#isBlocked = true;
      this.#leave();
    }).then(({ BannerPlace }) => {
      const place = (this.#loaded = new BannerPlace(this, this.consent, loadRare));
      if (this.isConnected) place.connect();
      return place;
    });
    return this.#place;
  }

  async #open(from?: HTMLElement): Promise<void> {
    this.#isWaiting = true;
    this.#leave();
    const place = await this.load();
    await place.ready;
    await place.open(from);
  }

  /** Opens the settings as a page, for somebody who waits for code that cannot be loaded. Without a network, the browser tells of it. */
  #leave(): void {
    if (this.#isBlocked && this.#isWaiting && !this.#loaded) location.assign(`${this.consent.mount}/consent`);
  }

  #click(event: MouseEvent): void {
    if (this.#loaded) return this.#loaded.click(event);
    const opener = within(event, OPENER);
    const link = within(event, 'a');
    if (!opener || isSpecial(event) || (link && !this.consent.state)) return;
    event.preventDefault();
    if (link) event.stopImmediatePropagation();
    void this.#open(opener);
  }
}
