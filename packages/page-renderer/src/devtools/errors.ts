/**
 * Why a command has no response:
 *
 * - `refused`: the browser says that it is not possible
 * - `detached`: its target has ended: a page, a frame, a worker
 * - `disconnected`: the browser has ended
 * - `too-large`: the response is too large
 */
export type DevToolsFailure = 'refused' | 'detached' | 'disconnected' | 'too-large';

/** A command that failed, or whose response did not arrive. */
export class DevToolsError extends Error {
  override readonly name = 'DevToolsError';
  readonly failure: DevToolsFailure;

  constructor(failure: DevToolsFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** For a part of a page that may navigate or be gone: it has no result. @throws an error of our own functions */
export function unlessOurs(error: unknown): undefined {
  if (!(error instanceof DevToolsError)) throw error;
}
