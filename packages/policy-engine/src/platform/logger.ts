/** Where failures are logged; `details` never leaves the server. */
export interface WebLogger {
  error(message: string, details: Readonly<Record<string, unknown>>): void;
}

/**
 * A logger of the host that can fail without consequences: what is being done when a line is logged has to be finished. The first
 * failure is written to standard error, with the line that could not be logged.
 */
export function failsafe(logger: WebLogger): WebLogger {
  let isTold = false;
  const tell = (message: string, failure: unknown) => {
    if (isTold) return;
    isTold = true;
    process.stderr.write(`policy-engine: the option logger failed (${textOf(failure)}) for: ${message}\n`);
  };
  return {
    error(message, details) {
      try {
        const result: unknown = logger.error(message, details);
        // A logger may be asynchronous.
        Promise.resolve(result).catch((failure: unknown) => tell(message, failure));
      } catch (failure) {
        tell(message, failure);
      }
    },
  };
}

/** Any value may be thrown, even one that has no text. */
function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'with a value that has no text';
  }
}
