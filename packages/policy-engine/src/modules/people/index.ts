/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { PolicyUser } from './policy-user.ts';
import type { AnyClass, WithPolicies } from './user-helpers.ts';

declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /**
     * ID of a user object of the host, read with `userResource.id`.
     *
     * @throws {PolicyEngineError} `configuration_invalid` for an object without one; `user_id_refused` for one that is too long
     */
    userIdOf(user: object): string;
    /**
     * A class like `base` whose instances have helpers for their decisions. A user object caches them until it decides
     * itself: load users again for each request.
     *
     * If `currentUser` of the configuration uses the class, declare its return type.
     *
     * @example
     * ```ts
     * class User extends engine.withPolicies(Model) {}
     * if (!(await user.hasConsentedPrivacyTerms())) await user.acceptPolicyFrom('privacy_terms');
     * ```
     */
    withPolicies<Base extends AnyClass>(base: Base): WithPolicies<Base, RuleName, Portable>;
    /**
     * The same helpers for a user object of any kind.
     *
     * @param request the request that it refers to: its cookies apply if the user has decided nothing
     *
     * @example
     * ```ts
     * const policies = engine.policiesOf(row, request);
     * await policies.rejectAllPolicies();
     * for (const cookie of policies.policyCookies()) response.append('Set-Cookie', cookie);
     * ```
     */
    policiesOf(user: object, request?: Request): PolicyUser<RuleName, Portable>;
  }
}
