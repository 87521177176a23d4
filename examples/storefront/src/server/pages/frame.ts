import { assetAddress, imports } from '../assets.ts';
import { POLICIES } from '../policies/engine.ts';
import type { Visitor } from '../visitor.ts';
import { html, Html } from './html.ts';
import { icon } from './icons.ts';

const STYLES = ['tokens', 'base', 'shop'];

/** A page within the shop's header and footer. */
export interface ServerPage {
  readonly title: string;
  /** Path of the page, for the header. */
  readonly path: string;
  readonly content: Html;
  /** For search engines; without one they leave the page out, as it is about one person. */
  readonly description?: string;
}

/** A link in the header, which says whether it leads to the current page. */
const link = (href: string, path: string, label: string | Html, name = ''): Html =>
  html`<a
    class="${name}"
    href="${href}"
    ${(path === href || (href === '/' && path.startsWith('/products/'))) && html`aria-current="page"`}
    >${label}</a
  >`;

const wordmark = html`<svg class="mark" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
    <path class="sun" d="M6 20a10 10 0 0 1 20 0Z" />
    <path class="lines" d="M3 20h26M8 24.5h16M13 29h6" />
  </svg>
  Northlight`;

function header({ user }: Visitor, path: string): Html {
  const name = html`${icon('person')}
    <span class="account-name"
      >${user && html`<span class="visually-hidden">Your account: </span>`}${user?.name ?? 'Sign in'}</span
    >`;
  const account = link(user ? '/account' : '/sign-in', path, name, `header-link ${user ? 'is-signed-in' : ''}`);
  const cart = html`${icon('bag')} <span class="cart-word">Cart</span><span class="cart-count"></span>`;
  return html`<header class="site-header">
    <div class="wrap site-header-row">
      <a class="wordmark" href="/">${wordmark}</a>
      <nav class="site-nav" aria-label="Shop">
        ${link('/', path, 'Shop')} ${link('/about', path, 'About')} ${link('/delivery', path, 'Delivery')}
      </nav>
      <div class="row">${account} ${link('/cart', path, cart, 'header-link cart-link')}</div>
    </div>
  </header>`;
}

const footer = html`<footer class="site-footer">
  <div class="wrap site-footer-row">
    <div>
      <p class="wordmark">${wordmark}</p>
      <p class="muted small">A demonstration shop. The products and prices are invented, and nothing is delivered.</p>
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

/** A notice that is shown on every page. */
function notes({ isSample, decideAt }: Visitor): Html | false {
  if (!isSample && decideAt === null) return false;
  return html`<aside class="notes" aria-label="About this shop">
    <div class="wrap notes-row">
      ${
        decideAt !== null &&
        html`<p>
          <b>Before you can order or write a review, you must accept a policy. <a href="${decideAt}">Read it now</a></b>
        </p>`
      }
      ${isSample && html`<p class="muted">Sample data: people, decisions and requests are invented.</p>`}
    </div>
  </aside>`;
}

/**
 * The document of a page: styles, the client's modules, the scripts of other companies that this visitor agreed to, and the banner
 * that asks about them.
 */
export function framed(visitor: Visitor, { title, path, content, description }: ServerPage): string {
  const { nonce, scripts, banner } = visitor;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121417" />
        <title>${title === 'Northlight' ? title : `${title} · Northlight`}</title>
        ${description ? html`<meta name="description" content="${description}" />` : html`<meta name="robots" content="noindex" />`}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${STYLES.map((name) => html`<link rel="stylesheet" href="${assetAddress(`styles/${name}.css`)}" /> `)}
        <link rel="stylesheet" href="${POLICIES}/assets/consent.css" />
        <script type="importmap" nonce="${nonce}">
          ${new Html(JSON.stringify({ imports }))}
        </script>
        ${Object.values(imports).map((address) => html`<link rel="modulepreload" href="${address}" /> `)}
        <script type="module" src="${assetAddress('client/main.js')}" nonce="${nonce}"></script>
        ${new Html(scripts)}
      </head>
      <body>
        <a class="skip-link" href="#main">Skip to the content</a>
        ${notes(visitor)}
        <div class="site">
          ${header(visitor, path)}
          <main id="main" class="wrap" tabindex="-1">${content}</main>
          ${footer}
        </div>
        ${new Html(banner)}
      </body>
    </html> `;
  return page.text;
}
