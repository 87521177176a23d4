import { RendererError } from '../../kernel/errors.ts';
import { isPageType, notAPage } from './answer-gate.ts';
import { failedNavigation } from './failed-navigation.ts';
import type { Interception } from './interception.ts';
import type { PageJob } from '../job/job.ts';

/**
 * Tracks the document of the main frame from events of the browser. A script or a meta refresh may lead to something that is
 * not a page, or to an error page of the browser, long after the target has answered with a page.
 */
export class ShownDocument implements Disposable {
  readonly #job: PageJob;
  readonly #interception: Interception;
  readonly #ends: Array<() => void>;
  readonly #noPage = Promise.withResolvers<never>();
  #shown: { type: string; unreachable: string | undefined; loaderId: string } | undefined;
  /** Whether the last answer is an error that does not say what it is, often an empty one: its status is what it says. */
  #isBareError = false;
  #errorText = 'net::ERR_FAILED';

  constructor(job: PageJob, interception: Interception) {
    this.#job = job;
    this.#interception = interception;
    const { session, id } = job.isolated;
    this.#noPage.promise.catch(() => {});
    this.#ends = [
      session.on('Page.frameNavigated', ({ frame }) => {
        if (frame.id === id) this.#onShown(frame.mimeType, frame.unreachableUrl, frame.loaderId);
      }),
      job.requests.listen({
        onResponse: ({ isNavigation, isMain }, { status, headers }) => {
          if (isNavigation && isMain) this.#isBareError = status >= 400 && headers['content-type'] === undefined;
        },
        onDone: ({ isNavigation, isMain, loaderId }, errorText) => {
          if (isNavigation && isMain && errorText !== undefined) this.#onFailed(errorText, loaderId);
        },
      }),
    ];
  }

  /** Rejects as soon as something that is no HTML is shown, or has broken off: nothing else will follow. */
  get noPage(): Promise<never> {
    return this.#noPage.promise;
  }

  /** @throws {RendererError} for what is no page: `not-a-page`, or the reason why another address could not be loaded */
  requirePage(): void {
    if (!this.#shown) return;
    const { type, unreachable } = this.#shown;
    if (unreachable !== undefined) {
      const refused = this.#interception.refusal();
      if (refused !== undefined) throw new RendererError('restricted', refused);
      throw failedNavigation(this.#errorText, this.#job, URL.parse(unreachable) ?? this.#job.url);
    }
    if (!this.#isPage(type)) throw notAPage(type, this.#job.url);
  }

  #isPage(type: string): boolean {
    return isPageType(type) || this.#isBareError;
  }

  #onShown(type: string, unreachable: string | undefined, loaderId: string): void {
    this.#shown = { type, unreachable, loaderId };
    if (this.#isPage(type)) this.#job.answers.hasNoType = false;
    if (unreachable === undefined && !this.#isPage(type)) this.#noPage.reject(notAPage(type, this.#job.url));
  }

  #onFailed(errorText: string, loaderId: string): void {
    // The page itself went on, or stays: no error page is shown for that.
    if (errorText === 'net::ERR_ABORTED') return;
    this.#errorText = errorText;
    const shown = this.#shown;
    // What is shown has broken off.
    if (shown?.loaderId === loaderId && shown.unreachable === undefined) {
      this.#noPage.reject(failedNavigation(errorText, this.#job, this.#job.url));
    }
  }

  [Symbol.dispose](): void {
    for (const end of this.#ends) end();
  }
}
