/**
 * Requests of clients of Prerender: `/{url}`, `/render?url=…` and `POST /render`. Redirects are passed on; the
 * target's own origin gets `X-Prerender: 1`. Unknown parameters are ignored, as in Prerender:
 * its clients send parameters of its hosted service.
 */
import { readAdded } from './added.ts';
import { readFormat } from './format.ts';
import { RendererError } from '../../kernel/errors.ts';
import type { RenderOptions, ScreenshotOptions } from '../../render/job/options.ts';
import { parseHttpUrl } from '../../kernel/url.ts';
import type { ReadingContext, RenderRequest } from './request.ts';
import { withoutEscapedFragment } from './escaped-fragment.ts';
import { readFlag, readFrames, readLanguages, readLine, readPixels, readSelector, readText } from './parameters.ts';
import { PRINT_PARAMETERS, readPrint } from './print.ts';
import type { Target } from './target.ts';
import { decodeTarget } from './target.ts';

const TO_ORIGIN = { 'X-Prerender': '1' };

/** What can be made of a page. */
export const TYPES: readonly RenderType[] = ['html', 'jpeg', 'png', 'html,jpeg', 'html,png', 'pdf', 'har'];
type RenderType = 'html' | 'jpeg' | 'png' | 'html,jpeg' | 'html,png' | 'pdf' | 'har';
const PICTURES: Readonly<Record<string, 'jpeg' | 'png'>> = {
  jpeg: 'jpeg',
  png: 'png',
  'html,jpeg': 'jpeg',
  'html,png': 'png',
};

/** Maximum number of characters of a user agent; the longest of browsers and bots have about 300. */
const MAX_USER_AGENT = 512;
/** Maximum number of characters of a script. */
const MAX_JAVASCRIPT = 10_000;

/**
 * What nginx may write of an address that it has rewritten (`NGX_ESCAPE_URI`): no `?`, and escapes of these characters only.
 * Prerender publishes `rewrite .* /$scheme://$host$request_uri? break`, so that each `?` and `%` of an address arrives escaped once
 * more, also those of its query.
 */
