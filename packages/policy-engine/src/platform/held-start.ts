/**
 * Whether `engine.start()` waits. A command loads the module of the host to use its engine, and a module that also starts the engine
 * would run background jobs beside the command, before it has created their tables.
 */
let isHeld = false;

/** Lets `engine.start()` do nothing, or work again. */
export function holdStart(isNow: boolean): void {
  isHeld = isNow;
}

/** See {@link holdStart}. */
export function isStartHeld(): boolean {
  return isHeld;
}
