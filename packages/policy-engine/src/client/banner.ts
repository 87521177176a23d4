/**
 * `<policy-consent>`: the banner. Its HTML comes from the engine, in the page or fetched, and works without this element; with it,
 * a decision needs no page load, and every tab shows the result.
 */
import { CHANGE_EVENT, type Decisions, policyConsent, type PolicyConsent, shownOf } from './consent.ts';
import { fetchPart } from './fetch-part.ts';
import { PageElement } from './page-element.ts';
import { PolicyProblem } from './problem.ts';
import type { ConsentDocument } from './state.ts';

/** Any element of the host with this attribute opens the settings. */
const OPENER = '[data-policy-settings]';

const isOn = ({ checked }: HTMLInputElement): boolean => checked;

/** Puts the question where keyboard users reach it first: at the start of the page, after a link that skips to the content. */
function putEarly(panel: HTMLElement): void {
  const { body } = document;
  const first = body.firstElementChild;
  if (first?.matches('a[href^="#"]')) first.after(panel);
  else body.prepend(panel);
}

/** The banner. Attribute `mount`: path of the engine; `reload`: reload the page if a rejected tag still runs. */
export class PolicyConsentElement extends PageElement {
  #consent: PolicyConsent | undefined;
  #end: AbortController | undefined;
  /** The question. It is near the start of the page while the element is in the page, or on top of it as a dialog. */
  #panel: HTMLElement | null = null;
  /** The element that had the focus before. */
  #cameFrom: HTMLElement | null = null;
  #isOpen = false;
  #isPutAway = false;
  /** How far it is opened: 1 for the text, 2 for the single purposes. */
  #layer = 1;

