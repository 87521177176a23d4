import type { Verdict } from './verdicts.ts';

/**
 * The HTTP status of each error code. The codes are stable: clients and dashboards may depend on them.
 */
const STATUS = {
  /** The target is not an absolute URL, or one that browsers do not open (for example because of a blocked port). */
  'invalid-url': 400,
  /** A query parameter has a value that is not allowed; the message names it. */
  'invalid-parameter': 400,
  /** The target's host name does not resolve. */
  'unknown-host': 400,
  /** The body of a request is not the expected JSON object; the message says what is expected. */
  'invalid-body': 400,
  /** The webhook has no valid signature: the secret, the time or the body is wrong; the message says which header is missing. */
  'webhook-refused': 400,
  /** The request has no token, or a wrong one: the render token or the admin token. */
  unauthorized: 401,
  /** The signed address has expired or was changed, or its key is no longer in use; or only signed addresses are rendered. */
  'invalid-signature': 403,
  /** `renderOnly` or `restrictedUrlPattern` refuses the target or a redirect of it. */
  restricted: 403,
  /** The scheme of the target is neither http nor https. */
  'unsupported-scheme': 403,
  /** The target or one of its redirects leads to an address that may not be rendered. */
  'refused-address': 403,
  /** The service has no such address. */
  'not-found': 404,
  /** The address exists, but does not support this method. */
  'method-not-allowed': 405,
  /** The body of the request is larger than the service accepts. */
  'body-too-large': 413,
  /** The client has exceeded its number of requests per minute. */
  'too-many-requests': 429,
  /** The target refused the connection, closed it early, or cannot be reached. */
  'connection-failed': 502,
  /** The target's certificate or TLS handshake is not valid. */
  'tls-failed': 502,
  /** The response of the target, or of an address that its script opened, is not HTML but data, an image or a download. */
  'not-a-page': 502,
  /** The process of the page crashed, and crashed again in a second attempt. */
  'page-crashed': 502,
  /** The page exceeded a limit: its HTML or its screenshot is too large, or it used too much memory. */
  'page-too-large': 502,
  /** The page exceeded a limit (requests, bytes, windows …), and there is no partial result. */
  'over-budget': 502,
  /** The queue of renders is full, or no slot became free in time. */
  overloaded: 503,
  /** The page was stopped before it was complete, and the configuration does not allow partial results. */
  partial: 503,
  /** The browser could not be started, does not respond, or ended during the render. */
  'browser-unavailable': 503,
  /** The cache does not respond, or refuses, so it is not known whether the results were removed. */
  'cache-unavailable': 503,
  /** Nothing can be rendered in the background: there is no cache, or its state cannot be read or written; the message says which. */
  'warming-unavailable': 503,
  /** The service is shutting down. */
  closing: 503,
  /** The target sent no document within the time budget, or the document could not be read in time. */
  'target-timeout': 504,
  /** The client accepts only a cached result (RFC 9111 §5.2.1.7, `only-if-cached`), and there is none. */
  'not-cached': 504,
  /** A bug in the service. The details are in the log, not in the message. */
  internal: 500,
  /** The configuration is not valid. Raised at start, never in a response. */
  'invalid-configuration': 500,
  /** No browser was found on the machine. Raised at start. */
  'no-browser': 500,
  /** The generated admin token cannot be written to a file. Only in the log, never in a response. */
  'cannot-write-token': 500,
  /** The configured port or socket is in use or cannot be opened. Raised at start. */
  'cannot-listen': 500,
} as const;

/** Stable, machine-readable reason of a {@link RendererError}. */
export type RendererErrorCode = keyof typeof STATUS;

/** Every {@link RendererErrorCode}. */
export const RENDERER_ERROR_CODES: readonly RendererErrorCode[] = Object.keys(STATUS) as RendererErrorCode[];

/**
 * The address of the documentation of an error code. The package contains the same page as `docs/errors/<code>.md`, and
 * `page-renderer explain <code>` prints it.
 *
 * @example pageOf('no-browser') // 'https://page-renderer.example/errors/no-browser'
 */
export function pageOf(code: RendererErrorCode): string {
  return `https://page-renderer.example/errors/${code}`;
}

/** Adds a reference to a message: on a new line if the message has several lines, otherwise on the same line, for logs. */
export function pointingTo(reason: string, where: string): string {
  if (reason.includes('\n')) return `${reason}\nSee ${where}`;
  return /[.!?]$/.test(reason) ? `${reason} See ${where}` : `${reason}; see ${where}`;
}

/** Further properties of an error. */
export interface RendererErrorOptions {
  cause?: unknown;
  /** Seconds. */
  retryAfter?: number;
  verdict?: Verdict;
  /** Message for clients of the service, if it differs from the reason. */
  shown?: string;
}

/** The verdict of a render that has no result. */
const VERDICTS: Partial<Record<RendererErrorCode, Verdict>> = {
  partial: 'budget',
  'target-timeout': 'budget',
  'browser-unavailable': 'crashed',
  'page-crashed': 'crashed',
};

/** The only error class of the page renderer. The message contains no stack and no secret, and ends with the address of {@link pageOf}. */
export class RendererError extends Error {
  override readonly name = 'RendererError';
  readonly code: RendererErrorCode;
  /** The message without the address of the documentation: for logs, and for errors that quote this one. */
  readonly reason: string;
  /** Seconds after which a client should try again, for `Retry-After` (RFC 9110 §10.2.3). */
  readonly retryAfter: number | undefined;
  /** The verdict of the render, if there was one, for `X-Render-Verdict`. */
  readonly verdict: Verdict | undefined;
  /** The message for clients of the service: the reason, without details of the machine. */
  readonly shown: string;

  constructor(code: RendererErrorCode, reason: string, options: RendererErrorOptions = {}) {
    super(pointingTo(reason, pageOf(code)), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.reason = reason;
    this.retryAfter = options.retryAfter;
    this.verdict = options.verdict ?? VERDICTS[code];
    this.shown = options.shown ?? reason;
  }

  /** HTTP status of the response. */
  get status(): number {
    return STATUS[this.code];
  }
}

/** Converts anything thrown into an error that may be shown. */
export function asRendererError(error: unknown): RendererError {
  if (error instanceof RendererError) return error;
  return new RendererError('internal', 'The page could not be rendered because of a bug in the service', {
    cause: error,
  });
}
