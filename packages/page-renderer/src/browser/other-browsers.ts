/** Further attempts for a page whose browser has ended. */
import { DevToolsError } from '../devtools/errors.ts';
import type { RendererErrorCode } from '../kernel/errors.ts';
import { RendererError } from '../kernel/errors.ts';

/** Number of further attempts for a page whose process crashed. */
const MAX_CRASHES = 1;
/** Number of further attempts for a page whose browser ended. */
const MAX_LOSSES = 10;
/** The browser ended, or the process of the page crashed. */
const GONE: ReadonlySet<RendererErrorCode> = new Set(['browser-unavailable', 'page-crashed']);

/**
 * If a browser ends, this says little about the page: it is tried again with another browser, while there is time. A page whose
 * own process crashed is tried once more, and a page that several browsers in a row did not survive is not tried again.
 *
 * @param attempt is told whether the process of the page has ended before
 */
export async function withOtherBrowsers<T>(
  attempt: (hasCrashed: boolean) => Promise<T>,
  isOver: () => boolean,
): Promise<T> {
  let [crashes, losses] = [0, 0];
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each attempt follows one that has failed
      return await attempt(crashes > 0);
    } catch (error) {
      const isGone = error instanceof RendererError && GONE.has(error.code);
      if (!isGone || isOver()) throw error;
      if (error.cause instanceof DevToolsError && error.cause.failure === 'disconnected') losses += 1;
      else crashes += 1;
      if (crashes > MAX_CRASHES || losses > MAX_LOSSES) throw error;
    }
  }
}
