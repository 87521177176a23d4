'use client';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import type { Consent, Rules } from '../components/consent-view.ts';
import { ConsentViewContext } from './context.ts';

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
  const known = useSyncExternalStore(
    view.subscribe,
    () => view.known,
    () => view.first,
  );
  return useMemo(() => view.at(known), [view, known]);
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
  return useSyncExternalStore(
    view.subscribe,
    () => view.accepts(view.known, rules, vendor),
    () => view.accepts(view.first, rules, vendor),
  );
}
