import { createHash, timingSafeEqual } from 'node:crypto';
import { RendererError } from '../errors.ts';
import { classifyAddress } from '../guard/addresses.ts';
import type { AppContext } from './context.ts';

/** @throws {RendererError} `unauthorized` without the configured token */
export function authorize(c: AppContext, token: string | null): void {
  if (token === null) return;
  const given = /^Bearer +(\S+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
  if (!timingSafeEqual(digest(given), digest(token))) {
    throw new RendererError('unauthorized', 'Send the admin token: "Authorization: Bearer …"');
  }
}

/**
 * Where there is no token, lets this machine only.
 *
 * @throws {RendererError} `unauthorized`; `local-only` for anyone but this machine, and for what a proxy on it passes on or
 *   another site's page has a browser on it send
 */
export function requireAdmin(c: AppContext, token: string | null): void {
  if (token !== null) return authorize(c, token);
  const address = c.env?.incoming?.socket.remoteAddress ?? '';
  const isForwarded = ['forwarded', 'x-forwarded-for', 'via'].some((name) => c.req.header(name) !== undefined);
  const isForeign = /^(cross|same)-site$/.test(c.req.header('sec-fetch-site') ?? '');
  if (isForwarded || isForeign || classifyAddress(address) !== 'loopback') {
    throw new RendererError('local-only', 'This is answered on this machine only, or with an adminToken');
  }
}

/** Of equal length, whatever was given. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
