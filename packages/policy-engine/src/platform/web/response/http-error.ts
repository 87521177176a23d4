/** Errors that are HTTP responses: thrown anywhere below the frame, rendered once by `problem.ts` or the error page. */
import {
  type FieldError,
  PolicyEngineError,
  type PolicyEngineErrorCode,
  type PolicyEngineErrorOptions,
} from '../../../errors/errors.ts';
import { refusals } from '../../../errors/refusals.ts';
import type { TextKey } from '../../i18n/language.ts';

/** What an {@link HttpError} may contain besides status and code. */
export interface HttpErrorOptions extends PolicyEngineErrorOptions {
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An error of HTTP itself: a status of its own, and headers. Services throw PolicyEngineError. */
export class HttpError extends PolicyEngineError {
  override readonly name: string = 'HttpError';
  readonly #status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: PolicyEngineErrorCode, options: HttpErrorOptions = {}) {
    super(code, options.message ?? code, options);
    this.#status = status;
    this.headers = options.headers ?? {};
  }

  override get status(): number {
    return this.#status;
  }
}

/** Errors of the frame; routes use them too. */
export const httpErrors = {
  badRequest: (code: PolicyEngineErrorCode, text: TextKey): HttpError =>
    new HttpError(400, code, { text: { key: text }, pageText: 'error.unreadable_page' }),
  unauthorized: (): PolicyEngineError => refusals.signInRequired(),
  forbidden: (): HttpError => new HttpError(403, 'admin_required', { text: { key: 'error.admin_required' } }),
  crossSite: (): HttpError =>
    new HttpError(403, 'cross_site_request', {
      text: { key: 'error.cross_site_request' },
      pageText: 'error.cross_site_request_page',
    }),
  notFound: (): PolicyEngineError => refusals.notFound(),
  methodNotAllowed: (allow: readonly string[]): HttpError =>
    new HttpError(405, 'method_not_allowed', {
      text: { key: 'error.method_not_allowed', params: { methods: allow.join(', ') } },
      pageText: 'error.method_not_allowed_page',
      headers: { allow: allow.join(', ') },
    }),
  unknownFormat: (suffix: string): HttpError =>
    new HttpError(406, 'unknown_format', { text: { key: 'error.unknown_format', params: { format: suffix } } }),
  conflict: (code: PolicyEngineErrorCode, text: TextKey): HttpError =>
    new HttpError(409, code, { text: { key: text } }),
  tooLarge: (limitBytes: number): HttpError =>
    new HttpError(413, 'body_too_large', {
      text: { key: 'error.body_too_large', params: { limit: Math.floor(limitBytes / 1024) } },
      pageText: 'error.body_too_large_page',
    }),
  unsupportedMediaType: (): HttpError =>
    new HttpError(415, 'unsupported_media_type', {
      text: { key: 'error.unsupported_media_type' },
      pageText: 'error.unreadable_page',
    }),
  invalid: (errors: readonly FieldError[]): PolicyEngineError => refusals.invalid(errors),
  tooManyRequests: (seconds: number): PolicyEngineError => refusals.tooManyRequests(seconds),
} as const;
