/** For Node's own server, and whatever calls its middleware `(request, response, next)`. */
export { renderMiddleware } from './express.ts';
export type { ExpressRequest, RenderMiddleware } from './express.ts';
