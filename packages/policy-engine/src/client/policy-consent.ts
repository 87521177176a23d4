import { PolicyConsent } from './consent.ts';
import { hasPage } from './page/page-element.ts';

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
  if (!hasPage) return new PolicyConsent(path);
  const holder = globalThis as { [SHARED]?: Record<string, PolicyConsent> };
  return ((holder[SHARED] ??= {})[path] ??= new PolicyConsent(path));
}
