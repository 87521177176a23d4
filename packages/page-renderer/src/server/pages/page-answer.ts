import type { RendererError } from '../../kernel/errors.ts';
import { CHALLENGE } from '../../headers/names.ts';

/**
 * The response with a page for people.
 *
 * @param page the page, and the policy that allows only its own style and script
 * @param isResult whether the page is about an address; a crawler that follows links to such pages would cause renders permanently
 * @param error the error that the page reports
 */
export function answerPage(
  { html, policy }: { html: string; policy: string },
  isResult: boolean,
  error: RendererError | undefined,
): Response {
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  if (isResult) headers.set('X-Robots-Tag', 'noindex, nofollow');
  // Chromium uses the first one only, and prompts for a password.
  if (error?.status === 401) {
    headers.set('WWW-Authenticate', `Basic realm="page-renderer", charset="UTF-8", ${CHALLENGE}`);
  }
  if (error?.retryAfter !== undefined) headers.set('Retry-After', String(error.retryAfter));
  return new Response(html, { status: error?.status ?? 200, headers });
}
