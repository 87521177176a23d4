/** Errors that are an HTTP answer: thrown anywhere below the frame, rendered once by `problem.ts` or the error page. */
import { PolicyEngineError, type PolicyEngineErrorCode } from '../../errors.ts';
import type { TextKey, TextParams } from './i18n.ts';

/** One thing that is wrong with the input. */
export interface FieldError {
  /** Dotted name of the field, as in `user.policy_rule_age`; empty for the input as a whole. */
  readonly field: string;
  /** Stable word for programs, such as `required` or `too_long`. */
  readonly code: string;
  /** Sentence for people, in the caller's language. */
  readonly detail: string;
}

/** What an {@link HttpError} may carry beside status and code. */
export interface HttpErrorOptions {
  /** Catalogue key of the sentence people read; without it `message` is shown as it is. */
  readonly text?: { readonly key: TextKey; readonly params?: TextParams };
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  /** The sentence that the original answered as `notice`, for programs that look for it. */
  readonly notice?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An error with an HTTP status, a stable code, and optionally field errors and headers. */
export class HttpError extends PolicyEngineError {
  override readonly name: string = 'HttpError';
  override readonly status: number;
  readonly text: HttpErrorOptions['text'];
  readonly errors: readonly FieldError[];
  readonly notice: string | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: PolicyEngineErrorCode, options: HttpErrorOptions = {}) {
    super(code, options.message ?? code, { status, ...(options.cause === undefined ? {} : { cause: options.cause }) });
    this.status = status;
    this.text = options.text;
    this.errors = options.errors ?? [];
    this.notice = options.notice;
    this.headers = options.headers ?? {};
  }
}

/** The errors the frame itself throws; rooms use them too. Every code is listed here once. */
export const httpErrors = {
  badRequest: (code: PolicyEngineErrorCode, text: TextKey): HttpError =>
    new HttpError(400, code, { text: { key: text } }),
  unauthorized: (): HttpError => new HttpError(401, 'sign_in_required', { text: { key: 'error.sign_in_required' } }),
  forbidden: (): HttpError => new HttpError(403, 'admin_required', { text: { key: 'error.admin_required' } }),
  crossSite: (): HttpError => new HttpError(403, 'cross_site_request', { text: { key: 'error.cross_site_request' } }),
  notFound: (): HttpError => new HttpError(404, 'not_found', { text: { key: 'error.not_found' } }),
  unknownRule: (name: unknown, known: readonly string[]): HttpError =>
    new HttpError(404, 'not_found', {
      text: { key: 'error.not_found' },
      message: `there is no rule ${JSON.stringify(String(name).slice(0, 100))} (known: ${known.join(', ')})`,
    }),
  methodNotAllowed: (allow: readonly string[]): HttpError =>
    new HttpError(405, 'method_not_allowed', {
      text: { key: 'error.method_not_allowed', params: { methods: allow.join(', ') } },
      headers: { allow: allow.join(', ') },
    }),
  unknownFormat: (suffix: string): HttpError =>
    new HttpError(406, 'unknown_format', { text: { key: 'error.unknown_format', params: { format: suffix } } }),
  conflict: (code: PolicyEngineErrorCode, text: TextKey): HttpError =>
    new HttpError(409, code, { text: { key: text } }),
  tooLarge: (limitBytes: number): HttpError =>
    new HttpError(413, 'body_too_large', {
      text: { key: 'error.body_too_large', params: { limit: Math.floor(limitBytes / 1024) } },
    }),
  unsupportedMediaType: (): HttpError =>
    new HttpError(415, 'unsupported_media_type', { text: { key: 'error.unsupported_media_type' } }),
  invalid: (errors: readonly FieldError[]): HttpError =>
    new HttpError(422, 'invalid_input', { text: { key: 'error.invalid_input' }, errors }),
  /** @param retryAfterSeconds - whole seconds until a repetition makes sense (`Retry-After`, RFC 9110 §10.2.3) */
  tooManyRequests: (retryAfterSeconds: number): HttpError =>
    new HttpError(429, 'too_many_requests', {
      text: { key: 'error.too_many_requests', params: { seconds: retryAfterSeconds } },
      headers: { 'retry-after': String(retryAfterSeconds) },
    }),
} as const;
