/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { installFeatures } from './no-sockets.ts';

/*
 * What a page waits for that no request tells of. These functions run in the world of the page, of each of its frames and
 * workers, before their scripts; what they do later uses nothing that a script could have changed: no methods of arrays or
 * maps, objects without a prototype, and functions that were taken before.
 */

type Native = (...given: never[]) => unknown;
type Scope = Record<string, unknown>;

/** A callback that is due: at a time, and then every so many milliseconds. */
interface Due {
  at: number;
  every: number;
}

/** Callbacks that are noted, by their ids; 0 to 3 are timers, intervals, frames of animation, idle callbacks. */
interface Noted extends Readonly<Record<number, Record<string, Due>>> {
  /** How many were called. */
  called: number;
}

/**
 * Notes what the page waits for, and leaves a function under the key that counts it. Its argument is how many milliseconds
 * are left of the time within which timers are waited for. It returns fifteen numbers: of timers, intervals, frames of
 * animation, idle callbacks and animations how many are due within that time and how many beyond it; then open sockets,
 * open event sources, frames, the callbacks that were called so far, and how often the main thread came to rest; see
 * `noteRest`.
 *
 * @param key of a symbol
 */
export function notePending(key: string): void {
  const name = Symbol.for(key);
  if (name in globalThis) return;
  installFeatures();
  const none = () => Object.create(null) as Record<string, Due>;
  const noted: Noted = Object.assign(Object.create(null), { 0: none(), 1: none(), 2: none(), 3: none(), called: 0 });
  const { performance: clock } = globalThis;
  const { apply, get } = Reflect;
  const clockNow = get(clock, 'now');
  const now = () => apply(clockNow, clock, []);
  const rests = noteRest();
  noteScheduling(noted, now);
  noteTasks(noted, now);
  const openSockets = noteSockets('WebSocket');
  const openSources = noteSockets('EventSource');
  const animations = typeof document === 'object' ? get(document, 'getAnimations') : undefined;
  const count = (left: number) => {
    const counts = countDue(noted, now(), left);
    if (animations) countAnimations(animations, left, counts);
    counts[10] = openSockets();
    counts[11] = openSources();
    if (typeof window === 'object') counts[12] = window.length;
    counts[14] = rests();
    return counts;
  };
  Reflect.defineProperty(globalThis, name, { value: count });
  if (typeof document === 'object') answerInFrame(key, count);
}

/** Each scheduling function notes its callback, and forgets it just before it runs. */
export function noteScheduling(noted: Noted, now: () => number): void {
  const setNatively = (globalThis as unknown as Scope)['setTimeout'] as Native;
  const { apply } = Reflect;
  const schedule = (of: string, kind: number, isTimer: boolean, repeats = false) => {
    const into = noted[kind] as Record<string, Due>;
    replaceFunction(of, (native, self, given) => {
      const callback = given[0];
      const wait = isTimer ? millisecondsOf(given[1]) : 0;
      const onCall = () => {
        const due = into[id as number];
        noted.called += 1;
        if (repeats && due) due.at = now() + due.every;
        else delete into[id as number];
      };
      if (typeof callback === 'function') {
        given[0] = function run(this: unknown, ...values: never[]) {
          onCall();
          return apply(callback as Native, this, values);
        };
      }
      const id = apply(native, self, given as never[]);
      if (typeof id !== 'number') return id;
      into[id] = { at: now() + wait, every: wait };
      // Text can't be wrapped: another timer of the same length tells that it has run.
      if (typeof callback !== 'function' && !repeats) apply(setNatively, undefined, [onCall, wait] as never[]);
      return id;
    });
  };
  const cancel = (of: string, first: number, second: number) => {
    replaceFunction(of, (native, self, given) => {
      const id = given[0];
      if (typeof id === 'number' || typeof id === 'string') {
        delete (noted[first] as Record<string, Due>)[id];
        delete (noted[second] as Record<string, Due>)[id];
      }
      return apply(native, self, given as never[]);
    });
  };
  schedule('setTimeout', 0, true);
  schedule('setInterval', 1, true, true);
  // The one clears what the other has set (HTML Standard, "Timers").
  cancel('clearTimeout', 0, 1);
  cancel('clearInterval', 0, 1);
  schedule('requestAnimationFrame', 2, false);
  cancel('cancelAnimationFrame', 2, 2);
  schedule('requestIdleCallback', 3, false);
  cancel('cancelIdleCallback', 3, 3);
}

/** Notes tasks that wait (`scheduler.postTask(task, { delay })`) as timers. */
export function noteTasks(noted: Noted, now: () => number): void {
  const scope = globalThis as unknown as Scope;
  const prototype = (scope['Scheduler'] as { prototype?: Scope } | undefined)?.prototype;
  const native = prototype?.['postTask'] as Native | undefined;
  if (!prototype || !native) return;
  const setNatively = scope['setTimeout'] as Native;
  const { apply } = Reflect;
  const into = noted[0] as Record<string, Due>;
  let tasks = 0;
  prototype['postTask'] = proxyOf(native, {
    apply: (_, self, given: unknown[]) => {
      const options = given[1] as { delay?: unknown } | undefined;
      const wait = millisecondsOf(options?.delay);
      tasks += 1;
      const id = `task ${tasks}`;
      into[id] = { at: now() + wait, every: 0 };
      const forget = () => {
        noted.called += 1;
        delete into[id];
      };
      // A timer that is noted itself would be forgotten with its own id.
      apply(setNatively, undefined, [forget, wait] as never[]);
      return apply(native, self, given as never[]);
    },
  });
}

