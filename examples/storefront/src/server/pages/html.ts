const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that can be inserted into a page unescaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** The values that {@link html} accepts between its strings. */
export type Value = Html | string | number | false | null | undefined | readonly Value[];

function written(value: Value): string {
  if (value instanceof Html) return value.text;
  if (value === false || value === null || value === undefined) return '';
  if (typeof value === 'object') return value.map(written).join('');
  return String(value).replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '');
}

/** HTML of a template: text is escaped, HTML is inserted unchanged, and `false`, `null` and `undefined` produce nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.reduce((text, string, index) => text + written(values[index - 1]) + string));
}
