/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

import { noteBodies } from './bodies.ts';
import { noteLocks, noteObservers, noteSentMessages, noteWork } from './browser-work.ts';
import { withoutHugeErrors } from '../environment/huge-errors.ts';
import { installFeatures } from '../environment/no-sockets.ts';
import { withoutClosing } from '../environment/no-close.ts';
import type { Due, Native, Noted, Scope } from '../environment/replace.ts';
import { replaceConstructor, replaceFunction } from '../environment/replace.ts';
import { noteServiceWorkers } from './service-workers.ts';
import { keysOfCallbacks, noteSources } from './sources.ts';
import { noteTasks } from './tasks.ts';
import type { Ahead } from './timers.ts';
import { millisecondsOf, noteTimers, shiftClocks } from './timers.ts';
import { noteUntracked } from './untracked.ts';

/*
 * Pending work of a page that no request shows. These functions run in the world of the page, of each of its frames and
 * web workers, before their scripts; later they use nothing that a script could have changed: no methods of arrays or
 * maps, objects without a prototype, and functions that were saved before.
 */

/**
 * Records what is pending on the page, and responds to callers that know the key. The request contains the remaining milliseconds
 * of the time within which timers are waited for. The response is a text of thirty-one numbers: of timers, intervals, animation
 * frames, idle callbacks and animations, how many are due within that time and how many after it; open sockets, open event sources;
 * work of the browser that is waited for, and work that takes too long; for how many milliseconds no callback was called, and
 * nothing else has changed; the ready signal of the page (see `readyOf`); who reads the bodies of responses (see `noteBodies`);
 * tasks of the scheduler that may run now; idle sources (see `noteSources`), which are not in the counts above: timers, intervals,
 * animation frames, idle callbacks, work of the browser, and messages, observers, locks and tasks; how often what is read of
 * the document has changed; how often sources have run; service workers that are being installed, and those that take too long; the
 * used groups of interfaces that are not tracked, a bit for each (see `untrackedGroups`); and what waits to be seen (see `Untracked`).
 */
export function notePending(key: string, earlyTimers: boolean): void {
  const { performance: clock } = globalThis;
  const isWorker = typeof document !== 'object';
  const name = Symbol.for(key);
  // A frame's first document may leave its window to the next one.
  if (isWorker ? name in globalThis : isAnswered(key)) return;
  installFeatures();
  withoutHugeErrors();
  if (!isWorker) withoutClosing();
  const none = () => Object.create(null) as Record<string, Due>;
  const { apply, get } = Reflect;
  const clockNow = get(clock, 'now');
  const now = () => apply(clockNow, clock, []);
  const lists = { 0: none(), 1: none(), 2: none(), 3: none(), work: Object.create(null) as Noted['work'] };
  const sources = noteSources(now);
  const noted: Noted = Object.assign(Object.create(null), lists, {
    calledAt: now(),
    movedAt: now(),
    sources,
    call: (of: string) => {
      if (!sources.run(of)) noted.calledAt = now();
    },
    move: (of: string) => {
      if (!sources.run(of)) noted.movedAt = now();
    },
  });
  const keyOf = keysOfCallbacks();
  const atRest = restOf();
  const stateOf = isWorker ? undefined : Reflect.getOwnPropertyDescriptor(Document.prototype, 'readyState')?.get;
  const isShown = () => apply(stateOf as Native, document, []) === 'complete' || isWritten();
  const ahead: Ahead = Object.assign(Object.create(null), { by: 0 });
  // A callback that was just called may have started something that must be waited for first.
  const isStill = () => now() - noted.calledAt > 10 && now() - noted.movedAt > 10;
  // Before observers are replaced by those that are counted.
  const isReady = isWorker ? () => false : noteReady();
  const hurry = noteTimers(
    noted,
    () => now() + ahead.by,
    (callback, wait) => keyOf(0, callback, wait, 0),
    ahead,
  );
  if (earlyTimers && !isWorker) shiftClocks(ahead);
  noteScheduling(noted, now, keyOf, ahead);
  const addTasks = noteTasks(noted, now);
  // Web workers are always observed.
  const untracked = isWorker ? undefined : noteUntracked();
  noteWork(noted, now);
  noteLocks(noted);
  noteSentMessages(noted);
  noteObservers(noted);
  const bodiesRead = noteBodies(noted);
  const addServiceWorkers = noteServiceWorkers(noted, now);
  const openSockets = noteSockets('WebSocket');
  const openSources = noteSockets('EventSource');
  const animations = isWorker ? undefined : get(document, 'getAnimations');
  const answer = (left: number) => {
    if (isWorker || isShown()) sources.watch();
    const counts = countDue(noted, now(), left, ahead);
    addTasks(left, counts);
    const isEndless = animations !== undefined && countAnimations(animations, left, counts);
    counts[10] = openSockets();
    counts[11] = openSources();
    counts[16] = isWorker ? 0 : isReady() ? 2 : readyOf();
    counts[17] = bodiesRead();
    counts[23] = sources.countIdle('w');
    counts[24] = sources.countIdle('m');
    counts[25] = sources.changes() % 1e8;
    counts[26] = sources.runs() % 1e8;
    addServiceWorkers(counts);
    if (isEndless) untracked?.touch('animation');
    counts[29] = untracked?.used() ?? 0;
    counts[30] = untracked?.hidden() ?? 0;
    // Joined by hand, because a page can change what arrays do.
    let text = `${counts[0]}`;
    for (let at = 1; at < 31; at += 1) text += `,${counts[at]}`;
    return text;
  };
  if (isWorker) Reflect.defineProperty(globalThis, name, { value: atRest(answer) });
  else {
    answerEvents(key, answer);
    answerEvents(`${key} later`, (left) => {
      sources.close();
      return answer(left);
    });
    answerEvents(`${key} hurry`, (left) => `${isStill() && addTasks(left, [0, 0]) === 0 ? hurry(left) : 0}`);
  }
}

