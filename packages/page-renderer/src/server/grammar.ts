/**
 * The grammar of request lines: which endpoint a line names, and what it asks of it. The routes and the fast path of
 * cache hits both read requests with it, so that they can't differ.
 */
import { readPrerenderQuery, readPrerenderUrl } from './dialects/prerender.ts';
import { readRender, readScreenshot } from './dialects/rendertron.ts';
import type { ReadingContext, RenderRequest } from './request.ts';

/** The endpoints that render. `prerender-query` is `/render?url=…`, `prerender-url` is `/{url}`. */
export type RenderEndpoint = 'render' | 'screenshot' | 'prerender-query' | 'prerender-url';
/** All other endpoints. */
export type OtherEndpoint = 'home' | 'livez' | 'readyz' | 'cache' | 'purge' | 'invalidate';

/** A request line, taken apart. */
interface Line<Endpoint> {
  readonly endpoint: Endpoint;
  /** As it stands in the line: for an endpoint with a target all that follows its name, for another one the query. */
  readonly rest: string;
}
/** A line that asks for something to be rendered. */
export type RenderLine = Line<RenderEndpoint>;
/** Any other line. */
export type OtherLine = Line<OtherEndpoint>;

/** Tells the two kinds of lines apart. */
export function isRenderLine(line: RenderLine | OtherLine): line is RenderLine {
  return line.endpoint in READERS;
}

const WHOLE_PATHS: ReadonlyMap<string, RenderEndpoint | OtherEndpoint> = new Map([
  ['/', 'home'],
  ['/livez', 'livez'],
  ['/readyz', 'readyz'],
  ['/_ah/health', 'readyz'],
  ['/cache', 'cache'],
  ['/purge', 'purge'],
  ['/render', 'prerender-query'],
]);
const BEFORE_TARGETS = ['invalidate', 'render', 'screenshot'] as const;
/** A whole URL where a path would be, encoded or not, its two slashes maybe merged into one. */
const WHOLE_URL = /^\/https?(:|%3a)/i;

/**
 * Takes a request line apart; undefined for a line that names no endpoint.
 *
 * @param line path and query as they were sent, because normalisation would change a target in them
 * @param path the path that names the endpoint; default: that of the line, without normalisation
 */
export function parseLine(
  line: string,
  path: string = line.split(/[?#]/, 1)[0] ?? '',
): RenderLine | OtherLine | undefined {
  const whole = WHOLE_PATHS.get(path);
  if (whole) return { endpoint: whole, rest: /\?([^#]*)/.exec(line)?.[1] ?? '' };
  if (WHOLE_URL.test(line)) return { endpoint: 'prerender-url', rest: line.slice(1) };
  const endpoint = BEFORE_TARGETS.find((name) => path === `/${name}` || path.startsWith(`/${name}/`));
  if (!endpoint) return undefined;
  const prefix = `/${endpoint}/`;
  return { endpoint, rest: line.slice(line.indexOf(prefix) + prefix.length) };
}

/** What a line asks to be rendered. @throws {RendererError} */
export function readRenderRequest({ endpoint, rest }: RenderLine, context: ReadingContext): RenderRequest {
  return READERS[endpoint](rest, context);
}

const READERS: Readonly<Record<RenderEndpoint, (rest: string, context: ReadingContext) => RenderRequest>> = {
  render: readRender,
  screenshot: readScreenshot,
  'prerender-query': readPrerenderQuery,
  'prerender-url': readPrerenderUrl,
};
