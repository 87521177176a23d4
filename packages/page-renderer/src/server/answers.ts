import { createHash } from 'node:crypto';
import type { RendererErrorCode } from '../errors.ts';
import { RendererError } from '../errors.ts';
import type { Verdict } from '../render/job.ts';

/** Names the service in every answer. */
export const X_RENDERER = 'page-renderer';

/**
 * Answers an error: as a page to someone who asks for HTML, as `application/problem+json` (RFC 9457) to anyone else.
 *
 * @param requestId also in the log, so that an operator finds the line
 */
export function errorResponse(error: RendererError, accept: string | null, requestId: string): Response {
  const headers = new Headers({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Renderer': X_RENDERER,
    Vary: 'Accept',
  });
  if (error.retryAfter !== undefined) headers.set('Retry-After', String(error.retryAfter));
  const verdict = VERDICTS[error.code];
  if (verdict !== undefined) headers.set('X-Render-Verdict', verdict);
  const { status } = error;
  if (prefersHtml(accept)) {
    headers.set('Content-Type', 'text/html; charset=utf-8');
    headers.set('Content-Security-Policy', `default-src 'none'; style-src '${STYLE_HASH}'; frame-ancestors 'none'`);
    return new Response(errorPage(error, requestId), { status, headers });
  }
  headers.set('Content-Type', 'application/problem+json');
  const problem = {
    type: `urn:page-renderer:problem:${error.code}`,
    title: TITLES[status] ?? 'Error',
    status,
    detail: error.message,
    code: error.code,
    requestId,
  };
  return new Response(JSON.stringify(problem), { status, headers });
}

/** Turns whatever was thrown into an error that may be shown. */
export function asRendererError(error: unknown): RendererError {
  if (error instanceof RendererError) return error;
  return new RendererError('internal', 'The page could not be rendered because of a fault in the service', {
    cause: error,
  });
}

/** How a render ended that has no result. */
const VERDICTS: Partial<Record<RendererErrorCode, Verdict>> = {
  partial: 'budget',
  'target-timeout': 'budget',
  'browser-unavailable': 'crashed',
};

const TITLES: Record<number, string> = {
  400: 'This request can’t be answered',
  401: 'A token is needed here',
  403: 'This address may not be rendered',
  404: 'There is nothing here',
  405: 'This method is not supported',
  413: 'The body is too large',
  500: 'Something went wrong in the renderer',
  502: 'The page could not be loaded',
  503: 'The renderer is busy',
  504: 'The page took too long',
};

/** A browser lists text/html; API clients and bots send a wildcard or nothing. */
function prefersHtml(accept: string | null): boolean {
  return accept !== null && /\btext\/html\b/i.test(accept);
}

const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--surface:#f6f6f4;--text:#1c1d1f;--muted:#5b5f66;--border:#d8dade}
@media (prefers-color-scheme:dark){:root{--bg:#121417;--surface:#1b1e23;--text:#e9eaec;--muted:#a6abb3;--border:#353a43}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--bg);color:var(--text);
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:560px;width:100%;padding:32px;background:var(--surface);border:1px solid var(--border);border-radius:12px}
h1{margin:0 0 8px;font-size:24px;line-height:1.25}
p{margin:0 0 16px;overflow-wrap:anywhere}
small{display:block;padding-top:16px;border-top:1px solid var(--border);color:var(--muted);font-size:14px;overflow-wrap:anywhere}
`;
const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

function errorPage(error: RendererError, requestId: string): string {
  const title = TITLES[error.status] ?? 'Error';
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${STYLE}</style></head>
<body><main><h1>${title}</h1><p>${escapeHtml(error.message)}</p><small>${error.status} · ${error.code} · request ${escapeHtml(requestId)}</small></main></body>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
