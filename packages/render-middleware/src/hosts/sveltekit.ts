import { checkOptions } from '../options/check.ts';
import { renderedOr } from './fetch.ts';
import type { RenderMiddlewareOptions } from '../options/options.ts';

/** The part of SvelteKit's `RequestEvent` that is needed. */
export interface SvelteKitEvent {
  readonly request: Request;
  readonly url: URL;
  readonly getClientAddress: () => string;
}

/** SvelteKit's `Handle`. */
export type RenderMiddleware = <Event extends SvelteKitEvent>(input: {
  event: Event;
  resolve: (event: Event) => Response | Promise<Response>;
}) => Promise<Response>;

/** Adapters throw if they do not know the address. */
function addressOf(event: SvelteKitEvent): { address?: string } {
  try {
    return { address: event.getClientAddress() };
  } catch {
    return {};
  }
}

/**
 * Middleware for SvelteKit 2 and 3, in `src/hooks.server.ts`: bots get the rendered page. Other clients, and bots if the renderer
 * fails, get the response of SvelteKit. Pages that SvelteKit renders on its server do not need it; it is for pages rendered in
 * the browser (`ssr = false`).
 *
 * @throws {RenderMiddlewareError} `invalid-option`, when it is created.
 * @example
 * export const handle = renderMiddleware({ proxyUrl: 'http://127.0.0.1:3000', origin: 'https://shop.example' });
 */
export function renderMiddleware(options: RenderMiddlewareOptions): RenderMiddleware {
  checkOptions(options);
  return async ({ event, resolve }) => {
    const { method, headers, signal } = event.request;
    const request = { method, url: event.url.href, headers, signal, ...addressOf(event) };
    return renderedOr(request, options, async () => resolve(event));
  };
}
