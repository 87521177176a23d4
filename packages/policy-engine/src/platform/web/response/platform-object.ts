/**
 * Substitutes for objects of the platform, such as a `Request`, that create the real one when a caller needs all of it.
 */

/**
 * Adds to a class every member of the platform's class that it lacks; such a member is delegated to the real object.
 */
export function completeWith(lazy: { prototype: { whole(): object } }, platform: { prototype: object }): void {
  for (const name of Reflect.ownKeys(platform.prototype)) {
    if (Object.hasOwn(lazy.prototype, name) || name === Symbol.toStringTag) continue;
    Object.defineProperty(lazy.prototype, name, {
      get(this: { whole(): object }): unknown {
        const whole = this.whole();
        const member: unknown = Reflect.get(whole, name);
        return typeof member === 'function' ? member.bind(whole) : member;
      },
    });
  }
  Object.setPrototypeOf(lazy.prototype, platform.prototype);
}
