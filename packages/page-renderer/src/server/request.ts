import type { ScreenshotOptions } from '../render/options.ts';

/** What is made of a page: HTML, a picture, a PDF, or a HAR file of what it loads. */
export type RenderKind = 'render' | 'screenshot' | 'pdf' | 'har';

/**
 * A request for a page or a picture of it, whatever its dialect. Only the kind, the URL and the options reach the render,
 * and the cache key holds all three.
 */
export interface RenderRequest {
  kind: RenderKind;
  url: URL;
  /** Without a signal: who waits for the result has no part in what it is. */
  options: ScreenshotOptions;
  /** Whether what is cached is to be ignored and replaced (spec: `refreshCache`). */
  refresh: boolean;
}

/** What decides, besides the request line, how a request is read. */
export interface ReadingContext {
  /** Size of a picture that asks for none, in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** The client can pass a redirect on, as render-middleware does, instead of following it to the unrendered page. */
  readonly passesRedirects: boolean;
}

/** Header of the requests of render-middleware. */
export const MIDDLEWARE_MARKER = 'x-render-middleware';
