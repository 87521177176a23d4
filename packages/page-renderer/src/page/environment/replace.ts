/*
 * Replaces functions of a page so that it does not notice: a replacement looks like the original function.
 */

export type Native = (...given: never[]) => unknown;
export type Scope = Record<string, unknown>;

/** The time at which a callback is due, and the interval in milliseconds with which it is repeated. */
export interface Due {
  at: number;
  every: number;
  /** The key of its source; see `noteSources`. */
  key: () => string;
}

/** Sources of work that repeat, by kind and callback; see `noteSources`. */
export interface Sources {
  /** Starts to watch the document; nothing is recorded before. */
  watch(): void;
  /** Records no further sources: what begins from now on is waited for. */
  close(): void;
  /** Records a run. @returns whether the source is idle */
  run(key: string): boolean;
  isIdle(key: string): boolean;
  /** Number of idle sources that are running and whose keys begin with this letter. */
  countIdle(letter: string): number;
  /** How often what is read has changed; the start of the watch is a change, and web workers have none. */
  changes(): number;
  /** Number of runs so far. */
  runs(): number;
}

/** Recorded callbacks, by their ids; 0 to 3 are timers, intervals, animation frames, idle callbacks. */
export interface Noted extends Readonly<Record<number, Record<string, Due>>> {
  /** Work of the browser that is in progress, with its start time, and the key of its source. */
  work: Record<number, { at: number; key: string }>;
  /** Time of the last call of a callback whose source is not idle. */
  calledAt: number;
  /** Time at which a message was last sent or received, something was observed, or work ended, of a source that is not idle. */
  movedAt: number;
  readonly sources: Sources;
  /** Records the call of a callback. */
  call(key: string): void;
  /** Records a message, an observation, or the end of work. */
  move(key: string): void;
}

export function replaceFunction(
  name: string,
  call: (native: Native, self: unknown, given: unknown[]) => unknown,
): void {
  const scope = globalThis as unknown as Scope;
  const native = scope[name] as Native | undefined;
  // For a script that reads its source, a proxy is as native as its target.
  if (native) scope[name] = proxyOf(native, { apply: (_, self, given: unknown[]) => call(native, self, given) });
}

/** Otherwise, traps that a page adds to the prototype of all objects would be used, too. */
export function proxyOf<T extends object>(native: T, traps: ProxyHandler<T>): T {
  return new Proxy(native, Object.assign(Object.create(null), traps) as ProxyHandler<T>);
}

/**
 * Calls a function that returns a promise. The result is a promise, too, so unhandled rejections are reported as before.
 *
 * @param begin called for each call, with the name of the function; the function that it returns is called when the call has ended
 */
export function promisedBy(
  begin: (name: string) => () => void,
): (native: Native, self: unknown, given: unknown[]) => unknown {
  const { apply, get } = Reflect;
  const { then } = Promise.prototype as unknown as { then: Native };
  return (native, self, given) => {
    const value = apply(native, self, given as never[]);
    const end = begin(get(native, 'name'));
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

/**
 * Replaces a constructor.
 *
 * @param make creates the object, with the function that does it otherwise
 */
export function replaceConstructor(
  name: string,
  make: (native: (given: unknown[]) => object, given: unknown[]) => object,
): void {
  const scope = globalThis as unknown as Scope;
  const { construct } = Reflect;
  const native = scope[name] as { new (...given: never[]): object; prototype: Scope } | undefined;
  if (typeof native !== 'function') return;
  const constructor = proxyOf(native, {
    construct: (target, asked: unknown[], newTarget) =>
      make((given) => construct(target, given as never[], newTarget) as object, asked),
  });
  scope[name] = constructor;
  // Not of those that have another name, such as `Image`.
  if (native.prototype['constructor'] === native) native.prototype['constructor'] = constructor;
}

/** Replaces methods, listed by the class or object that has them: `{ 'Blob.prototype': 'text bytes' }`. */
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
