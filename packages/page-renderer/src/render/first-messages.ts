import { monotonic } from '../clock.ts';
import type { Session } from '../devtools/connection.ts';

/** How long the first message of a socket or an event source is waited for, in milliseconds after it was made. */
export const FIRST_MESSAGE = 1_500;

/** Sockets and event sources of a page, its frames and its workers that nothing has come from yet. */
export class FirstMessages {
  readonly #silent = new Map<string, number>();
  #lastAt = -Infinity;

  /** When the last message came, on the clock of {@link monotonic}. */
  get lastAt(): number {
    return this.#lastAt;
  }

  /** Whether one is waited for. @param bound one that was made later is not waited for */
  areDue(now: number, bound: number): boolean {
    for (const madeAt of this.#silent.values()) {
      if (madeAt <= bound && now < madeAt + FIRST_MESSAGE) return true;
    }
    return false;
  }

  /** Follows those of the page, a frame or a worker whose network events are on. */
  follow(session: Session): void {
    const open = (requestId: string) => void this.#silent.set(requestId, monotonic());
    const end = ({ requestId }: { requestId: string }) => void this.#silent.delete(requestId);
    const hear = (event: { requestId: string }) => {
      end(event);
      this.#lastAt = monotonic();
    };
    session.on('Network.webSocketCreated', ({ requestId }) => open(requestId));
    session.on('Network.requestWillBeSent', ({ requestId, type }) => {
      if (type === 'EventSource') open(requestId);
    });
    session.on('Network.webSocketFrameReceived', hear);
    session.on('Network.eventSourceMessageReceived', hear);
    session.on('Network.webSocketClosed', end);
    session.on('Network.loadingFinished', end);
    session.on('Network.loadingFailed', end);
  }
}
