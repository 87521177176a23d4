'use client';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import { accepts, type Consent, type Rules } from '../components/consent-view.ts';
import type { ConsentDocument } from '../state.ts';
import { ConsentViewContext } from './context.ts';

/** The state that a component renders: during hydration, the one that the server rendered. */
export function useConsentState(): ConsentDocument | null {
  const view = useContext(ConsentViewContext);
  return useSyncExternalStore(
    view.subscribe,
    () => view.state,
    () => view.first,
  );
}

/**
 * The visitor's consent, and functions that change it. The component is rendered again when it changes, in this tab or in another.
 *
 * @example
 * ```tsx
 * const { has, withdraw } = useConsent();
 * return has('analytics') && <button onClick={() => withdraw('analytics')}>Stop counting</button>;
 * ```
 */
export function useConsent(): Consent {
  const view = useContext(ConsentViewContext);
  const state = useConsentState();
  return useMemo(() => view.at(state), [view, state]);
}

/**
 * Whether rules are accepted, all of them; undefined while it is not known. The component is rendered again only when this changes.
 *
 * @param vendor `provider` of a script of each rule: whether they are accepted with this vendor, too
 *
 * @example
 * ```tsx
 * const isMeasured = useConsentOf('analytics');
 * ```
 */
export function useConsentOf(rules: Rules, vendor?: string): boolean | undefined {
  const view = useContext(ConsentViewContext);
  const of = (state: ConsentDocument | null) => (state ? accepts(state, rules, vendor) : undefined);
  return useSyncExternalStore(
    view.subscribe,
    () => of(view.state),
    () => of(view.first),
  );
}
