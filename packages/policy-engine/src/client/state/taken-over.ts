import { doc } from '../page/doc.ts';

/**
 * Waits until frameworks have taken over the HTML of the page: they compare it with their own, and warn of what they did not put there, or
 * draw it again. Whoever presses a key before that finds everything where it belongs.
 *
 * @param longest milliseconds that it waits for files of the page. Default: until they are loaded
 */
export async function untilTakenOver(longest?: number): Promise<void> {
  const end = new AbortController();
  const options = { capture: true, signal: end.signal };
  await new Promise((resolve) => {
    addEventListener('keydown', resolve, options);
    if (longest) setTimeout(resolve, longest);
    const wait = () => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 2000 });
      else setTimeout(resolve, 500);
    };
    if (doc.readyState === 'complete') wait();
    else addEventListener('load', wait, options);
  });
  end.abort();
}
