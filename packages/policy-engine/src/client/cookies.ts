/** The page's own cookies, past whatever guard stands in front of `document.cookie`. */
const accessor = (): PropertyDescriptor =>
  Object.getOwnPropertyDescriptor(Document.prototype, 'cookie') as PropertyDescriptor;

/** The text of `document.cookie`. */
export const readCookieText = (): string => accessor().get?.call(document) as string;

/** Cookies that this page can read, by name. */
export function readCookies(): Map<string, string> {
  return new Map(
    readCookieText()
      .split('; ')
      .map((pair) => {
        const equals = pair.indexOf('=');
        return [pair.slice(0, equals), pair.slice(equals + 1)];
      }),
  );
}

/** Sets a cookie by the text of `document.cookie`. */
export function writeCookie(text: string): void {
  accessor().set?.call(document, text);
}

/** What the decisions in this browser look like; another text means that somebody decided. */
export function decisionsInCookies(): string {
  return [...readCookies()]
    .filter(([name]) => name.startsWith('policy_rule_'))
    .map((pair) => pair.join('='))
    .toSorted()
    .join(';');
}
