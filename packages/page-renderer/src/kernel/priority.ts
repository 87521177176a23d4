/** The order in which renders get a slot when all slots are occupied. */

/** Classes of renders, the most urgent first. */
export const PRIORITIES = [
  /** A person waits: a browser, an assistant that a person has asked, a preview of a link that somebody shares. */
  'person',
  /** A crawler of a search engine. */
  'search',
  /** Any other program. */
  'bot',
  /** A crawler that collects texts to train models. */
  'training',
  /** A client has got an expired result, and does not wait for the new one. */
  'renewal',
  /** No client has asked for it: warming. */
  'background',
] as const;

/** One of {@link PRIORITIES}. */
export type Priority = (typeof PRIORITIES)[number];

/** Whether a class is more urgent than another. */
export function isHigher(one: Priority, other: Priority): boolean {
  return PRIORITIES.indexOf(one) < PRIORITIES.indexOf(other);
}

/** The less urgent of two classes. */
export function lowerOf(one: Priority, other: Priority): Priority {
  return isHigher(one, other) ? other : one;
}

/** The class of a render, which can rise while it waits: when a more urgent client joins it. */
export class Urgency {
  #priority: Priority;
  #onRaised: (() => void) | undefined;

  constructor(priority: Priority) {
    this.#priority = priority;
  }

  get priority(): Priority {
    return this.#priority;
  }

  /** Raises the class; a lower one changes nothing. */
  raise(priority: Priority): void {
    if (!isHigher(priority, this.#priority)) return;
    this.#priority = priority;
    this.#onRaised?.();
  }

  /** Calls the listener each time the class has risen, in place of an earlier listener. @returns removes it */
  onRaised(listener: () => void): () => void {
    this.#onRaised = listener;
    return () => {
      if (this.#onRaised === listener) this.#onRaised = undefined;
    };
  }
}
