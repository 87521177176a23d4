/// <reference lib="dom" />

/** What is asked of a frame. */
export interface Question {
  /** What its answer is known by; see `notePending`. */
  key: string;
  /** Milliseconds that are left of the time within which timers are waited for. */
  left: number;
}

/** What is asked of the page, or of a frame with a process of its own. */
export interface QuestionAtRest extends Question {
  /** It is asked when it has been drawn, or at least has nothing else to do, or at once. */
  when: 'drawn' | 'idle' | 'at once';
  /** CSS selector of what its document has to hold; empty for nothing. */
  selector: string;
}

/**
 * Asks the frame that it runs in, from a world of its own.
 *
 * @returns the counts as text; empty where none answers
 */
export function askFrame({ key, left }: Question): string {
  let answer = '';
  const hear = (event: Event) => {
    const { detail } = event as CustomEvent<unknown>;
    if (typeof detail === 'string') answer = detail;
  };
  performance.addEventListener(`${key} answer`, hear);
  performance.dispatchEvent(new CustomEvent(key, { detail: left }));
  performance.removeEventListener(`${key} answer`, hear);
  return answer;
}

/** Puts the clocks of the frame that it runs in forward to its next timer. @returns by how many milliseconds, as text */
export function hurryFrame({ key, left }: Question): string {
  return askFrame({ key: `${key} hurry`, left });
}

/**
 * Asks the frame that it runs in when its main thread has come to rest: a task of the lowest priority comes after all others,
 * and a frame of animation after what observers and transitions are told. Frames within a page may never be drawn.
 *
 * @returns whether its document is loaded, the number of its elements and of its frames, whether an element matches the
 *   selector, and the counts of {@link askFrame}
 */
export async function askAtRest({ key, left, when, selector }: QuestionAtRest): Promise<string> {
  const asked = performance.now();
  // A document that has not begun to be shown is not drawn, either.
  if (when === 'drawn' && document.readyState === 'complete') await new Promise(requestAnimationFrame);
  if (when !== 'at once') await scheduler.postTask(() => {}, { priority: 'background' });
  const answer = askFrame({ key, left: left - (performance.now() - asked) });
  const elements = document.getElementsByTagName('*').length;
  const isThere = selector !== '' && Document.prototype.querySelector.call(document, selector) !== null;
  return `${document.readyState === 'complete' ? 1 : 0},${elements},${window.length},${isThere ? 1 : 0},${answer}`;
}
