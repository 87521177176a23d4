/**
 * `<policy-consent>`: the banner. Its words and its form come from the engine, in the page or fetched, and work as they are;
 * with this element a decision needs no new page, and every tab shows it.
 */
import { CHANGE_EVENT, policyConsent, type PolicyConsent, shownOf } from './consent.ts';
import { PageElement } from './page-element.ts';
import { PolicyProblem } from './problem.ts';
import type { ConsentDocument } from './state.ts';

/** Any element of the host's with this attribute opens the settings. */
const OPENER = '[data-policy-settings]';

/** HTML of an address, without ever handing text to the page as HTML: Trusted Types have nothing to object to. */
function fetchBanner(url: string): Promise<Element | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    request.responseType = 'document';
    // A page of an error has no such element.
    request.addEventListener('loadend', () => resolve(request.responseXML?.querySelector('policy-consent') ?? null));
    request.send();
  });
}

/** The banner. Attribute `mount`: where the engine is; `reload`: load the page again where a refused tag still runs. */
export class PolicyConsentElement extends PageElement {
  #consent: PolicyConsent | undefined;
  #end: AbortController | undefined;
  /** Where the keyboard was before it came here. */
  #cameFrom: Element | null = null;
  #isOpen = false;
  #isPutAway = false;

  /** What this banner asks about. */
  get consent(): PolicyConsent {
    return (this.#consent ??= policyConsent(this.getAttribute('mount')));
  }

  connectedCallback(): void {
    this.#end = new AbortController();
    const { signal } = this.#end;
    this.addEventListener('submit', (event) => void this.#submit(event), { signal });
    this.addEventListener('keydown', (event) => event.key === 'Escape' && this.close(), { signal });
    this.addEventListener('focusin', ({ relatedTarget }) => this.#comeFrom(relatedTarget), { signal });
    document.addEventListener('click', (event) => this.#click(event), { signal });
    document.addEventListener(CHANGE_EVENT, () => this.#draw(), { signal });
    void this.#start();
  }

  disconnectedCallback(): void {
    this.#end?.abort();
  }

  /** Shows the consent settings as they are now, and moves the keyboard there. */
  open(): void {
    const panel = this.#panel;
    if (!panel) return;
    this.#isOpen = true;
    this.#draw();
    for (const box of this.#boxes) box.checked = this.consent.hasConsent(box.dataset['rule'] ?? '');
    this.querySelector<HTMLElement>('h2')?.focus();
  }

  /** Puts the consent settings away. Nothing is decided by it: who was not asked before will be asked on the next page. */
  close(): void {
    const panel = this.#panel;
    if (!panel || panel.hidden) return;
    const hadFocus = panel.contains(document.activeElement);
    this.#isOpen = false;
    this.#isPutAway = true;
    panel.hidden = true;
    if (hadFocus) this.#giveBack();
  }

  get #panel(): HTMLElement | null {
    return this.querySelector<HTMLElement>('.pe-consent-panel');
  }

  get #boxes(): HTMLInputElement[] {
    return [...this.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
  }

  async #start(): Promise<void> {
    if (!this.#panel) {
      const fetched = await fetchBanner(
        `${this.consent.mount}/consent/banner.html?return_to=${encodeURIComponent(location.pathname + location.search)}`,
      );
      // An engine that can't be reached, or has nothing to ask: what the host wrote stays.
      if (!fetched) return this.consent.refresh();
      for (const { name, value } of fetched.attributes) if (!this.hasAttribute(name)) this.setAttribute(name, value);
      this.replaceChildren(...fetched.childNodes);
    }
    const { state, seen } = this.dataset;
    if (state === undefined) await this.consent.refresh();
    else this.consent.adopt(JSON.parse(state) as ConsentDocument, seen ?? '');
    if (this.#panel?.hidden === false) this.#say('h2');
  }

  #comeFrom(from: EventTarget | null): void {
    if (from instanceof Element && !this.contains(from)) this.#cameFrom = from;
  }

  #click(event: MouseEvent): void {
    const { target } = event;
    if (!(target instanceof Element)) return;
    if (target.closest('[data-policy-reload]')) location.reload();
    const opener = target.closest(OPENER);
    const isSpecial = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!opener || isSpecial || event.defaultPrevented || !this.#panel) return;
    event.preventDefault();
    this.#cameFrom = opener;
    this.open();
  }

  async #submit(event: SubmitEvent): Promise<void> {
    const { target: form, submitter } = event;
    const action = submitter?.getAttribute('value');
    const { state } = this.consent;
    // Not known yet, or a form of another kind: the browser sends it.
    if (!(form instanceof HTMLFormElement) || !action || !state) return;
    event.preventDefault();
    const ticked = new Set(this.#boxes.filter(({ checked }) => checked).map(({ dataset }) => dataset['rule']));
    const decisions = state.rules.map(({ name }) => [
      name,
      action === 'accept' || (action === 'choose' && ticked.has(name)),
    ]);
    form.ariaBusy = 'true';
    const answers = [...form.querySelectorAll('button')].map(({ value }) => value);
    try {
      this.#isOpen = false;
      const hadFocus = this.contains(document.activeElement);
      await this.consent.decide(
        Object.fromEntries(decisions) as Record<string, boolean>,
        shownOf(state, state.rules, answers),
      );
      if (hadFocus) this.#giveBack();
      const { mustReload } = this.consent;
      if (mustReload && this.hasAttribute('reload')) location.reload();
      this.#say(mustReload && '[data-when=reload] p', this.dataset['saved']);
    } catch (error) {
      this.#isOpen = true;
      // Another text is in force by now: what is asked next is about that one.
      if (error instanceof PolicyProblem && error.status === 409) await this.consent.refresh();
      this.#draw(true);
      this.#say('[data-when=failed]');
    } finally {
      form.ariaBusy = null;
    }
  }

  #giveBack(): void {
    const back = this.#cameFrom?.isConnected ? this.#cameFrom : this.querySelector(OPENER);
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  }

  /** Says what a part of this says, for those who don't see it. */
  #say(part: string | false, first = ''): void {
    const status = this.querySelector('[role=status]');
    if (status) status.textContent = `${first} ${(part && this.querySelector(part)?.textContent) || ''}`;
  }

  #draw(hasFailed = false): void {
    const { state, mustReload } = this.consent;
    const panel = this.#panel;
    if (!panel || state === null) return;
    panel.hidden = !(this.#isOpen || (state.ask && !this.#isPutAway));
    // What the keyboard reaches is scrolled to above the banner, however high it is.
    document.documentElement.style.setProperty('--pe-banner-space', `${panel.offsetHeight + 16}px`);
    const shown: Record<string, boolean> = { reload: mustReload, gpc: state.gpc.honoured, failed: hasFailed };
    for (const part of this.querySelectorAll<HTMLElement>('[data-when]')) part.hidden = !shown[part.dataset['when']!];
  }
}
