import type { RequestRules } from '../requests/request-rules.ts';
import type { RenderOptions } from '../job/options.ts';
import { lowerCased } from '../requests/requests.ts';
import { headersFor } from '../job/view.ts';

type Asked = Pick<RenderOptions, 'userAgent' | 'acceptLanguage' | 'headers'>;

/** Headers that the configuration and the render request add to the requests of a page. Names are in lower case. */
export interface AddedHeaders {
  /** To the target's own origin. */
  readonly own: Readonly<Record<string, string>>;
  /** To every origin. */
  readonly everywhere: Readonly<Record<string, string>>;
  /** The referrer of the document: a header of the document itself, not of what it loads. */
  readonly referrer: string | undefined;
}

/** @param asked headers of the render request: sent to the target's own origin only, whatever the configuration says */
export function addedHeaders(
  rules: RequestRules,
  { userAgent = rules.userAgent, acceptLanguage, headers }: Asked,
): AddedHeaders {
  const { referer: configuredReferrer, ...configured } = rules.headers;
  const { referer: referrer = configuredReferrer, ...asked } = lowerCased({
    ...headersFor({ userAgent, acceptLanguage }),
    ...headers,
  });
  // Those that the configuration adds stay.
  const cookie = cookiesWith(asked['cookie'] ?? '', configured['cookie'] ?? '');
  const own = {
    ...(rules.headersScope === 'origin' && configured),
    ...asked,
    ...(asked['cookie'] !== undefined && { cookie }),
  };
  return { own, everywhere: rules.headersScope === 'all' ? configured : {}, referrer };
}

/** The headers of a request to a URL. @param origin the target's own */
export function addedTo(
  url: URL | null,
  origin: string,
  { own, everywhere }: AddedHeaders,
): Readonly<Record<string, string>> {
  return url?.origin === origin ? { ...everywhere, ...own } : everywhere;
}

/**
 * The headers of a request with those that are added. Cookies that the page has set stay, and replace added ones of the same name, as they
 * would in a browser.
 *
 * @param own of the browser, in lower case
 */
export function withAdded(
  own: Readonly<Record<string, string>>,
  added: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const cookie = cookiesWith(own['cookie'] ?? '', added['cookie'] ?? '');
  return { ...own, ...added, ...(cookie !== '' && { cookie }) };
}

/** The cookies of two headers; those of the first have priority. */
function cookiesWith(first: string, second: string): string {
  const names = new Set(cookiesOf(first).map(nameOf));
  return [...cookiesOf(first), ...cookiesOf(second).filter((one) => !names.has(nameOf(one)))].join('; ');
}

const cookiesOf = (header: string) => header.split(/;\s*/).filter(Boolean);
const nameOf = (cookie: string) => cookie.split('=', 1)[0] ?? '';
