/** Consent as used by the components of all frameworks. */
import type { PolicyConsent } from '../consent.ts';
import { policyConsent } from '../policy-consent.ts';
import type { Cleared } from '../state/forget.ts';
import { gateOf, type VendorGate } from '../state/gate.ts';
import type { RuleName } from '../state/rule-names.ts';
import { decisionsInCookies } from '../state/cookies.ts';
import { isCurrent, type Shown } from '../state/shown.ts';
import type { Signal } from '../signals/signal.ts';
import type { ConsentDocument } from '../state/state.ts';

/**
 * What the server knew of the visitor's consent: the result of `consentSnapshot()` of a consent context. It can be serialised as
 * JSON.
 */
export interface ConsentSnapshot {
  /** Path at which the engine is mounted. */
  readonly mount: string;
  /** The decisions in the cookies of the request; if the browser has others, the engine is asked again. */
  readonly seen: string;
  readonly state: ConsentDocument;
}

/** Where the components of an app get consent from. */
export interface ConsentSource {
  /** Path at which the engine is mounted. Default: that of the snapshot, or `/policies`. */
  readonly mount?: string | undefined;
  /** What the server knew. Without it nothing is known until the engine has responded. */
  readonly snapshot?: ConsentSnapshot | null | undefined;
}

/** A rule, or several that are needed together. */
export type Rules = RuleName | readonly RuleName[];

/** Decisions by rule, or by what `gateOf` returns for one of its vendors: true accepts, false rejects. */
// oxlint-disable-next-line typescript/no-redundant-type-constituents -- not where an app declares its rules
export type Decisions = Readonly<Partial<Record<RuleName | VendorGate, boolean>>>;

/** The consent of the visitor, and functions that change it, which can be destructured. */
export interface Consent {
  /** The whole response of the engine; null until it is known. */
  readonly state: ConsentDocument | null;
  /** Whether something that was withdrawn still runs, until the page is reloaded. */
  readonly mustReload: boolean;
  /** Names of what was withdrawn and still runs. */
  readonly running: readonly string[];
  /** What the last rejection deleted in this browser, and what it could not delete. */
  readonly cleared: Cleared;
  /** Whether this browser keeps the cookies of a decision; if not, nobody is asked. */
  readonly keepsCookies: boolean;
  /**
   * Whether the rules are accepted, all of them. False until it is known.
   *
   * @param vendor `provider` of a script of each rule: whether they are accepted with this vendor, too
   */
  readonly has: (rules: Rules, vendor?: string) => boolean;
  /**
   * Decides on rules: true accepts, false rejects; rules that are left out stay as they are.
   *
   * @param shown what the person was shown. Default: two equal answers, in the language of the page, on the texts in force
   * @throws {PolicyProblem} if the engine returns an error
   */
  readonly decide: (decisions: Decisions, shown?: Shown) => Promise<void>;
  /** Accepts every rule, or rejects every rule. */
  readonly decideAll: (isAccepted: boolean, shown?: Shown) => Promise<void>;
  /** Rejects rules: what their scripts left in the browser is removed. */
  readonly withdraw: (rules: Rules) => Promise<void>;
  /** Begins with the gated elements of a shadow tree, such as that of a custom element. @returns ends it */
  readonly watch: (root: ShadowRoot) => () => void;
  /** Passes consent on to the tags of another company. */
  readonly addSignal: (signal: Signal) => void;
}

/** Gates of rules, as in `data-consent`. */
export const attributeOf = (rules: Rules, vendor?: string): string =>
  [rules]
    .flat()
    .map((rule) => (vendor ? gateOf(rule, vendor) : rule))
    // oxlint-disable-next-line unicorn/no-array-sort -- browsers of 2022 have no toSorted, and it is a new array
    .sort()
    .join(' ');

const gatesOf = (rules: Rules, vendor?: string): string[] => attributeOf(rules, vendor).split(/\s+/).filter(Boolean);

/** What is known at a time: another object after each change. */
export interface Known {
  readonly state: ConsentDocument | null;
  /** Whether it is what the server rendered, and nothing that this browser knows. */
  readonly isFirst: boolean;
}

/** The state of one app's components: the page's consent, and the server's snapshot until that is known. */
export class ConsentView {
  readonly mount: string;
  /** What to render first, on a server and during hydration: the snapshot. */
  readonly first: Known;
  readonly #seen: string;
  readonly #listeners = new Set<() => void>();
  #end = (): void => {};
  #known: Known | undefined;

  constructor({ mount, snapshot }: ConsentSource) {
    this.mount = mount ?? snapshot?.mount ?? '/policies';
    this.first = { state: snapshot?.state ?? null, isFirst: true };
    this.#seen = snapshot?.seen ?? '';
  }

  get consent(): PolicyConsent {
    return policyConsent(this.mount);
  }

  /**
   * What is known now. A snapshot does not count after another tab decided, or if the page was restored from the browser's history.
   */
  get known(): Known {
    const { state } = this.consent;
    const now = state ?? (isCurrent(this.#seen, decisionsInCookies()) ? this.first.state : null);
    // Between two changes it is one object, by which frameworks see whether to render: also before they subscribe.
    if (!this.#known || this.#known.state !== now) this.#known = { state: now, isFirst: false };
    return this.#known;
  }

  /** Calls back on each change until the returned function is called. The first call loads the state, if nothing else has. */
  readonly subscribe = (listener: () => void): (() => void) => {
    // A function may be passed twice, and each call has its own end.
    const own = () => listener();
    if (!this.#listeners.size) {
      this.#end = this.consent.onChange(() => {
        this.#known = undefined;
        for (const each of this.#listeners) each();
      });
    }
    this.#listeners.add(own);
    // After the components of this turn, including the banner, which contains the state.
    queueMicrotask(() => this.#start());
    return () => {
      this.#listeners.delete(own);
      if (!this.#listeners.size) this.#end();
    };
  };

  /**
   * Whether rules are accepted, all of them; undefined while it is not known. A rejection counts from the click on, and before the
   * engine has answered, the cookies of this browser do.
   */
  accepts({ state, isFirst }: Known, rules: Rules, vendor?: string): boolean | undefined {
    const gates = gatesOf(rules, vendor);
    const { consent } = this;
    const isAccepted = (gate: string) => {
      const here = isFirst ? 'passive' : consent.stateOf(gate);
      return here === 'accepted' || (here === 'passive' && state?.gates[gate] === 'accepted');
    };
    if (gates.length && gates.every(isAccepted)) return true;
    return state ? false : undefined;
  }

  /** Consent with a state that a framework tracks. */
  at(known: Known): Consent {
    const { consent } = this;
    const { mustReload, running, cleared, keepsCookies } = consent;
    return {
      state: known.state,
      mustReload,
      running,
      cleared,
      keepsCookies,
      has: (rules, vendor) => this.accepts(known, rules, vendor) ?? false,
      decide: (decisions, shown) => consent.decide(decisions as Record<string, boolean>, shown),
      decideAll: (isAccepted, shown) => consent.decideAll(isAccepted, shown),
      withdraw: (rules) => consent.decide(Object.fromEntries([rules].flat().map((rule) => [rule, false]))),
      watch: (root) => consent.watch(root),
      addSignal: (signal) => consent.addSignal(signal),
    };
  }

  #start(): void {
    const { consent } = this;
    if (consent.state) return;
    if (this.first.state) consent.adopt(this.first.state, this.#seen);
    else if (!document.querySelector('policy-consent')) void consent.refresh();
  }
}
