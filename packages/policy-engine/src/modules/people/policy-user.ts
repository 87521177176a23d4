/** The helpers of a user of the host for policies (spec: P-user). */
import type { ConsentState, Decision } from '../rules/index.ts';
import type { PortableRule } from '../../kernel/options.ts';
import type { ConsentHelperName, PortabilityHelperName } from '../../platform/users/helper-names.ts';

/** The text of a rule that is in force. */
export interface PolicyTerm<Rule extends string = string> {
  readonly id: string;
  readonly rule: Rule;
  readonly version: number;
  /** BCP 47 tag. */
  readonly locale: string;
  /** The text in Markdown. */
  readonly markdown: string;
  /** The text as HTML that is safe in any page. */
  readonly html: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly hash: string;
  /** In force since; ISO 8601, UTC. */
  readonly publishedAt: string;
}

/** A user's decision on a rule. */
export interface PolicyUserTerm<Rule extends string = string> {
  readonly id: string;
  readonly rule: Rule;
  /** `passive` if the decision was about an older text that no longer counts. */
  readonly state: ConsentState;
  readonly decidedAt: string | null;
}

/** A rule with a user's decision. */
export interface PolicyHandle<Rule extends string = string> {
  readonly rule: Rule;
  readonly term: PolicyTerm<Rule>;
  /** The status when it was read. */
  readonly state: ConsentState;
  /** Decides on the text in force; a repeated decision changes nothing. */
  decide(decision: Decision): Promise<void>;
}

/** A decision of the browser that an account may take over. */
export interface AdoptableDecision<Rule extends string = string> {
  readonly rule: Rule;
  readonly decision: Decision;
  /** ISO 8601, UTC. */
  readonly decidedAt: string;
}

/** Helpers that exist regardless of the rules. */
export type PolicyHelpers<Rule extends string = string> = {
  /** Names of the rules the user has not decided on, and of the blocking ones they have rejected. */
  pendingPolicies(): Promise<Rule[]>;
  /** The pending rules that must be accepted before anything else; a rule without a text is not among them. */
  pendingBlockingPolicies(): Promise<Rule[]>;
  /** Accepts every pending rule that has a text, in one transaction. A rejected rule that is not blocking stays rejected. */
  confirmAllPolicies(): Promise<void>;
  /** Rejects every rule that has a text and is not rejected yet, in one transaction. Nobody decides on a notice. */
  rejectAllPolicies(): Promise<void>;
  /** Whether the rule is pending. */
  needsPolicyConfirmationFor(rule: Rule): Promise<boolean>;
  /** The rule's text in force. @throws {PolicyEngineError} `missing_term`: `no term for X policy` */
  policyTermOn<Named extends Rule>(rule: Named): Promise<PolicyTerm<Named>>;
  /** The user's decision on the rule or on the rule of a text; null before the first one. */
  policyUserTermOn<Named extends Rule>(rule: Named | { readonly rule: Named }): Promise<PolicyUserTerm<Named> | null>;
  /** The rule with its text and functions to decide on it. @throws {PolicyEngineError} `missing_term` */
  handlePolicyFor<Named extends Rule>(rule: Named | { readonly rule: Named }): Promise<PolicyHandle<Named>>;
  /**
   * Accepts the rule's text in force: the host states that its user did so. Recorded with the channel `host`.
   *
   * @throws {PolicyEngineError} `missing_term`
   */
  acceptPolicyFrom(rule: Rule): Promise<void>;
  /**
   * Decisions made without an account in the browser of the request, on texts in force, that the user has not decided on. Ask them
   * whether to take these over; on a shared computer they may be somebody else's.
   */
  adoptableDecisions(): Promise<AdoptableDecision<Rule>[]>;
  /**
   * Takes such a decision over for the user, because they agreed at sign-in or sign-up. Recorded as a separate event that names the
   * visitor's. Append `policyCookies()` to the response: the browser becomes another visitor, and its decisions are removed when
   * the user signs out.
   *
   * @throws {PolicyEngineError} 409 `nothing_to_adopt` if the browser's visitor has no event on the text in force that no account
   * has claimed, and without a request; 405 in a read-only request; 403 `cross_site_request` in one from another site
   */
  adoptVisitorDecision(rule: Rule): Promise<void>;
  /**
   * `Set-Cookie` values for decisions made through this object: the cookies of sessionless rules, and those of scripts that are
   * deleted on a rejection. Append them to the response.
   */
  policyCookies(): string[];
};

/** A portability rule in the helpers of a user. */
export interface PortabilityEntry {
  readonly name: string;
  /** Its label, in the engine's default language. */
  readonly label: string;
  readonly kind: 'collection' | 'member';
  /** Rows of a page; null for a member rule. */
  readonly per: number | null;
}

/** The helpers for the user's own data. */
export type PortabilityHelpers = {
  /** Whether the user may request their data now: they have no open request. */
  canRequestPortability(): Promise<boolean>;
  /** The content of an export, in the order of declaration. */
  portabilitySchema(): readonly PortabilityEntry[];
};

/** {@link PortabilityHelpers} and one helper per portability rule, named for what it reads. */
export type PortabilityUser<Portable extends PortableRule = PortableRule> = PortabilityHelpers & {
  readonly [
    Rule in Portable as Rule extends { readonly collection: unknown }
      ? PortabilityHelperName<'collection', Rule['name']>
      : never
  ]: (page?: number) => Promise<readonly unknown[]>;
} & {
  readonly [
    Rule in Portable as Rule extends { readonly member: unknown }
      ? PortabilityHelperName<'member', Rule['name']>
      : never
  ]: () => Promise<unknown>;
};

/** {@link PolicyHelpers} and one `hasConsented…` per rule, which exists only if the rule does; the same for portability rules. */
export type PolicyUser<
  Rule extends string = string,
  Portable extends PortableRule = PortableRule,
> = PolicyHelpers<Rule> & {
  readonly [Name in Rule as ConsentHelperName<Name>]: () => Promise<boolean>;
} & PortabilityUser<Portable>;
