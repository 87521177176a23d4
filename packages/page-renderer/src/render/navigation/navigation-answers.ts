import type { Hop, PageJob } from '../job/job.ts';

/** The responses to a page's navigations: those of the target, and those that its scripts or meta tags have caused. */
export class NavigationAnswers implements Disposable {
  /** In their order, redirects included. */
  readonly hops: Hop[] = [];
  /** For each, the document that it belongs to. */
  readonly #documents: string[] = [];
  readonly #shown = new Set<string>();
  readonly #ends: Array<() => void>;

  /** @param onFirst called with the first of them */
  constructor({ isolated: { session, id }, requests }: PageJob, onFirst: (hop: Hop) => void) {
    this.#ends = [
      session.on('Page.frameNavigated', ({ frame }) => {
        if (frame.id === id) this.#shown.add(frame.loaderId);
      }),
      requests.listen({
        onResponse: ({ isNavigation, isMain, loaderId }, hop) => {
          if (!isNavigation || !isMain) return;
          this.hops.push(hop);
          this.#documents.push(loaderId);
          if (this.hops.length === 1) onFirst(hop);
        },
        onDone: ({ isNavigation, isMain, loaderId }, errorText) => {
          if (isNavigation && isMain && errorText !== undefined) this.#onFailed(loaderId);
        },
      }),
    ];
  }

  /** A download, or a response without a body, does not change the document of the page. */
  #onFailed(loaderId: string): void {
    if (this.#shown.size === 0 || this.#shown.has(loaderId)) return;
    while (this.#documents.at(-1) === loaderId && this.#documents[0] !== loaderId) {
      this.#documents.pop();
      this.hops.pop();
    }
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end();
  }
}
