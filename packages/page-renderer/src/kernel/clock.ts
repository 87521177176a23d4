/** The clocks of the service: the only place where the time is read. */

/** Milliseconds since 1970: for times that are stored, sent, or compared with other machines. */
export function wallClock(): number {
  return Date.now();
}

/** Milliseconds of a monotonic clock: for durations and deadlines. */
export function monotonic(): number {
  return performance.now();
}
