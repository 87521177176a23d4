/** The visitor's consent settings as one page knows them, the same in every tab. */
import { decisionsInCookies } from './cookies.ts';
import { forget, guard } from './forget.ts';
import { askJson } from './problem.ts';
import { tellGoogle } from './google.ts';
import type { ConsentDocument, ConsentRule } from './state.ts';
import { Waker } from './wake.ts';

/** What was in front of the person, for the proof. */
export interface Shown {
  /** Language of the words, as a BCP 47 tag. */
  readonly locale: string;
  /** The answers they could give, as in `['reject', 'accept', 'choose']`; `save` where purposes were shown one by one. */
  readonly choices: readonly string[];
  /** Version of the text behind each rule that was asked about. */
  readonly texts: Readonly<Record<string, number | string>>;
  /** Number of the version of the banner's appearance. */
  readonly appearance?: number | undefined;
}

/** Decisions by gate, the name of a rule or what `gateOf` answers for a vendor of it: true accepts, false refuses. */
export type Decisions = Readonly<Record<string, boolean>>;

/** Name of the event on `document` when the consent settings are known, and whenever they change. */
export const CHANGE_EVENT = 'policy-consent-change';

/** That these texts and answers were in front of the person. */
export const shownOf = (
  { locale }: ConsentDocument,
  rules: readonly ConsentRule[],
  choices: readonly string[],
): Shown => ({
  locale,
  choices,
  texts: Object.fromEntries(rules.map(({ name, version }) => [name, version])),
});

/** Whether what a server wrote into the page can be believed. @param seen the decisions in the cookies that it saw */
export const isCurrent = (seen: string): boolean =>
  seen === decisionsInCookies() &&
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type !== 'back_forward';

/** The consent settings of whoever looks at this page. Made by {@link policyConsent}. */
export class PolicyConsent {
  /** Path at which the engine is mounted, without a slash at the end. */
  readonly mount: string;
  readonly #waker: Waker | undefined;
  readonly #channel: BroadcastChannel | undefined;
  #state: ConsentDocument | null = null;
  #seen: string | undefined;
  #decisions = 0;
  /** Decisions that are on their way. */
  #deciding = 0;
  /** The last decision whose answer counts. */
  #answered = 0;
  #refreshing: Promise<void> | undefined;
  #mustReload = false;
  #hasRecorded: boolean | undefined;

