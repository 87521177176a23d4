import { monotonic } from '../../kernel/clock.ts';
import type { Session } from '../../devtools/connection.ts';

/** How long to wait for the first message of a socket or an event source, in milliseconds after it was created or opened. */
export const FIRST_MESSAGE = 1_500;

/** A connection without a message so far. Times are those of {@link monotonic}. */
interface Silent {
  readonly madeAt: number;
  /** Start of the wait: when it was created, or when the server accepted it. */
  since: number;
}

/** Sockets and event sources of a page, its frames and its web workers that have not received a message yet. */
export class FirstMessages {
  readonly #silent = new Map<string, Silent>();
  #lastAt = -Infinity;

  /** When the last message arrived, on the clock of {@link monotonic}. */
  get lastAt(): number {
    return this.#lastAt;
  }

  /** Whether one is waited for. @param bound connections that were created later are not waited for */
  areDue(now: number, bound: number): boolean {
    for (const { madeAt, since } of this.#silent.values()) {
      if (madeAt <= bound && now < since + FIRST_MESSAGE) return true;
    }
    return false;
  }

  /** Observes those of the page, a frame or a web worker whose network events are enabled. */
  follow(session: Session): void {
    const make = (requestId: string) => {
      const madeAt = monotonic();
      this.#silent.set(requestId, { madeAt, since: madeAt });
    };
    const open = ({ requestId }: { requestId: string }) => {
      const silent = this.#silent.get(requestId);
      if (silent) silent.since = monotonic();
    };
    const end = ({ requestId }: { requestId: string }) => void this.#silent.delete(requestId);
    const onMessage = (event: { requestId: string }) => {
      end(event);
      this.#lastAt = monotonic();
    };
    session.on('Network.webSocketCreated', ({ requestId }) => make(requestId));
    session.on('Network.webSocketHandshakeResponseReceived', open);
    session.on('Network.requestWillBeSent', ({ requestId, type }) => {
      if (type === 'EventSource') make(requestId);
    });
    session.on('Network.responseReceived', open);
    session.on('Network.webSocketFrameReceived', onMessage);
    session.on('Network.eventSourceMessageReceived', onMessage);
    session.on('Network.webSocketClosed', end);
    session.on('Network.loadingFinished', end);
    session.on('Network.loadingFailed', end);
  }
}
