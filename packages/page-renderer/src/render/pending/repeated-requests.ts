import { monotonic } from '../../kernel/clock.ts';
import type { PageRequest } from '../requests/requests.ts';

/** How often an address was requested before it counts as requested repeatedly. */
const TIMES = 3;
/** Milliseconds after which an address is not requested repeatedly any more. */
const OVER = 2_000;
/** How much longer than the longest one before a request may take, in milliseconds. */
const LONGER = 200;

/** Requests to the same address. Times are those of {@link monotonic}. */
interface Repeated {
  last: PageRequest;
  /** When the last ones began, at most {@link TIMES}. */
  begun: number[];
  /** The longest of those that ended, in milliseconds. */
  longest: number;
}

/** The values in a query that make each address unique, as in `?_=1700000000000` or `?0.7316`. */
const UNIQUE = /(?<=[?&=])(?:\d{10,}(?:\.\d+)?|0\.\d{6,})(?=&|$)/g;

/**
 * Requests that a page sends repeatedly. An address that was requested three times since what is read of the page last changed is
 * idle: its further requests are not waited for, unless one takes longer than those before.
 */
export class RepeatedRequests {
  readonly #all = new Map<string, Repeated>();
  /** When the last requests began, at most {@link TIMES}. */
  #begun: number[] = [];
  /** Since when nothing that is read has changed; undefined if nothing is idle. */
  idleSince: number | undefined;
  /** When an address was last requested for the first time. */
  newAt: number = -Infinity;

  /** Notes that a request began. @param isData whether a script gets the answer; otherwise it is a picture, a script … */
  note(request: PageRequest, isData: boolean): void {
    if (isData) this.#begun = [...this.#begun, monotonic()].slice(-TIMES);
    const known = this.#all.get(keyOf(request));
    if (!known && isData) this.newAt = monotonic();
    const repeated = known ?? { last: request, begun: [], longest: 0 };
    repeated.last = request;
    repeated.begun = [...repeated.begun, monotonic()].slice(-TIMES);
    this.#all.set(keyOf(request), repeated);
  }

  /** Notes that a request ended. @param took milliseconds */
  noteEnd(request: PageRequest, took: number): void {
    const repeated = this.#all.get(keyOf(request));
    if (repeated && took > repeated.longest) repeated.longest = took;
  }

  /** @param took milliseconds since it began */
  isIdle(request: PageRequest, took = 0): boolean {
    const repeated = this.#all.get(keyOf(request));
    return repeated !== undefined && this.#isIdle(repeated) && took <= repeated.longest + LONGER;
  }

  /** Whether requests are sent again and again, to whichever addresses. */
  isPolling(now: number): boolean {
    return this.#begun.length === TIMES && now - (this.#begun[0] ?? 0) < OVER;
  }

  /** The last request to each idle address. */
  idle(now: number): PageRequest[] {
    const all = [...this.#all.values()];
    return all.filter((one) => this.#isIdle(one) && now - (one.begun.at(-1) ?? 0) < OVER).map(({ last }) => last);
  }

  #isIdle({ begun }: Repeated): boolean {
    const [first = Infinity] = begun;
    return this.idleSince !== undefined && begun.length === TIMES && first >= this.idleSince;
  }
}

function keyOf({ method, url }: PageRequest): string {
  return `${method} ${url.replace(UNIQUE, '*')}`;
}
