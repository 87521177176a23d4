import { createHash, timingSafeEqual } from 'node:crypto';
import { RendererError } from '../../errors.ts';
import { classifyAddress } from '../../guard/addresses.ts';
import { parseTarget } from '../../target.ts';
import type { App, AppContext, Backend } from '../context.ts';
import { afterPrefix, noteTarget } from '../context.ts';

/**
 * `GET /invalidate/{target_url}` and `GET /invalidate/` (everything): answers how many results were removed, which is
 * none as long as nothing is cached (spec: invalidate endpoint).
 */
export function invalidateRoutes(app: App, backend: Backend): void {
  app.get('/invalidate/*', (c) => {
    authorize(c, backend.adminToken);
    const rest = afterPrefix(c, '/invalidate/');
    if (rest === '') requireLocal(c, backend.adminToken);
    else noteTarget(c, parseTarget(rest, new Set()).url);
    return c.json({ removed: 0 }, 200, { 'Cache-Control': 'no-store' });
  });
}

/** @throws {RendererError} `unauthorized` without the configured token */
function authorize(c: AppContext, token: string | null): void {
  if (token === null) return;
  const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
  if (!timingSafeEqual(digest(given), digest(token))) {
    throw new RendererError('unauthorized', 'Send the admin token: "Authorization: Bearer …"');
  }
}

/** Of equal length, whatever was given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** @throws {RendererError} `local-only` for anyone but this machine, and for what a proxy on it passes on */
function requireLocal(c: AppContext, token: string | null): void {
  if (token !== null) return;
  const address = c.env?.incoming?.socket.remoteAddress ?? '';
  const isForwarded = ['forwarded', 'x-forwarded-for', 'via'].some((name) => c.req.header(name) !== undefined);
  if (isForwarded || classifyAddress(address) !== 'loopback') {
    const message = 'Everything at once can be invalidated from this machine only, or with an adminToken';
    throw new RendererError('local-only', message);
  }
}
