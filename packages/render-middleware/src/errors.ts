/** What went wrong, as a word that stays the same between versions. */
export type RenderMiddlewareErrorCode = 'invalid-option';

/** The address of the page about a code; the package has the same page as `docs/errors/<code>.md`. */
export function pageOf(code: RenderMiddlewareErrorCode): string {
  return `https://render-middleware.example/errors/${code}`;
}

/** The one error class of this package. Thrown when options can't be used; never while a request is served. Its message ends with the address of the page about the code. */
export class RenderMiddlewareError extends Error {
  override readonly name = 'RenderMiddlewareError';
  readonly code: RenderMiddlewareErrorCode;

  constructor(code: RenderMiddlewareErrorCode, message: string) {
    super(`${message}${/[.!?]$/.test(message) ? ' See' : '; see'} ${pageOf(code)}`);
    this.code = code;
  }
}
