/** What went wrong, as a word that stays the same between versions. */
export type RenderMiddlewareErrorCode = 'invalid-option';

/** The one error class of this package. Thrown when options can't be used; never while a request is served. */
export class RenderMiddlewareError extends Error {
  override readonly name = 'RenderMiddlewareError';
  readonly code: RenderMiddlewareErrorCode;

  constructor(code: RenderMiddlewareErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
