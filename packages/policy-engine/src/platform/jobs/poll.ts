/** Polls the table. */
import type { WebLogger } from '../logger.ts';

/** A loop that never keeps the process alive. */
export class Poll {
  readonly #pauseMilliseconds: number;
  readonly #look: () => Promise<boolean>;
  readonly #logger: WebLogger;
  #stopped = false;
  #isAwake = false;
  #wake: () => void = () => {};
  #running: Promise<void> | undefined;

  /** @param look runs what is due; true if more may be due at once */
  constructor(pauseMilliseconds: number, look: () => Promise<boolean>, logger: WebLogger) {
    this.#pauseMilliseconds = pauseMilliseconds;
    this.#look = look;
    this.#logger = logger;
  }

  start(): void {
    this.#stopped = false;
    this.#running ??= this.#loop();
  }

  wake(): void {
    this.#isAwake = true;
    this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.wake();
    await this.#running;
    this.#running = undefined;
  }

  async #loop(): Promise<void> {
    let failures = 0;
    while (!this.#stopped) {
      this.#isAwake = false;
      let isMore = false;
      try {
        isMore = await this.#look();
        failures = 0;
      } catch (error) {
        // Once per outage: an hour of outage is one line.
        if (failures++ === 0) this.#logger.error('polling for jobs failed; trying again', { error });
      }
      if (!isMore) await this.#pause(Math.min(this.#pauseMilliseconds * 2 ** Math.min(failures, 6), 30_000));
    }
  }

  /** Random within limits, so that processes don't poll at the same time. */
  async #pause(milliseconds: number): Promise<void> {
    if (this.#isAwake || this.#stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds * (0.75 + Math.random() / 2)).unref();
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }
}
