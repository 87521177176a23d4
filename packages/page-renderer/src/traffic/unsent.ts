import type { Counts, NotedRequest } from './counts.ts';
import { countRequest, emptyCounts } from './counts.ts';

/** What a worker process has counted since it last told the main process. */
export class UnsentTraffic {
  #counts: Counts = emptyCounts();

  /** Counts a request for a page. */
  note(request: NotedRequest): void {
    countRequest(this.#counts, request);
  }

  /** What was counted since the last call; undefined if nothing was. */
  take(): Counts | undefined {
    const taken = this.#counts;
    if (taken.requests === 0) return undefined;
    this.#counts = emptyCounts();
    return taken;
  }
}
