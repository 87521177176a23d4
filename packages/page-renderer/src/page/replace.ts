/*
 * How functions of a page are replaced so that it does not notice: what is seen of them is what they stand for.
 */

export type Native = (...given: never[]) => unknown;
export type Scope = Record<string, unknown>;

/** A callback that is due: at a time, and then every so many milliseconds. */
export interface Due {
  at: number;
  every: number;
}

/** Callbacks that are noted, by their ids; 0 to 3 are timers, intervals, frames of animation, idle callbacks. */
export interface Noted extends Readonly<Record<number, Record<string, Due>>> {
  /** Work of the browser that has not ended, with the time at which it began. */
  work: Record<number, number>;
  /** When a callback was called last. */
  calledAt: number;
  /** When a message was sent or has come last, something was observed, or work ended. */
  movedAt: number;
}

export function replaceFunction(
  name: string,
  call: (native: Native, self: unknown, given: unknown[]) => unknown,
): void {
  const scope = globalThis as unknown as Scope;
  const native = scope[name] as Native | undefined;
  // Read by a script, a proxy is as native as what it stands for.
  if (native) scope[name] = proxyOf(native, { apply: (_, self, given: unknown[]) => call(native, self, given) });
}

/** Traps that a page could add to the prototype of all objects would be traps, too. */
export function proxyOf<T extends object>(native: T, traps: ProxyHandler<T>): T {
  return new Proxy(native, Object.assign(Object.create(null), traps) as ProxyHandler<T>);
}

/**
 * Calls a function that gives a promise. What is handed on is a promise again: one that nobody handles is told of as before.
 *
 * @param begin told of each call; what it gives is told of its end
 */
export function promisedBy(begin: () => () => void): (native: Native, self: unknown, given: unknown[]) => unknown {
  const { apply } = Reflect;
  const { then } = Promise.prototype as unknown as { then: Native };
  return (native, self, given) => {
    const value = apply(native, self, given as never[]);
    const end = begin();
    const ended = (result: unknown) => {
      end();
      return result;
    };
    const failed = (error: unknown) => {
      end();
      throw error;
    };
    return apply(then, value, [ended, failed] as never[]);
  };
}

/** Replaces methods by the class or object that has them: `{ 'Blob.prototype': 'text bytes' }`. */
export function replaceMethods(
  methods: Record<string, string>,
  call: (native: Native, self: unknown, given: unknown[]) => unknown,
): void {
  const scope = globalThis as unknown as Scope;
  for (const path in methods) {
    const [name, part] = path.split('.');
    const found = scope[name as string] as Scope | undefined;
    const owner = part === undefined ? found : (found?.[part] as Scope | undefined);
    if (!owner) continue;
    for (const method of (methods[path] as string).split(' ')) {
      const native = owner[method] as Native | undefined;
      if (!native) continue;
      owner[method] = proxyOf(native, { apply: (_, self, given: unknown[]) => call(native, self, given) });
    }
  }
}
