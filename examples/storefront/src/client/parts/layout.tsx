import type { ComponentChildren, VNode } from 'preact';
import { useAccount } from '../state/account.ts';
import { CartCount } from './cart-count.tsx';
import { Icon, Mark } from './icons.tsx';

const LINKS = [
  { href: '/', label: 'Shop' },
  { href: '/about', label: 'About' },
  { href: '/delivery', label: 'Delivery' },
];

const isCurrent = (href: string, path: string): boolean =>
  href === '/' ? path === '/' || path.startsWith('/products/') : path === href;

/** The link to the account or to signing in. Its space is reserved until the state is known. */
function AccountLink(): VNode {
  const account = useAccount();
  return (
    <a
      class="header-link account-link"
      href={account ? '/account' : '/sign-in'}
      data-signed-in={account === undefined ? 'unknown' : account !== null}
    >
      <Icon name="person" />
      <span class="account-name">
        {account && <span class="visually-hidden">Your account: </span>}
        {account ? account.name : 'Sign in'}
      </span>
    </a>
  );
}

function CartLink({ path }: { readonly path: string }): VNode {
  return (
    <a class="header-link cart-link" href="/cart" aria-current={path === '/cart' ? 'page' : undefined}>
      <Icon name="bag" />
      <span class="cart-word">Cart</span>
      <CartCount />
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
        <div class="header-links">
          <AccountLink />
          <CartLink path={path} />
        </div>
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
          <p class="muted">A demonstration shop. The products and prices are invented, and nothing is delivered.</p>
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
          <ul>
            <li>
              <a href="/policies/user_terms/privacy">Privacy notice</a>
            </li>
            <li>
              <a href="/policies/user_terms/terms">Terms of service</a>
            </li>
            <li>
              <a href="/policies/user_terms/cookie">Cookies</a>
            </li>
            <li>
              <a href="/policies/privacy">Your privacy</a>
            </li>
            <li>
              <a href="/policies/consent" data-policy-settings>
                Privacy settings
              </a>
            </li>
          </ul>
        </nav>
      </div>
    </footer>
  );
}

/** The header and footer of every page. */
export function Layout({ path, children }: { readonly path: string; readonly children: ComponentChildren }): VNode {
  return (
    <>
      <Header path={path} />
      <main id="main" class="wrap" tabIndex={-1}>
        {children}
      </main>
      <Footer />
    </>
  );
}
