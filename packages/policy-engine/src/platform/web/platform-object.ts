/** Objects that stand for one of the platform's, such as a `Request`, and make it when a caller needs all of it. */

/** Gives a class every member of the platform's class that it lacks; such a member is asked of the object it stands for. */
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
