import { checkOptions } from '../options/check.ts';
import { renderedOr } from './fetch.ts';
import type { RenderMiddlewareOptions } from '../options/options.ts';

/** React Router's middleware. */
export type RenderMiddleware = (
  given: { readonly request: Request },
  next: () => Promise<Response>,
) => Promise<Response>;

/**
 * Middleware for React Router 7 and 8 in framework mode, in `root.tsx`: bots get the rendered page. Other clients, and bots
 * if the renderer fails, get the response of React Router. Pages that it renders on its server do not need it; it is for
 * pages rendered in the browser (`clientLoader`).
 *
 * @throws {RenderMiddlewareError} `invalid-option`, when it is created.
 * @example
 * export const middleware = [renderMiddleware({ proxyUrl: 'http://127.0.0.1:3000', origin: 'https://shop.example' })];
 */
export function renderMiddleware(options: RenderMiddlewareOptions): RenderMiddleware {
  checkOptions(options);
  return async ({ request: { method, url, headers, signal } }, next) =>
    renderedOr({ method, url, headers, signal }, options, next);
}
