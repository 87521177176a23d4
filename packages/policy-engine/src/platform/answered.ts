/** Waits for functions of the host that a request or a job needs, but not forever. */
import { PolicyEngineError } from '../errors/errors.ts';

/** How long a request waits for one function of the host, in milliseconds. */
export const LONGEST_ANSWER = 10_000;

/** How long a job waits until a storage of the host has deleted a file, in milliseconds. */
export const LONGEST_DELETION = 60_000;

/** Seconds after which callers try again. */
const SOON = 5;

/**
 * The result of a function of the host. One that answers later is ignored, also if it fails.
 *
 * @param name of the option
 * @param limit in milliseconds
 * @returns rejects with what the function throws, and with `host_unanswered` if it has not answered in time
 */
export async function answered<Result>(
  name: string,
  call: () => Result | PromiseLike<Result>,
  limit: number = LONGEST_ANSWER,
): Promise<Result> {
  const result = call();
  if (!isPromise(result)) return result;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const reason = `${name} has not answered within ${limit / 1000} s`;
      reject(new PolicyEngineError('host_unanswered', reason, { retryAfter: SOON }));
    }, limit);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The result of a function of the host that has to answer at once. A promise is returned as it is, for the caller to refuse; its
 * rejection belongs to nobody, and would end the process.
 */
export function atOnce(result: unknown): unknown {
  if (isPromise(result)) Promise.resolve(result).catch(() => {});
  return result;
}

function isPromise(result: unknown): result is PromiseLike<unknown> {
  return typeof result === 'object' && result !== null && 'then' in result;
}
