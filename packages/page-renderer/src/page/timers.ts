/// <reference lib="dom" />

import type { Due, Native, Noted, Scope } from './replace.ts';
import { proxyOf, replaceFunction } from './replace.ts';

/** By how many whole milliseconds the clocks of a document are ahead of the time that has passed. */
export interface Ahead {
  by: number;
}

/** A timer that waits. */
interface Waiting {
  /** What it was set with; its callback forgets it first. */
  given: unknown[];
  /** What the browser knows it by; the page keeps the id that it was given at first. */
  native: unknown;
}

/**
 * Notes timers that are called once, and can call them before their time: with all clocks of the document, so that the page
 * finds it to be the time.
 *
 * @param now by the document's clocks
 * @param onCall told of each timer that is called
 * @returns puts the clocks forward to the next timer, if that is due within so many milliseconds; by how many it did
 */
export function noteTimers(
  noted: Noted,
  now: () => number,
  onCall: () => void,
  ahead: Ahead,
): (left: number) => number {
  const { apply } = Reflect;
  const { setTimeout: setNatively, clearTimeout: clearNatively } = globalThis as unknown as Record<string, Native>;
  const dues = noted[0] as Record<string, Due>;
  const timers = Object.create(null) as Record<string, Waiting>;
  const set = (given: unknown[]) => apply(setNatively as Native, undefined, given as never[]);
  replaceFunction('setTimeout', (native, self, given) => {
    const callback = given[0];
    const wait = millisecondsOf(given[1]);
    const forget = () => {
      onCall();
      delete dues[id];
      delete timers[id];
    };
    const isFunction = typeof callback === 'function';
    if (isFunction) {
      given[0] = function run(this: unknown, ...values: never[]) {
        forget();
        return apply(callback as Native, this, values);
      };
    }
    const made = apply(native, self, given as never[]);
    if (typeof made !== 'number') return made;
    const id = `${made}`;
    dues[id] = { at: now() + wait, every: wait };
    if (isFunction) timers[id] = { given, native: made };
    // Text can't be wrapped: another timer of the same length tells that it has run.
    else set([forget, wait]);
    return made;
  });
  // The one clears what the other has set (HTML Standard, "Timers").
  for (const name of ['clearTimeout', 'clearInterval']) {
    replaceFunction(name, (native, self, given) => {
      // As the browser takes it, whatever it is; and once.
      const id = (given[0] as number) | 0;
      given[0] = timers[id]?.native ?? id;
      delete timers[id];
      delete dues[id];
      delete (noted[1] as Record<string, Due>)[id];
      return apply(native, self, given as never[]);
    });
  }
  return (left) => {
    const time = now();
    let next = Infinity;
    for (const id in dues) {
      // What the browser alone knows would be late.
      if (!timers[id]) return 0;
      const { at } = dues[id] as Due;
      if (at < next) next = at;
    }
    const by = next - time;
    if (!(by > 0 && by <= left)) return 0;
    const whole = (by | 0) + 1;
    ahead.by += whole;
    for (const id in timers) {
      const waiting = timers[id] as Waiting;
      apply(clearNatively as Native, undefined, [waiting.native] as never[]);
      const rest = (dues[id] as Due).at - time - whole;
      waiting.given[1] = rest > 0 ? (rest | 0) + 1 : 0;
      waiting.native = set(waiting.given);
    }
    return whole;
  };
}

/**
 * Has the clocks of a document that its scripts can read (but for `Temporal`, and those of animations) be ahead. Frames of
 * animation are told of with that time, too; see `noteScheduling`.
 */
export function shiftClocks(ahead: Ahead): void {
  const scope = globalThis as unknown as Scope;
  const { apply, construct } = Reflect;
  const native = Date;
  const { now } = native;
  const text = Reflect.get(native.prototype, 'toString') as Native;
  const wallClock = () => apply(now, native, []) + ahead.by;
  const shifted: DateConstructor = proxyOf(native, {
    apply: () => apply(text, new native(wallClock()), []),
    construct: (target, given: unknown[], newTarget) =>
      construct(target, given.length > 0 || ahead.by === 0 ? given : [wallClock()], newTarget) as object,
  });
  native.now = proxyOf(now, { apply: wallClock });
  native.prototype.constructor = shifted;
  scope['Date'] = shifted;
  shiftResult(Performance.prototype, 'now', 'value', ahead);
  // Vue 2 takes events for older than their listeners by this.
  shiftResult(Event.prototype, 'timeStamp', 'get', ahead);
}

/** Adds to what a function returns that is, or reads, a property. */
export function shiftResult(prototype: object, name: string, kind: 'value' | 'get', ahead: Ahead): void {
  const descriptor = Reflect.getOwnPropertyDescriptor(prototype, name);
  const native = descriptor?.[kind] as Native | undefined;
  if (!descriptor || !native) return;
  const { apply } = Reflect;
  const shifted = proxyOf(native, {
    apply: (target, self, given: never[]) => (apply(target, self, given) as number) + ahead.by,
  });
  Reflect.defineProperty(prototype, name, { ...descriptor, [kind]: shifted });
}

export function millisecondsOf(delay: unknown): number {
  const asked = typeof delay === 'number' || typeof delay === 'string' ? +delay | 0 : 0;
  return asked > 0 ? asked : 0;
}
