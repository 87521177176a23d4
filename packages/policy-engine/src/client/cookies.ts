/** The text of `document.cookie`, read past any guard of it. */
export const readCookieText = (): string => Reflect.get(Document.prototype, 'cookie', document);

/** `name=value` of each cookie that this page can read. */
const pairs = (): string[] => readCookieText().split('; ');

/** Names of the cookies that this page can read. */
export const cookieNames = (): string[] => pairs().map((pair) => pair.split('=', 1)[0] ?? '');

/** Sets a cookie by the text of `document.cookie`. */
export const writeCookie = (text: string): unknown => Reflect.set(Document.prototype, 'cookie', text, document);

/** The decisions in this browser as text; another text means that a decision was made. */
export const decisionsInCookies = (): string =>
  pairs()
    .filter((pair) => pair.startsWith('policy_rule_'))
    .toSorted()
    .join(';');
