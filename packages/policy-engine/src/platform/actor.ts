/** The actor of the current request, so that services need not pass it to each other. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** The actor, as far as it is stored. */
export interface Actor {
  /** The host's ID of the administrator; null for the host itself, in a script of its own. */
  readonly id: string | null;
  readonly requestId: string | null;
  /** The network, not the address. */
  readonly ip: string | null;
}

const actors = new AsyncLocalStorage<Actor>();

const HOST: Actor = { id: null, requestId: null, ip: null };

/** Runs something as done by an actor. */
export function actingAs<T>(actor: Actor, callback: () => T): T {
  return actors.run(actor, callback);
}

/** Runs something that the host's own code called, even if that code runs within a request of a person. */
export function asHost<T>(callback: () => T): T {
  return actors.run(HOST, callback);
}

/** The current actor; outside of requests the host itself. */
export function actorNow(): Actor {
  return actors.getStore() ?? HOST;
}
