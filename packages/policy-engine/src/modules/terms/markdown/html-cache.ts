/** Rendered texts by their hash: texts in force are shown often and never change. */
import { markdownToHtml } from './markdown.ts';
import { hashOf } from './text.ts';

const CAPACITY = 100;

/** HTML of the most recently used texts. */
export class HtmlCache {
  readonly #byHash = new Map<string, string>();
  readonly #byTerm = new WeakMap<object, string>();

  /** @param term - immutable: texts in force come from memory as the same object each time */
  of(term: { readonly markdown: string }): string {
    const html = this.#byTerm.get(term) ?? this.#ofText(term.markdown);
    this.#byTerm.set(term, html);
    return html;
  }

  #ofText(markdown: string): string {
    // Hashed again each time: if a stored hash did not match its text, the content of another text would be shown.
    const hash = hashOf(markdown);
    const html = this.#byHash.get(hash) ?? markdownToHtml(markdown);
    // A map keeps the order of insertion, so the first key is the least recently used.
    this.#byHash.delete(hash);
    this.#byHash.set(hash, html);
    const [oldest] = this.#byHash.keys();
    if (this.#byHash.size > CAPACITY && oldest !== undefined) this.#byHash.delete(oldest);
    return html;
  }
}
