/**
 * The names of people and administrators for lists. They come from the host each time and are never stored: the host may change
 * them, and an erasure must not leave them behind.
 */
import { answered } from '../answered.ts';
import type { WebLogger } from '../logger.ts';
import { displayName, type UserResource, usersWithIds } from './resource.ts';

/** Name of a user: the email address, otherwise the property `name`; null if the host has neither, or fails. Never rejects. */
export type NameOf = (id: string) => Promise<string | null>;

/** Names of several users by their IDs; those without a name are missing. Never rejects. */
export type NamesOf = (ids: Iterable<string | null>) => Promise<ReadonlyMap<string, string>>;

/** Reads names, each ID once. If the host fails, which is logged, names are missing: the page is shown with IDs. */
export function namesFrom(resource: UserResource, logger: WebLogger): NamesOf {
  return async (ids) => {
    const unique = [...new Set(ids)].filter((id) => id !== null);
    if (unique.length === 0) return new Map();
    const names = new Map<string, string>();
    const failures: unknown[] = [];
    const fail = (error: unknown) => void failures.push(error);
    const found = answered('userResource', () => usersWithIds(resource, unique, fail)).catch(fail);
    for (const [id, user] of (await found) ?? []) {
      const name = displayName(resource, user, fail);
      if (name !== null) names.set(id, name);
    }
    if (failures.length > 0) {
      const details = { error: failures[0], people: unique.length, failures: failures.length };
      logger.error('names of people could not be read: pages show their IDs', details);
    }
    return names;
  };
}

/**
 * Names one by one, read together: all that a page asks for in one turn of the event loop are one call. For one request only, since
 * a host may know who asks from the asynchronous context.
 */
export function inBatches(namesOf: NamesOf): NameOf {
  let waiting: { readonly ids: Set<string>; readonly names: ReturnType<NamesOf> } | null = null;
  const begin = () => {
    const ids = new Set<string>();
    const names = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      waiting = null;
      return namesOf(ids);
    });
    return { ids, names };
  };
  return async (id) => {
    waiting ??= begin();
    waiting.ids.add(id);
    return (await waiting.names).get(id) ?? null;
  };
}
