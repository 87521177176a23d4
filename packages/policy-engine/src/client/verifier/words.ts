/** The page's texts, which are embedded in it, and elements. Everything is inserted as text. */

const TEXTS = JSON.parse(document.querySelector('#texts')?.textContent ?? '{}') as Readonly<Record<string, string>>;

/** Longer parts written by others are shortened in sentences. */
const LONGEST = 100;

function isolated(value: string | number): string {
  const text = String(value);
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return `\u2068${cut.replaceAll(/[\u2066-\u2069\u202a-\u202e]/g, '')}\u2069`;
}

/** Text of a key, with values in place of `{names}`. */
export function words(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  return (TEXTS[key] ?? key).replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? isolated(values[name] ?? '') : place,
  );
}

export const hasWords = (key: string): boolean => Object.hasOwn(TEXTS, key);

/** An element of a class, with children. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

/** One of the images embedded in the page. */
export function icon(name: string): Node {
  const template = document.querySelector<HTMLTemplateElement>(`#icon-${name}`);
  return template?.content.cloneNode(true) ?? document.createTextNode('');
}
