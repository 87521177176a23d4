/** The visitor's consent settings in one page, the same in every tab. */
import { decisionsInCookies } from './cookies.ts';
import { forget, guard } from './forget.ts';
import { askJson } from './problem.ts';
import { tellGoogle } from './google.ts';
import type { ConsentDocument, ConsentRule } from './state.ts';
import { TagActivator } from './activate.ts';

/** What the person was shown, for the proof. */
export interface Shown {
  /** Language of the texts, as a BCP 47 tag. */
  readonly locale: string;
  /** The answers that were offered, such as `['reject', 'accept', 'choose']`; `save` if purposes were shown one by one. */
  readonly choices: readonly string[];
  /** Version of the text behind each rule that was asked about. */
  readonly texts: Readonly<Record<string, number | string>>;
  /** What the banner's element has as `data-appearance`: the first digits of its SHA-256, or the number of the version of its appearance. */
  readonly appearance?: number | string | undefined;
}

/** Decisions by gate, the name of a rule or what `gateOf` returns for one of its vendors: true accepts, false rejects. */
export type Decisions = Readonly<Record<string, boolean>>;

/** Name of the event on `document` when the consent settings are known, and whenever they change. */
export const CHANGE_EVENT = 'policy-consent-change';

/** Records that these texts and answers were shown to the person. */
export const shownOf = (
  { locale }: ConsentDocument,
  rules: readonly ConsentRule[],
  choices: readonly string[],
): Shown => ({
  locale,
  choices,
  texts: Object.fromEntries(rules.map(({ name, version }) => [name, version])),
});

/** Whether the state that a server wrote into the page is current. @param seen the decisions in the cookies that it received */
export const isCurrent = (seen: string): boolean =>
  seen === decisionsInCookies() &&
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type !== 'back_forward';

/** The consent settings of the visitor of this page. Made by {@link policyConsent}. */
export class PolicyConsent {
  /** Path at which the engine is mounted, without a slash at the end. */
  readonly mount: string;
  readonly #waker: TagActivator | undefined;
  readonly #channel: BroadcastChannel | undefined;
  #state: ConsentDocument | null = null;
  #seen: string | undefined;
  #decisions = 0;
  /** Number of decisions that are being sent. */
  #deciding = 0;
  /** The last decision whose response counts. */
  #answered = 0;
  #refreshing: Promise<void> | undefined;
  #mustReload = false;
  #hasRecorded: boolean | undefined;

