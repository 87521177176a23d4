/** The host's users, as far as the engine reads them (spec: `user_resource`). */
import { PolicyEngineError } from '../../errors.ts';

/** How to find a user of the host, and which properties to read. Each may be omitted unless something needs it. */
export interface UserResource<UserRecord = unknown> {
  /** The user with an ID, null if there is none. */
  find?(id: string): UserRecord | null | undefined | Promise<UserRecord | null | undefined>;
  /** ID of a user. Default: the property `id`. */
  id?(user: UserRecord): string;
  /** E-mail address of a user, null for one without. Default: the property `email`. */
  email?(user: UserRecord): string | null;
  /** Language of a user as a BCP 47 tag, for mail to them. Default: the property `locale`, else the engine's default. */
  locale?(user: UserRecord): string | null | undefined;
  /**
   * Users whose address or name contains a text, for the search of administrators. Default: people are found by ID
   * only. The first 50 are read.
   */
  search?(text: string): readonly UserRecord[] | Promise<readonly UserRecord[]>;
}

/** Number of users that a search reads. */
const MOST_FOUND = 50;

/** Longest ID that the tables can store. */
const LONGEST_ID = 255;

/**
 * An ID of the host that the tables can store.
 *
 * @param source the option it comes from
 * @throws {PolicyEngineError} `user_id_refused`
 */
export function storableId(id: string, source: string): string {
  if (id.length <= LONGEST_ID) return id;
  const start = JSON.stringify(id.slice(0, 40));
  throw new PolicyEngineError(
    'user_id_refused',
    `${source}: the id ${start}… has ${id.length} characters; at most ${LONGEST_ID} can be stored`,
  );
}

/** Reads IDs of users with the resource's function. */
export function userIdOf(resource: UserResource): (user: object) => string {
  return (user) => {
    const id: unknown = resource.id ? resource.id(user) : Reflect.get(user, 'id');
    if (typeof id === 'string' && id !== '') return storableId(id, 'userResource.id');
    if (typeof id === 'number' || typeof id === 'bigint') return String(id);
    throw new PolicyEngineError('configuration_invalid', 'userResource.id: the user object has no readable ID');
  };
}

/** Language of a user of the host, a BCP 47 tag; null if the host provides none. */
export function localeOfUser(resource: UserResource, user: object): string | null {
  const locale: unknown = resource.locale ? resource.locale(user) : Reflect.get(user, 'locale');
  return typeof locale === 'string' && locale !== '' ? locale : null;
}

/**
 * IDs of the users whom the host finds by a text; none if it has no search.
 *
 * @throws {PolicyEngineError} `configuration_invalid` for an answer that is not a list of users
 */
export async function usersMatching(resource: UserResource, text: string): Promise<string[]> {
  if (resource.search === undefined) return [];
  const found: unknown = await resource.search(text);
  if (!Array.isArray(found)) {
    throw new PolicyEngineError('configuration_invalid', 'userResource.search: the result is not a list of users');
  }
  const idOf = userIdOf(resource);
  const users = found.slice(0, MOST_FOUND).filter((user): user is object => typeof user === 'object' && user !== null);
  return [...new Set(users.map(idOf))];
}

/** E-mail address of a user of the host; null for a user without one, and for anything that is not a user. */
export function addressOfUser(resource: UserResource, user: unknown): string | null {
  if (typeof user !== 'object' || user === null) return null;
  const address: unknown = resource.email ? resource.email(user) : Reflect.get(user, 'email');
  return typeof address === 'string' && address !== '' ? address : null;
}

/** Display name of a user: the email address, otherwise the property `name`; null if there is neither. */
export async function nameOfUser(resource: UserResource, id: string): Promise<string | null> {
  const user: unknown = await resource.find?.(id);
  if (typeof user !== 'object' || user === null) return null;
  const names: readonly unknown[] = [addressOfUser(resource, user), Reflect.get(user, 'name')];
  return names.find((name): name is string => typeof name === 'string' && name !== '') ?? null;
}