  /** @param isInBrowser false on a server, where nothing is known and nothing happens */
  constructor(mount: string, isInBrowser: boolean) {
    this.mount = mount;
    if (!isInBrowser) return;
    this.#waker = new Waker(this.hasConsent);
    this.#channel = new BroadcastChannel(`policy-consent:${mount}`);
    this.#channel.addEventListener('message', () => void this.refresh());
    // The browser keeps pages it goes back to as they were left, and tells no channel of them.
    addEventListener('pageshow', ({ persisted }) => persisted && this.#refreshIfChanged());
    document.addEventListener('visibilitychange', () => this.#refreshIfChanged());
  }

  /** The whole answer of the engine; null until it is there. */
  get state(): ConsentDocument | null {
    return this.#state;
  }

  /** Something that was refused still runs, until the page is loaded again. */
  get mustReload(): boolean {
    return this.#mustReload;
  }

  /**
   * Whether a rule is accepted. False as long as it is not known.
   *
   * @param gate name of the rule, or what `gateOf('analytics', 'Acme Ltd')` answers for a vendor of it
   */
  readonly hasConsent = (gate: string): boolean => this.#state?.gates[gate] === 'accepted';

  /**
   * Calls back when the consent settings are known, and whenever they change, in this tab or in another.
   *
   * @returns ends it. React: `useSyncExternalStore(consent.onChange, () => consent.hasConsent('analytics'), () => false)`
   */
  readonly onChange = (listener: () => void): (() => void) => {
    const target = this.#waker && document;
    target?.addEventListener(CHANGE_EVENT, listener);
    return () => target?.removeEventListener(CHANGE_EVENT, listener);
  };

  /**
   * Decides on rules: true accepts, false refuses; what is left out stays as it is. `gateOf('analytics', 'Acme Ltd')` names a
   * vendor of a rule.
   *
   * @param shown what was in front of the person. Default: two equal answers, in the language of the page, on the texts in force
   * @throws {PolicyProblem} where the engine refuses
   */
  async decide(decisions: Decisions, shown?: Shown): Promise<void> {
    if (!this.#state) await this.refresh();
    const decision = ++this.#decisions;
    this.#deciding += 1;
    try {
      const state = await this.#ask('PUT', { decisions, shown: shown ?? this.#shownFor(decisions), click: CLICK });
      // The answer to a later decision may be here already.
      if (decision > this.#answered) {
        this.#answered = decision;
        this.#apply(state);
      }
    } finally {
      this.#deciding -= 1;
    }
    this.#channel?.postMessage('');
  }

  /** Accepts every rule, or refuses every rule. @throws {PolicyProblem} where the engine refuses, or cannot be asked for the rules */
  async decideAll(isAccepted: boolean, shown?: Shown): Promise<void> {
    const { rules } = this.#state ?? (await this.#ask('GET'));
    await this.decide(Object.fromEntries(rules.map(({ name }) => [name, isAccepted])), shown);
  }

  /** Asks the engine anew. A failure leaves everything as it was. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#refresh().finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  /**
   * Takes what the server wrote into the page instead of asking for it.
   *
   * @param seen the decisions in the cookies that the server saw; where they are others by now, the engine is asked, and where the
   * browser went back to the page, which may be that of somebody who has signed out since
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

  async #refresh(): Promise<void> {
    const before = this.#decisions;
    const deciding = this.#deciding;
    try {
      const state = await this.#ask('GET');
      // A decision that was on its way, or has been made meanwhile, knows better.
      if (this.#decisions === before && !deciding) this.#apply(state);
    } catch {
      // Without an answer nothing that waits is woken, and nobody is asked.
    }
  }

  #refreshIfChanged(): void {
    if (!document.hidden && decisionsInCookies() !== this.#seen) void this.refresh();
  }

  #apply(state: ConsentDocument): void {
    const before = this.#state;
    this.#state = state;
    this.#seen = decisionsInCookies();
    const { woken } = this.#waker!;
    this.#mustReload ||= [...woken].some((gate) => !this.hasConsent(gate));
    // A server that knew of the consent has put them into the page awake.
    for (const { gate } of state.rules.flatMap(({ scripts }) => scripts)) if (this.hasConsent(gate)) woken.add(gate);
    const leftovers = state.clear.filter(({ gate }) => state.gates[gate] === 'rejected');
    guard(leftovers);
    forget(leftovers, before !== null && leftovers.some(({ gate }) => before.gates[gate] !== 'rejected'));
    tellGoogle(state.consent_mode);
    this.#waker?.look();
    document.dispatchEvent(new CustomEvent(CHANGE_EVENT, { detail: this }));
    if (state.gpc.unrecorded && !this.#deciding) this.#recordSignal();
  }

  /** The refusal that the browser's signal stands for is put on record once, by a request of this page. */
  #recordSignal(): void {
    if (this.#hasRecorded) return;
    this.#hasRecorded = true;
    this.decide({}).catch(() => {
      // It counts all the same, and the next page tries again.
    });
  }
}

/** So that two clicks at once of a visitor without a cookie are one visitor. Browsers have it over https alone. */
const CLICK = (crypto as Partial<Crypto>).randomUUID?.();

const SHARED = Symbol.for('policy-engine.consent');

/**
 * The consent settings of whoever looks at this page: one object for each mount path, shared by everything in the page, also where
 * the app brings its own copy of this module. On a server it knows nothing, and `hasConsent` is false.
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
