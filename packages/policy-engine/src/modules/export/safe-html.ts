import type { HtmlEscapedString } from 'hono/utils/html';

/** HTML that is not escaped again: by Eta's `<%= %>`, by Hono JSX and by Hono's `html`. */
export class SafeHtml extends String {
  /** What Hono asks of a string before it escapes it. */
  readonly isEscaped: true = true;
}

/** HTML as Hono types it: an object that is used like the text it holds. */
export function safeHtml(html: string): HtmlEscapedString {
  return new SafeHtml(html) as unknown as HtmlEscapedString;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML, in elements and in quoted attributes. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '') : text;
}
