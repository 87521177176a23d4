/** Stable, machine-readable reason of an error. */
export type RenderMiddlewareErrorCode = 'invalid-option';

/** The address of the documentation of an error code; the package contains the same page as `docs/errors/<code>.md`. */
export function pageOf(code: RenderMiddlewareErrorCode): string {
  return `https://render-middleware.example/errors/${code}`;
}

/** The only error class of this package, for invalid options; never thrown during a request. Its message ends with the address of the documentation. */
export class RenderMiddlewareError extends Error {
  override readonly name = 'RenderMiddlewareError';
  readonly code: RenderMiddlewareErrorCode;

  constructor(code: RenderMiddlewareErrorCode, message: string) {
    super(`${message}${/[.!?]$/.test(message) ? ' See' : '; see'} ${pageOf(code)}`);
    this.code = code;
  }
}
