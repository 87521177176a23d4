/**
 * `<policy-consent>`: the banner. Its words and its form come from the engine, in the page or fetched, and work as they are;
 * with this element a decision needs no new page, and every tab shows it.
 */
import { policyConsent, type PolicyConsent, type Shown } from './consent.ts';
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
    request.setRequestHeader('accept', 'text/html');
    request.addEventListener('loadend', () => {
      const found = request.status === 200 ? request.responseXML?.querySelector('policy-consent') : null;
      resolve(found ?? null);
    });
    request.send();
  });
}

/** The banner. Attribute `mount`: where the engine is; `reload`: load the page again where a refused tag still runs. */
export class PolicyConsentElement extends PageElement {
  #consent: PolicyConsent | undefined;
  #stop: (() => void)[] = [];
  /** Where the keyboard was before it came here. */
  #cameFrom: Element | null = null;
  #isOpen = false;
  #isPutAway = false;

  /** What this banner asks about. */
  get consent(): PolicyConsent {
    return (this.#consent ??= policyConsent(this.getAttribute('mount') ?? undefined));
  }

  connectedCallback(): void {
    const ending = new AbortController();
    const { signal } = ending;
    this.addEventListener('submit', (event) => void this.#submit(event), { signal });
    this.addEventListener('keydown', (event) => event.key === 'Escape' && this.close(), { signal });
    this.addEventListener('focusin', ({ relatedTarget }) => this.#comeFrom(relatedTarget), { signal });
    document.addEventListener('click', (event) => this.#click(event), { signal });
    this.#stop = [this.consent.onChange(() => this.#draw()), () => ending.abort()];
    // The parser may still be writing what is inside.
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', () => void this.#start(), { signal });
    else void this.#start();
  }

  disconnectedCallback(): void {
    for (const stop of this.#stop) stop();
  }

  /** Shows the choices as they are now, and moves the keyboard there. */
  open(): void {
    const panel = this.#panel;
    if (!panel) return;
    this.#isOpen = true;
    this.#draw();
    const boxes = this.#boxes;
    for (const box of boxes) box.checked = this.consent.hasConsent(box.dataset['rule'] ?? '');
    this.querySelector<HTMLElement>('h2')?.focus();
  }

  /** Puts the choices away. Nothing is decided by it: who was not asked before will be asked on the next page. */
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
        `${this.consent.mount}/consent/banner?return_to=${encodeURIComponent(location.pathname + location.search)}`,
      );
      // An engine that can't be reached, or has nothing to ask: what the host wrote stays.
      if (!fetched) return;
      for (const { name, value } of fetched.attributes) if (!this.hasAttribute(name)) this.setAttribute(name, value);
      this.replaceChildren(...fetched.childNodes);
    }
    const { state, seen } = this.dataset;
    if (state === undefined) await this.consent.refresh();
    else this.consent.adopt(JSON.parse(state) as ConsentDocument, seen ?? '');
    if (this.#panel?.hidden === false) this.#say(this.querySelector('h2')?.textContent ?? '');
  }

  #comeFrom(from: EventTarget | null): void {
    if (from instanceof Element && !this.contains(from)) this.#cameFrom = from;
  }

  #click(event: MouseEvent): void {
    const { target } = event;
    if (!(target instanceof Element)) return;
    if (target.closest('[data-policy-reload]')) location.reload();
    const opener = target.closest(OPENER);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (opener === null || !isPlain || event.defaultPrevented || !this.#panel) return;
    event.preventDefault();
    this.#cameFrom = opener;
    this.open();
  }

  async #submit(event: SubmitEvent): Promise<void> {
    const { target: form, submitter } = event;
    const choice = submitter?.getAttribute('value') ?? null;
    const { state } = this.consent;
    // Not known yet, or a form of another kind: the browser sends it.
    if (!(form instanceof HTMLFormElement) || choice === null || state === null) return;
    event.preventDefault();
    const ticked = new Set(this.#boxes.filter(({ checked }) => checked).map(({ dataset }) => dataset['rule']));
    const decisions = state.rules.map(({ name }) => [
      name,
      choice === 'accept' || (choice === 'choose' && ticked.has(name)),
    ]);
    form.ariaBusy = 'true';
    try {
      this.#isOpen = false;
      const hadFocus = this.contains(document.activeElement);
      await this.consent.decide(Object.fromEntries(decisions) as Record<string, boolean>, this.#shown(state));
      if (hadFocus) this.#giveBack();
      this.#afterDecision();
    } catch (error) {
      this.#isOpen = true;
      // Another text is in force by now: what is asked next is about that one.
      if (error instanceof PolicyProblem && error.status === 409) await this.consent.refresh();
      this.#show('failed', true);
      this.#say(this.querySelector('[data-when=failed]')?.textContent ?? '');
    } finally {
      form.ariaBusy = null;
    }
  }

  #shown({ locale, rules }: ConsentDocument): Shown {
    const choices = [...this.querySelectorAll('.pe-consent-buttons button')].map(
      (button) => button.getAttribute('value') ?? '',
    );
    return { locale, choices, texts: Object.fromEntries(rules.map(({ name, version }) => [name, version])) };
  }

  #afterDecision(): void {
    const { mustReload } = this.consent;
    if (mustReload && this.hasAttribute('reload')) location.reload();
    const running = mustReload ? this.querySelector('[data-when=reload] p')?.textContent : '';
    this.#say(`${this.dataset['saved'] ?? ''} ${running ?? ''}`);
  }

  #giveBack(): void {
    const back = this.#cameFrom?.isConnected ? this.#cameFrom : this.querySelector(OPENER);
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  }

  /** For those who don't see it, and for a failure. */
  #say(text: string): void {
    const status = this.querySelector<HTMLElement>('[role=status]');
    if (status) status.textContent = text;
  }

  #show(when: 'reload' | 'gpc' | 'failed', isShown: boolean): void {
    for (const part of this.querySelectorAll<HTMLElement>(`[data-when=${when}]`)) part.hidden = !isShown;
  }

  #draw(): void {
    const { state, mustReload } = this.consent;
    const panel = this.#panel;
    if (!panel || state === null) return;
    const { style } = document.documentElement;
    panel.hidden = !(this.#isOpen || (state.ask && !this.#isPutAway));
    // What the keyboard reaches is scrolled to above the banner, however high it is.
    if (panel.hidden) style.removeProperty('--pe-banner-space');
    else style.setProperty('--pe-banner-space', `${panel.offsetHeight + 16}px`);
    this.#show('reload', mustReload);
    this.#show('gpc', state.gpc.honoured);
    this.#show('failed', false);
  }
}
