import type { RendererError } from '../../kernel/errors.ts';
import { pageOf } from '../../kernel/errors.ts';
import { errorPage } from '../pages/error-page.tsx';
import { errorTitle } from '../pages/texts.ts';
import { CHALLENGE, STATUS_FROM, X_RENDERER } from '../../headers/names.ts';

/**
 * The response to an error: a page for clients that request HTML, otherwise `application/problem+json` (RFC 9457).
 *
 * @param requestId also in the log, so that an operator can find the line
 * @param isOfRender whether it is the response to a render: then it has the verdict, or the code if there is no verdict
 */
export function answerError(
  error: RendererError,
  accept: string | null,
  requestId: string,
  isOfRender: boolean,
): Response {
  const headers = new Headers({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Renderer': X_RENDERER,
    [STATUS_FROM]: 'renderer',
    Vary: 'Accept',
  });
  if (error.retryAfter !== undefined) headers.set('Retry-After', String(error.retryAfter));
  if (error.status === 401) headers.set('WWW-Authenticate', CHALLENGE);
  if (isOfRender) headers.set('X-Render-Verdict', error.verdict ?? error.code);
  const { status } = error;
  if (prefersHtml(accept)) {
    headers.set('Content-Type', 'text/html; charset=utf-8');
    const { html, policy } = errorPage(error, requestId);
    headers.set('Content-Security-Policy', policy);
    return new Response(html, { status, headers });
  }
  headers.set('Content-Type', 'application/problem+json');
  const problem = {
    type: pageOf(error.code),
    title: errorTitle(error),
    status,
    detail: error.shown,
    code: error.code,
    requestId,
  };
  return new Response(JSON.stringify(problem), { status, headers });
}

/** Browsers list text/html; API clients and bots send a wildcard or nothing. */
function prefersHtml(accept: string | null): boolean {
  return accept !== null && /\btext\/html\b/i.test(accept);
}
