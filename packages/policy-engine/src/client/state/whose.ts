/** For which browser an answer or a page was made, and whether that browser keeps anything. */
import { decisionsInCookies } from './cookies.ts';
import type { ConsentDocument } from './state.ts';

/** Splits a text of decisions into its pairs. */
export const pairsOf = (text: string): string[] => text.split(';').filter(Boolean);

/** Whether an answer was made for the cookies of this browser, as far as it says. */
export function isOfHere({ seen, ask }: ConsentDocument): boolean {
  const here = pairsOf(decisionsInCookies());
  const there = pairsOf(seen ?? '');
  return (
    seen === undefined ||
    (there.every((pair) => here.includes(pair)) && (!ask || here.every((pair) => there.includes(pair))))
  );
}

/** Whether this tab knows that the browser keeps no cookies, if it keeps anything at all. @param isLost notes it */
export function wasLost(mount: string, isLost = false): boolean {
  try {
    const key = `policy-consent-lost:${mount}`;
    if (isLost) sessionStorage[key] = '1';
    return !!sessionStorage[key];
  } catch {
    // Then people are asked in this page only.
    return false;
  }
}
