/**
 * Why a command has no answer:
 *
 * - `refused`: the browser says that it can't be done
 * - `detached`: what it was sent to is gone: a page, a frame, a worker
 * - `disconnected`: the browser is gone
 * - `too-large`: the answer is larger than is taken
 */
export type DevToolsFailure = 'refused' | 'detached' | 'disconnected' | 'too-large';

/** A command that was not done, or whose answer did not arrive. */
export class DevToolsError extends Error {
  override readonly name = 'DevToolsError';
  readonly failure: DevToolsFailure;

  constructor(failure: DevToolsFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}
