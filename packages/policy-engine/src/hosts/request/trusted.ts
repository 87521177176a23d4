/** The option `trustProxy` in host adapters. */
import { type Arrival, Proxies, type Received } from '../../platform/network/proxies.ts';
import type { TrustProxy } from '../../platform/network/trust-proxy.ts';

/** The part of an engine that says which proxies are trusted. */
export interface TrustingEngine {
  /** Unset: the host's own setting counts; nobody is trusted by a host without one. */
  readonly trustProxy?: TrustProxy | undefined;
}

const known = new WeakMap<object, Proxies>();

/** How a request arrived, for hosts that have no setting of their own. */
export function arrivalAt(engine: TrustingEngine, received: Received): Arrival {
  const proxies = known.get(engine) ?? new Proxies(engine.trustProxy ?? false);
  known.set(engine, proxies);
  return proxies.arrival(received);
}
