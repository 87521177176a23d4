/** The value of the promise, or an error after a number of milliseconds. */
export async function inTime<T>(promise: Promise<T>, timeout: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${timeout} ms`)), timeout);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    // A late result is ignored, and so is a late failure.
    promise.catch(() => {});
  }
}
