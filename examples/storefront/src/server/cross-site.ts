import type { NextFunction, Request, Response } from 'express';
import { sendProblem } from './api.ts';

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

function originOf(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : null;
}

/** A form can send these from any page, without a preflight request. */
function isSimple(request: Request): boolean {
  const type = request.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return (
    request.method === 'POST' &&
    ['', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'].includes(type)
  );
}

function isForeign(request: Request, publicOrigin: string | undefined): boolean {
  const site = request.get('sec-fetch-site');
  // Another subdomain, `same-site`, may belong to somebody else.
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  const ours = publicOrigin ?? `${request.protocol}://${request.get('host')}`;
  const origin = request.get('origin');
  if (origin !== undefined) return origin !== ours;
  const referer = request.get('referer');
  if (referer !== undefined) return originOf(referer) !== ours;
  // A program. With a cookie it could also be an old browser that sends a form of another site.
  return isSimple(request) && request.get('cookie') !== undefined;
}

/** Refuses unsafe requests that the page of another site causes; the engine does the same for its own routes. */
export function refuseForeign(publicOrigin: string | undefined) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (SAFE.has(request.method) || !isForeign(request, publicOrigin)) next();
    else
      sendProblem(response, 403, 'Forbidden', 'This request came from another site. Open the page here and try again.');
  };
}
