/** Request headers of clients that are part of the cache key, because the configuration says so (`originRules`). */
import { languagesOf } from '../../render/job/languages.ts';
import type { AnyOptions } from '../../render/job/options.ts';

// Visible ASCII, space and tab (RFC 9110 §5.5), and not more than a key should have.
const VALUE = /^[\t\x20-\x7e]{1,500}$/;

/**
 * Options with the headers of a client. A value that is not a header, or not a list of languages, is not sent on.
 *
 * @param names in lower case
 */
export function withKeyHeaders(
  options: AnyOptions,
  names: readonly string[],
  header: (name: string) => string | undefined,
): AnyOptions {
  if (names.length === 0) return options;
  const sent = names.flatMap((name): Array<[string, string]> => {
    const value = header(name)?.trim();
    return value !== undefined && VALUE.test(value) ? [[name, value]] : [];
  });
  const { 'accept-language': said, ...headers } = Object.fromEntries(sent);
  // A parameter of the request has priority.
  const acceptLanguage = options.acceptLanguage ?? (said !== undefined && languagesOf(said) ? said : undefined);
  return { ...options, acceptLanguage, headers: { ...headers, ...options.headers } };
}
