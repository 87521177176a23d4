/**
 * The behaviour of `<policy-consent>`, the banner. Its HTML comes from the engine, in the page or fetched, and works without this code;
 * with it, a decision needs no page load, and every tab shows the result. The engine serves this code as a file of its own,
 * `{mount}/assets/banner.<hash>.js`, which pages load whose visitor is asked or opens the settings.
 */
import { doc } from '../page/doc.ts';
import type { PolicyConsent } from '../consent.ts';
import type { loadRare } from '../page/parts.ts';
import type { Decisions } from '../state/shown.ts';
import { CHANGE_EVENT, isSpecial, OPENER, within } from '../names.ts';
import { fetchPart } from '../page/fetch-part.ts';
import {
  check,
  decisionsOf,
  focusIn,
  giveFocus,
  here,
  inTime,
  isAtHome,
  isOn,
  isSecond,
  keepFree,
  leadHere,
  LANGUAGE,
  listsOf,
  makeRoom,
  partOf,
  partsOf,
  placeNotes,
  putEarly,
  saveBy,
  say,
  sayLimit,
  send,
  session,
  shownIn,
  STACK,
  switchWith,
  TOLD,
} from './banner-parts.ts';
import { isReachable, STAYS } from './reachable.ts';
import type { ConsentDocument } from '../state/state.ts';
import { untilTakenOver } from '../state/taken-over.ts';

/** The behaviour of one `<policy-consent>`. */
export class BannerPlace {
  readonly #element: HTMLElement;
  readonly #consent: PolicyConsent;
  readonly #rare: typeof loadRare;
  /** Resolves when the question is there, or cannot be loaded. */
  ready: Promise<void> | undefined;
  #end: AbortController | undefined;
  #watch: MutationObserver | undefined;
  /** The question and the notes. They are near the start of the page while the element is in the page. */
  #stack: HTMLElement | null = null;
  #panel: HTMLElement | null = null;
  /** Whether the question is still where the server has put it. */
  #isWaiting = false;
  /** The element that had the focus before. */
  #cameFrom: HTMLElement | null = null;
  #isOpen = false;
  #isPutAway = false;
  /** How far it is opened: 1 for the text, 2 for the single purposes. */
  #layer = 1;
  #isSaving = false;
  #hasFailed = false;
  #isTelling = false;
  /** What could not be deleted, and the answer with what takes a second step, once somebody has closed the notes about them. */
  #isTold: unknown;
  #isRead: unknown;
  /** What was saved, as long as it can be undone. */
  #saved = '';
  /** Whether the engine knows that what runs until somebody opts out was shown here. */
  #hasNoticed = false;
  /** What was decided before it. */
  #former: Decisions | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param rare what few pages need */
  constructor(element: HTMLElement, consent: PolicyConsent, rare: typeof loadRare) {
    this.#element = element;
    this.#consent = consent;
    this.#rare = rare;
  }

