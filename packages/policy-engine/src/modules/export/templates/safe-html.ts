/** HTML that Eta's `<%= %>`, Hono JSX and Hono's `html` do not escape again. */
export class SafeHtml extends String {
  /** The property of a string that Hono checks before it escapes it. */
  readonly isEscaped: true = true;
}

/** HTML that templates print unescaped; compatible with Hono's `HtmlEscapedString`. */
export type TemplateHtml = string & { readonly isEscaped: true };

/** Marks HTML as safe: an object that is used like its text. */
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

/** Escapes text for elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '') : text;
}
