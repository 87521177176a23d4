import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CartPage } from './pages/cart.tsx';
import { ListPage } from './pages/list.tsx';
import { NotFoundPage } from './pages/not-found.tsx';
import { ProductPage } from './pages/product.tsx';
import { AboutPage, DeliveryPage } from './pages/texts.tsx';
import { Layout } from './parts/layout.tsx';
import { type Place, usePlace } from './state/location.ts';

function Page({ place }: { readonly place: Place }): VNode {
  const product = /^\/products\/([^/]+)$/.exec(place.path)?.[1];
  if (product) return <ProductPage id={product} />;
  switch (place.path) {
    case '/':
      return <ListPage place={place} />;
    case '/cart':
      return <CartPage />;
    case '/about':
      return <AboutPage />;
    case '/delivery':
      return <DeliveryPage />;
    default:
      return <NotFoundPage />;
  }
}

/** Scrolls a new page to its top, and an earlier page to where it was left; moves the focus to its content. */
function useArrival(place: Place): void {
  const last = useRef(place.path);
  useLayoutEffect(() => {
    if (last.current === place.path) return;
    last.current = place.path;
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
    scrollTo(0, place.scroll);
  }, [place]);
}

/** The whole shop. */
export function App(): VNode {
  const place = usePlace();
  useArrival(place);
  return (
    <Layout path={place.path}>
      <Page place={place} />
    </Layout>
  );
}
