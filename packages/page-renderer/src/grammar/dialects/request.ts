import type { Added } from './added.ts';
import type { PageFormat } from './format.ts';
import type { AnyOptions, Supplied } from '../../render/job/options.ts';

/** What is created from a page: HTML, a screenshot, a PDF, a HAR file of its requests, or a pair of HTML and screenshot. */
export type RenderKind = 'render' | 'screenshot' | 'pdf' | 'har' | 'pair';

/**
 * A request for a page or a screenshot, in any dialect. Only the kind, the URL and the options reach the render,
 * and the cache key contains all three.
 */
export interface RenderRequest {
  kind: RenderKind;
  url: URL;
  /** Without a signal, because the result does not depend on the client that waits for it. */
  options: AnyOptions;
  /** The form in which a page is returned; it is made from the result. Missing: what the client accepts. */
  format?: PageFormat | undefined;
  /** Names of what the request adds to `options.headers`; missing: nothing. */
  added?: Added | undefined;
  /** The document that the client supplies; its result is never cached. */
  supplied?: Supplied | undefined;
  /** Whether the cached result is ignored and replaced (spec: R-render-refresh). */
  refresh: boolean;
}

/** What decides, apart from the request line, how a request is read. */
export interface ReadingContext {
  /** Default size of a screenshot, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether the client can pass a redirect on, like render-middleware, instead of following it. */
  readonly passesRedirects: boolean;
}

/** Header of the requests of render-middleware. */
export const MIDDLEWARE_MARKER = 'x-render-middleware';
