import { monotonic } from '../../kernel/clock.ts';
import type { PageRequest, RequestListener } from '../requests/requests.ts';

/** A request of a page with its times, in whole milliseconds since the page was opened. */
export interface TimedRequest {
  readonly url: string;
  readonly method: string;
  /** The protocol's type, such as `Fetch`. */
  readonly type: string;
  readonly begun: number;
  /** When its answer began; null if there was none. */
  answered: number | null;
  /** When it ended; null if it had not when the page was read. */
  ended: number | null;
  /** Status of its answer; null if there was none. */
  status: number | null;
  /** Bytes of its answer, after decompression. */
  bytes: number;
  /** Why it was refused or failed; null if it was not. */
  problem: { readonly kind: 'refused' | 'failed'; readonly reason: string } | null;
}

/** Requests that are remembered. */
const MAX_REQUESTS = 100;

/** When each request of a page began and ended. */
export class Timeline implements RequestListener {
  readonly #started = monotonic();
  /** The first ones. */
  readonly #timed = new Map<PageRequest, TimedRequest>();
  #omitted = 0;

  /** The requests, in the order in which they began. */
  get requests(): TimedRequest[] {
    return [...this.#timed.values()];
  }

  /** Number of later requests. */
  get omitted(): number {
    return this.#omitted;
  }

  readonly onRequest = (request: PageRequest): void => {
    if (this.#timed.size === MAX_REQUESTS) return void (this.#omitted += 1);
    const { url, method, type } = request;
    const begun = this.#now();
    this.#timed.set(request, {
      url,
      method,
      type,
      begun,
      answered: null,
      ended: null,
      status: null,
      bytes: 0,
      problem: null,
    });
  };

  readonly onSocket = (socket: PageRequest): void => this.onRequest(socket);

  readonly onResponse = (request: PageRequest, { status }: { status: number }): void => {
    const timed = this.#timed.get(request);
    if (!timed) return;
    timed.answered ??= this.#now();
    timed.status = status;
  };

  readonly onBytes = (bytes: number, request: PageRequest | undefined): void => {
    const timed = request && this.#timed.get(request);
    if (timed) timed.bytes += bytes;
  };

  readonly onDone = (request: PageRequest): void => {
    const timed = this.#timed.get(request);
    if (timed) timed.ended ??= this.#now();
  };

  /** Notes why a request was refused or failed, as judged by others. */
  noteProblem(request: PageRequest, kind: 'refused' | 'failed', reason: string): void {
    const timed = this.#timed.get(request);
    if (!timed) return;
    timed.ended ??= this.#now();
    timed.problem = { kind, reason };
  }

  #now(): number {
    return Math.round(monotonic() - this.#started);
  }
}
