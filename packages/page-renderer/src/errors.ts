import type { Verdict } from './render/verdicts.ts';

/**
 * What can go wrong, each with the HTTP status it is answered with. The codes are stable: clients and dashboards may
 * depend on them.
 */
const STATUS = {
  /** The target is no absolute URL, or one that a browser refuses (for example a blocked port). */
  'invalid-url': 400,
  /** A query parameter has a value that is not allowed; the message names it. */
  'invalid-parameter': 400,
  /** The target's host name does not resolve. */
  'unknown-host': 400,
  /** The body of a request is not what was expected; the message says what is. */
  'invalid-body': 400,
  /** A request without the token that it needs: that for rendering, or that for administration. */
  unauthorized: 401,
  /** A signed address that was changed, has expired or whose key is not used; or one without a signature, where only signed ones are rendered. */
  'invalid-signature': 403,
  /** `renderOnly` or `restrictedUrlPattern` refuses the target or a redirect of it. */
  restricted: 403,
  /** The target is neither http nor https. */
  'unsupported-scheme': 403,
  /** The target, or a redirect of it, leads to an address that may not be rendered. */
  'refused-address': 403,
  /** No request of the service begins so. */
  'not-found': 404,
  /** The address exists, and not for this method. */
  'method-not-allowed': 405,
  /** The body of a request is larger than the service reads. */
  'body-too-large': 413,
  /** A client asks for more in a minute than it may. */
  'too-many-requests': 429,
  /** The target refused the connection, closed it early, or cannot be reached. */
  'connection-failed': 502,
  /** The target's certificate or TLS handshake is not valid. */
  'tls-failed': 502,
  /** The target, or where a script of it led, answered with no HTML: data, a picture, a download. Its server has it as it is. */
  'not-a-page': 502,
  /** The process of the page ended, and again when the page was tried once more. */
  'page-crashed': 502,
  /** The page has more HTML than is taken, or makes too large a picture, or took too much memory. */
  'page-too-large': 502,
  /** The page uses more of something (requests, bytes, windows …) than a page may, and there is nothing to show of it. */
  'over-budget': 502,
  /** More renders are waiting than the service takes. */
  overloaded: 503,
  /** The page hit the time budget, and the configuration asks for no partial results. */
  partial: 503,
  /** The browser could not be started or went away during the render. */
  'browser-unavailable': 503,
  /** The cache could not be reached, so that nothing is known to have been removed from it. */
  'cache-unavailable': 503,
  /** The service is shutting down. */
  closing: 503,
  /** The target sent no document, or none that could be read, within the time budget. */
  'target-timeout': 504,
  /** Only a cached result was asked for (RFC 9111 §5.2.1.7, `only-if-cached`), and there is none. */
  'not-cached': 504,
  /** A bug in the service. The message says nothing; the log does. */
  internal: 500,
  /** The configuration is not valid. Raised at start, never answered over HTTP. */
  'invalid-configuration': 500,
  /** No browser was found on the machine. Raised at start. */
  'no-browser': 500,
  /** The admin token that was made can't be left where its user finds it. Written to the log, never answered. */
  'cannot-write-token': 500,
  /** The configured port is taken or may not be opened. Raised at start. */
  'cannot-listen': 500,
} as const;

/** Stable, machine-readable reason of a {@link RendererError}. */
export type RendererErrorCode = keyof typeof STATUS;

/** Every {@link RendererErrorCode}. */
export const RENDERER_ERROR_CODES: readonly RendererErrorCode[] = Object.keys(STATUS) as RendererErrorCode[];

/**
 * The address of the page about a code. The package has the same page as `docs/errors/<code>.md`, and
 * `page-renderer explain <code>` prints it.
 *
 * @example pageOf('no-browser') // 'https://page-renderer.example/errors/no-browser'
 */
export function pageOf(code: RendererErrorCode): string {
  return `https://page-renderer.example/errors/${code}`;
}

/** A text that ends with where to read more: one of several lines on a line of its own, a sentence on the same, for logs. */
export function pointingTo(reason: string, where: string): string {
  if (reason.includes('\n')) return `${reason}\nSee ${where}`;
  return /[.!?]$/.test(reason) ? `${reason} See ${where}` : `${reason}; see ${where}`;
}

/** What an error may say beside its message. */
export interface RendererErrorOptions {
  cause?: unknown;
  /** Seconds. */
  retryAfter?: number;
  verdict?: Verdict;
  /** What callers of the service are told instead of the reason. */
  shown?: string;
}

/** How a render ended that has no result. */
const VERDICTS: Partial<Record<RendererErrorCode, Verdict>> = {
  partial: 'budget',
  'target-timeout': 'budget',
  'browser-unavailable': 'crashed',
  'page-crashed': 'crashed',
};

/** The one error class of the page renderer. The message holds no stack and no secret, and ends with the address of {@link pageOf}. */
export class RendererError extends Error {
  override readonly name = 'RendererError';
  readonly code: RendererErrorCode;
  /** The message without the address of the page: for logs, and for errors that quote this one. */
  readonly reason: string;
  /** Seconds after which trying again makes sense, for `Retry-After` (RFC 9110 §10.2.3). */
  readonly retryAfter: number | undefined;
  /** How the render ended, where there was one, for `X-Render-Verdict`. */
  readonly verdict: Verdict | undefined;
  /** What callers of the service are told: the reason, but for what it says of the machine. */
  readonly shown: string;

  constructor(code: RendererErrorCode, reason: string, options: RendererErrorOptions = {}) {
    super(pointingTo(reason, pageOf(code)), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.reason = reason;
    this.retryAfter = options.retryAfter;
    this.verdict = options.verdict ?? VERDICTS[code];
    this.shown = options.shown ?? reason;
  }

  /** HTTP status this error is answered with. */
  get status(): number {
    return STATUS[this.code];
  }
}
