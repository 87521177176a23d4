/** The visitor's consent settings in one page, the same in every tab. */
import { doc } from './page/doc.ts';
import { hasPage } from './page/page-element.ts';
import { cookiePairs, decisionCookies, decisionsInCookies, keepsCookies, PREFIX, textOf } from './state/cookies.ts';
import { facts } from './state/facts.ts';
import type { Cleared } from './state/forget.ts';
import { CHANGE_EVENT } from './names.ts';
import { loadForget, loadRare } from './page/parts.ts';
import { pageReconciler, type Reconciler } from './gates/reconciler.ts';
import { activation, followPage } from './state/page-life.ts';
import { askJson } from './problem.ts';
import type { Signal } from './signals/signal.ts';
import { Signals } from './signals/signals.ts';
import { isFromHistory } from './state/navigation.ts';
import { type Decisions, type Shown, usualShown } from './state/shown.ts';
import type { ConsentDocument } from './state/state.ts';
import { inTurn, openChannel } from './state/tabs.ts';
import { isOfHere, pairsOf, wasLost } from './state/whose.ts';

/** Milliseconds for which an answer is new enough when a tab is shown again. */
const FRESH = 2000;
/** Milliseconds that a decision waits for what it deletes. */
const LONGEST_CLEARING = 2000;

type Standing = 'accepted' | 'rejected' | 'passive';

/** The consent settings of the visitor of this page. Made by `policyConsent`. */
export class PolicyConsent {
  /** Path at which the engine is mounted, without a slash at the end. */
  readonly mount: string;
  readonly #gates: Reconciler | undefined;
  readonly #signals = new Signals();
  readonly #channel: BroadcastChannel | undefined;
  #state: ConsentDocument | null = null;
  /** The cookies that the state was made from. */
  #seen: string | undefined;
  /** Whether the state comes from the page: it may have been made for somebody else. */
  #isHanded = false;
  #cookies: Map<string, string> | undefined;
  /** The same as text. */
  #here = '';
  /** What is being rejected: it counts from the click on. */
  #refusing: readonly string[] = [];
  #decisions = 0;
  /** Number of decisions that are being sent. */
  #deciding = 0;
  /** The last decision whose response counts. */
  #answered = 0;
  #refreshing: Promise<void> | undefined;
  /** When the engine has answered last. */
  #answeredAt: number | undefined;
  #asleep: Promise<unknown> | undefined;
  #hasRecorded: boolean | undefined;
  #keeps: boolean | undefined;
  /** Gates that were open when the server rendered the page: their scripts run. */
  readonly #rendered: Array<Reconciler['ran'][number]> = [];
  /** Tells the engine once that the page was made for another browser. */
  #query = '';
  #cleared: Cleared = { deleted: [], kept: [] };
  #clearing: Promise<unknown> | undefined;
  #guards = false;
  /** The cookies before the last decision: the engine's answer deletes some. */
  #present: readonly string[] = [];

  /** On a server nothing is known and nothing happens. */
  constructor(mount: string) {
    this.mount = mount;
    if (!hasPage) return;
    this.#gates = pageReconciler();
    this.#gates.add(this);
    this.#channel = openChannel(`policy-consent:${mount}`, () => this.#onChanged());
    followPage(
      () => this.#onShown(),
      () => this.#onCookies(),
      (next) => this.#gates!.prepare(next),
    );
    this.#asleep = activation()?.then(() => (this.#asleep = undefined));
    // After the page's own code of this turn, which may know the state.
    void Promise.resolve(this.#asleep).then(() => {
      this.#gates!.watch(document);
      if (!this.#state) this.#signal();
      return;
    });
  }

  /** The whole response of the engine; null until it is loaded. */
  get state(): ConsentDocument | null {
    return this.#state;
  }

  /** Something that was rejected still runs, until the page is reloaded. */
  get mustReload(): boolean {
    return this.running.length > 0;
  }

