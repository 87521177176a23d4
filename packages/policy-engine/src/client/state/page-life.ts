/** What happens to a page after it was loaded. */
import { doc } from '../page/doc.ts';

/** Resolves when somebody looks at the page: a page that is prerendered may never be shown. Undefined if it is shown. */
export const activation = (): Promise<unknown> | undefined =>
  (doc as { prerendering?: boolean }).prerendering
    ? new Promise((resolve) => doc.addEventListener('prerenderingchange', resolve, { once: true }))
    : undefined;

/**
 * Follows a page.
 *
 * @param onShown it is shown again: from the browser's history, or after another tab
 * @param onCookies a cookie may have changed
 * @param onNext Turbo shows this body next: perhaps a copy of a page as it was before another decision
 */
export function followPage(onShown: () => void, onCookies: () => void, onNext: (body: HTMLElement) => void): void {
  // The browser restores a page from its history unchanged, and delivers no messages of other tabs to it.
  addEventListener('pageshow', ({ persisted }) => persisted && onShown());
  doc.addEventListener('visibilitychange', () => doc.hidden || onShown());
  doc.addEventListener('turbo:before-render', (event) =>
    onNext((event as CustomEvent<{ readonly newBody: HTMLElement }>).detail.newBody),
  );
  // Not every browser has it.
  (globalThis as { cookieStore?: EventTarget }).cookieStore?.addEventListener('change', onCookies);
}
