import type { AddressPolicy } from './policy.ts';

/** What is counted of the connections of pages: bytes from and to servers, and connections that the address policy refused. */
export type TrafficKind = 'from-sites' | 'to-sites' | 'refused';

/** The network of pages: where they may connect to, and who counts it. */
export interface Network {
  readonly policy: AddressPolicy;
  readonly count: (kind: TrafficKind, amount: number) => void;
}
