/** The clocks of the service: everything that reads the time reads it here. */

/** Milliseconds since 1970: for what is stored, sent, or compared with other machines. */
export function wallClock(): number {
  return Date.now();
}

/** Milliseconds of a clock that is never set: for durations and deadlines. */
export function monotonic(): number {
  return performance.now();
}
