const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that is safe to put into a page as it is. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** What {@link html} takes between its strings. */
export type Value = Html | string | number | false | null | undefined | readonly Value[];

function written(value: Value): string {
  if (value instanceof Html) return value.text;
  if (value === false || value === null || value === undefined) return '';
  if (typeof value === 'object') return value.map(written).join('');
  return String(value).replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? '');
}

/** HTML of a template: text is escaped, HTML is taken as it is, and `false`, `null` and `undefined` are nothing. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.reduce((text, string, index) => text + written(values[index - 1]) + string));
}