  /** What this banner asks about. */
  get consent(): PolicyConsent {
    return (this.#consent ??= policyConsent(this.getAttribute('mount')));
  }

  connectedCallback(): void {
    this.#end = new AbortController();
    const first = { signal: this.#end.signal, capture: true };
    // Before a router of the page, which would follow the link.
    addEventListener('click', (event) => this.#click(event), first);
    document.addEventListener(CHANGE_EVENT, () => this.#draw(), first);
    for (const name of ['resize', 'toggle']) addEventListener(name, () => this.#fit(), first);
    void this.#start();
  }

  disconnectedCallback(): void {
    this.#end?.abort();
    // It is removed with the element, and restored with it.
    if (this.#panel) this.append(this.#panel);
  }

  /** Shows the current consent settings and moves the focus there. */
  open(): void {
    this.#isOpen = true;
    this.#choose();
    this.#focus('h2');
  }

  /** Closes the consent settings without a decision: a visitor who was not asked before is asked on the next page. */
  close(): void {
    const panel = this.#panel;
    if (!panel || panel.hidden) return;
    const hadFocus = panel.contains(document.activeElement);
    this.#isOpen = false;
    this.#isPutAway = true;
    this.#layer = 1;
    this.#draw();
    if (hadFocus) this.#giveBack();
  }

  get #boxes(): HTMLInputElement[] {
    return [...(this.#panel?.querySelectorAll<HTMLInputElement>('[data-rule]') ?? [])];
  }

  /** A purpose switches its vendors, and is on if one of them is. */
  #change(changed: HTMLInputElement): void {
    const [purpose, ...vendors] = changed.closest('div')!.querySelectorAll('input');
    if (changed !== purpose) purpose!.checked = vendors.some(isOn);
    else for (const vendor of vendors) vendor.checked = changed.checked;
  }

  async #start(): Promise<void> {
    // If the engine cannot be reached, or has nothing to ask, the host's content stays.
    if (!this.#adopt() && !(await this.#load())) return this.consent.refresh();
    await this.#know();
    if (this.#panel?.hidden === false) this.#say('h2');
  }

  /** Takes over the question that the element contains. */
  #adopt(): boolean {
    const panel = this.querySelector<HTMLElement>('.pe-consent-panel');
    if (!panel || !this.#end) return false;
    const { signal } = this.#end;
    this.#panel = panel;
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => unknown,
    ) => panel.addEventListener(type, listener, { signal });
    on('submit', (event) => this.#submit(event));
    on('change', ({ target }) => this.#change(target as HTMLInputElement));
    on('keydown', ({ key }) => key === 'Escape' && this.close());
    // A browser may close a dialog by a gesture of its own.
    on('cancel', () => this.close());
    on('focusin', ({ relatedTarget: from }) => {
      if (from instanceof HTMLElement && !panel.contains(from)) this.#cameFrom = from;
    });
    putEarly(panel);
    return true;
  }

  /** Requests the banner from the engine. @param locale BCP 47 tag; empty for that of the page */
  async #load(locale = ''): Promise<boolean> {
    const query = new URLSearchParams({
      return_to: location.pathname + location.search,
      ...(locale && { locale }),
    });
    const fetched = await fetchPart(`${this.consent.mount}/consent/banner.html?${query}`, 'policy-consent');
    if (!fetched || !this.isConnected) return false;
    for (const { name, value } of fetched.attributes) {
      if (locale || !this.hasAttribute(name)) this.setAttribute(name, value);
    }
    this.#panel?.remove();
    this.replaceChildren(...fetched.childNodes);
    return this.#adopt();
  }

  async #know(): Promise<void> {
    const { state, seen } = this.dataset;
    if (state) this.consent.adopt(JSON.parse(state) as ConsentDocument, seen ?? '');
    else await this.consent.refresh();
  }

  /** Shows the banner in another language; if it cannot be fetched, a page of the engine is opened. */
  async #speak({ lang, href }: HTMLAnchorElement): Promise<void> {
    const on = new Set(this.#boxes.filter(isOn).map(({ dataset }) => dataset['rule']));
    if (!(await this.#load(lang))) return void (location.href = href);
    await this.#know();
    for (const box of this.#boxes) box.checked = on.has(box.dataset['rule']);
    this.#draw();
    this.#focus('h2');
  }

  /** Browsers show the middle of what is higher than its place; reading begins at its start. */
  #focus(part: string): void {
    const element = this.#panel?.querySelector<HTMLElement>(part);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest' });
  }

  #click(event: MouseEvent): void {
    // Through shadow trees, too.
    const within = (selector: string) =>
      event.composedPath().find((node) => (node as HTMLElement).matches?.(selector)) as HTMLElement | undefined;
    if (within('[data-policy-reload]')) location.reload();
    const opener = within(OPENER + ',[data-policy-language]');
    const isSpecial = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.defaultPrevented;
    // If the engine does not respond, links keep their targets.
    if (!opener || isSpecial || !this.#panel || !this.consent.state) return;
    event.preventDefault();
    // Not every router heeds that. Listeners on a button have nothing to follow.
    if (within('a')) event.stopImmediatePropagation();
    if (!opener.matches(OPENER)) return void this.#speak(opener as HTMLAnchorElement);
    this.#cameFrom = opener;
    this.open();
  }

  #choose(): void {
    this.#layer = 2;
    // What somebody else decided in this browser is not preselected.
    const own = this.consent.state!.rules.filter(({ unproved, of_browser }) => !unproved && !of_browser);
    const names = new Set(own.map(({ name }) => name));
    for (const box of this.#boxes) {
      const gate = box.dataset['rule']!;
      box.checked = this.consent.hasConsent(gate) && names.has(gate.split(':')[0]!);
    }
    this.#draw();
  }

  async #submit(event: SubmitEvent): Promise<void> {
    const form = event.target as HTMLFormElement;
    const action = (event.submitter as HTMLButtonElement | null)?.value;
    const { state } = this.consent;
    // Settings not loaded yet: the browser submits the form.
    if (!action || !state) return;
    event.preventDefault();
    if (action === 'choose') {
      this.#choose();
      return this.#focus('fieldset');
    }
    const decisions =
      action === 'save'
        ? this.#boxes.map((box) => [box.dataset['rule'], isOn(box)])
        : state.rules.map(({ name }) => [name, action === 'accept']);
    form.ariaBusy = 'true';
    const answers = [...form.querySelectorAll<HTMLButtonElement>('button:not([hidden])')].map(({ value }) => value);
    // The shown texts are those of this element, even if the engine was asked in another language since.
    const shown = {
      ...shownOf(state, state.rules, answers),
      locale: this.lang,
      appearance: this.dataset['appearance'],
    };
    const { activeElement } = document;
    try {
      this.#isOpen = false;
      await this.consent.decide(Object.fromEntries(decisions) as Decisions, shown);
      this.#layer = 1;
      this.#draw();
      if (form.contains(activeElement)) this.#giveBack();
      const { mustReload } = this.consent;
      if (mustReload && this.hasAttribute('reload')) location.reload();
      this.#say(mustReload && '[data-when=reload] p', this.dataset['saved']);
    } catch (error) {
      this.#isOpen = true;
      // Another text is in force by now: the next question is about that one.
      if (error instanceof PolicyProblem && error.status === 409) await this.consent.refresh();
      this.#draw(true);
      this.#say('[data-when=failed]');
    } finally {
      form.ariaBusy = null;
    }
  }

  #giveBack(): void {
    const back = this.#cameFrom?.isConnected ? this.#cameFrom : this.querySelector<HTMLElement>(OPENER);
    back?.focus({ preventScroll: true });
  }

  /** Parts of the banner, those of the question first. */
  #parts(selector: string): NodeListOf<HTMLElement> {
    return document.querySelectorAll(`:is(policy-consent,.pe-consent-panel) ${selector}`);
  }

  /** Announces a part of the element to screen readers. */
  #say(part: string | false, first = ''): void {
    const status = this.querySelector('[role=status]');
    if (status) status.textContent = `${first} ${(part && this.#parts(part)[0]?.textContent) || ''}`;
  }

  #draw(hasFailed = false): void {
    const { state, mustReload } = this.consent;
    const panel = this.#panel;
    if (!panel || !state) return;
    const isShown = this.#isOpen || (state.ask && !this.#isPutAway);
    panel.hidden = !isShown;
    if (panel instanceof HTMLDialogElement && isShown !== panel.matches(':modal')) {
      panel.close();
      if (isShown) panel.showModal();
    }
    for (const part of this.#parts('[data-layer]')) part.hidden = Number(part.dataset['layer']) !== this.#layer;
    const shown: Record<string, boolean> = { reload: mustReload, gpc: state.gpc.honoured, failed: hasFailed };
    for (const part of this.#parts('[data-when]')) part.hidden = !shown[part.dataset['when']!];
    this.#makeRoom(panel);
  }

  /** Keeps the focused element in view when the window is resized or a part is unfolded (WCAG 2.4.11). */
  #fit(): void {
    const panel = this.#panel;
    if (!panel) return;
    this.#makeRoom(panel);
    if (panel.contains(document.activeElement)) document.activeElement!.scrollIntoView({ block: 'nearest' });
  }

  /** Reserves space in the page for the banner that covers it, and scrolls focused elements above it. */
  #makeRoom(panel: HTMLElement): void {
    const over = panel.hidden ? this.#parts('.pe-consent-note')[0]! : panel;
    document.documentElement.style.setProperty('--pe-banner-space', `${over.offsetHeight && over.offsetHeight + 16}px`);
  }
}
