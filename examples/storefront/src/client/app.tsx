import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CartPage } from './pages/cart.tsx';
import { ListPage } from './pages/list.tsx';
import { ProductPage } from './pages/product.tsx';
import { AboutPage, DeliveryPage, NotFoundPage } from './pages/texts.tsx';
import { type Place, usePlace } from './state/location.ts';

const PAGES: Readonly<Record<string, (props: { readonly place: Place }) => VNode>> = {
  '/': ListPage,
  '/cart': CartPage,
  '/about': AboutPage,
  '/delivery': DeliveryPage,
};

function Page({ place }: { readonly place: Place }): VNode {
  const product = /^\/products\/([^/]+)$/.exec(place.path)?.[1];
  if (product) return <ProductPage id={product} />;
  const Found = PAGES[place.path];
  return Found ? <Found place={place} /> : <NotFoundPage />;
}

/** Marks the link in the header that leads to the current page; the header is from the server. */
function markCurrent(path: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.site-nav a, .cart-link')) {
    const isCurrent = link.pathname === path || (link.pathname === '/' && path.startsWith('/products/'));
    if (isCurrent) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
}

/** Scrolls a new page to its top, and an earlier page to where it was left; moves the focus to its content. */
function useArrival(place: Place): void {
  const last = useRef(place.path);
  useLayoutEffect(() => {
    if (last.current === place.path) return;
    last.current = place.path;
    markCurrent(place.path);
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    scrollTo(0, place.scroll);
  }, [place]);
}

/** The content of each page of the shop that needs no server; the header and the footer are from the server. */
export function App(): VNode {
  const place = usePlace();
  useArrival(place);
  return <Page place={place} />;
}
