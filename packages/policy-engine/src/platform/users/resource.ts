/** The host's users, as far as the engine reads them (spec: P-config-user-resource). */
import { PolicyEngineError } from '../../errors/errors.ts';
import { answered, atOnce } from '../answered.ts';

/** How to find a user of the host, and which properties to read. Each may be omitted unless something needs it. */
export interface UserResource<UserRecord = unknown> {
  /** The user with an ID, null if there is none. */
  find?(id: string): UserRecord | null | undefined | Promise<UserRecord | null | undefined>;
  /**
   * The users with some IDs, in any order; missing ones are left out. Lists of people then need one call for a page instead of one
   * for each person. It is called with at most 500 IDs. Default: `find` for each.
   */
  findMany?(ids: readonly string[]): readonly UserRecord[] | Promise<readonly UserRecord[]>;
  /** ID of a user. Default: the property `id`. */
  id?(user: UserRecord): string;
  /** E-mail address of a user, null for one without. Default: the property `email`. */
  email?(user: UserRecord): string | null;
  /** Language of a user as a BCP 47 tag, for mail to them. Default: the property `locale`, else the engine's default. */
  locale?(user: UserRecord): string | null | undefined;
  /**
   * Time zone of a user as an IANA name, such as `Asia/Seoul`, in which their export shows times. Default: the property `timeZone`, else
   * the engine's `timeZone`.
   */
  timeZone?(user: UserRecord): string | null | undefined;
  /**
   * Users whose address or name contains a text, for the search of administrators. Default: people are found by ID
   * only. The first 1,000 are read.
   */
  search?(text: string): readonly UserRecord[] | Promise<readonly UserRecord[]>;
}

/** Number of users that a search reads. */
export const MOST_FOUND = 1000;

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
    const id: unknown = resource.id ? atOnce(resource.id(user)) : Reflect.get(user, 'id');
    if (typeof id === 'string' && id !== '') return storableId(id, 'userResource.id');
    if (typeof id === 'number' || typeof id === 'bigint') return String(id);
    throw new PolicyEngineError('configuration_invalid', 'userResource.id: the user object has no readable ID');
  };
}

/** Language of a user of the host, a BCP 47 tag; null if the host provides none. */
export function localeOfUser(resource: UserResource, user: object): string | null {
  const locale: unknown = resource.locale ? atOnce(resource.locale(user)) : Reflect.get(user, 'locale');
  return typeof locale === 'string' && locale !== '' ? locale : null;
}

/** Time zone of a user of the host, an IANA name; undefined if the host provides none. */
export function timeZoneOfUser(resource: UserResource, user: unknown): string | undefined {
  if (!isRecord(user)) return undefined;
  const zone: unknown = resource.timeZone ? atOnce(resource.timeZone(user)) : Reflect.get(user, 'timeZone');
  return typeof zone === 'string' && zone !== '' ? zone : undefined;
}

/**
 * IDs of the users whom the host finds by a text; none if it has no search.
 *
 * @param most how many of them are read
 * @throws {PolicyEngineError} `configuration_invalid` for an answer that is not a list of users
 */
export async function usersMatching(
  resource: UserResource,
  text: string,
  most: number = MOST_FOUND,
): Promise<string[]> {
  if (resource.search === undefined) return [];
  const found: unknown = await answered('userResource.search', () => resource.search?.(text));
  if (!Array.isArray(found)) {
    throw new PolicyEngineError('configuration_invalid', 'userResource.search: the result is not a list of users');
  }
  const idOf = userIdOf(resource);
  const users = found.slice(0, most).filter(isRecord);
  return [...new Set(users.map(idOf))];
}

/**
 * The user with an ID; null if there is none, or no way to find one.
 *
 * @throws what the host's function throws, {@link answered}, and {PolicyEngineError} `configuration_invalid` for anything but a user
 */
export async function userWithId(resource: UserResource, id: string): Promise<object | null> {
  const user: unknown = await answered('userResource.find', () => resource.find?.(id));
  if (isRecord(user)) return user;
  if (user === null || user === undefined || user === false) return null;
  throw new PolicyEngineError('configuration_invalid', `userResource.find: the result is a ${typeof user}, not a user`);
}

/** E-mail address of a user of the host; null for a user without one, and for anything that is not a user. */
export function addressOfUser(resource: UserResource, user: unknown): string | null {
  if (!isRecord(user)) return null;
  const address: unknown = resource.email ? atOnce(resource.email(user)) : Reflect.get(user, 'email');
  return typeof address === 'string' && address !== '' ? address : null;
}

/** IDs per call of `findMany`. */
const MOST_AT_ONCE = 500;

/** Calls of `find` at the same time: more would only wait for a connection of the host's database. */
const CALLS_AT_ONCE = 10;

/** The host's users with some IDs; those that it does not know are missing. @param failed called with each error of the host */
export async function usersWithIds(
  resource: UserResource,
  ids: readonly string[],
  failed: (error: unknown) => void,
): Promise<ReadonlyMap<string, object>> {
  const found = new Map<string, object>();
  // With their object: a host may pass an instance of a class.
  const findMany = resource.findMany?.bind(resource);
  const find = resource.find?.bind(resource);
  const atOnce = findMany === undefined ? CALLS_AT_ONCE : MOST_AT_ONCE;
  for (let from = 0; from < ids.length; from += atOnce) {
    const part = ids.slice(from, from + atOnce);
    if (findMany === undefined) {
      await Promise.all(
        part.map(async (id) => {
          const user: unknown = await attempted(async () => find?.(id), failed);
          if (isRecord(user)) found.set(id, user);
        }),
      );
    } else {
      const users = await attempted(async () => recordsById(resource, await findMany(part)), failed);
      for (const [id, user] of users ?? []) found.set(id, user);
    }
  }
  return found;
}

async function attempted<T>(work: () => Promise<T>, failed: (error: unknown) => void): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    failed(error);
    return undefined;
  }
}

function recordsById(resource: UserResource, users: unknown): ReadonlyMap<string, object> {
  if (!Array.isArray(users)) {
    throw new PolicyEngineError('configuration_invalid', 'userResource.findMany: the result is not a list of users');
  }
  const idOf = userIdOf(resource);
  return new Map(users.filter(isRecord).map((user) => [idOf(user), user]));
}

function isRecord(user: unknown): user is object {
  return typeof user === 'object' && user !== null;
}

/** Longest name that is shown. */
const LONGEST_NAME = 200;

/**
 * Name of a user that the host returned: the email address, otherwise the property `name`; null if there is neither.
 *
 * @param failed called with an error of the host's own function
 */
export function displayName(resource: UserResource, user: unknown, failed: (error: unknown) => void): string | null {
  if (!isRecord(user)) return null;
  try {
    const names: readonly unknown[] = [addressOfUser(resource, user), Reflect.get(user, 'name')];
    return (
      names.find((name): name is string => typeof name === 'string' && name !== '')?.slice(0, LONGEST_NAME) ?? null
    );
  } catch (error) {
    failed(error);
    return null;
  }
}
