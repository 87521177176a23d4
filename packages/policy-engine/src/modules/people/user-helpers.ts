/** Gives the host's users the helpers of `policy-user.ts`: as a base class, or as an object for any user. */
import type { ConsentService } from '../consent/index.ts';
import type { Rules } from '../rules/index.ts';
import type { TermsService } from '../terms/index.ts';
import { Cookies } from '../../platform/web/request/cookies.ts';
import type { PortableRule } from '../../kernel/options.ts';
import { consentHelperName } from '../../platform/users/helper-names.ts';
import type { PolicyHelpers, PolicyUser } from './policy-user.ts';
import { UserPolicies } from './user-policies.ts';
import { portabilityHelpers, type UserPortabilityOptions } from './user-portability.ts';

/** A class a host extends. */
export type AnyClass = new (...parameters: never[]) => object;

/** A class with the helpers: its own statics and parameters, and instances that have both. */
export type WithPolicies<
  Base extends AnyClass,
  Rule extends string,
  Portable extends PortableRule = PortableRule,
> = Omit<Base, 'prototype'> &
  (new (...parameters: ConstructorParameters<Base>) => InstanceType<Base> & PolicyUser<Rule, Portable>);

/** What the helpers need. */
export interface UserHelpersOptions {
  readonly consents: ConsentService;
  readonly terms: TermsService;
  readonly rules: Rules;
  /** Id of a user of the host. */
  readonly idOf: (user: object) => string;
  readonly portability: Omit<UserPortabilityOptions, 'idOf'>;
}

type Helper = (this: object, ...parameters: never[]) => unknown;

/** Makes the helpers of users. */
export class UserHelpers<Rule extends string, Portable extends PortableRule = PortableRule> {
  readonly #options: UserHelpersOptions;
  /** By user object, so that a request that loads its user once asks the database once. */
  readonly #known = new WeakMap<object, UserPolicies>();

  constructor(options: UserHelpersOptions) {
    this.#options = options;
  }

  /** The helpers of a user as a separate object. */
  policiesOf(user: object, request: Request | null): PolicyUser<Rule, Portable> {
    const policies = this.#policies(user, request);
    const helpers = this.#helpers(() => policies).map(([name, helper]) => [name, helper.bind(user)]);
    return Object.fromEntries(helpers) as PolicyUser<Rule, Portable>;
  }

  /** A class like `base` whose instances have the helpers. */
  withPolicies<Base extends AnyClass>(base: Base): WithPolicies<Base, Rule, Portable> {
    const extended = class extends (base as AnyClass) {};
    Object.defineProperty(extended, 'name', { value: base.name });
    for (const [name, value] of this.#helpers((user) => this.#policiesKept(user))) {
      Object.defineProperty(extended.prototype, name, { value, configurable: true, writable: true });
    }
    return extended as unknown as WithPolicies<Base, Rule, Portable>;
  }

  #helpers(policiesOf: (user: object) => UserPolicies): Array<[string, Helper]> {
    const consented = this.#options.rules.all.map(({ name }): [string, Helper] => [
      consentHelperName(name),
      function hasConsented() {
        return policiesOf(this).hasConsented(name);
      },
    ]);
    const general = HELPERS.map((name): [string, Helper] => [
      name,
      function helper(...parameters) {
        const policies = policiesOf(this);
        return (policies[name] as Helper).apply(policies, parameters);
      },
    ]);
    const { idOf, portability } = this.#options;
    return [...consented, ...general, ...portabilityHelpers({ ...portability, idOf })];
  }

  #policiesKept(user: object): UserPolicies {
    const known = this.#known.get(user) ?? this.#policies(user, null);
    this.#known.set(user, known);
    return known;
  }

  #policies(user: object, request: Request | null): UserPolicies {
    const { consents, terms, idOf } = this.#options;
    const cookies = new Cookies(request?.headers.get('cookie') ?? null);
    const secure = request !== null && new URL(request.url).protocol === 'https:';
    const visitor = { user: { id: idOf(user), record: user }, cookies, request, secure, how: 'host' } as const;
    return new UserPolicies({ consents, terms, visitor });
  }
}

const HELPERS = [
  'pendingPolicies',
  'pendingBlockingPolicies',
  'confirmAllPolicies',
  'rejectAllPolicies',
  'needsPolicyConfirmationFor',
  'policyTermOn',
  'policyUserTermOn',
  'handlePolicyFor',
  'acceptPolicyFrom',
  'adoptableDecisions',
  'adoptVisitorDecision',
  'policyCookies',
] as const satisfies ReadonlyArray<keyof PolicyHelpers>;
