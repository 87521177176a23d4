/** For Node's own server, and for hosts that call middleware as `(request, response, next)`. */
export { renderMiddleware } from './express.ts';
export type { ExpressRequest, RenderMiddleware } from './express.ts';
