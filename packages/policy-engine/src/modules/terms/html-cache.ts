/** Rendered texts by their hash: texts in force are shown all the time and never change. */
import { markdownToHtml } from './markdown.ts';
import { hashOf } from './text.ts';

const CAPACITY = 100;

/** HTML of the texts that were asked for last. */
export class HtmlCache {
  readonly #byHash = new Map<string, string>();
  readonly #byTerm = new WeakMap<object, string>();

  /** @param term - never changes once it was asked for: texts in force come from memory as the same object each time */
  of(term: { readonly markdown: string }): string {
    const html = this.#byTerm.get(term) ?? this.#ofText(term.markdown);
    this.#byTerm.set(term, html);
    return html;
  }

  #ofText(markdown: string): string {
    // Hashed again each time: a stored hash that no longer fits its text would show the words of another.
    const hash = hashOf(markdown);
    const html = this.#byHash.get(hash) ?? markdownToHtml(markdown);
    // A map keeps the order of insertion, so the first key is the one not asked for the longest.
    this.#byHash.delete(hash);
    this.#byHash.set(hash, html);
    const [oldest] = this.#byHash.keys();
    if (this.#byHash.size > CAPACITY && oldest !== undefined) this.#byHash.delete(oldest);
    return html;
  }
}
