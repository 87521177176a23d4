/**
 * Makes forms of pages in threads of their own: a page of any site must neither delay other requests nor fill the memory of the service.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { RendererError } from '../kernel/errors.ts';
import { type MadeFormat, notConverted, TOO_DEEP } from './not-converted.ts';

/** What a thread is asked. */
export interface ToThread {
  readonly html: string;
  /** The address that was asked for. */
  readonly url: string;
  readonly format: MadeFormat;
}

/** What it answers: the form as a text, or why there is none. */
export type FromThread = { readonly text: string } | { readonly error: string };

/** Milliseconds for a page; 10 MB of HTML take about half of it. */
const TIME_LIMIT = 20_000;
/** Megabytes for the objects of a thread. */
const MEMORY = 512;
/** Requests that wait for a thread. */
const MOST_WAITING = 100;
/** Seconds after which a refused request should be tried again. */
const SOON = 5;

/** Threads are started when they are needed, and do not keep the process alive. */
export class FormatThreads {
  readonly #most = Math.max(1, Math.min(2, availableParallelism() - 1));
  readonly #idle: Worker[] = [];
  readonly #waiting: Array<() => void> = [];
  #busy = 0;

  /** @throws {RendererError} `page-too-large`; `overloaded`; `internal` */
  async make(asked: ToThread): Promise<string> {
    await this.#place();
    const thread = this.#idle.pop() ?? this.#start();
    let isWell = false;
    try {
      const made = await answerOf(thread, asked);
      isWell = true;
      if ('text' in made) return made.text;
      if (made.error === 'nesting') throw notConverted(asked.format, TOO_DEEP);
      throw new RendererError('internal', `The page could not be converted: ${made.error}`);
    } finally {
      if (isWell) this.#idle.push(thread);
      else void thread.terminate();
      this.#busy -= 1;
      this.#waiting.shift()?.();
    }
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((thread) => thread.terminate()));
  }

  async #place(): Promise<void> {
    while (this.#busy >= this.#most) {
      if (this.#waiting.length >= MOST_WAITING) {
        throw new RendererError('overloaded', 'Too many pages are waiting to be converted', { retryAfter: SOON });
      }
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    }
    this.#busy += 1;
  }

  #start(): Worker {
    const thread = new Worker(new URL('thread.js', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY },
    });
    thread.unref();
    return thread;
  }
}

async function answerOf(thread: Worker, asked: ToThread): Promise<FromThread> {
  const { promise, resolve, reject } = Promise.withResolvers<FromThread>();
  const timer = setTimeout(
    () => reject(notConverted(asked.format, `it took longer than ${TIME_LIMIT / 1000} s`)),
    TIME_LIMIT,
  );
  const fail = (error: NodeJS.ErrnoException) => {
    const isFull = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    reject(isFull ? notConverted(asked.format, `it needs more than ${MEMORY} MB`) : error);
  };
  thread.once('message', resolve).once('error', fail);
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage(asked);
    return await promise;
  } finally {
    clearTimeout(timer);
    thread.off('message', resolve).off('error', fail);
  }
}
