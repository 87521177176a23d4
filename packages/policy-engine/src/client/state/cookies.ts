import { doc } from '../page/doc.ts';

/** The text of `document.cookie`, read past any guard of it; empty where the browser forbids cookies by an error. */
export function readCookieText(): string {
  try {
    return doc.cookie;
  } catch {
    return '';
  }
}

/** `name=value` of each cookie that this page can read. */
export const cookiePairs = (): string[] => readCookieText().split('; ');

/** Sets a cookie by the text of `document.cookie`. */
export function writeCookie(text: string): void {
  try {
    Reflect.set(Document.prototype, 'cookie', text, document);
  } catch {
    // The browser forbids cookies.
  }
}

/** Each tab writes one of its own: another's may be deleted at any time. */
const PROBE = `policy_probe_${Math.random()}`;

function isKept(attributes: string): boolean {
  writeCookie(`${PROBE}=1; Path=/${attributes}`);
  const found = cookiePairs().includes(`${PROBE}=1`);
  writeCookie(`${PROBE}=; Path=/${attributes}; Max-Age=0`);
  return found;
}

/** Whether the browser keeps cookies of this page, if only those of frames of other sites. A frame may have none. */
export const keepsCookies = (): boolean => isKept('') || isKept('; Secure; SameSite=None; Partitioned');

/** Before the name of a rule; behind it may be what is beside the decision, such as `_until`. */
export const PREFIX = 'policy_rule_';

/**
 * Decisions and what is beside them, by the name of the cookie. Two cookies of one name may come from two domains: then a rejection
 * counts.
 */
export function decisionCookies(): Map<string, string> {
  const found = new Map<string, string>();
  for (const pair of cookiePairs()) {
    const [name, value = ''] = pair.split(/=(.*)/) as [string, string?];
    if (name.startsWith(PREFIX) && (value === 'rejected' || !found.has(name))) found.set(name, value);
  }
  return found;
}

/** Decisions as text; another text means that a decision was made. */
export const textOf = (cookies: ReadonlyMap<string, string>): string =>
  [...cookies]
    .map((pair) => pair.join('='))
    // oxlint-disable-next-line unicorn/no-array-sort -- browsers of 2022 have no toSorted, and it is a new array
    .sort()
    .join(';');

/** The decisions in this browser as text. */
export const decisionsInCookies = (): string => textOf(decisionCookies());
