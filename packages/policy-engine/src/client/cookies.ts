/** The text of `document.cookie`, past whatever guard stands in front of it. */
export const readCookieText = (): string => Reflect.get(Document.prototype, 'cookie', document);

/** `name=value` of each cookie that this page can read. */
const pairs = (): string[] => readCookieText().split('; ');

/** Names of the cookies that this page can read. */
export const cookieNames = (): string[] => pairs().map((pair) => pair.split('=', 1)[0] ?? '');

/** Sets a cookie by the text of `document.cookie`. */
export const writeCookie = (text: string): unknown => Reflect.set(Document.prototype, 'cookie', text, document);

/** What the decisions in this browser look like; another text means that somebody decided. */
export const decisionsInCookies = (): string =>
  pairs()
    .filter((pair) => pair.startsWith('policy_rule_'))
    .toSorted()
    .join(';');
