/** Server-sent events (HTML Standard §9.2): what changes is sent when it has changed. */
import { RendererError } from '../../kernel/errors.ts';

/** Milliseconds between two looks, and after which a connection without events is shown to be alive. */
const STEP = 500;
const ALIVE = 15_000;
/** Maximum number of connections at the same time. */
const MOST = 64;

let open = 0;

/** What is shown now. */
export interface Shown {
  readonly data: object;
  /** Whether nothing more will change. */
  readonly isLast: boolean;
}

/**
 * A response that sends what is shown, until it is the last.
 *
 * @param signal ends it
 * @throws {RendererError} `overloaded`
 */
export function eventsOf(show: () => Shown, signal: AbortSignal): Response {
  if (open >= MOST) throw new RendererError('overloaded', `${MOST} clients follow events already`, { retryAfter: 30 });
  open += 1;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    open -= 1;
    clearInterval(timer);
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        const encoder = new TextEncoder();
        let [last, quiet] = ['', 0];
        const close = () => {
          if (isOver) return;
          end();
          controller.close();
        };
        const look = () => {
          const { data, isLast } = show();
          const text = JSON.stringify(data);
          quiet += STEP;
          // A client that does not read gets the newest when it does.
          const isReading = (controller.desiredSize ?? 0) > 0;
          if (isReading && text !== last) controller.enqueue(encoder.encode(`data: ${(last = text)}\n\n`));
          else if (isReading && quiet >= ALIVE) controller.enqueue(encoder.encode(':\n\n'));
          else if (!isLast) return;
          quiet = 0;
          if (isLast && text === last) close();
        };
        signal.addEventListener('abort', close, { once: true });
        timer = setInterval(look, STEP).unref();
        look();
      },
      cancel: end,
    },
    { highWaterMark: 4 },
  );
  const headers = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };
  return new Response(stream, { headers });
}
