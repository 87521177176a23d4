/**
 * The grammar of request lines: the endpoint of a line, and its parameters. The routes and the fast path of
 * cache hits use the same grammar, so that they cannot differ.
 */
import { RendererError } from '../kernel/errors.ts';
import { parsePictureOptions } from '../render/job/picture.ts';
import {
  readPrerenderBody,
  readPrerenderQuery,
  readPrerenderUrl,
  targetOfPrerenderQuery,
  targetOfPrerenderUrl,
} from './dialects/prerender.ts';
import { readRender, readScreenshot, targetOfRender, targetOfScreenshot } from './dialects/rendertron.ts';
import type { Target } from './dialects/target.ts';
import type { ReadingContext, RenderRequest } from './dialects/request.ts';

/** The endpoints that render. `prerender-query` is `/render?url=…`, `prerender-url` is `/{url}`. */
export type RenderEndpoint = 'render' | 'screenshot' | 'prerender-query' | 'prerender-url';
/** All other endpoints. */
export type OtherEndpoint =
  | 'home'
  | 'explain'
  | 'explain-json'
  | 'inspect'
  | 'inspect-json'
  | 'openapi'
  | 'livez'
  | 'readyz'
  | 'metrics'
  | 'cache'
  | 'purge'
  | 'warm'
  | 'audits'
  | 'content-hook'
  | 'refresh'
  | 'sitemap'
  | 'invalidate'
  | 'operator';

/** A parsed request line. */
interface Line<Endpoint> {
  readonly endpoint: Endpoint;
  /** As in the line: for an endpoint with a target or an id, and for `operator`, everything after its name, otherwise the query. */
  readonly rest: string;
}
/** A line of an endpoint that renders. */
export interface RenderLine extends Line<RenderEndpoint> {
  /** The prefix of a signed line: `/signed/{signature}`, followed by the line. */
  readonly signature?: string;
}
/** Any other line. */
export type OtherLine = Line<OtherEndpoint>;

/** Distinguishes the two kinds of lines. */
export function isRenderLine(line: RenderLine | OtherLine): line is RenderLine {
  return line.endpoint in READERS;
}

