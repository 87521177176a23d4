import { RendererError } from './errors.ts';

/** A target URL and the query parameters that were meant for the service. */
export interface Target {
  url: URL;
  /** The service's own parameters, by name. */
  parameters: URLSearchParams;
}

/**
 * Reads the target out of a request's path and query as they stand in the request line, after the endpoint's name.
 *
 * The target may be wholly percent-encoded, encoded only in its query (the spec's form), or not encoded at all; its
 * path is decoded exactly once. In an unencoded query the service's parameters are taken out and the rest, untouched,
 * is the target's. A slash that a proxy merged (`https:/host`) is put back.
 *
 * @param rest what follows `/render/`, for example `https://example.com/?page%3Dhome`
 * @param own names of the service's parameters
 * @throws {RendererError} `invalid-url`, or `unsupported-scheme` for anything but http and https
 */
export function parseTarget(rest: string, own: ReadonlySet<string>): Target {
  const mark = rest.indexOf('?');
  const path = mark === -1 ? rest : rest.slice(0, mark);
  const { parameters, remaining } = splitQuery(mark === -1 ? '' : rest.slice(mark + 1), own);
  const decoded = decode(path);
  const text = remaining === '' ? decoded : `${decoded}${decoded.includes('?') ? '&' : '?'}${remaining}`;
  return { url: parseHttpUrl(text), parameters };
}

/**
 * Parses an absolute http or https URL.
 *
 * @throws {RendererError} `invalid-url`, or `unsupported-scheme` for another scheme
 */
export function parseHttpUrl(text: string): URL {
  if (text === '') throw new RendererError('invalid-url', 'The target URL is missing');
  const url = URL.parse(text.replace(/^(https?):\/*/i, '$1://'));
  if (!url)
    throw new RendererError('invalid-url', 'The target is not an absolute URL such as https://example.com/page');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new RendererError('unsupported-scheme', 'Only http and https pages are rendered');
  }
  if (url.username !== '' || url.password !== '') {
    throw new RendererError('invalid-url', 'The target URL must not hold a user name or password');
  }
  url.hash = url.hash.startsWith('#!') ? url.hash : '';
  return url;
}

/** Port a URL leads to, its scheme's own included. */
export function portOf(url: URL): number {
  return Number(url.port) || (url.protocol === 'https:' ? 443 : 80);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new RendererError('invalid-url', 'The target URL is not correctly percent-encoded');
  }
}

function splitQuery(query: string, own: ReadonlySet<string>): { parameters: URLSearchParams; remaining: string } {
  const parameters = new URLSearchParams();
  const remaining: string[] = [];
  for (const part of query.split('&')) {
    const [[name, value] = ['', '']] = new URLSearchParams(part);
    if (own.has(name)) parameters.append(name, value);
    else if (part !== '') remaining.push(part);
  }
  return { parameters, remaining: remaining.join('&') };
}
