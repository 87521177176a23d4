import type { User } from '../accounts/users.ts';
import { POLICIES } from '../policies/engine.ts';
import type { Visitor } from '../visitor.ts';
import { htmlDocument } from './document.ts';
import { html, type Html } from './html.ts';

/** Line drawings, the same as in the client. */
const ICONS = {
  bag: 'M6 8h12l1 12H5L6 8Zm3 0V6.5a3 3 0 0 1 6 0V8',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8.5a7.5 7.5 0 0 1 15 0',
  warning: 'M12 4 2.5 20h19L12 4Zm0 6v4.5m0 2.4v.1',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  arrow: 'M5 12h14m-6-6 6 6-6 6',
} as const;

/** A line drawing of 20 px; decorative, as the text next to it says the same. */
export function icon(name: keyof typeof ICONS): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
    <path d="${ICONS[name]}" />
  </svg>`;
}

const wordmark = html`<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">
    <path class="mark-sun" d="M6 20a10 10 0 0 1 20 0Z" />
    <path class="mark-line" d="M3 20h26M8 24.5h16M13 29h6" />
  </svg>
  Northlight`;

function accountLink(user: User | null, path: string): Html {
  const [href, label] = user ? ['/account', user.name] : ['/sign-in', 'Sign in'];
  return html`<a
    class="header-link account-link"
    href="${href}"
    data-signed-in="${String(user !== null)}"
    ${path === href && html`aria-current="page"`}
  >
    ${icon('person')}
    <span class="account-name">${user && html`<span class="visually-hidden">Your account: </span>`}${label}</span></a
  >`;
}

function header({ user }: Visitor, path: string): Html {
  return html`<header class="site-header">
    <div class="wrap site-header-row">
      <a class="wordmark" href="/">${wordmark}</a>
      <nav class="site-nav" aria-label="Shop">
        <a href="/">Shop</a>
        <a href="/about">About</a>
        <a href="/delivery">Delivery</a>
      </nav>
      <div class="header-links">
        ${accountLink(user, path)}
        <a class="header-link cart-link" href="/cart">${icon('bag')} <span class="cart-word">Cart</span></a>
      </div>
    </div>
  </header>`;
}

const footer = html`<footer class="site-footer">
  <div class="wrap site-footer-row">
    <div>
      <p class="wordmark">${wordmark}</p>
      <p class="muted">A demonstration shop. The products and prices are invented, and nothing is delivered.</p>
    </div>
    <nav aria-label="More about the shop">
      <ul>
        <li><a href="/about">About the shop</a></li>
        <li><a href="/delivery">Delivery and returns</a></li>
      </ul>
      <ul>
        <li><a href="${POLICIES}/user_terms/privacy">Privacy notice</a></li>
        <li><a href="${POLICIES}/user_terms/terms">Terms of service</a></li>
        <li><a href="${POLICIES}/user_terms/cookie">Cookies</a></li>
        <li><a href="${POLICIES}/privacy">Your privacy</a></li>
        <li><a href="${POLICIES}/consent" data-policy-settings>Privacy settings</a></li>
      </ul>
    </nav>
  </div>
</footer>`;

/** A page that the server renders, within the shop's header and footer. */
export interface ServerPage {
  readonly title: string;
  /** Path of the page, for the header. */
  readonly path: string;
  readonly content: Html;
}

/** The document of a page that the server renders: it needs no JavaScript. */
export function framed(visitor: Visitor, { title, path, content }: ServerPage): string {
  return htmlDocument(visitor, {
    title: `${title} · Northlight`,
    isPrivate: true,
    module: 'server-page.js',
    body: html`<div class="site">
      ${header(visitor, path)}
      <main id="main" class="wrap" tabindex="-1">${content}</main>
      ${footer}
    </div>`,
  });
}
