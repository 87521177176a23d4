import { RendererError } from '../../kernel/errors.ts';
import { parseHttpUrl } from '../../kernel/url.ts';

/** A target URL and the query parameters that were meant for the service. */
export interface Target {
  url: URL;
  /** The service's own parameters, by name. */
  parameters: URLSearchParams;
}

/**
 * Reads the target from a request's path and query as in the request line, after the endpoint's name.
 *
 * The target may be completely percent-encoded, encoded only in its query (spec: R-target-query), or not encoded at all; its
 * path is decoded exactly once. In an unencoded query the service's parameters are removed, and the rest
 * belongs to the target unchanged. A slash that a proxy merged (`https:/host`) is restored.
 *
 * @param rest what follows `/render/`, for example `https://example.com/?page%3Dhome`
 * @param own names of the service's parameters
 * @throws {RendererError} `invalid-url`, or `unsupported-scheme` for anything but http and https
 */
export function parseTarget(rest: string, own: ReadonlySet<string>): Target {
  const mark = rest.indexOf('?');
  const path = mark === -1 ? rest : rest.slice(0, mark);
  const { parameters, remaining } = splitQuery(mark === -1 ? '' : rest.slice(mark + 1), own);
  const decoded = decodeTarget(path);
  const text = remaining === '' ? decoded : `${decoded}${decoded.includes('?') ? '&' : '?'}${remaining}`;
  return { url: parseHttpUrl(text), parameters };
}

/** Decodes a target, exactly once. @throws {RendererError} `invalid-url` */
export function decodeTarget(text: string): string {
  try {
    return decodeURIComponent(text);
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
