/** The engine in Express 4 and 5. */
import type { Request as ExpressRequest, RequestHandler } from 'express';
import type { HostEnv } from '../web/host-env.ts';
import { pathBelow } from '../web/mount.ts';
import { createNodeHandler, type EngineHandler } from './node.ts';

/** `X-Forwarded-Host` where `trust proxy` says so; `req.host` differs between Express 4 (without port) and 5. */
function hostOf(request: ExpressRequest): string | undefined {
  const trust = request.app.get('trust proxy fn') as (address: string | undefined, hop: number) => boolean;
  const forwarded = request.get('x-forwarded-host')?.split(',', 1)[0]?.trim();
  return forwarded && trust(request.socket.remoteAddress, 0) ? forwarded : request.get('host');
}

/**
 * The visit behind a request of the host's own pages: `await visitOf(engine, request).hasConsented('cookie')`. The same
 * request gives the same visit, so that the database is asked once.
 */
export function visitOf<Visit>(engine: VisitingEngine<Visit>, request: ExpressRequest): Visit {
  const known = visits.get(request);
  if (known?.engine === engine) return known.visit as Visit;
  const url = new URL(request.originalUrl, `${request.protocol}://${hostOf(request) ?? 'localhost'}`);
  const ip = request.ip === undefined ? {} : { ip: request.ip };
  const visit = engine.visit(new Request(url, { headers: headersOf(request) }), { incoming: request, ...ip });
  visits.set(request, { engine, visit });
  return visit;
}

/** The part of an engine that {@link visitOf} needs. */
export interface VisitingEngine<Visit> {
  visit(request: Request, env?: HostEnv): Visit;
}

const visits = new WeakMap<ExpressRequest, { engine: unknown; visit: unknown }>();

function headersOf({ headers }: ExpressRequest): Headers {
  const copy = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    // HTTP/2 pseudo-headers are no headers.
    if (value !== undefined && !name.startsWith(':')) copy.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return copy;
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
