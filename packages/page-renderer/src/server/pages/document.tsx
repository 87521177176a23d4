/** The document around every page, and its headers. */
import { createHash } from 'node:crypto';
import { raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Icon } from './icon.tsx';

/** A page, ready to be sent. */
export interface PageParts {
  title: string;
  body: JSX.Element;
  css: string;
  script?: string;
  /** Whether the script requests pages of this service. */
  connects?: boolean;
}

/** Part of the page itself, so that browsers do not request `/favicon.ico`. */
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='%231f5fd6' stroke-width='2'%3E%3Cpath d='M3.5 5.5h17v13h-17zM3.5 9.5h17M9 12.5l-2 2 2 2M15 12.5l2 2-2 2'/%3E%3C/svg%3E";

/**
 * Writes a page, with a policy that allows only its own style and script. Images are `data:` URLs: they need no second
 * request, which could reach another instance of the service.
 */
export function htmlDocument({ title, body, css, script, connects = false }: PageParts): {
  html: string;
  policy: string;
} {
  const html: { toString(): string } = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{title}</title>
        <link rel="icon" href={ICON} />
        <style>{raw(css)}</style>
      </head>
      <body>
        {body}
        {script !== undefined && <script>{raw(script)}</script>}
      </body>
    </html>
  );
  const policy = [
    "default-src 'none'",
    `style-src '${hashOf(css)}'`,
    ...(script === undefined ? [] : [`script-src '${hashOf(script)}'`]),
    ...(connects ? ["connect-src 'self'"] : []),
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return { html: `<!doctype html>\n${html.toString()}\n`, policy: policy.join('; ') };
}

/** Header, content and footer of a page. */
export function Frame({ status, children }: { status?: JSX.Element | undefined; children: Child }): JSX.Element {
  return (
    <>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <header class="top">
        <div class="top-row">
          <a class="brand" href="/">
            <Icon name="renderer" size={24} />
            Page renderer
          </a>
          {status}
        </div>
      </header>
      <main id="content" tabindex={-1}>
        {children}
      </main>
    </>
  );
}

const hashes = new Map<string, string>();

/** Styles and scripts are constants, so each is hashed once. */
function hashOf(source: string): string {
  const known = hashes.get(source);
  if (known !== undefined) return known;
  const hash = `sha256-${createHash('sha256').update(source).digest('base64')}`;
  hashes.set(source, hash);
  return hash;
}