/** Whether a script writes the document anew after it was loaded (`document.write`), without having closed it. */
export function isWritten(): boolean {
  if (Reflect.get(Document.prototype, 'readyState', document) !== 'loading') return false;
  const { timing } = performance as unknown as { timing: { domContentLoadedEventEnd: number } };
  return timing.domContentLoadedEventEnd > 0;
}

/** The ready signal of the page, `window.prerenderReady`: 0 for none, 1 for not ready, 2 for ready. */
export function readyOf(): number {
  try {
    const ready: unknown = Reflect.get(globalThis, 'prerenderReady');
    return ready === true ? 2 : ready === false ? 1 : 0;
  } catch {
    return 0;
  }
}

/** Whether an event `render-complete` has signalled that the page is ready, at its document, its window or an element. */
export function noteReady(): () => boolean {
  let isReady = false;
  const { apply, get } = Reflect;
  const listen = get(EventTarget.prototype, 'addEventListener');
  const onEvent = () => {
    isReady = true;
  };
  // Added again, because a script that rewrites the document removes all listeners; observers stay.
  const again = () => {
    apply(listen, globalThis, ['render-complete', onEvent, true] as never[]);
    return isReady;
  };
  again();
  new MutationObserver(again).observe(document, { childList: true });
  return again;
}

/**
 * Responds when the web worker is idle: a task of the lowest priority runs after all others; its own of that priority are counted.
 *
 * @returns a function that creates the response; its second argument is whether it waits
 */
export function restOf(): (answer: (left: number) => string) => (left: number, waits: boolean) => unknown {
  const { scheduler, Promise: Promised } = globalThis as unknown as Scope & { Promise: PromiseConstructor };
  const postTask = (scheduler as Scope | undefined)?.['postTask'] as Native;
  const { apply } = Reflect;
  const lowest = Object.assign(Object.create(null), { priority: 'background' }) as object;
  return (answer) => (left, waits) => {
    if (!waits) return answer(left);
    return new Promised((resolve) => {
      apply(postTask, scheduler, [() => resolve(answer(left)), lowest] as never[]);
    });
  };
}

/** Each scheduling function records its callback, and removes it just before it runs. */
export function noteScheduling(
  noted: Noted,
  now: () => number,
  keyOf: ReturnType<typeof keysOfCallbacks>,
  ahead: Ahead,
): void {
  const { apply } = Reflect;
  const schedule = (of: string, kind: number, isTimer: boolean, repeats = false) => {
    const into = noted[kind] as Record<string, Due>;
    replaceFunction(of, (native, self, given) => {
      const callback = given[0];
      const wait = isTimer ? millisecondsOf(given[1]) : 0;
      const key = () => keyOf(kind, callback, wait, id);
      const onCall = () => {
        const due = into[id as number];
        noted.call(key());
        if (repeats && due) due.at = now() + due.every;
        else delete into[id as number];
      };
      if (typeof callback === 'function') {
        given[0] = function run(this: unknown, ...values: never[]) {
          onCall();
          // An animation frame gets its time.
          if (kind === 2) (values as number[])[0] = (values[0] as unknown as number) + ahead.by;
          return apply(callback as Native, this, values);
        };
      }
      const id = apply(native, self, given as never[]);
      if (typeof id === 'number') into[id] = { at: now() + wait, every: wait, key };
      return id;
    });
  };
  const cancel = (of: string, kind: number) => {
    replaceFunction(of, (native, self, given) => {
      const id = (given[0] as number) | 0;
      given[0] = id;
      delete (noted[kind] as Record<string, Due>)[id];
      return apply(native, self, given as never[]);
    });
  };
  schedule('setInterval', 1, true, true);
  schedule('requestAnimationFrame', 2, false);
  cancel('cancelAnimationFrame', 2);
  schedule('requestIdleCallback', 3, false);
  cancel('cancelIdleCallback', 3);
}

