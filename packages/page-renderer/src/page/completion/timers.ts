/// <reference lib="dom" />

import type { Due, Native, Noted, Scope } from '../environment/replace.ts';
import { proxyOf, replaceFunction } from '../environment/replace.ts';

/** Number of whole milliseconds by which the clocks of a document are ahead of real time. */
export interface Ahead {
  by: number;
}

/** A pending timer. */
interface Waiting {
  /** The arguments with which it was set; its callback first removes its record. */
  given: unknown[];
  /** Its id in the browser; the page has the id that was first returned. */
  native: unknown;
}

/**
 * Records timers that are called once, and can call them early: all clocks of the document are advanced, too, so that the time
 * is right for the page.
 *
 * @param now the time on the document's clocks
 * @param keyOf the key of the source of a timer; see `noteSources`
 * @returns a function that advances the clocks to the next timer, if that is due within the given number of milliseconds, and
 * returns by how many
 */
export function noteTimers(
  noted: Noted,
  now: () => number,
  keyOf: (callback: unknown, wait: number) => string,
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
    const key = () => keyOf(callback, wait);
    const forget = () => {
      noted.call(key());
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
    dues[id] = { at: now() + wait, every: wait, key };
    if (isFunction) timers[id] = { given, native: made };
    // Text cannot be wrapped: a second timer with the same delay shows that it has run.
    else set([forget, wait]);
    return made;
  });
  // Each of the two functions clears what the other has set (HTML Standard, "Timers").
  for (const name of ['clearTimeout', 'clearInterval']) {
    replaceFunction(name, (native, self, given) => {
      // Converted as by the browser, and only once.
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
      // A timer that only the browser knows would be late.
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
 * Advances the clocks of a document that its scripts can read (except `Temporal`, and those of animations). Animation frames
 * get that time, too; see `noteScheduling`.
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
  // Vue 2 uses this to tell whether events are older than their listeners.
  shiftResult(Event.prototype, 'timeStamp', 'get', ahead);
}

/** Adds a number to the result of a method or a getter. */
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