const WHOLE_PATHS: ReadonlyMap<string, RenderEndpoint | OtherEndpoint> = new Map([
  ['/', 'home'],
  ['/explain', 'explain'],
  ['/explain.json', 'explain-json'],
  ['/inspect', 'inspect'],
  ['/inspect.json', 'inspect-json'],
  ['/openapi.json', 'openapi'],
  ['/livez', 'livez'],
  ['/readyz', 'readyz'],
  ['/_ah/health', 'readyz'],
  ['/metrics', 'metrics'],
  ['/cache', 'cache'],
  ['/purge', 'purge'],
  ['/refresh', 'refresh'],
  ['/sitemap.xml', 'sitemap'],
  ['/hooks/content', 'content-hook'],
  ['/render', 'prerender-query'],
]);
const ROUTES: Readonly<Record<RenderEndpoint | OtherEndpoint, string>> = {
  home: '/',
  explain: '/explain',
  'explain-json': '/explain.json',
  inspect: '/inspect',
  'inspect-json': '/inspect.json',
  openapi: '/openapi.json',
  livez: '/livez',
  readyz: '/readyz',
  metrics: '/metrics',
  cache: '/cache',
  purge: '/purge',
  refresh: '/refresh',
  sitemap: '/sitemap.xml',
  'content-hook': '/hooks/content',
  warm: '/warm',
  audits: '/audits',
  invalidate: '/invalidate/{url}',
  operator: '/operator',
  render: '/render/{url}',
  screenshot: '/screenshot/{url}',
  'prerender-query': '/render',
  'prerender-url': '/{url}',
};
const OPERATOR = '/operator';
const BEFORE_TARGETS = ['invalidate', 'render', 'screenshot', 'warm', 'audits'] as const;
/** A full URL in the place of a path, encoded once or twice or not, maybe with its two slashes merged into one. */
const WHOLE_URL = /^\/https?(:|%(?:25)?3a)/i;
/** A signature comes before the rest of the line, where it cannot be part of a target. */
const SIGNED = /^\/signed\/([^/?#]*)(\/.*)$/is;

/** What proxies write before the path (RFC 9112 §3.2.2). */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/**
 * Parses a request line; undefined for a line without a known endpoint.
 *
 * @param sent path and query as they were sent: nothing is normalised, because `/..` in a target must neither change the target nor
 *   lead to another endpoint
 */
export function parseLine(sent: string): RenderLine | OtherLine | undefined {
  const line = sent.replace(ORIGIN, '');
  const path = line.split(/[?#]/, 1)[0] ?? '';
  const [, signature, signed] = SIGNED.exec(line) ?? [];
  if (signature !== undefined && signed !== undefined) return signedLine(signature, signed);
  const whole = WHOLE_PATHS.get(path);
  if (whole) return { endpoint: whole, rest: /\?([^#]*)/.exec(line)?.[1] ?? '' };
  if (path === OPERATOR || path.startsWith(`${OPERATOR}/`)) {
    return { endpoint: 'operator', rest: path.slice(OPERATOR.length) + (/\?[^#]*/.exec(line)?.[0] ?? '') };
  }
  if (WHOLE_URL.test(line)) return { endpoint: 'prerender-url', rest: line.slice(1) };
  const endpoint = BEFORE_TARGETS.find((name) => path === `/${name}` || path.startsWith(`/${name}/`));
  if (!endpoint) return undefined;
  return { endpoint, rest: line.slice(endpoint.length + 1).replace(/^\//, '') };
}

/** Only renders are signed. */
function signedLine(signature: string, rest: string): RenderLine | undefined {
  const line = parseLine(rest);
  return line && isRenderLine(line) && line.signature === undefined ? { ...line, signature } : undefined;
}

/** The form of a line without its target and its parameters, for traces and metrics. */
export function routeOf(line: RenderLine | OtherLine): string {
  const isSigned = isRenderLine(line) && line.signature !== undefined;
  return `${isSigned ? '/signed/{signature}' : ''}${ROUTES[line.endpoint]}`;
}

/** The target of a line, and the service's own parameters as written. @throws {RendererError} */
export function targetOf({ endpoint, rest }: RenderLine): Target {
  return TARGETS[endpoint](rest);
}

/** The render that a line requests. @throws {RendererError} */
export function readRenderRequest({ endpoint, rest, signature }: RenderLine, context: ReadingContext): RenderRequest {
  // A header must not change which address a signature is for.
  return READERS[endpoint](rest, context, context.passesRedirects && signature === undefined);
}

/** The render that a line with a body requests. @throws {RendererError} */
export function readRenderBody(line: RenderLine, body: string, context: ReadingContext): RenderRequest {
  if (line.endpoint === 'prerender-query') {
    if (line.rest === '') return readPrerenderBody(body, context);
    throw new RendererError('invalid-parameter', 'POST /render takes its parameters from its body, not from its query');
  }
  const request = readRenderRequest(line, context);
  return { ...request, options: { ...request.options, picture: parsePictureOptions(body) } };
}

type Reader = (rest: string, context: ReadingContext, isOfMiddleware: boolean) => RenderRequest;

const READERS: Readonly<Record<RenderEndpoint, Reader>> = {
  render: readRender,
  screenshot: readScreenshot,
  'prerender-query': readPrerenderQuery,
  'prerender-url': (rest, _, isOfMiddleware) => readPrerenderUrl(rest, isOfMiddleware),
};

const TARGETS: Readonly<Record<RenderEndpoint, (rest: string) => Target>> = {
  render: targetOfRender,
  screenshot: targetOfScreenshot,
  'prerender-query': targetOfPrerenderQuery,
  'prerender-url': (rest) => targetOfPrerenderUrl(rest),
};
