/** HTML that is not escaped again: by Eta's `<%= %>`, by Hono JSX and by Hono's `html`. */
export class SafeHtml extends String {
  /** What Hono asks of a string before it escapes it. */
  readonly isEscaped: true = true;
}

/** HTML that templates print as it is; fits where Hono asks for its `HtmlEscapedString`. */
export type TemplateHtml = string & { readonly isEscaped: true };

/** Marks HTML as safe: an object that is used like the text it holds. */
export function safeHtml(html: string): TemplateHtml {
  return new SafeHtml(html) as unknown as TemplateHtml;
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
