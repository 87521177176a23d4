import { useEffect, useState } from 'preact/hooks';

/** The current address. */
export interface Place {
  readonly path: string;
  readonly query: URLSearchParams;
  /** Scroll position at which the page was left, if it is returned to; 0 for a newly opened page. */
  readonly scroll: number;
}

const CHANGED = 'storefront:navigate';

const here = (): Place => ({
  path: location.pathname,
  query: new URLSearchParams(location.search),
  scroll: (history.state as { scroll?: number } | null)?.scroll ?? 0,
});

/** Goes to an address of this site; with `replace` it replaces the current one in the history. */
export function navigate(address: string, { replace = false }: { readonly replace?: boolean } = {}): void {
  if (replace) {
    history.replaceState({ scroll: scrollY }, '', address);
  } else {
    history.replaceState({ scroll: scrollY }, '');
    history.pushState({ scroll: 0 }, '', address);
  }
  dispatchEvent(new Event(CHANGED));
}

/** Pages of the server; the app does not handle links to them. */
const OF_SERVER = /^\/(?:sign-in|sign-up|sign-out|account|checkout|reviews|policies)(?:\/|$)/;

/** Whether the browser should handle a click on a link: another site, a page of the server, a new tab. */
function isForBrowser(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const isSamePage = link.hash !== '' && link.pathname === location.pathname && link.search === location.search;
  const isElsewhere = link.origin !== location.origin || OF_SERVER.test(link.pathname);
  return !isPlain || event.defaultPrevented || isSamePage || isElsewhere || link.target !== '';
}

/** Follows ordinary links within the app, so that pages can be written with plain `<a href>`. */
function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || isForBrowser(event, link)) return;
  event.preventDefault();
  navigate(link.pathname + link.search + link.hash);
}

/** Stores the scroll position of a page that is left with the back button: at `popstate` it is no longer the current entry. */
function onScrollEnd(): void {
  history.replaceState({ scroll: scrollY }, '');
}

/** The current address; the component is rendered again when it changes. */
export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const update = (): void => setPlace(here());
    history.scrollRestoration = 'manual';
    addEventListener(CHANGED, update);
    addEventListener('popstate', update);
    addEventListener('scrollend', onScrollEnd);
    document.addEventListener('click', onClick);
    return () => {
      removeEventListener(CHANGED, update);
      removeEventListener('popstate', update);
      removeEventListener('scrollend', onScrollEnd);
      document.removeEventListener('click', onClick);
    };
  }, []);
  return place;
}
