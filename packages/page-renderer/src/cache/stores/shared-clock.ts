import { monotonic, wallClock } from '../../kernel/clock.ts';

/** Milliseconds after which the time is requested again. */
const FRESH = 5_000;
/** Maximum milliseconds of a round trip whose time is used, unless none is known. */
const PROMPT = 1_000;

/**
 * The time of a server that several nodes share. Between two requests it advances with the monotonic clock of this machine, so that
 * a jump of a node's clock has no effect. It is never ahead of the server, and behind it by at most the way of one response and
 * the drift of a few seconds: a result is never taken for newer than it is.
 */
export class SharedClock {
  #known: { readonly time: number; readonly at: number } | undefined;

  /** Whether the time should be requested. */
  get isOld(): boolean {
    return this.#known === undefined || monotonic() - this.#known.at > FRESH;
  }

  /** Milliseconds since 1970; the clock of this machine until the time of the server is known. */
  now(): number {
    return this.#known ? this.#known.time + Math.floor(monotonic() - this.#known.at) : wallClock();
  }

  /** @param time of the server @param sent when it was requested, on the monotonic clock */
  note(time: number, sent: number): void {
    const at = monotonic();
    if (this.#known === undefined || at - sent <= PROMPT) this.#known = { time, at };
  }
}
