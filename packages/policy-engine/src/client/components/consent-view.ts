/** Consent as used by the components of all frameworks. */
import { type PolicyConsent, policyConsent } from '../consent.ts';
import { gateOf, type VendorGate } from '../gate.ts';
import type { RuleName } from '../rule-names.ts';
import { isCurrent, type Shown } from '../shown.ts';
import type { ConsentDocument } from '../state.ts';

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
}

/** Gates of rules, as in `data-consent`. */
export const attributeOf = (rules: Rules, vendor?: string): string =>
  [rules]
    .flat()
    .map((rule) => (vendor ? gateOf(rule, vendor) : rule))
    .toSorted()
    .join(' ');

/** Whether a state accepts the rules, all of them. */
export function accepts(state: ConsentDocument | null, rules: Rules, vendor?: string): boolean {
  const gates = attributeOf(rules, vendor).split(/\s+/).filter(Boolean);
  return gates.length > 0 && gates.every((gate) => state?.gates[gate] === 'accepted');
}

/** The state of one app's components: the page's consent, and the server's snapshot until that is known. */
export class ConsentView {
  readonly mount: string;
  readonly #handed: ConsentDocument | null;
  readonly #seen: string | undefined;

  constructor({ mount, snapshot }: ConsentSource) {
    this.mount = mount ?? snapshot?.mount ?? '/policies';
    this.#handed = snapshot?.state ?? null;
    this.#seen = snapshot?.seen;
  }

  get consent(): PolicyConsent {
    return policyConsent(this.mount);
  }

  /**
   * What is known now. A snapshot does not count after another tab decided, or if the page was restored from the browser's history.
   */
  get state(): ConsentDocument | null {
    return this.consent.state ?? (isCurrent(this.#seen ?? '') ? this.#handed : null);
  }

  /** What to render first, on a server and during hydration: the snapshot. */
  get first(): ConsentDocument | null {
    return this.#handed;
  }

  /** Calls back on each change until the returned function is called. The first call loads the state, if nothing else has. */
  readonly subscribe = (listener: () => void): (() => void) => {
    const end = this.consent.onChange(listener);
    // After the components of this turn, including the banner, which contains the state.
    queueMicrotask(() => this.#start());
    return end;
  };

  /** Consent with a state that a framework tracks. */
  at(state: ConsentDocument | null): Consent {
    const { consent } = this;
    return {
      state,
      mustReload: consent.mustReload,
      has: (rules, vendor) => accepts(state, rules, vendor),
      decide: (decisions, shown) => consent.decide(decisions as Record<string, boolean>, shown),
      decideAll: (isAccepted, shown) => consent.decideAll(isAccepted, shown),
      withdraw: (rules) => consent.decide(Object.fromEntries([rules].flat().map((rule) => [rule, false]))),
    };
  }

  #start(): void {
    const { consent } = this;
    if (consent.state) return;
    if (this.#handed) consent.adopt(this.#handed, this.#seen ?? '');
    else if (!document.querySelector('policy-consent')) void consent.refresh();
  }
}
