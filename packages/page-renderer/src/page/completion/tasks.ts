/// <reference lib="dom" />

import type { Native, Noted, Scope } from '../environment/replace.ts';
import { proxyOf } from '../environment/replace.ts';
import { keysOfCallbacks } from './sources.ts';
import { millisecondsOf } from './timers.ts';

/*
 * Tasks of the scheduler of a document or web worker (https://wicg.github.io/scheduling-apis/). The check of a page at rest is a
 * task of the lowest priority, too, and runs before those that are posted after it: therefore each of them is recorded until it runs.
 * These functions run with `notePending`, under the same rules.
 */

/**
 * Records the tasks of `scheduler.postTask` and the continuations of `scheduler.yield` until they run or are aborted.
 *
 * @returns a function that adds those with a delay to the counts of timers, and those that may run now to count 18; idle ones to none. It
 * returns how many there are
 */
export function noteTasks(noted: Noted, now: () => number): (left: number, counts: number[]) => number {
  const { apply } = Reflect;
  const { then } = Promise.prototype as unknown as { then: Native };
  const prototype = ((globalThis as unknown as Scope)['Scheduler'] as { prototype?: Scope } | undefined)?.prototype;
  /** When each of them may run, and the key of its source. */
  const tasks = Object.create(null) as Record<number, { at: number; key: string }>;
  const keyOf = keysOfCallbacks();
  let posted = 0;
  const begin = (wait: number, callback: unknown) => {
    posted += 1;
    const id = posted;
    const key = `m ${keyOf(4, callback, wait, id)}`;
    tasks[id] = { at: now() + wait, key };
    return () => {
      if (!(id in tasks)) return;
      delete tasks[id];
      noted.move(key);
    };
  };
  /** It is rejected before its task runs if it is aborted, or was not posted. */
  const endWith = (promise: unknown, end: () => void) => {
    const ended = (result: unknown) => {
      end();
      return result;
    };
    const failed = (error: unknown) => {
      end();
      throw error;
    };
    return apply(then, promise, [ended, failed] as never[]);
  };
  const replace = (name: string, call: (native: Native, self: unknown, given: unknown[]) => unknown) => {
    const native = prototype?.[name] as Native | undefined;
    if (!prototype || !native) return;
    prototype[name] = proxyOf(native, { apply: (_, self, given: unknown[]) => call(native, self, given) });
  };
  replace('postTask', (native, self, given) => {
    const callback = given[0];
    const wait = readDelay(given);
    if (typeof callback !== 'function') return apply(native, self, given as never[]);
    const end = begin(wait, callback);
    given[0] = function run(this: unknown, ...values: never[]) {
      end();
      return apply(callback as Native, this, values);
    };
    return endWith(apply(native, self, given as never[]), end);
  });
  replace('yield', (native, self, given) => endWith(apply(native, self, given as never[]), begin(0, 'yield')));
  return (left, counts) => {
    const time = now();
    let all = 0;
    for (const id in tasks) {
      const { at, key } = tasks[id] as { at: number; key: string };
      if (noted.sources.isIdle(key)) continue;
      const wait = at - time;
      const index = wait <= 0 ? 18 : wait <= left ? 0 : 1;
      counts[index] = (counts[index] as number) + 1;
      all += 1;
    }
    return all;
  };
}

/** Reads the delay of a task. Its options are read once, in the order of the browser: a page can notice this. */
export function readDelay(given: unknown[]): number {
  const options = given[1] as Scope | null | undefined;
  if (typeof options !== 'object' || options === null) return 0;
  try {
    const { delay, priority, signal } = options;
    given[1] = Object.assign(Object.create(null), { delay, priority, signal });
    return millisecondsOf(delay);
  } catch {
    // The browser reads them again, and rejects the task with the error.
    return 0;
  }
}
