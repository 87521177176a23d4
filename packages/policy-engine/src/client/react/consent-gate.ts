'use client';
import type { ReactNode } from 'react';
import type { Rules } from '../components/consent-view.ts';
import { useConsentOf } from './use-consent.ts';

/** Props of a gate. */
export interface ConsentGateProps {
  /** The rule that opens it, or several. */
  readonly rule: Rules;
  /** The vendor it also needs: `provider` of a script of each rule. */
  readonly vendor?: string | undefined;
  /** Shown with consent. */
  readonly children?: ReactNode;
  /** Shown without consent. */
  readonly fallback?: ReactNode;
  /** Shown while it is not known. Default: nothing, so that neither of the others flashes. */
  readonly pending?: ReactNode;
}

/**
 * Shows its children with consent, and `fallback` without.
 *
 * @example
 * ```tsx
 * <ConsentGate rule="media" fallback={<p>The map needs your consent.</p>}>
 *   <Map />
 * </ConsentGate>
 * ```
 */
export function ConsentGate({ rule, vendor, children, fallback, pending }: ConsentGateProps): ReactNode {
  const isAccepted = useConsentOf(rule, vendor);
  return isAccepted === undefined ? pending : isAccepted ? children : fallback;
}
