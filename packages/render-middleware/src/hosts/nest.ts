/** For Nest 10 and newer, on Express and on Fastify: `app.use(renderMiddleware(options))`, before `app.listen`. */
export { renderMiddleware } from './express.ts';
export type { ExpressRequest, RenderMiddleware } from './express.ts';
