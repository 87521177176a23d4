/**
 * Attributes that are not columns, in the objects that entities are created from. TypeORM drops them when it creates an
 * entity; users that another entity refers to are handled, too.
 */

type Of<User> = (source: object) => Partial<User>;

/**
 * Copies the decisions of users from the source objects to the created entities, including users below other entities.
 *
 * @param source what an entity was created from
 * @param created the entity
 */
export function keepAttributes<User extends object>(
  source: unknown,
  created: unknown,
  isUser: (value: object) => value is User,
  of: Of<User>,
  seen: Set<object> = new Set(),
): void {
  if (!isObject(source) || !isObject(created) || source === created || seen.has(source)) return;
  seen.add(source);
  if (isUser(created)) Object.assign(created, of(source));
  for (const [name, value] of Object.entries(source)) {
    keepAttributes(value, Reflect.get(created, name), isUser, of, seen);
  }
}

/** The users in what is saved: the object itself, in an array, or those that it refers to. */
export function usersIn<User extends object>(
  value: unknown,
  isUser: (value: object) => value is User,
  seen: Set<object> = new Set(),
): User[] {
  if (!isObject(value) || seen.has(value)) return [];
  seen.add(value);
  const below = Object.values(value).flatMap((inner) => usersIn(inner, isUser, seen));
  return isUser(value) ? [value, ...below] : below;
}

/** Excludes dates, buffers, and the promises in which TypeORM keeps lazy relations. */
function isObject(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Date) &&
    !(value instanceof Promise) &&
    !ArrayBuffer.isView(value)
  );
}
