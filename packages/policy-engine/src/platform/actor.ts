/** Who is at work in the present request. Services below need not hand it on to each other. */
import { AsyncLocalStorage } from 'node:async_hooks';

/** Who acts, as far as it is kept. */
export interface Actor {
  /** The host's id of the administrator; null for the host itself, in a script of its own. */
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

/** Runs something that the host's own code asked for, also where that code runs while a request of a person is answered. */
export function asHost<T>(callback: () => T): T {
  return actors.run(HOST, callback);
}

/** Who acts now: the host itself, outside of requests. */
export function actorNow(): Actor {
  return actors.getStore() ?? HOST;
}