  connect(): void {
    const { signal } = (this.#end = new AbortController());
    const on = <Type extends keyof WindowEventMap>(type: Type, listener: (event: WindowEventMap[Type]) => unknown) =>
      addEventListener(type, listener, { signal, capture: true });
    // A browser may close a dialog by a gesture of its own.
    for (const name of ['submit', 'change', 'keydown', 'cancel', 'focusin'] as const) {
      on(name, (event) => this.#panel?.contains(event.target as Node) && this.#heard(event));
    }
    for (const name of ['resize', 'toggle', 'close'] as const) on(name, () => this.#fit());
    on('pageshow', ({ persisted }) => {
      if (persisted) this.#isSaving = false;
      this.#draw();
    });
    doc.addEventListener(CHANGE_EVENT, () => this.#draw(), { signal });
    this.#watch = new MutationObserver((changes) => this.#mend(changes));
    this.#watch.observe(document, { childList: true, subtree: true });
    this.#watch.observe(this.#element, { attributeFilter: ['data-state'] });
    this.#watch.observe(doc.documentElement, { attributeFilter: ['lang'] });
    this.ready = this.#start();
  }

  disconnect(): void {
    this.#end?.abort();
    this.#watch?.disconnect();
    this.#isWaiting = false;
    // It goes and comes with the element, unless a router has made something else of it. With nothing behind it, it would not be shown.
    if (this.#stack?.matches(STACK)) this.#element.prepend(this.#stack);
  }

  /** Shows the current consent settings and moves the focus there. @param from where the focus returns to @param url if they cannot be shown here */
  async open(from?: HTMLElement, url?: string): Promise<void> {
    this.#cameFrom = from ?? this.#cameFrom;
    if (!this.#panel) await this.#start();
    if (this.#panel && this.#consent.state) {
      this.#isOpen = true;
      this.#hasFailed = false;
      this.#saved = '';
      this.#choose();
      focusIn(this.#panel, 'h2');
      if (this.#panel.contains(doc.activeElement)) return;
      // A content blocker hides it, or a dialog in a shadow tree has made the page inert.
      this.close();
    }
    this.#leaveFor(url ?? `${this.#consent.mount}/consent?return_to=${encodeURIComponent(here())}`);
  }

  #leaveFor(url: string): void {
    void this.#rare().then(({ leaveFor }) => leaveFor(url));
  }

  /** Closes the consent settings without a decision: a visitor who was not asked before is asked on the next page. */
  close(): void {
    if (this.#panel?.hidden !== false) return;
    this.#isOpen = this.#hasFailed = false;
    this.#isPutAway = true;
    this.#layer = 1;
    this.#draw();
  }

  get #boxes(): HTMLInputElement[] {
    return [...(this.#panel?.querySelectorAll<HTMLInputElement>('[data-rule]') ?? [])];
  }

  /** What happens in the question. */
  #heard(event: Event): void {
    const { type, target } = event;
    if (type === 'submit') this.#submit(event as SubmitEvent);
    if (type === 'change') switchWith(target as HTMLInputElement);
    if (type === 'cancel' || (event as KeyboardEvent).key === 'Escape') this.close();
    if ((event as KeyboardEvent).key === 'Enter') saveBy(event);
    const from = (event as FocusEvent).relatedTarget;
    if (type === 'focusin' && from instanceof HTMLElement && !this.#stack!.contains(from)) this.#cameFrom = from;
  }

  async #start(): Promise<void> {
    // If the engine cannot be reached, or has nothing to ask, the host's content stays.
    if (!this.#adopt() && !(await this.#load())) return this.#consent.refresh();
    await this.#know();
    if (this.#panel?.hidden === false) say(this.#stack, this.#panel.querySelector('h2')?.textContent);
  }

  /** Takes over the question that the element contains, unless a parser has left out its form: it was in one of the page. */
  #adopt(): boolean {
    const stack = this.#element.querySelector<HTMLElement>(STACK);
    const panel = stack?.querySelector<HTMLElement>('.pe-consent-panel:has(form)');
    if (!stack || !panel || !this.#element.isConnected || (stack === this.#stack && this.#isWaiting)) return false;
    if (stack !== this.#stack) keepFree(stack, this.#stack);
    this.#stack = stack;
    this.#panel = panel;
    this.#isWaiting = true;
    void this.#place(stack);
    return true;
  }

  async #place(stack: HTMLElement): Promise<void> {
    await untilTakenOver();
    if (stack !== this.#stack || !this.#element.contains(stack)) return;
    this.#isWaiting = false;
    putEarly(stack);
  }

  /** Takes over the question of a page that a router has made, and restores one that it threw away. */
  #mend(changes: readonly MutationRecord[]): void {
    const hasChanged = (name: string) => changes.some(({ attributeName }) => attributeName === name);
    if (this.#adopt() || hasChanged('data-state')) return void this.#know();
    // A language that was chosen in the banner stays.
    if (this.#panel && hasChanged('lang') && !session(LANGUAGE)) void this.#speak(doc.documentElement.lang);
    if (this.#stack?.isConnected !== false) return;
    putEarly(this.#stack);
    this.#draw();
  }

  /** Requests the banner from the engine. @param chosen BCP 47 tag; empty for the language chosen before, or that of the page */
  async #load(chosen = ''): Promise<boolean> {
    const locale = (chosen || session(LANGUAGE) || doc.documentElement.lang).slice(0, 35);
    const query = new URLSearchParams({ return_to: here(), ...(locale && { locale }) });
    const fetched = await fetchPart(`${this.#consent.mount}/consent/banner.html?${query}`, 'policy-consent');
    if (!fetched || !this.#element.isConnected) return false;
    leadHere(fetched);
    for (const { name, value } of fetched.attributes) if (name !== 'mount') this.#element.setAttribute(name, value);
    this.#element.replaceChildren(...fetched.childNodes);
    this.#watch!.takeRecords();
    return this.#adopt();
  }

  async #know(): Promise<void> {
    const { state, seen } = this.#element.dataset;
    // It is true now. A router may bring the element back later.
    delete this.#element.dataset['state'];
    if (state) this.#consent.adopt(JSON.parse(state) as ConsentDocument, seen ?? '');
    else if (!this.#consent.state) await this.#consent.refresh();
    this.#draw();
  }

  /** Shows the banner in another language. @returns whether it could be fetched */
  async #speak(lang: string): Promise<boolean> {
    const on = new Set(this.#boxes.filter(isOn).map(({ dataset }) => dataset['rule']));
    if (!(await this.#load(lang))) return false;
    await this.#know();
    check(this.#boxes, (gate) => on.has(gate));
    this.#draw();
    return true;
  }

  /** Somebody chooses a language; if the banner cannot be fetched, a page of the engine is opened. */
  async #speakFor({ lang, href }: HTMLAnchorElement): Promise<void> {
    if (!(await this.#speak(lang))) return this.#leaveFor(href);
    session(LANGUAGE, lang);
    focusIn(this.#panel, 'h2');
  }

  /** A click in the page, before its routers hear of it. */
  click(event: MouseEvent): void {
    if (isSecond(event, `${STACK} button`)) return;
    if (within(event, '[data-policy-reload]')) location.reload();
    if (within(event, '[data-policy-undo]')) return void this.#undo();
    if (within(event, '[data-policy-close]')) {
      this.#hasFailed = this.#isTelling = false;
      ({ cleared: this.#isTold, state: this.#isRead } = this.#consent);
      return this.#draw();
    }
    const opener = within(event, OPENER + ',[data-policy-language]');
    if (!opener || isSpecial(event)) return;
    event.preventDefault();
    // Not every router heeds that. Listeners on a button have nothing to follow.
    if (within(event, 'a')) event.stopImmediatePropagation();
    if (!within(event, OPENER)) return void this.#speakFor(opener as HTMLAnchorElement);
    // If the engine does not respond, links keep their targets.
    void this.open(opener, (within(event, 'a[href]:not([href^="#"])') as HTMLAnchorElement | undefined)?.href);
  }

  #choose(): void {
    this.#layer = 2;
    // What somebody else decided in this browser is not preselected.
    const own = this.#consent.state!.rules.filter(({ unproved, of_browser }) => !unproved && !of_browser);
    const names = new Set(own.map(({ name }) => name));
    check(this.#boxes, (gate) => this.#consent.hasConsent(gate) && names.has(gate.split(':')[0]!));
    this.#draw();
  }

  #submit(event: SubmitEvent): void {
    const form = event.target as HTMLFormElement;
    const action = (event.submitter as HTMLButtonElement | null)?.value;
    const { state } = this.#consent;
    // Settings not loaded yet: the browser submits the form.
    if (!action || !state) return;
    event.preventDefault();
    if (action === 'choose') {
      this.#choose();
      return focusIn(this.#panel, 'fieldset');
    }
    const decisions =
      action === 'save'
        ? this.#boxes.map((box) => [box.dataset['rule']!, isOn(box)] as const)
        : state.rules.map(({ name }) => [name, action === 'accept'] as const);
    const answers = [...form.querySelectorAll<HTMLButtonElement>('button:not([hidden])')].map(({ value }) => value);
    void this.#save(Object.fromEntries(decisions), answers);
  }

  /** Sends decisions. The question is closed meanwhile, and opened again if they cannot be saved. */
  async #save(decisions: Decisions, choices: readonly string[]): Promise<boolean> {
    const consent = this.#consent;
    this.#former = decisionsOf(consent.state!);
    this.#isOpen = this.#hasFailed = false;
    this.#isSaving = true;
    this.#saved = '';
    say(this.#stack, this.#element.dataset['saving']);
    const hadFocus = this.#stack!.contains(doc.activeElement);
    this.#draw();
    const at = doc.activeElement;
    try {
      await inTime(consent.decide(decisions, shownIn(this.#element, consent.state!, choices)));
    } catch (error) {
      // Not an answer of the engine: something blocks the request. A form is not blocked.
      if (error instanceof TypeError && (await isReachable()))
        return send(this.#panel!.querySelector('form')!, decisions, choices);
      // Another text is in force by now: the next question is about that one.
      if ((error as { status?: number }).status === 409) await consent.refresh();
      this.#isSaving = false;
      this.#isOpen = this.#hasFailed = true;
      say(this.#stack, partOf('failed')?.textContent);
      this.#draw();
      if (hadFocus && doc.activeElement === at) focusIn(this.#panel, 'h2');
      return false;
    }
    this.#isSaving = false;
    this.#layer = 1;
    if (consent.mustReload && this.#element.hasAttribute('reload')) location.reload();
    this.#saved = JSON.stringify(consent.state!.gates);
    this.#draw();
    say(this.#stack, this.#element.dataset['saved'], consent.mustReload && partOf('reload')?.textContent);
    this.#fade();
    // For pages that nothing can be loaded for.
    void this.#rare();
    return true;
  }

  /** Brings back what was decided before; without such decisions, withdraws what was accepted, and asks again. */
  async #undo(): Promise<void> {
    if (this.#former) return void this.#save(this.#former, ['undo']);
    const accepted = this.#consent.state!.rules.filter(({ state }) => state === 'accepted');
    const withdrawn = Object.fromEntries(accepted.map(({ name }) => [name, false]));
    if (accepted.length && !(await this.#save(withdrawn, ['undo']))) return;
    this.#saved = '';
    this.#isOpen = true;
    this.#draw();
    focusIn(this.#panel, 'h2');
  }

  /** Removes the note about what was saved after some time, but not while somebody reads or uses it. */
  #fade(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (partOf('saved')?.parentElement?.matches(':hover,:focus-within')) return this.#fade();
      this.#saved = '';
      this.#draw();
    }, STAYS);
  }

  #draw(): void {
    const { state, mustReload, keepsCookies, cleared } = this.#consent;
    const [stack, panel] = [this.#stack, this.#panel];
    if (!stack?.isConnected || !panel || !state) return;
    const hadFocus = stack.contains(doc.activeElement);
    if (!this.#isWaiting && !isAtHome(stack)) putEarly(stack);
    // Somebody has decided something else meanwhile.
    if (this.#saved && this.#saved !== JSON.stringify(state.gates)) this.#saved = '';
    if (!keepsCookies && state.ask && !session(TOLD)) this.#isTelling = !!session(TOLD, '1') || true;
    const isShown = !this.#isSaving && (this.#isOpen || (state.ask && !this.#isPutAway && keepsCookies));
    panel.hidden = !isShown;
    const isDialog = panel instanceof HTMLDialogElement;
    // What is outside of an open dialog cannot be used.
    const place = isDialog && isShown ? panel : stack;
    placeNotes(stack, place, !this.#isSaving && !this.#saved);
    const lists = listsOf(this.#consent);
    const isTold = this.#isTold === cleared;
    const shown: Record<string, unknown> = {
      ...Object.fromEntries(Object.entries(lists).map(([list, names]) => [list, names && !isTold])),
      deleted: lists['deleted'] && this.#saved,
      kept: cleared.kept.length && !isTold,
      reload: mustReload && !this.#isSaving, // It would end the deleting.
      ...state.gpc,
      failed: this.#hasFailed,
      saved: this.#saved,
      cookies: this.#isTelling,
      unconfirmed: state.unconfirmed && this.#isRead !== state,
      told: true,
    };
    for (const part of partsOf('[data-when]')) part.hidden = !shown[part.dataset['when']!];
    for (const part of partsOf('[data-layer]')) part.hidden = Number(part.dataset['layer']) !== this.#layer;
    for (const names of partsOf('[data-names]')) names.textContent = lists[names.dataset['names']!] ?? '';
    if (isDialog && isShown !== panel.matches(':modal')) {
      panel.close();
      if (isShown) panel.showModal();
      // A content blocker hides it, and nothing else could be used.
      if (isShown && !panel.getClientRects().length) return this.close();
    }
    for (const part of partsOf('[data-limit]')) sayLimit(part, state, this.#element.lang);
    makeRoom(stack, this.#element);
    // Without an answer it does not run, and the next page tells of it again.
    const isSeen = isShown && panel.getClientRects().length > 0;
    if (isSeen && !this.#hasNoticed && (this.#hasNoticed = state.rules.some((rule) => rule.runs_after_notice)))
      this.#consent.decide({}, shownIn(this.#element, state, [])).catch(() => {});
    const { activeElement } = doc;
    if (hadFocus && (activeElement === doc.body || !activeElement?.getClientRects().length))
      giveFocus([this.#cameFrom, stack]);
  }

  /** Keeps the focused element in view when the window is resized or a part is unfolded (WCAG 2.4.11). */
  #fit(): void {
    if (this.#panel && !isAtHome(this.#stack!)) this.#draw();
    else if (this.#panel) makeRoom(this.#stack!, this.#element);
    if (this.#panel?.contains(doc.activeElement)) doc.activeElement!.scrollIntoView({ block: 'nearest' });
  }
}
