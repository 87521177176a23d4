/** The promise's value, or an error after so many milliseconds. */
export async function inTime<T>(promise: Promise<T>, timeout: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    // What comes too late is of no interest, its failure neither.
    promise.catch(() => {});
  }
}
