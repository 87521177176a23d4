/** What a user of the host can be asked and told about policies (spec: User-model helpers). */
import type { ConsentState, Decision } from '../consent/consent-status.ts';
import type { PortabilityRuleOptions } from '../export/rule.ts';
import type { ConsentHelperName, PortabilityHelperName } from './helper-names.ts';

/** The text of a rule that is in force. */
export interface PolicyTerm<Rule extends string = string> {
  readonly id: string;
  readonly rule: Rule;
  readonly version: number;
  /** BCP 47 tag. */
  readonly locale: string;
  /** The text as it was written. */
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
  /** `passive` where the decision was about an older text that no longer counts. */
  readonly state: ConsentState;
  readonly decidedAt: string | null;
}

/** A rule in a user's hands. */
export interface PolicyHandle<Rule extends string = string> {
  readonly rule: Rule;
  readonly term: PolicyTerm<Rule>;
  /** How it stood when it was asked for. */
  readonly state: ConsentState;
  /** Decides on the text in force; again is no change. */
  decide(decision: Decision): Promise<void>;
}

/** A decision of the browser that an account may take over. */
export interface AdoptableDecision<Rule extends string = string> {
  readonly rule: Rule;
  readonly decision: Decision;
  /** ISO 8601, UTC. */
  readonly decidedAt: string;
}

/** Helpers that are there whatever the rules are. */
export type PolicyHelpers<Rule extends string = string> = {
  /** Names of the rules the user has not decided on, and of the blocking ones they have rejected. */
  pendingPolicies(): Promise<Rule[]>;
  /** The pending rules without which nothing else goes on. */
  pendingBlockingPolicies(): Promise<Rule[]>;
  /** Accepts every pending rule that has a text, in one transaction. A refused rule that does not block stays refused. */
  confirmAllPolicies(): Promise<void>;
  /** Rejects every rule that has a text and is not rejected yet, in one transaction. */
  rejectAllPolicies(): Promise<void>;
  /** Whether the rule is pending. */
  needsPolicyConfirmationFor(rule: Rule): Promise<boolean>;
  /** The rule's text in force. @throws {PolicyEngineError} `missing_term`: `no term for X policy` */
  policyTermOn<Named extends Rule>(rule: Named): Promise<PolicyTerm<Named>>;
  /** The user's decision on the rule or on the rule of a text; null before the first one. */
  policyUserTermOn<Named extends Rule>(rule: Named | { readonly rule: Named }): Promise<PolicyUserTerm<Named> | null>;
  /** The rule with its text and the means to decide on it. @throws {PolicyEngineError} `missing_term` */
  handlePolicyFor<Named extends Rule>(rule: Named | { readonly rule: Named }): Promise<PolicyHandle<Named>>;
  /**
   * Accepts the rule's text in force: the host says that its user did. Recorded with the channel `host`.
   *
   * @throws {PolicyEngineError} `missing_term`
   */
  acceptPolicyFrom(rule: Rule): Promise<void>;
  /**
   * What was decided without an account in the browser of the request, on texts that are in force, and the user has not
   * decided. Ask them whether to take it over; on a shared computer it may be somebody else's.
   */
  adoptableDecisions(): Promise<AdoptableDecision<Rule>[]>;
  /**
   * Takes such a decision over for the user, because they said so at sign-in or sign-up. Recorded as an event of its own that
   * names the visitor's. Append `policyCookies()` to the answer: the browser is another visitor from then on, and forgets what
   * was decided when the user signs out.
   *
   * @throws {PolicyEngineError} 409 `nothing_to_adopt` without an event of the browser's visitor on the text in force that no
   * account has claimed, and without a request; 405 in a request that only reads; 403 `cross_site_request` in one of a
   * foreign page
   */
  adoptVisitorDecision(rule: Rule): Promise<void>;
  /**
   * `Set-Cookie` values that decisions made through this object ask for: the cookies of sessionless rules, and those of
   * scripts that go with a refusal. Append them to the answer.
   */
  policyCookies(): string[];
};

/** A portability rule, as a user's helpers tell it. */
export interface PortabilityEntry {
  readonly name: string;
  /** What people call it, in the engine's default language. */
  readonly label: string;
  readonly kind: 'collection' | 'member';
  /** Rows of a page; null for a member rule. */
  readonly per: number | null;
}

/** What a user can be asked about their own data. */
export type PortabilityHelpers = {
  /** Whether the user may ask for their data now: they have no open request. */
  canRequestPortability(): Promise<boolean>;
  /** What an export would hold, in the order of declaration. */
  portabilitySchema(): readonly PortabilityEntry[];
};

/** {@link PortabilityHelpers} and one helper per portability rule, named for what it reads. */
export type PortabilityUser<Portable extends PortabilityRuleOptions = PortabilityRuleOptions> = PortabilityHelpers & {
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
  Portable extends PortabilityRuleOptions = PortabilityRuleOptions,
> = PolicyHelpers<Rule> & {
  readonly [Name in Rule as ConsentHelperName<Name>]: () => Promise<boolean>;
} & PortabilityUser<Portable>;
