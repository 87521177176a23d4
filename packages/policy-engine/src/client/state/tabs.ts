/** Between the tabs of a browser. Each interface may be missing, or throw. */

/** How long a decision waits for those of other tabs, in milliseconds. */
const LONGEST_WAIT = 5000;

/** Hears of the decisions of other tabs. @returns what tells them of those of this one: any message does */
export function openChannel(name: string, onDecision: () => void): BroadcastChannel | undefined {
  try {
    const channel = new BroadcastChannel(name);
    channel.addEventListener('message', onDecision);
    return channel;
  } catch {
    // Then they hear of it when they are shown.
    return undefined;
  }
}

/**
 * One request after another in all tabs, so that each one sends the cookies of the answer to the one before. Browsers offer locks over
 * https only; without one, or if another tab keeps it, the request is sent at once.
 */
export async function inTurn<Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> {
  let answer: Promise<Answer> | undefined;
  try {
    const signal = AbortSignal.timeout(LONGEST_WAIT);
    await navigator.locks.request(name, { signal }, () => (answer = ask()));
  } catch {
    // No lock; an error of the request itself is thrown below.
  }
  return answer ?? ask();
}
