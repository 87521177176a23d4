/** The engine in Express 4 and 5. */
import type { Request as ExpressRequest, RequestHandler } from 'express';
import { pathBelow } from '../web/mount.ts';
import { createNodeHandler, type EngineHandler } from './node.ts';

/** `X-Forwarded-Host` where `trust proxy` says so; `req.host` differs between Express 4 (without port) and 5. */
function hostOf(request: ExpressRequest): string | undefined {
  const trust = request.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  const forwarded = request.get('x-forwarded-host')?.split(',', 1)[0]?.trim();
  return forwarded && trust(request.socket.remoteAddress, 0) ? forwarded : request.get('host');
}

/**
 * Mounts an engine: `app.use('/policies', policyEngine(engine))`. The path given to `use` wins over the engine's
 * `basePath`; without one, requests outside `basePath` go on to the next handler. Body parsers may run before it.
 * `X-Forwarded-*` counts if the app's setting `trust proxy` says so.
 */
export function policyEngine(engine: EngineHandler): RequestHandler {
  const handle = createNodeHandler(engine);
  return (request, response, next) => {
    const { originalUrl, baseUrl } = request;
    const mountPath = baseUrl === '' ? engine.basePath : baseUrl;
    if (pathBelow(mountPath, originalUrl.split('?', 1)[0] ?? '') === null) {
      next();
      return;
    }
    const { protocol, ip } = request;
    const body: unknown = request.body;
    const answer = async () => {
      try {
        await handle(request, response, { url: originalUrl, mountPath, body, protocol, host: hostOf(request), ip });
      } catch (error) {
        next(error);
      }
    };
    void answer();
  };
}
