/**
 * Attributes that are not columns, in the objects that entities are made of. TypeORM drops them where it makes an
 * entity, and it looks at users that another entity leads to, too.
 */

type Of<User> = (source: object) => Partial<User>;

/**
 * Puts what users decide in the objects that they were made of onto them, also below other entities.
 *
 * @param source what an entity was made of
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

/** The users in what is saved: itself, in a list, or what it leads to. */
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

/** Neither dates and buffers nor promises, in which TypeORM keeps what it loads when asked. */
function isObject(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Date) &&
    !(value instanceof Promise) &&
    !ArrayBuffer.isView(value)
  );
}
