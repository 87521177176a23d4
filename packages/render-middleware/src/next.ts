import { checkOptions } from './check.ts';
import { dependsOnAgent, shouldRender } from './decide.ts';
import type { RenderMiddlewareOptions } from './options.ts';
import { proxyRender } from './proxy.ts';

/** The function that Next looks for in `proxy.ts` (16 and newer) or `middleware.ts`. */
export type RenderMiddleware = (request: Request) => Promise<Response | undefined>;

/**
 * What `NextResponse.next({ headers })` makes; written out, so that the package does not load Next to say «go on». Next
 * 16 writes `Vary` anew on the pages it renders, so that ours is lost there; it stays on what Next only passes on.
 */
const goOn = (): Response => new Response(null, { headers: { 'x-middleware-next': '1', vary: 'User-Agent' } });

/**
 * Proxy (middleware) for Next: bots are sent the rendered page, everybody else, and bots whenever the renderer can't
 * help, get Next's own. Pages that Next renders on its server need none of this; it is for those drawn in the browser.
 *
 * @throws {RenderMiddlewareError} `invalid-option`, when it is made.
 * @example
 * // proxy.ts
 * export const proxy = renderMiddleware({ proxyUrl: 'http://127.0.0.1:3000', origin: 'https://shop.example' });
 */
export function renderMiddleware(options: RenderMiddlewareOptions): RenderMiddleware {
  checkOptions(options);
  return async ({ method, url, headers, signal }) => {
    const request = { method, url, headers, signal };
    const answer = shouldRender(request, options) ? await proxyRender(request, options) : undefined;
    if (answer) return answer;
    return dependsOnAgent(request, options) ? goOn() : undefined;
  };
}