/** Records the objects that a constructor creates. @returns a function that counts those that are open or connecting */
export function noteSockets(of: string): () => number {
  const scope = globalThis as unknown as Scope;
  const native = scope[of] as { prototype: Scope } | undefined;
  const state = native && Reflect.getOwnPropertyDescriptor(native.prototype, 'readyState')?.get;
  if (!state) return () => 0;
  const { apply } = Reflect;
  const made = Object.create(null) as Record<number, object>;
  let count = 0;
  replaceConstructor(of, (make, given) => {
    const socket = make(given);
    made[count] = socket;
    count += 1;
    return socket;
  });
  return () => {
    let open = 0;
    for (const index in made) {
      if (apply(state as () => number, made[index], []) < 2) open += 1;
      else delete made[index];
    }
    return open;
  };
}

export function countDue(noted: Noted, now: number, left: number, ahead: Ahead): number[] {
  const since = (at: number) => (now - at < 1e8 ? (now - at) | 0 : 1e8);
  const counts = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, since(noted.calledAt), since(noted.movedAt), 0, 0, 0];
  for (let index = 19; index < 31; index += 1) counts[index] = 0;
  for (let kind = 0; kind < 4; kind += 1) {
    const isTimer = kind < 2;
    const of = noted[kind] as Record<string, Due>;
    const time = kind === 0 ? now + ahead.by : now;
    for (const id in of) {
      const { at, key } = of[id] as Due;
      const isWithin = isTimer ? at <= time + left : left >= 0;
      const index = isWithin && noted.sources.isIdle(key()) ? 19 + kind : kind * 2 + (isWithin ? 0 : 1);
      counts[index] = (counts[index] as number) + 1;
    }
  }
  for (const id in noted.work) {
    const { at, key } = noted.work[id] as Noted['work'][number];
    // It takes no longer than before.
    if (now - at <= 100 && noted.sources.isIdle(key)) continue;
    const index = now - at <= 5_000 ? 12 : 13;
    counts[index] = (counts[index] as number) + 1;
  }
  return counts;
}

/**
 * Adds the animations that end within the time, and those that end after it. An endless one is not waited for.
 *
 * @returns whether there is one
 */
export function countAnimations(natively: () => Animation[], left: number, counts: number[]): boolean {
  let isEndless = false;
  try {
    const animations = Reflect.apply(natively, document, []);
    for (let index = 0; index < animations.length; index += 1) {
      const animation = animations[index] as Animation;
      if (animation.playState !== 'running') continue;
      const end = Number(animation.effect?.getComputedTiming().endTime);
      const rest = (end - Number(animation.currentTime)) / Math.abs(animation.playbackRate);
      if (!(rest < Infinity)) {
        isEndless = true;
        continue;
      }
      const at = rest <= left ? 8 : 9;
      counts[at] = (counts[at] as number) + 1;
    }
  } catch {
    // If a page changes the functions for reading animations, its animations are not reported.
    isEndless = true;
  }
  return isEndless;
}

/** Whether there is already a listener that responds. */
export function isAnswered(key: string): boolean {
  let isThere = false;
  const onEvent = () => {
    isThere = true;
  };
  performance.addEventListener(`${key} answer`, onEvent);
  performance.dispatchEvent(new CustomEvent(key, { detail: 0 }));
  performance.removeEventListener(`${key} answer`, onEvent);
  return isThere;
}

/**
 * Responds to callers that know the key in another world of the frame: no command can access the world of its scripts, unless the
 * browser reports everything that they write to the console. Request and response are events, at an object
 * that persists when a script rewrites the document.
 */
export function answerEvents(key: string, answer: (left: number) => string): void {
  const Event = CustomEvent;
  const detailOf = Reflect.getOwnPropertyDescriptor(CustomEvent.prototype, 'detail')?.get as () => unknown;
  const { apply, get } = Reflect;
  const clock = performance;
  const dispatch = get(clock, 'dispatchEvent');
  clock.addEventListener(key, (event) => {
    const left: unknown = apply(detailOf, event, []);
    if (typeof left === 'number') apply(dispatch, clock, [new Event(`${key} answer`, { detail: answer(left) })]);
  });
}
