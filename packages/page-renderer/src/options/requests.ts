/** Headers of the requests of a page, what clients may add to them, and what they may supply in place of a page. */
import { z } from 'zod';
import { headerName, headerValue } from './kinds.ts';
import { hiddenValues } from './masks.ts';
import { changesResult, keepsResult, MIB, type OptionsOf, secret } from './option.ts';
import { keyHeader } from './origin-rules.ts';

/** See the head of the file. */
export interface RequestConfig {
  reqHeaders: Readonly<Record<string, string>>;
  reqHeadersScope: 'origin' | 'all';
  requestHeaders: readonly string[];
  requestCookies: readonly string[];
  suppliedHtml: 'off' | 'offline' | 'network';
  maxSuppliedHtml: number;
}

/** See {@link RequestConfig}. */
export const requestOptions: OptionsOf<RequestConfig> = {
  reqHeaders: secret(
    hiddenValues,
    changesResult(
      'extra HTTP headers of every request to the origin of the target; `Referer` only of the request for the page itself; `User-Agent` to every origin, and as `navigator.userAgent`; `Accept-Language` to every origin, as `navigator.languages`, and for dates and numbers that scripts write',
      z.record(headerName, headerValue).default({}),
    ),
  ),
  reqHeadersScope: changesResult(
    "where `reqHeaders` are sent: only to the target's origin, or to every origin that the page loads from",
    z.enum(['origin', 'all']).default('origin'),
  ),
  requestHeaders: keepsResult(
    "names of headers that a request may add with `header`; they are sent to the target's origin and are part of the cache key",
    z
      .array(keyHeader.refine((name) => name !== 'accept-language', 'requests say this with acceptLanguage'))
      .max(50)
      .default([]),
  ),
  requestCookies: keepsResult(
    'names of cookies that a request may add with `cookie`; as for `requestHeaders`',
    z
      .array(z.string().regex(/^[!#$%&'*+\-.^_`|~\w]{1,64}$/, 'not the name of a cookie'))
      .max(50)
      .default([]),
  ),
  suppliedHtml: keepsResult(
    'whether clients with a credential may supply the HTML of a page (`html` of `POST /render`): `offline` without any network, `network` also with what the page at its address may load, if the request says so',
    z.enum(['off', 'offline', 'network']).default('offline'),
  ),
  maxSuppliedHtml: keepsResult(
    'maximum size of a request with the HTML of a page, in bytes',
    z
      .int()
      .min(1)
      .max(20 * MIB)
      .default(MIB),
  ),
};