/**
 * Counts how often the main thread came to rest: a frame was drawn, where the page itself is, and then a task of the lowest
 * priority was run, which comes after all other tasks. Each question asks for the next time. Frames within a page may never
 * be drawn, and workers are not.
 */
export function noteRest(): () => number {
  const scope = globalThis as unknown as Scope;
  const { apply } = Reflect;
  const { scheduler } = scope;
  const postTask = (scheduler as Scope | undefined)?.['postTask'] as Native;
  const drawNatively = scope['requestAnimationFrame'] as Native;
  const isPage = typeof window === 'object' && window === window.parent;
  let rests = 0;
  let isAsked = false;
  const end = () => {
    rests += 1;
    isAsked = false;
  };
  const lowest = Object.assign(Object.create(null), { priority: 'background' }) as object;
  const afterAll = () => void apply(postTask, scheduler, [end, lowest] as never[]);
  return () => {
    if (!isAsked) {
      isAsked = true;
      if (isPage) apply(drawNatively, undefined, [afterAll] as never[]);
      else afterAll();
    }
    return rests;
  };
}

/** Notes what a constructor makes. @returns counts those that are open, or about to be */
export function noteSockets(of: string): () => number {
  const scope = globalThis as unknown as Scope;
  const native = scope[of] as { new (...given: never[]): object; prototype: Scope } | undefined;
  const state = native && Reflect.getOwnPropertyDescriptor(native.prototype, 'readyState')?.get;
  if (!native || !state) return () => 0;
  const { apply, construct } = Reflect;
  const made = Object.create(null) as Record<number, object>;
  let count = 0;
  const constructor = proxyOf(native, {
    construct: (target, given: never[], newTarget) => {
      const socket: object = construct(target, given, newTarget);
      made[count] = socket;
      count += 1;
      return socket;
    },
  });
  scope[of] = constructor;
  native.prototype['constructor'] = constructor;
  return () => {
    let open = 0;
    for (const index in made) {
      if (apply(state as () => number, made[index], []) < 2) open += 1;
      else delete made[index];
    }
    return open;
  };
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

export function millisecondsOf(delay: unknown): number {
  const asked = typeof delay === 'number' || typeof delay === 'string' ? +delay | 0 : 0;
  return asked > 0 ? asked : 0;
}

export function countDue(noted: Noted, now: number, left: number): number[] {
  const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, noted.called, 0];
  for (let kind = 0; kind < 4; kind += 1) {
    const isTimer = kind < 2;
    const of = noted[kind] as Record<string, Due>;
    for (const id in of) {
      const { at } = of[id] as Due;
      const isWithin = isTimer ? at <= now + left : left >= 0;
      const index = kind * 2 + (isWithin ? 0 : 1);
      counts[index] = (counts[index] as number) + 1;
    }
  }
  return counts;
}

/** Adds the animations that end within the time, and those that end beyond it. One without an end is not waited for. */
export function countAnimations(natively: () => Animation[], left: number, counts: number[]): void {
  try {
    const animations = Reflect.apply(natively, document, []);
    for (let index = 0; index < animations.length; index += 1) {
      const animation = animations[index] as Animation;
      if (animation.playState !== 'running') continue;
      const end = Number(animation.effect?.getComputedTiming().endTime);
      const rest = (end - Number(animation.currentTime)) / Math.abs(animation.playbackRate);
      if (!(rest < Infinity)) continue;
      const at = rest <= left ? 8 : 9;
      counts[at] = (counts[at] as number) + 1;
    }
  } catch {
    // A page that changes what animations are asked with is not told of by them.
  }
}

/**
 * Answers whoever knows the key in another world of the frame: the world of its scripts can be had by no command, unless the
 * browser is to tell of all that they write into the console. The question is an event at the document, and so is the answer.
 */
export function answerInFrame(key: string, count: (left: number) => number[]): void {
  const Event = CustomEvent;
  const detailOf = Reflect.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')?.get as () => unknown;
  const { apply, get } = Reflect;
  const dispatch = get(document, 'dispatchEvent');
  const answer = (event: Event) => {
    const left: unknown = apply(detailOf, event, []);
    if (typeof left !== 'number') return;
    const counts = count(left);
    let detail = `${counts[0]}`;
    for (let at = 1; at < 15; at += 1) detail += `,${counts[at]}`;
    apply(dispatch, document, [new Event(`${key} answer`, { detail })]);
  };
  document.addEventListener(key, answer);
}

/**
 * Asks the frame that it runs in, from a world of its own.
 *
 * @returns the counts as text; empty where none answers
 */
export function countInFrame({ key, left }: { key: string; left: number }): string {
  let answer = '';
  const hear = (event: Event) => {
    const { detail } = event as CustomEvent<unknown>;
    if (typeof detail === 'string') answer = detail;
  };
  EventTarget.prototype.addEventListener.call(document, `${key} answer`, hear);
  EventTarget.prototype.dispatchEvent.call(document, new CustomEvent(key, { detail: left }));
  EventTarget.prototype.removeEventListener.call(document, `${key} answer`, hear);
  return answer;
}
