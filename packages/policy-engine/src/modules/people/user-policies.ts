import {
  type Adoptable,
  type ConsentService,
  type ConsentStatus,
  isObstructing,
  isPending,
  stateHere,
  statusOn,
  type Visitor,
} from '../consent/index.ts';
import type { Decision } from '../rules/index.ts';
import type { TermInForce, TermsService } from '../terms/index.ts';
import type { PolicyHandle, PolicyHelpers, PolicyTerm, PolicyUserTerm } from './policy-user.ts';

/** What the helpers of one user need. */
export interface UserPoliciesOptions {
  readonly consents: ConsentService;
  readonly terms: TermsService;
  readonly visitor: Visitor;
}

type RuleOrTerm<Rule extends string> = Rule | { readonly rule: Rule };

/** The helpers of one user. Statuses are cached until a decision is made through this object. */
export class UserPolicies implements PolicyHelpers {
  readonly #options: UserPoliciesOptions;
  #statuses: Promise<readonly ConsentStatus[]> | undefined;

  constructor(options: UserPoliciesOptions) {
    this.#options = options;
  }

  async hasConsented(rule: string): Promise<boolean> {
    return stateHere(await this.#status(rule)) === 'accepted';
  }

  async pendingPolicies(): Promise<string[]> {
    return (await this.#all()).filter(isPending).map(({ rule }) => rule.name);
  }

  async pendingBlockingPolicies(): Promise<string[]> {
    return (await this.#all()).filter(isObstructing).map(({ rule }) => rule.name);
  }

  async confirmAllPolicies(): Promise<void> {
    await this.#decideAll('accepted', isPending);
  }

  async rejectAllPolicies(): Promise<void> {
    // Includes rejected ones: a rejection that could not be stored counts, and must still be recorded.
    await this.#decideAll('rejected', ({ isAsked, rule }) => isAsked && !rule.notice);
  }

  async needsPolicyConfirmationFor(rule: string): Promise<boolean> {
    return isPending(await this.#status(rule));
  }

  async policyTermOn<Rule extends string>(rule: Rule): Promise<PolicyTerm<Rule>> {
    const { term } = await this.#status(rule);
    return this.#termOf(rule, term ?? (await this.#options.terms.currentOf(rule)));
  }

  async policyUserTermOn<Rule extends string>(of: RuleOrTerm<Rule>): Promise<PolicyUserTerm<Rule> | null> {
    const rule = ruleOf(of);
    const { userTermId, state, decidedAt } = await this.#status(rule);
    return userTermId === null ? null : { id: userTermId, rule, state, decidedAt };
  }

  async handlePolicyFor<Rule extends string>(of: RuleOrTerm<Rule>): Promise<PolicyHandle<Rule>> {
    const rule = ruleOf(of);
    const { state } = await this.#status(rule);
    const decide = (decision: Decision) => this.#decide(new Map([[rule as string, decision]]));
    return { rule, term: await this.policyTermOn(rule), state, decide };
  }

  async acceptPolicyFrom(rule: string): Promise<void> {
    await this.#decide(new Map([[rule, 'accepted']]));
  }

  async adoptableDecisions(): Promise<Adoptable[]> {
    return this.#options.consents.adoptions.of(this.#options.visitor);
  }

  async adoptVisitorDecision(rule: string): Promise<void> {
    try {
      await this.#options.consents.adoptions.adopt(this.#options.visitor, rule);
    } finally {
      this.#statuses = undefined;
    }
  }

  policyCookies(): string[] {
    return this.#options.visitor.cookies.changes();
  }

  async #decideAll(decision: Decision, concerned: (status: ConsentStatus) => boolean): Promise<void> {
    // A rule without a text cannot be decided on.
    const chosen = (await this.#all()).filter((status) => status.term !== null && concerned(status));
    await this.#decide(new Map(chosen.map(({ rule }) => [rule.name, decision])));
  }

  async #decide(decisions: ReadonlyMap<string, Decision>): Promise<void> {
    if (decisions.size === 0) return;
    try {
      await this.#options.consents.decide(this.#options.visitor, decisions);
    } finally {
      this.#statuses = undefined;
    }
  }

  /** @throws HttpError 404 for a name that no rule has */
  async #status(rule: string): Promise<ConsentStatus> {
    return statusOn(rule, await this.#all());
  }

  #all(): Promise<readonly ConsentStatus[]> {
    this.#statuses ??= this.#options.consents.statuses(this.#options.visitor);
    return this.#statuses;
  }

  #termOf<Rule extends string>(rule: Rule, term: TermInForce): PolicyTerm<Rule> {
    const { id, version, locale, markdown, hash, publishedAt } = term;
    return { id, rule, version, locale, markdown, hash, publishedAt, html: this.#options.terms.html(term) };
  }
}

function ruleOf<Rule extends string>(of: RuleOrTerm<Rule>): Rule {
  return typeof of === 'string' ? of : of.rule;
}
