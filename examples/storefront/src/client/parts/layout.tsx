import type { ComponentChildren, VNode } from 'preact';
import { countOf, useCart } from '../state/cart.ts';
import { Icon, Mark } from './icons.tsx';

const LINKS = [
  { href: '/', label: 'Shop' },
  { href: '/about', label: 'About' },
  { href: '/delivery', label: 'Delivery' },
];

const isCurrent = (href: string, path: string): boolean =>
  href === '/' ? path === '/' || path.startsWith('/products/') : path === href;

function CartLink({ path }: { readonly path: string }): VNode {
  const count = countOf(useCart());
  return (
    <a class="cart-link" href="/cart" aria-current={path === '/cart' ? 'page' : undefined}>
      <Icon name="bag" />
      <span>Cart</span>
      {count > 0 && (
        <>
          <span class="count" aria-hidden="true">
            {count}
          </span>
          <span class="visually-hidden">, {count === 1 ? '1 piece' : `${count} pieces`}</span>
        </>
      )}
    </a>
  );
}

function Header({ path }: { readonly path: string }): VNode {
  return (
    <header class="site-header">
      <div class="wrap site-header-row">
        <a class="wordmark" href="/">
          <Mark />
          Northlight
        </a>
        <nav class="site-nav" aria-label="Shop">
          {LINKS.map(({ href, label }) => (
            <a key={href} href={href} aria-current={isCurrent(href, path) ? 'page' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <CartLink path={path} />
      </div>
    </header>
  );
}

function Footer(): VNode {
  return (
    <footer class="site-footer">
      <div class="wrap site-footer-row">
        <div>
          <p class="wordmark">
            <Mark />
            Northlight
          </p>
          <p class="muted">A demonstration shop. The things are drawn, the prices are invented, and nothing is sent.</p>
        </div>
        <nav aria-label="More about the shop">
          <ul>
            <li>
              <a href="/about">About the shop</a>
            </li>
            <li>
              <a href="/delivery">Delivery and returns</a>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}

/** What is around every page. */
export function Layout({ path, children }: { readonly path: string; readonly children: ComponentChildren }): VNode {
  return (
    <>
      <a class="skip-link" href="#main">
        Skip to the content
      </a>
      <Header path={path} />
      <main id="main" class="wrap" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}
