/// <reference lib="dom" />

import type { Native, Sources } from '../environment/replace.ts';
import { noteReading } from './reading.ts';

/*
 * Sources of work that repeat (intervals, frame loops, chains of timers, messages …), and whether they change what is read of the
 * document. A source that has run three times, and for a second, since what is read last changed is idle: it is reported, but
 * not waited for. One whose pace is that of the browser (animation frames, idle callbacks, tasks) runs many times in a second, unless the
 * machine is busy: then a second is not what it is elsewhere, and its runs are counted, too. These functions run with `notePending`, under
 * the same rules.
 */

/** What repeats, and when it ran; times are those of the document's clock. */
interface Source {
  /** Its first run, or the first after a pause. */
  first: number;
  /** Its last run, and the two before it. */
  last: number;
  before: number;
  third: number;
  /** Number of its runs since what is read last changed, as of the last one. */
  runs: number;
  /** When that was. */
  changed: number;
}

/** A source is idle if it ran three times, and for this number of milliseconds, without changing what is read. */
export function leastIdle(): number {
  return 1_000;
}

/** Number of runs after which a source at the browser's pace is idle, … */
export function leastRuns(): number {
  return 16;
}

/** … and milliseconds after which it is in any case: it may be slow by itself. */
export function longestIdle(): number {
  return 3_000;
}

/** What ran before a pause of this length does not count. */
export function longestPause(): number {
  return 1_000;
}

/** Records the runs of sources. Of more than a thousand, further ones are never idle. */
export function noteSources(now: () => number): Sources {
  const all = Object.create(null) as Record<string, Source>;
  const document = noteReading(now);
  let [isWatching, count, runs] = [false, 0, 0];
  const most = 1_000;
  const changedAt = () => document?.changedAt() ?? -Infinity;
  const isIdle = (key: string) => {
    const source = all[key];
    if (!source) return false;
    const changed = changedAt();
    const since = source.first > changed ? source.first : changed;
    const time = now() - since;
    if (!(source.third >= since && time >= leastIdle())) return false;
    // As `keysOfCallbacks` writes them: animation frames, idle callbacks, and tasks without a delay.
    const isPaced = key[0] === '2' || key[0] === '3' || (key[0] === 'm' && key[2] === '4' && key[4] === '0');
    return !isPaced || source.runs >= leastRuns() || time >= longestIdle();
  };
  return {
    watch: () => {
      isWatching = true;
      document?.watch();
    },
    close: () => {
      count = most;
    },
    run: (key) => {
      if (!isWatching) return false;
      runs += 1;
      const at = now();
      const source = all[key];
      if (!source) {
        if (count >= most) return false;
        count += 1;
      }
      if (!source || at - source.last > longestPause()) {
        const none = { first: at, last: at, before: -Infinity, third: -Infinity, runs: 1, changed: changedAt() };
        all[key] = Object.assign(Object.create(null), none) as Source;
        return false;
      }
      source.third = source.before;
      source.before = source.last;
      source.last = at;
      const changed = changedAt();
      source.runs = changed === source.changed ? source.runs + 1 : 1;
      source.changed = changed;
      return isIdle(key);
    },
    isIdle,
    countIdle: (letter) => {
      let idle = 0;
      const time = now();
      for (const key in all) {
        const isRunning = time - (all[key] as Source).last <= longestPause();
        if (key[0] === letter && isRunning && isIdle(key)) idle += 1;
      }
      return idle;
    },
    changes: () => {
      changedAt();
      return document?.changes() ?? 0;
    },
    runs: () => runs,
  };
}

/** Creates the keys of callbacks: equal for the same code with the same delay, whichever closure it is. */
export function keysOfCallbacks(): (kind: number, callback: unknown, wait: number, id: unknown) => string {
  const { apply } = Reflect;
  const { toString: textOf } = Function.prototype as unknown as { toString: Native };
  const { slice } = String.prototype as unknown as { slice: Native };
  return (kind, callback, wait, id) => {
    if (kind === 1) return `1 ${id as number}`;
    if (typeof callback !== 'function') return `${kind} ${wait} ${typeof callback === 'string' ? callback : ''}`;
    const text = apply(textOf, callback, []) as string;
    return `${kind} ${wait} ${text.length} ${apply(slice, text, [0, 300] as never[]) as string}`;
  };
}
