/** What happens to a page after it was loaded. */
import { doc } from '../page/doc.ts';

/** Resolves when somebody looks at the page: a page that is prerendered may never be shown. Undefined if it is shown. */
export const activation = (): Promise<unknown> | undefined =>
  (doc as { prerendering?: boolean }).prerendering
    ? new Promise((resolve) => doc.addEventListener('prerenderingchange', resolve, { once: true }))
    : undefined;

/** A router has changed the page (Turbo, htmx 2 and 4, Astro), or comes with the next body. */
const SWAPS = 'turbo:before-render htmx:afterSettle htmx:after:swap astro:after-swap'.split(' ');

/**
 * Follows a page.
 *
 * @param onShown it is shown again: from the browser's history, or after another tab
 * @param onCookies a cookie may have changed
 * @param onSwap a router has changed it, or shows this body next: perhaps a copy of a page as it was before another decision
 */
export function followPage(
  onShown: () => void,
  onCookies: () => void,
  onSwap: (next: HTMLElement | undefined) => void,
): void {
  // The browser restores a page from its history unchanged, and delivers no messages of other tabs to it.
  addEventListener('pageshow', ({ persisted }) => persisted && onShown());
  doc.addEventListener('visibilitychange', () => doc.hidden || onShown());
  const swapped = (event: Event) => onSwap((event as CustomEvent<{ readonly newBody?: HTMLElement }>).detail?.newBody);
  for (const name of SWAPS) doc.addEventListener(name, swapped);
  // Not every browser has it.
  (globalThis as { cookieStore?: EventTarget }).cookieStore?.addEventListener('change', onCookies);
}
