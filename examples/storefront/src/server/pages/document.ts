import { assetAddress, imports } from '../assets.ts';
import { POLICIES } from '../policies/engine.ts';
import type { Visitor } from '../visitor.ts';
import { html, Html } from './html.ts';

const STYLES = ['tokens', 'base', 'layout', 'parts', 'forms', 'pages'];

/** What differs between the documents of the shop. */
export interface DocumentOptions {
  readonly title: string;
  readonly description?: string;
  /** Keeps the page out of search engines: it is about one person. */
  readonly isPrivate?: boolean;
  /** The client's module that this document starts. */
  readonly module: string;
  readonly body: Html;
}

/** A notice that is shown on every page. */
function notes({ isSample, decideAt }: Visitor): Html | false {
  if (!isSample && decideAt === null) return false;
  return html`<aside class="notes" aria-label="About this shop">
    <div class="wrap notes-row">
      ${
        decideAt !== null &&
        html`<p class="note-decide">
          Before you can order or write a review, you must accept a policy. <a href="${decideAt}">Read it now</a>
        </p>`
      }
      ${isSample && html`<p class="muted">Sample data: people, decisions and requests are invented.</p>`}
    </div>
  </aside>`;
}

/** The whole document around a page: styles, the client's modules, and the scripts that this visitor agreed to. */
export function htmlDocument(
  visitor: Visitor,
  { title, description, isPrivate, module, body }: DocumentOptions,
): string {
  const { nonce, scripts, banner } = visitor;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#121417" />
        <title>${title}</title>
        ${description && html`<meta name="description" content="${description}" />`}
        ${isPrivate && html`<meta name="robots" content="noindex" />`}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ${STYLES.map((name) => html`<link rel="stylesheet" href="${assetAddress(`styles/${name}.css`)}" /> `)}
        <link rel="stylesheet" href="${POLICIES}/assets/consent.css" />
        <script type="importmap" nonce="${nonce}">
          ${new Html(JSON.stringify({ imports }))}
        </script>
        ${Object.values(imports).map((address) => html`<link rel="modulepreload" href="${address}" /> `)}
        <script type="module" src="${assetAddress(`client/${module}`)}" nonce="${nonce}"></script>
        ${new Html(scripts)}
      </head>
      <body>
        <a class="skip-link" href="#main">Skip to the content</a>
        ${notes(visitor)} ${body} ${new Html(banner)}
      </body>
    </html> `;
  return page.text;
}
