import { checkOptions } from './check.ts';
import { renderedOr } from './fetch.ts';
import type { RenderMiddlewareOptions } from './options.ts';

/** React Router's middleware. */
export type RenderMiddleware = (
  given: { readonly request: Request },
  next: () => Promise<Response>,
) => Promise<Response>;

/**
 * Middleware for React Router 7 and 8 in framework mode, in `root.tsx`: bots are sent the rendered page, everybody else, and bots
 * whenever the renderer can't help, get React Router's own. Pages that it renders on its server need none of this; it is for
 * those drawn in the browser (`clientLoader`).
 *
 * @throws {RenderMiddlewareError} `invalid-option`, when it is made.
 * @example
 * export const middleware = [renderMiddleware({ proxyUrl: 'http://127.0.0.1:3000', origin: 'https://shop.example' })];
 */
export function renderMiddleware(options: RenderMiddlewareOptions): RenderMiddleware {
  checkOptions(options);
  return async ({ request: { method, url, headers, signal } }, next) =>
    renderedOr({ method, url, headers, signal }, options, next);
}
