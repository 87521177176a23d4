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
  const own = { ...(rules.headersScope === 'origin' && configured), ...asked };
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
