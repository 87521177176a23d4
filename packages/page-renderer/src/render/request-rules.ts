import { RendererError } from '../errors.ts';
import type { RendererConfig } from '../options.ts';

/** What the configuration says about URLs and headers: which may be rendered and loaded, and what is sent along. */
export class RequestRules {
  readonly headers: Readonly<Record<string, string>>;
  readonly headersScope: 'origin' | 'all';
  readonly #renderOnly: readonly string[] | null;
  readonly #restricted: RegExp | null;

  constructor(config: Pick<RendererConfig, 'renderOnly' | 'restrictedUrlPattern' | 'reqHeaders' | 'reqHeadersScope'>) {
    this.headers = config.reqHeaders;
    this.headersScope = config.reqHeadersScope;
    this.#renderOnly = config.renderOnly;
    this.#restricted = config.restrictedUrlPattern === null ? null : new RegExp(config.restrictedUrlPattern);
  }

  /** Whether a request may have to be refused at all. */
  get judgesRequests(): boolean {
    return this.#renderOnly !== null || this.#restricted !== null;
  }

  /**
   * Judges a request of a page.
   *
   * @param isDocument whether it is the page itself or a redirect of it: only these are held to `renderOnly`
   * @returns why it is refused; undefined if it is not
   */
  judge(url: string, isDocument: boolean): string | undefined {
    if (this.#restricted?.test(url)) return 'The URL is restricted by the configuration';
    if (isDocument && this.#renderOnly && !this.#renderOnly.some((prefix) => url.startsWith(prefix))) {
      return 'The URL is not among those that the configuration allows';
    }
    return undefined;
  }

  /** @throws {RendererError} `restricted` for a target that may not be rendered */
  check(url: URL): void {
    const reason = this.judge(url.href, true);
    if (reason !== undefined) throw new RendererError('restricted', reason);
  }
}