  /** @param isInBrowser false on a server, where nothing is known and nothing happens */
  constructor(mount: string, isInBrowser: boolean) {
    this.mount = mount;
    if (!isInBrowser) return;
    this.#waker = new TagActivator(this.hasConsent);
    this.#channel = new BroadcastChannel(`policy-consent:${mount}`);
    this.#channel.addEventListener('message', () => void this.refresh());
    // The browser restores a page from its history unchanged, and delivers no channel messages to it.
    addEventListener('pageshow', ({ persisted }) => persisted && this.#refreshIfChanged());
    document.addEventListener('visibilitychange', () => this.#refreshIfChanged());
  }

  /** The whole response of the engine; null until it is loaded. */
  get state(): ConsentDocument | null {
    return this.#state;
  }

  /** Something that was rejected still runs, until the page is reloaded. */
  get mustReload(): boolean {
    return this.#mustReload;
  }

  /** Names of the scripts or vendors that were rejected and still run, until the page is reloaded. */
  get running(): readonly string[] {
    return [];
  }

  /** Whether this browser keeps cookies. */
  get keepsCookies(): boolean {
    return true;
  }

  /**
   * Whether a rule is accepted. False until it is known.
   *
   * @param gate name of the rule, or what `gateOf('analytics', 'Acme Ltd')` returns for one of its vendors
   */
  readonly hasConsent = (gate: string): boolean => this.#state?.gates[gate] === 'accepted';

  /**
   * Calls back when the consent settings are known, and whenever they change, in this tab or in another.
   *
   * @returns unsubscribes. React: `useSyncExternalStore(consent.onChange, () => consent.hasConsent('analytics'), () => false)`
   */
  readonly onChange = (listener: () => void): (() => void) => {
    const target = this.#waker && document;
    target?.addEventListener(CHANGE_EVENT, listener);
    return () => target?.removeEventListener(CHANGE_EVENT, listener);
  };

  /**
   * Decides on rules: true accepts, false rejects; rules that are left out stay as they are. `gateOf('analytics', 'Acme Ltd')`
   * names a vendor of a rule.
   *
   * @param shown what the person was shown. Default: two equal answers, in the language of the page, on the texts in force
   * @throws {PolicyProblem} if the engine returns an error
   */
  async decide(decisions: Decisions, shown?: Shown): Promise<void> {
    if (!this.#state) await this.refresh();
    const decision = ++this.#decisions;
    this.#deciding += 1;
    try {
      const body = { decisions, shown: shown ?? this.#shownFor(decisions), click: CLICK };
      const state = await this.#inTurn(() => this.#ask('PUT', body));
      // The response to a later decision may have arrived already.
      if (decision > this.#answered) {
        this.#answered = decision;
        this.#apply(state);
      }
    } finally {
      this.#deciding -= 1;
    }
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
    if (isCurrent(seen)) this.#apply(state);
    else void this.refresh();
  }

  #shownFor(decisions: Decisions): Shown | undefined {
    const state = this.#state;
    return state
      ? shownOf(
          state,
          state.rules.filter(({ name }) => Object.keys(decisions).some((gate) => gate.split(':')[0] === name)),
          ['accept', 'reject'],
        )
      : undefined;
  }

  async #ask(method: string, body?: unknown): Promise<ConsentDocument> {
    return (await askJson(fetch, { method, url: `${this.mount}/consent.json`, body })) as ConsentDocument;
  }

  /**
   * One request after another in all tabs, so that each one sends the cookies of the answer to the one before. Browsers offer locks over
   * https only; without one, or if another tab keeps it, the request is sent at once.
   */
  async #inTurn<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    let answer: Promise<Answer> | undefined;
    try {
      const signal = AbortSignal.timeout(LONGEST_WAIT);
      await navigator.locks.request(`policy-consent:${this.mount}`, { signal }, () => (answer = ask()));
    } catch {
      // No lock; an error of the request itself is thrown below.
    }
    return answer ?? ask();
  }

  async #refresh(): Promise<void> {
    const before = this.#decisions;
    const deciding = this.#deciding;
    try {
      const state = await this.#ask('GET');
      // A decision that is being sent, or was made meanwhile, is newer.
      if (this.#decisions === before && !deciding) this.#apply(state);
    } catch {
      // Without a response nothing is activated, and nobody is asked.
    }
  }

  #refreshIfChanged(): void {
    if (!document.hidden && decisionsInCookies() !== this.#seen) void this.refresh();
  }

  #apply(state: ConsentDocument): void {
    const before = this.#state;
    this.#state = state;
    this.#seen = decisionsInCookies();
    const { activated } = this.#waker!;
    this.#mustReload ||= [...activated].some((gate) => !this.hasConsent(gate));
    // A server that knew of the consent has rendered them active.
    for (const { gate } of state.rules.flatMap(({ scripts }) => scripts))
      if (this.hasConsent(gate)) activated.add(gate);
    const leftovers = state.clear.filter(({ gate }) => state.gates[gate] === 'rejected');
    guard(leftovers);
    forget(leftovers, before !== null && leftovers.some(({ gate }) => before.gates[gate] !== 'rejected'));
    tellGoogle(state.consent_mode);
    this.#waker?.look();
    document.dispatchEvent(new CustomEvent(CHANGE_EVENT, { detail: this }));
    // The rejection by the browser's signal is recorded once, by a request of this page.
    if (!state.gpc.unrecorded || this.#deciding || this.#hasRecorded) return;
    this.#hasRecorded = true;
    this.decide({}).catch(() => {
      // It applies all the same, and the next page tries again.
    });
  }
}

/** How long a decision waits for those of other tabs, in milliseconds. */
const LONGEST_WAIT = 5000;

/** Makes two clicks at once of a visitor without a cookie one visitor. Browsers offer `randomUUID` over https only. */
const CLICK = (crypto as Partial<Crypto>).randomUUID?.();

const SHARED = Symbol.for('policy-engine.consent');

/**
 * The consent settings of the visitor of this page: one object for each mount path, shared by everything in the page, even if the
 * app bundles its own copy of this module. On a server it knows nothing, and `hasConsent` is false.
 *
 * @param mount path at which the engine is mounted. Default: `/policies`
 *
 * @example
 * ```ts
 * const consent = policyConsent('/policies');
 * consent.onChange(() => player.setTracking(consent.hasConsent('analytics')));
 * ```
 */
export function policyConsent(mount?: string | null): PolicyConsent {
  const path = (mount ?? '/policies').replace(/\/+$/, '');
  if (typeof document === 'undefined') return new PolicyConsent(path, false);
  const holder = globalThis as { [SHARED]?: Record<string, PolicyConsent> };
  return ((holder[SHARED] ??= {})[path] ??= new PolicyConsent(path, true));
}
