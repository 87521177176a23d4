import type { ServerResponse } from 'node:http';
import { checkOptions } from '../options/check.ts';
import { dependsOnAgent, shouldRender } from '../decide/decide.ts';
import type { RenderMiddlewareOptions } from '../options/options.ts';
import { proxyRender } from '../renderer/proxy.ts';
import { namesUserAgent, withAgent } from '../decide/vary.ts';

/** The function that Next looks for: `proxy` in `proxy.ts` (16 and newer), `middleware` in `middleware.ts`. */
export type RenderMiddleware = (request: Request) => Promise<Response | undefined>;

/** The same as `NextResponse.next({ headers })`, written out so that the package need not load Next. */
const goOn = (): Response => new Response(null, { headers: { 'x-middleware-next': '1', vary: withAgent() } });

/**
 * Proxy (middleware) for Next: bots get the rendered page. Other clients, and bots if the renderer fails, get the
 * response of Next. Pages that Next renders on its server do not need it; it is for pages rendered in the browser.
 *
 * @throws {RenderMiddlewareError} `invalid-option`, when it is created.
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

/** If a new value replaces a `Vary` with the user agent, the user agent is added to it. */
function keepUserAgent(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    const isLost = name.toLowerCase() === 'vary' && namesUserAgent([response.getHeader('vary') ?? []].flat().join());
    return setHeader(name, isLost ? withAgent([value].flat().join(', ')) : value);
  };
}

/**
 * For `instrumentation.ts`, which Next runs when it starts: pages of the App Router overwrite the `Vary` of the proxy, so that a
 * cache would treat the page as the same for all clients. It has no effect outside of Node.
 *
 * @example
 * // instrumentation.ts
 * export { register } from 'render-middleware/next';
 */
export function register(): void {
  // Not imported, because edge runtimes have no such module. That of Next has a function that throws.
  const { process, EdgeRuntime } = globalThis as { process?: Partial<NodeJS.Process>; EdgeRuntime?: unknown };
  if (EdgeRuntime !== undefined) return;
  const channels = process?.getBuiltinModule?.('node:diagnostics_channel');
  channels?.subscribe('http.server.request.start', (message) =>
    keepUserAgent((message as { response: ServerResponse }).response),
  );
}