  /** Names of what was rejected and still runs: of the scripts that the site has declared, or the hosts they come from. */
  get running(): readonly string[] {
    const scripts = this.#state?.rules.flatMap((rule) => rule.scripts) ?? [];
    const names = [...this.#rendered, ...(this.#gates?.ran ?? [])].flatMap(({ gates, src }) => {
      const over = gates.filter((gate) => this.stateOf(gate) === 'rejected');
      const known = scripts.filter(({ gate }) => over.some((one) => `${gate}:`.startsWith(`${one}:`)));
      if (known.length || !over.length) return known.map(({ name }) => name);
      return src ? new URL(src).host : over[0]!;
    });
    return [...new Set(names)];
  }

  /** Whether this browser keeps the cookies of a decision. */
  get keepsCookies(): boolean {
    return (this.#keeps ??= keepsCookies() && !wasLost(this.mount));
  }

  /** What the last rejection deleted in this browser, and what it could not delete. */
  get cleared(): Cleared {
    return this.#cleared;
  }

  /**
   * Whether a rule is accepted. Before the engine has answered, the cookies of the browser count.
   *
   * @param gate name of the rule, or what `gateOf('analytics', 'Acme Ltd')` returns for one of its vendors
   */
  readonly hasConsent = (gate: string): boolean => {
    if (this.#state && !this.#state.gates[gate]) void loadRare().then(({ tellUnknown }) => tellUnknown(gate));
    return this.stateOf(gate) === 'accepted';
  };

  /**
   * Calls back when the consent settings are known, and whenever they change, in this tab or in another.
   *
   * @returns unsubscribes. React: `useSyncExternalStore(consent.onChange, () => consent.hasConsent('analytics'), () => false)`
   */
  readonly onChange = (listener: () => void): (() => void) => {
    if (!hasPage) return () => {};
    doc.addEventListener(CHANGE_EVENT, listener);
    return () => doc.removeEventListener(CHANGE_EVENT, listener);
  };

  /** Begins with the gated elements of a shadow tree. @returns ends it */
  watch(root: ShadowRoot): () => void {
    return this.#gates!.watch(root);
  }

  /** Passes consent on to the tags of another company. */
  addSignal(signal: Signal): void {
    this.#signals.add(signal);
    this.#signal();
  }

  /**
   * Decides on rules: true accepts, false rejects; rules that are left out stay as they are. `gateOf('analytics', 'Acme Ltd')`
   * names a vendor of a rule. A rejection takes effect at once, an acceptance when it is recorded.
   *
   * @param shown what the person was shown. Default: two equal answers, in the language of the page, on the texts in force
   * @throws {PolicyProblem} if the engine returns an error
   */
  async decide(decisions: Decisions, shown?: Shown): Promise<void> {
    await this.#asleep;
    if (!this.#state) await this.refresh();
    const decision = ++this.#decisions;
    this.#deciding += 1;
    const refused = Object.keys(decisions).filter((gate) => !decisions[gate]);
    this.#refusing = this.#refusing.filter((gate) => !(gate in decisions)).concat(refused);
    if (refused.length) this.#look();
    this.#present = cookiePairs();
    try {
      const seen = shown ?? (this.#state ? usualShown(this.#state, decisions) : undefined);
      const body = { decisions, shown: seen, click: CLICK };
      const state = await inTurn(`policy-consent:${this.mount}`, () => this.#ask('PUT', body));
      // The response to a later decision may have arrived already.
      if (decision > this.#answered) {
        this.#answered = decision;
        if (decision === this.#decisions) this.#refusing = [];
        // A browser that does not keep the cookies of an answer gets no further visitor in the ledger.
        if (state.seen && !decisionsInCookies()) {
          this.#keeps = false;
          wasLost(this.mount, true);
        }
        this.#apply(state);
        await Promise.race([this.#clearing, new Promise((resolve) => setTimeout(resolve, LONGEST_CLEARING))]);
      }
    } finally {
      this.#deciding -= 1;
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
    this.#channel?.postMessage('');
  }

  /**
   * Accepts every rule, or rejects every rule. @throws {PolicyProblem} if the engine returns an error or the rules cannot be loaded
   */
  async decideAll(isAccepted: boolean, shown?: Shown): Promise<void> {
    const { rules } = this.#state ?? (await this.#ask('GET'));
    await this.decide(Object.fromEntries(rules.map(({ name }) => [name, isAccepted])), shown);
  }

  /** Loads the settings again. A failure leaves everything as it was. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  /**
   * Uses the state that the server wrote into the page instead of requesting it.
   *
   * @param seen the decisions in the cookies that the server received; if they have changed since, or the page was restored from
   * the browser's history (its user may have signed out since), the engine is asked
   */
  adopt(state: ConsentDocument, seen: string): void {
    if (this.#asleep) return void this.#asleep.then(() => this.adopt(state, seen));
    const here = this.#readCookies();
    const isForeign = !pairsOf(seen).every((pair) => here.has(pair.split('=', 1)[0]!));
    if (isForeign) {
      this.#query = '?foreign=1';
      console.warn('policy-engine: of another browser');
    }
    if (seen !== this.#here || isFromHistory()) return void this.refresh();
    this.#apply(state, true);
    // An account has accepted elsewhere, it runs without consent, or the page is another person's: the engine knows.
    if (Object.keys(state.gates).some((gate) => this.stateOf(gate) !== state.gates[gate])) void this.refresh();
  }

  /**
   * The state of a gate: by the engine's answer, unless the cookies of this browser are newer or say no; `passive` is not decided, or
   * not known yet.
   *
   * @param gate as in {@link hasConsent}
   */
  stateOf(gate: string): Standing {
    const rule = gate.split(':', 1)[0]!;
    if (this.#asleep) return 'passive';
    if (this.#refusing.includes(gate) || this.#refusing.includes(rule)) return 'rejected';
    const cookies = this.#cookies ?? this.#readCookies();
    const read = (beside = '') => cookies.get(PREFIX + rule + beside);
    const decision = read();
    const answered = this.#state?.gates[gate];
    if (answered && this.#seen === this.#here && !(this.#isHanded && answered === 'accepted')) return answered;
    if (decision === 'rejected') return 'rejected';
    if (answered === 'accepted' && (!this.#isHanded || decision === 'accepted')) return 'accepted';
    // A rule that the engine does not know is none, whatever an old cookie says.
    if ((answered || !this.#state) && this.#isAcceptedHere(gate, rule, read)) return 'accepted';
    // What a page hands over as accepted may be somebody else's: the engine is asked.
    return answered === 'rejected' ? answered : 'passive';
  }

  /** Decisions in this browser. A task may run many scripts, and each one asks. */
  #readCookies(): Map<string, string> {
    setTimeout(() => (this.#cookies = undefined));
    this.#cookies = decisionCookies();
    this.#here = textOf(this.#cookies);
    return this.#cookies;
  }

  #isAcceptedHere(gate: string, rule: string, read: (beside?: string) => string | undefined): boolean {
    const known = facts.get(this.mount);
    const oldest = known?.texts?.[rule] ?? this.#state?.rules.find(({ name }) => name === rule)?.asked_since;
    return (
      read() === 'accepted' &&
      // Without a last day, it is not over.
      !(Date.parse(read('_until')!) <= Date.now()) &&
      // About single vendors, which only the engine can read.
      (read('_vendors') === undefined || gate === rule) &&
      known?.unproved !== 'ignore' &&
      // An acceptance may be older than the signal, which the engine knows.
      !(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl &&
      // A version that is not known is not too old.
      !(Number(read('_version')) < oldest!)
    );
  }

  #ask(method: string, body?: unknown, query = ''): Promise<ConsentDocument> {
    const url = `${location.origin + this.mount}/consent.json${query}`;
    return askJson(fetch, url, { method, body }) as Promise<ConsentDocument>;
  }

  /** Asks the engine; an answer that was made for other cookies, by a cache or a service worker, is asked for once more. */
  async #askNow(): Promise<ConsentDocument | undefined> {
    for (const query of [this.#query, `?at=${Math.random()}`]) {
      this.#query = '';
      // oxlint-disable-next-line no-await-in-loop -- the second only if the first was not for us
      const state = await this.#ask('GET', undefined, query);
      if (isOfHere(state)) return state;
    }
    console.warn('policy-engine: of another browser');
    return undefined;
  }

  async #refresh(): Promise<void> {
    await this.#asleep;
    const before = this.#decisions;
    const deciding = this.#deciding;
    try {
      const state = await this.#askNow();
      // A decision that is being sent, or was made meanwhile, is newer.
      if (state && this.#decisions === before && !deciding) this.#apply(state);
    } catch {
      // Without a response the cookies count, and nobody is asked.
    }
  }

  #onShown(): void {
    this.#look();
    // Somebody may have signed in, which cookies need not show.
    if (Date.now() - this.#answeredAt! > FRESH) void this.refresh();
    else this.#onCookies();
  }

  #onCookies(): void {
    if (this.#state && !this.#deciding && decisionsInCookies() !== this.#seen) this.#onChanged();
  }

  #onChanged(): void {
    this.#look();
    void this.refresh();
  }

  /** Applies what is known now to the page, and tells it. */
  #look(): void {
    this.#readCookies();
    this.#show();
  }

  #show(): void {
    this.#gates!.look();
    this.#signal();
    this.#tell();
  }

  #tell(): void {
    doc.dispatchEvent(new CustomEvent(CHANGE_EVENT, { detail: this }));
  }

  #apply(state: ConsentDocument, isHanded = false): void {
    const before = this.#state;
    this.#isHanded = isHanded;
    this.#state = state;
    this.#readCookies();
    this.#seen = this.#here;
    this.#answeredAt = Date.now();
    // A server that knew of the consent has rendered them active.
    if (isHanded || !before)
      for (const { gate, taken_back } of state.rules.flatMap(({ scripts }) => scripts))
        if (!taken_back && this.hasConsent(gate)) this.#rendered.push({ gates: [gate], src: '' });
    this.#clearing = this.#clear(before);
    this.#show();
    // The rejection by the browser's signal is recorded once, by a request of this page.
    if (!state.gpc.unrecorded || this.#deciding || this.#hasRecorded || !this.keepsCookies) return;
    this.#hasRecorded = true;
    void this.decide({}).catch(() => {
      // It applies all the same, and the next page tries again.
    });
  }

  /** Deletes what rejected scripts have left, and prevents them from writing it again. */
  async #clear(before: ConsentDocument | null): Promise<void> {
    const leftovers = this.#state!.clear.filter(({ gate }) => this.stateOf(gate) === 'rejected');
    if (!(this.#guards ||= !!leftovers[0])) return;
    const { clear } = await loadForget();
    const cleared = await clear(leftovers, before, this.#present);
    if (!cleared) return;
    this.#cleared = cleared;
    this.#tell();
  }

  #signal(): void {
    const state = this.#state;
    const known =
      facts.get(this.mount) ?? (state && { types: state.consent_types, signals: state.signals, texts: null });
    if (!known) return;
    const types = Object.entries(known.types).map(([type, gates]) => [
      type,
      gates.length && gates.every((gate) => this.stateOf(gate) === 'accepted') ? 'granted' : 'denied',
    ]);
    const gates = Object.keys(state?.gates ?? known.texts ?? {}).map((gate) => [gate, this.stateOf(gate)]);
    this.#signals.tell(known.signals, {
      types: types.length ? Object.fromEntries(types) : null,
      gates: Object.fromEntries(gates),
    });
  }
}

/** Makes two clicks at once of a visitor without a cookie one visitor. Browsers offer `randomUUID` over https only. */
const CLICK = (globalThis.crypto as Partial<Crypto> | undefined)?.randomUUID?.();