const BY_NGINX = /^(?:[^%?#]|%(?:[01][\da-f]|2[0235]|3[cef]|5[ce]|60|7[b-f]|[89a-f][\da-f]))*$/i;

/**
 * Target of `/` followed by a full URL. The whole URL belongs to the target, including its query: this dialect has no
 * parameters of its own there. It may be completely encoded, also twice by a proxy that encodes what it passes on; escaped by nginx; or
 * as it is.
 *
 * @param isRaw whether the client is known to send it as it is: without a query, an address with `%3F` in its path may otherwise be
 *   one that nginx has escaped
 * @throws {RendererError}
 */
export function targetOfPrerenderUrl(rest: string, isRaw = false): Target {
  const once = /^https?%253a/i.test(rest) ? decodeTarget(rest) : rest;
  const text = /^https?%3a/i.test(once) ? decodeTarget(once) : isRaw ? rest : withoutEscapesOfNginx(rest);
  return { url: withoutEscapedFragment(parseHttpUrl(text)), parameters: new URLSearchParams() };
}

/** All other escapes mean the same with and without nginx. */
function withoutEscapesOfNginx(rest: string): string {
  if (!BY_NGINX.test(rest)) return rest;
  const [path = '', ...query] = rest.replaceAll(/%3f/gi, '?').replaceAll('%25', '%').split('?');
  // Without nginx a path may contain the escape of a percent sign.
  return [path.replaceAll(/%(?![\da-f]{2})/gi, '%25'), ...query].join('?');
}

/** Target and parameters of `/render?` followed by `query`. @throws {RendererError} */
export function targetOfPrerenderQuery(query: string): Target {
  const parameters = new URLSearchParams(query);
  const url = withoutEscapedFragment(parseHttpUrl(parameters.get('url') ?? ''));
  parameters.delete('url');
  return { url, parameters };
}

/** The request of `/` followed by a full URL, see {@link targetOfPrerenderUrl}. @throws {RendererError} */
export function readPrerenderUrl(rest: string, isRaw = false): RenderRequest {
  const options: RenderOptions = { headers: TO_ORIGIN, redirects: 'report' };
  return { kind: 'render', url: targetOfPrerenderUrl(rest, isRaw).url, options, refresh: false };
}

/** The request of `/render?` followed by `query`. @throws {RendererError} */
export function readPrerenderQuery(query: string, context: ReadingContext): RenderRequest {
  const { url, parameters } = targetOfPrerenderQuery(query);
  const type = readType(parameters);
  const added = readAdded(parameters);
  const own = optionsOf(parameters);
  const options = added ? { ...own, headers: { ...own.headers, ...added.headers } } : own;
  const request = { url, added: added?.added, refresh: false };
  const fullPage = readFlag(parameters, 'fullpage');
  const pdf = readPrint(parameters, type === 'pdf');
  const picture = PICTURES[type];
  if (picture !== undefined) {
    const { width, height } = context;
    const screenshot: ScreenshotOptions = { width, height, ...options, picture: { type: picture, fullPage } };
    return { kind: type === picture ? 'screenshot' : 'pair', options: screenshot, ...request };
  }
  if (type === 'pdf') return { kind: 'pdf', options: { ...options, ...(pdf && { pdf }) }, ...request };
  return { kind: type === 'har' ? 'har' : 'render', options, format: readFormat(parameters), ...request };
}

/**
 * The request of `POST /render` with a body: the parameters of {@link readPrerenderQuery} as a JSON object; `headers` and `cookies` are
 * objects. With `html` it is the document at the address, with `network` it may load what it names.
 *
 * @throws {RendererError} `invalid-body` for another body, or the error of the parameters
 */
export function readPrerenderBody(body: string, context: ReadingContext): RenderRequest {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new RendererError('invalid-body', 'The body is not JSON; send the parameters as a JSON object');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RendererError(
      'invalid-body',
      'The body must be a JSON object, such as { "url": "https://example.com/" }',
    );
  }
  const { html, network, ...others } = value as Record<string, unknown>;
  const supplied = readSupplied(html, network);
  const parameters = new URLSearchParams();
  for (const [name, given] of Object.entries(others)) {
    const pairs = PAIRS[name];
    if (pairs && given !== null)
      for (const pair of pairsOf(name, given, pairs.divider)) parameters.append(pairs.of, pair);
    else if (pairs) continue;
    else if (typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean') {
      parameters.set(name, String(given));
    } else if (KNOWN.has(name) && given !== null) {
      throw new RendererError('invalid-parameter', `${name}: expected a text, a number, true or false`);
    }
  }
  const request = readPrerenderQuery(parameters.toString(), context);
  return supplied ? { ...request, supplied } : request;
}

function readSupplied(html: unknown, network: unknown): RenderRequest['supplied'] {
  if (html === undefined || html === null) {
    if (network === undefined || network === null) return undefined;
    throw new RendererError('invalid-parameter', 'network: only for a request with html');
  }
  if (typeof html !== 'string' || html === '') {
    throw new RendererError('invalid-parameter', 'html: expected the text of a document');
  }
  if (network !== undefined && network !== null && typeof network !== 'boolean') {
    throw new RendererError('invalid-parameter', 'network: expected true or false');
  }
  return { html, hasNetwork: network === true };
}

/** Members of the body that are objects, and the parameters that each of their entries is. */
const PAIRS: Readonly<Record<string, { readonly of: string; readonly divider: string }>> = {
  headers: { of: 'header', divider: ': ' },
  cookies: { of: 'cookie', divider: '=' },
};

function pairsOf(name: string, given: unknown, divider: string): string[] {
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given);
  const entries: Array<[string, unknown]> = isObject ? Object.entries(given) : [['', given]];
  return entries.map(([key, value]) => {
    if (key !== '' && typeof value === 'string') return `${key}${divider}${value}`;
    throw new RendererError('invalid-parameter', `${name}: expected an object of names and texts`);
  });
}

/** The known parameters. */
export const KNOWN: ReadonlySet<string> = new Set([
  'url',
  'renderType',
  'userAgent',
  'acceptLanguage',
  'javascript',
  'followRedirects',
  'fullpage',
  'width',
  'height',
  'frames',
  'waitForSelector',
  'header',
  'cookie',
  ...PRINT_PARAMETERS,
]);

function readType(parameters: URLSearchParams): RenderType {
  const given = parameters.get('renderType') ?? 'html';
  const type = TYPES.find((name) => name === given);
  if (type !== undefined) return type;
  const names = TYPES.map((name) => `"${name}"`).join(', ');
  throw new RendererError('invalid-parameter', `renderType: expected one of ${names}, got "${given}"`);
}

function optionsOf(parameters: URLSearchParams): RenderOptions {
  const userAgent = readLine(parameters, 'userAgent', MAX_USER_AGENT);
  const javascript = readText(parameters, 'javascript', MAX_JAVASCRIPT);
  const size = (['width', 'height'] as const).flatMap((name) =>
    parameters.has(name) ? [[name, readPixels(parameters, name, 0)] as const] : [],
  );
  return {
    headers: TO_ORIGIN,
    redirects: readFlag(parameters, 'followRedirects') ? 'final' : 'report',
    ...(userAgent !== undefined && { userAgent }),
    ...(javascript !== undefined && { javascript }),
    ...Object.fromEntries(size),
    ...readLanguages(parameters),
    ...readFrames(parameters),
    ...readSelector(parameters),
  };
}
