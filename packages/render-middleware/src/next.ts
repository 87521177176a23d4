import type { ServerResponse } from 'node:http';
import { checkOptions } from './check.ts';
import { dependsOnAgent, shouldRender } from './decide.ts';
import type { RenderMiddlewareOptions } from './options.ts';
import { proxyRender } from './proxy.ts';
import { namesUserAgent, withAgent } from './vary.ts';

/** The function that Next looks for: `proxy` in `proxy.ts` (16 and newer), `middleware` in `middleware.ts`. */
export type RenderMiddleware = (request: Request) => Promise<Response | undefined>;

/** What `NextResponse.next({ headers })` makes; written out, so that the package does not load Next to say «go on». */
const goOn = (): Response => new Response(null, { headers: { 'x-middleware-next': '1', vary: withAgent() } });

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

/** What is set over a `Vary` that names the user agent keeps the name. */
function keepUserAgent(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    const isLost = name.toLowerCase() === 'vary' && namesUserAgent([response.getHeader('vary') ?? []].flat().join());
    return setHeader(name, isLost ? withAgent([value].flat().join(', ')) : value);
  };
}

/**
 * For `instrumentation.ts`, which Next runs when it starts: pages of the App Router write `Vary` anew, over what the proxy
 * said, and a cache in front would take the page for the same for everybody. Elsewhere than on Node it does nothing.
 *
 * @example
 * // instrumentation.ts
 * export { register } from 'render-middleware/next';
 */
export function register(): void {
  // Not imported: edge runtimes have no such module.
  const { process } = globalThis as { process?: Partial<NodeJS.Process> };
  const channels = process?.getBuiltinModule?.('node:diagnostics_channel');
  channels?.subscribe('http.server.request.start', (message) =>
    keepUserAgent((message as { response: ServerResponse }).response),
  );
}
