import type { Protocol } from 'devtools-protocol';
import { RendererError } from '../../kernel/errors.ts';
import type { RendererConfig } from '../../options/options.ts';
import { lowerCased } from './requests.ts';

/** Types of resources as the protocol names them. */
const TYPES: Readonly<Record<RendererConfig['blockResources'][number], Protocol.Network.ResourceType>> = {
  font: 'Font',
  image: 'Image',
  media: 'Media',
  style: 'Stylesheet',
};

/** What a rule says of a target. */
export type RuleOutcome = 'not-set' | 'allowed' | 'refused';

/** What the configuration says about URLs and headers: which may be rendered and loaded, and what is sent along. */
export class RequestRules {
  /** Sent along, in lower case, less the user agent. */
  readonly headers: Readonly<Record<string, string>>;
  /** What servers and scripts are told in place of the browser's own, where the configuration says one. */
  readonly userAgent: string | undefined;
  /** Languages that scripts are told, where the configuration says some. */
  readonly acceptLanguage: string | undefined;
  readonly headersScope: 'origin' | 'all';
  /** Types of resources that pages do not load. */
  readonly blocked: readonly Protocol.Network.ResourceType[];
  readonly #renderOnly: readonly string[] | null;
  readonly #restricted: RegExp | null;

  constructor(
    config: Pick<
      RendererConfig,
      'renderOnly' | 'restrictedUrlPattern' | 'reqHeaders' | 'reqHeadersScope' | 'blockResources'
    >,
  ) {
    const { 'user-agent': userAgent, ...headers } = lowerCased(config.reqHeaders);
    this.headers = headers;
    this.userAgent = userAgent || undefined;
    this.acceptLanguage = headers['accept-language'];
    this.headersScope = config.reqHeadersScope;
    this.blocked = config.blockResources.map((type) => TYPES[type]);
    this.#renderOnly = config.renderOnly?.flatMap((prefix) => [prefix, decoded(prefix)]) ?? null;
    this.#restricted = config.restrictedUrlPattern === null ? null : new RegExp(config.restrictedUrlPattern);
  }

  /** Whether a request may have to be refused at all. */
  get judgesRequests(): boolean {
    return this.#renderOnly !== null || this.#restricted !== null;
  }

  /** Whether what a page loads, and not only the page itself, is judged. */
  get judgesParts(): boolean {
    return this.#restricted !== null;
  }

  /**
   * Judges a request of a page.
   *
   * @param isDocument whether it is the page itself or a redirect of it: only these are held to `renderOnly`
   * @returns why it is refused; undefined if it is not
   */
  judge(url: string, isDocument: boolean): string | undefined {
    // Most configurations say nothing of URLs, and answers from the cache come here, too.
    if (!this.judgesRequests) return undefined;
    const spellings = spellingsOf(url);
    if (spellings.some((spelling) => this.#restricted?.test(spelling))) {
      return 'The URL matches restrictedUrlPattern of the configuration';
    }
    if (isDocument && !spellings.every((spelling) => this.#isAmong(spelling))) {
      return 'The URL matches no entry of renderOnly in the configuration';
    }
    return undefined;
  }

  /** What each rule says of a target: that it is not set, or that it allows or refuses it. */
  outcomes(url: URL): Record<'renderOnly' | 'restrictedUrlPattern', RuleOutcome> {
    const spellings = spellingsOf(url.href);
    const outcome = (isSet: boolean, isAllowed: boolean) => (isSet ? (isAllowed ? 'allowed' : 'refused') : 'not-set');
    return {
      renderOnly: outcome(
        this.#renderOnly !== null,
        spellings.every((spelling) => this.#isAmong(spelling)),
      ),
      restrictedUrlPattern: outcome(
        this.#restricted !== null,
        !spellings.some((spelling) => this.#restricted?.test(spelling)),
      ),
    };
  }

  #isAmong(url: string): boolean {
    return this.#renderOnly?.some((prefix) => url.startsWith(prefix)) ?? true;
  }

  /** @throws {RendererError} `restricted` for a target that may not be rendered */
  check(url: URL): void {
    const reason = this.judge(url.href, true);
    if (reason !== undefined) throw new RendererError('restricted', reason);
  }
}

/**
 * A URL as it is, and as servers may read it: percent-encodings decoded, also twice, then dots resolved and slashes that
 * follow one another merged. What is refused in one spelling is refused in all of them.
 */
function spellingsOf(url: string): string[] {
  const once = decoded(url);
  const twice = decoded(once);
  const plain = [...new Set([url, once, twice])].flatMap((spelling) => {
    const resolved = URL.parse(spelling)?.href ?? spelling;
    return [spelling, resolved, decoded(resolved)];
  });
  return [...new Set(plain.flatMap((spelling) => [spelling, spelling.replace(/(?<!:)\/{2,}/g, '/')]))];
}

/** Percent-encodings of UTF-8 as what they stand for; others stay. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}
