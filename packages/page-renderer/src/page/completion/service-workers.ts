/// <reference lib="dom" />

import type { Native, Noted, Scope } from '../environment/replace.ts';
import { promisedBy, replaceFunction, replaceMethods } from '../environment/replace.ts';

/** A call of `register`, or the registration that it has led to, and when it began to be waited for. */
interface Registering {
  at: number;
  isPending: boolean;
  registration: object | undefined;
}

/**
 * Records service workers that the page registers until they are active: a page may wait for that, for control by it, or for its
 * messages. What a service worker itself requests and reads is work of it, because its requests are not those of the page. Runs with
 * `notePending`, under the same rules.
 *
 * @returns a function that adds those that are being installed, and those that take longer than five seconds
 */
export function noteServiceWorkers(noted: Noted, now: () => number): (counts: number[]) => void {
  const scope = globalThis as unknown as Scope;
  if (typeof scope['ServiceWorkerGlobalScope'] === 'function') noteRequests(noted, now);
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const getterOf = (name: string, property: string) => {
    const prototype = (scope[name] as { prototype?: object } | undefined)?.prototype;
    return prototype && (getOwnPropertyDescriptor(prototype, property)?.get as Native | undefined);
  };
  const activeOf = getterOf('ServiceWorkerRegistration', 'active');
  const waitingOf = getterOf('ServiceWorkerRegistration', 'waiting');
  const installingOf = getterOf('ServiceWorkerRegistration', 'installing');
  const stateOf = getterOf('ServiceWorker', 'state');
  if (typeof document !== 'object' || !activeOf || !waitingOf || !installingOf || !stateOf) return () => {};
  const { then } = Promise.prototype as unknown as { then: Native };
  const all = Object.create(null) as Record<number, Registering>;
  let count = 0;
  replaceMethods({ 'ServiceWorkerContainer.prototype': 'register' }, (native, self, given) => {
    const value = apply(native, self, given as never[]);
    const own: Registering = Object.assign(Object.create(null), {
      at: now(),
      isPending: true,
      registration: undefined,
    });
    count += 1;
    const id = count;
    all[id] = own;
    const registered = (registration: unknown) => {
      own.registration = registration as object;
      return registration;
    };
    const failed = (error: unknown) => {
      delete all[id];
      noted.move('w register');
      throw error;
    };
    return apply(then, value, [registered, failed] as never[]);
  });
  // One that waits for the end of pages stays where it is.
  const isPending = ({ registration }: Registering) => {
    if (!registration) return true;
    if (apply(installingOf, registration, [])) return true;
    const active = apply(activeOf, registration, []);
    if (active) return apply(stateOf, active, []) === 'activating';
    return Boolean(apply(waitingOf, registration, []));
  };
  return (counts) => {
    for (const id in all) {
      const own = all[id] as Registering;
      const wasPending = own.isPending;
      own.isPending = isPending(own);
      if (own.isPending && !wasPending) own.at = now();
      // What this leads to, events and messages, arrives from now on.
      if (wasPending && !own.isPending) noted.movedAt = now();
      if (!own.isPending && !wasPending) continue;
      const index = now() - own.at <= 5_000 ? 27 : 28;
      counts[index] = (counts[index] as number) + 1;
    }
  };
}

/** Records the requests of a service worker as work. */
export function noteRequests(noted: Noted, now: () => number): void {
  let count = 0;
  const promised = promisedBy((name) => {
    count += 1;
    const id = `f${count}` as unknown as number;
    const key = `w ${name}`;
    noted.work[id] = { at: now(), key };
    return () => {
      delete noted.work[id];
      noted.move(key);
    };
  });
  replaceFunction('fetch', promised);
  replaceMethods({ 'Response.prototype': 'arrayBuffer blob bytes formData json text' }, promised);
}
