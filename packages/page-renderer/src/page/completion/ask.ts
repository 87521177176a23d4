/// <reference lib="dom" />

import { isWritten } from './pending.ts';

/** A check of a frame. */
export interface Question {
  /** The key of its response; see `notePending`. */
  key: string;
  /** Remaining milliseconds of the time within which timers are waited for. */
  left: number;
  /** Whether the page was scrolled, so that what begins from now on is no source that only repeats. */
  isLater: boolean;
}

/** A check of the page, or of a frame with a process of its own. */
export interface QuestionAtRest extends Question {
  /** When to check: after it has been drawn, when it is idle, or immediately. */
  when: 'drawn' | 'idle' | 'at once';
  /** CSS selector that must match in its document; empty for none. */
  selector: string;
  /** Milliseconds for which the load event is waited for before. */
  patience: number;
}

/**
 * Checks its frame, from an isolated world.
 *
 * @returns the counts as text; empty if there is no response
 */
export function askFrame({ key: ofPage, left, isLater }: Question): string {
  const key = isLater ? `${ofPage} later` : ofPage;
  let answer = '';
  const onAnswer = (event: Event) => {
    const { detail } = event as CustomEvent<unknown>;
    if (typeof detail === 'string') answer = detail;
  };
  performance.addEventListener(`${key} answer`, onAnswer);
  performance.dispatchEvent(new CustomEvent(key, { detail: left }));
  performance.removeEventListener(`${key} answer`, onAnswer);
  return answer;
}

/** Advances the clocks of its frame to its next timer. @returns by how many milliseconds, as text */
export function hurryFrame({ key, left }: Question): string {
  return askFrame({ key: `${key} hurry`, left, isLater: false });
}

/**
 * Checks its frame when its main thread is idle: a task of the lowest priority runs after all others (the page's own of that
 * priority are counted, see `noteTasks`), and an animation frame after the callbacks of observers and transitions. Frames within a page may never be drawn.
 *
 * @returns whether its document is loaded (2: a script writes it anew), the number of its elements and of its frames, whether an element matches the
 *   selector, for how many milliseconds it was waited until it was idle, and the counts of {@link askFrame}
 */
export async function askAtRest({ key, left, isLater, when, selector, patience }: QuestionAtRest): Promise<string> {
  const asked = performance.now();
  const isLoaded = () => Reflect.get(Document.prototype, 'readyState', document) === 'complete';
  if (when === 'drawn' && patience > 0 && !isLoaded()) {
    await new Promise<unknown>((resolve) => {
      addEventListener('load', resolve, { once: true });
      setTimeout(resolve, patience);
    });
  }
  const began = performance.now();
  // A document that is not shown yet is not drawn, either.
  if (when === 'drawn' && isLoaded()) await new Promise(requestAnimationFrame);
  if (when !== 'at once') await scheduler.postTask(() => {}, { priority: 'background' });
  const answer = askFrame({ key, left: left - (performance.now() - asked), isLater });
  const elements = Document.prototype.getElementsByTagName.call(document, '*').length;
  const isThere = selector !== '' && Document.prototype.querySelector.call(document, selector) !== null;
  const rest = Math.min(Math.round(performance.now() - began), 1e8);
  return `${isLoaded() ? 1 : isWritten() ? 2 : 0},${elements},${window.length},${isThere ? 1 : 0},${rest},${answer}`;
}
