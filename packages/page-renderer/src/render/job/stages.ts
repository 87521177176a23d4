import { monotonic } from '../../kernel/clock.ts';

/** The steps of a render, in their order; {@link Timings} explains them. */
export type Stage = 'queue' | 'open' | 'navigate' | 'wait' | 'read';

/** A step that is over. */
export interface FinishedStage {
  readonly stage: Stage;
  /** On the clock of {@link monotonic}. */
  readonly begun: number;
  readonly ended: number;
  /** Whether the attempt failed in this step. */
  readonly isFailed: boolean;
}

/** Called at the end of each step; of a page that is rendered again, for the steps of each attempt. */
export type StageListener = (finished: FinishedStage) => void;

/** Durations of the steps of a render, in whole milliseconds. */
export interface Timings {
  /** Waiting for a slot. */
  queue: number;
  /** Opening a page of the browser. */
  open: number;
  /** From the request to the first bytes of the document, redirects included. */
  navigate: number;
  /** From there until the page was complete. */
  wait: number;
  /** Reading the HTML, or taking the screenshot. */
  read: number;
}

/** Measures the steps of one attempt, one after the other. */
export class Stopwatch implements Disposable {
  readonly #onStage: StageListener | undefined;
  readonly #durations: Timings;
  #stage: Stage = 'open';
  #begun: number = monotonic();
  #isOver = false;

  /** Begins with the step `open`. @param queue duration of the first step, in milliseconds */
  constructor(queue: number, onStage: StageListener | undefined) {
    this.#durations = { queue: Math.round(queue), open: 0, navigate: 0, wait: 0, read: 0 };
    this.#onStage = onStage;
  }

  /** Durations of the steps that are over. */
  get timings(): Timings {
    return { ...this.#durations };
  }

  /** Ends the current step and begins the next one; ignored after {@link end}, because an attempt that was given up may continue. */
  next(stage: Stage): void {
    if (this.#isOver) return;
    this.#finish(false);
    this.#stage = stage;
  }

  /** Ends the last step. */
  end(): void {
    this.#end(false);
  }

  /** Ends an attempt that has failed. */
  [Symbol.dispose](): void {
    this.#end(true);
  }

  #end(isFailed: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#finish(isFailed);
  }

  #finish(isFailed: boolean): void {
    const [begun, ended] = [this.#begun, monotonic()];
    this.#begun = ended;
    this.#durations[this.#stage] = Math.round(ended - begun);
    this.#onStage?.({ stage: this.#stage, begun, ended, isFailed });
  }
}
